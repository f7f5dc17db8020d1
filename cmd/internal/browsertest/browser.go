//go:build browser

// Package browsertest drives a headless Chromium from tests. Keys that it sends are trusted, so default actions such as
// pasting and moving the focus happen, too.
package browsertest

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A Browser is a running Chromium.
type Browser struct{ ctx context.Context }

// Start starts Chromium and stops it when the test ends. It skips the test where there is no Chromium.
func Start(t *testing.T) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	var log bytes.Buffer
	ctx, cancel := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.CombinedOutput(&log)))
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Skipf("Chromium does not start here: %v\n%s", err, log.String())
	}
	return &Browser{ctx}
}

// A Page is a tab, with what it wrote to its console and what it requested.
type Page struct {
	ctx      context.Context
	t        *testing.T
	mu       sync.Mutex
	console  []string
	requests []string
}

// Open opens a page in a window of this size.
func (b *Browser) Open(t *testing.T, url string, width, height int) *Page {
	t.Helper()
	p := &Page{t: t}
	var cancel context.CancelFunc
	p.ctx, cancel = chromedp.NewContext(b.ctx, chromedp.WithListener(p.event))
	t.Cleanup(cancel)
	if err := chromedp.Do(p.ctx); err != nil {
		t.Fatal(err)
	}
	p.Call("Network.enable", nil)
	p.Call("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true})
	p.Size(width, height)
	p.Load(url)
	return p
}

// run performs an action on the page.
func run[T any](p *Page, what string, a chromedp.Action[T]) T {
	p.t.Helper()
	value, err := try(p, a)
	if err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
	return value
}

// try performs an action that may fail.
func try[T any](p *Page, a chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, maxWait)
	defer cancel()
	return chromedp.Run(ctx, a)
}

// Size sets the size of the window; a narrow window is a telephone.
func (p *Page) Size(width, height int) {
	p.t.Helper()
	p.Call("Emulation.setDeviceMetricsOverride", map[string]any{
		"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
	})
}

// Scheme sets the colour scheme that the system prefers, without transitions.
func (p *Page) Scheme(name string) {
	p.t.Helper()
	p.Call("Emulation.setEmulatedMedia", map[string]any{
		"features": []map[string]string{
			{"name": "prefers-color-scheme", "value": name}, {"name": "prefers-reduced-motion", "value": "reduce"},
		},
	})
}

// Load opens another address in the tab and waits until it is loaded.
func (p *Page) Load(url string) {
	p.t.Helper()
	p.Call("Page.navigate", map[string]any{"url": url})
	p.Wait(`document.readyState === "complete" && location.href !== "about:blank"`)
}

// Console returns what the page wrote to its console until now, and the exceptions that nothing caught.
func (p *Page) Console() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.console)
}

// Requests returns the addresses that the page requested until now.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.requests)
}

// event keeps what the page wrote and requested.
func (p *Page) event(e any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := e.(type) {
	case *runtime.EventConsoleAPICalled:
		line := string(e.Type) + ":"
		for _, arg := range e.Args {
			line += " " + string(arg.Value) + arg.Description
		}
		p.console = append(p.console, line)
	case *runtime.EventExceptionThrown:
		p.console = append(p.console, fmt.Sprintf("%s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *log.EventEntryAdded:
		p.console = append(p.console, fmt.Sprint(e.Entry.Level, ": ", e.Entry.Text, " ", e.Entry.URL))
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	}
}

// Call sends a command of the protocol to the page and returns its result.
func (p *Page) Call(method string, params any) json.RawMessage {
	p.t.Helper()
	return run(p, method, func(ctx context.Context, t *chromedp.Target) (result json.RawMessage, err error) {
		return result, t.Call(ctx, method, params, &result)
	})
}

// callBrowser sends a command of the protocol to the browser.
func (p *Page) callBrowser(method string, params any) {
	p.t.Helper()
	if err := chromedp.FromContext(p.ctx).Browser.Call(p.ctx, method, params, nil); err != nil {
		p.t.Fatal(err)
	}
}

// Eval evaluates an expression, waits for it if it is a promise, and stores its value.
func (p *Page) Eval(expression string, value any) {
	p.t.Helper()
	data := run(p, expression, chromedp.Evaluate[[]byte](expression, chromedp.EvalAwaitPromise, chromedp.EvalAsValue))
	if value == nil || len(data) == 0 {
		return
	}
	if err := json.Unmarshal(data, value); err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
}

// Text returns the visible text of the first element that a selector finds, "" if there is none.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	var s string
	p.Eval(fmt.Sprintf("(document.querySelector(%q) || {innerText: ''}).innerText", selector), &s)
	return s
}

// maxWait ends a test whose page does not do what is expected.
const maxWait = 60 * time.Second

// Wait waits until an expression is true, also while the tab loads another page.
func (p *Page) Wait(expression string) {
	p.t.Helper()
	for end := time.Now().Add(maxWait); ; time.Sleep(10 * time.Millisecond) {
		data, err := try(p, chromedp.Evaluate[[]byte]("Boolean("+expression+")", chromedp.EvalAsValue))
		switch {
		case err != nil && !strings.Contains(err.Error(), "navigated"):
			p.t.Fatalf("%s: %v", expression, err)
		case string(data) == "true":
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("this never became true: %s\npage: %.2000s\nconsole: %q", expression, p.Text("body"),
				p.Console())
		}
	}
}

// WaitText waits until an element contains a text.
func (p *Page) WaitText(selector, text string) {
	p.t.Helper()
	p.Wait(fmt.Sprintf("(document.querySelector(%q) || {innerText: ''}).innerText.includes(%q)", selector, text))
}

// CheckAlone fails the test if the page, made from a file, is wider than the window, wrote to the console, or requested
// anything beside itself.
func (p *Page) CheckAlone() {
	p.t.Helper()
	var wide struct {
		Over     int      // pixels by which the page is wider than the window
		Elements []string // names of elements that extend beyond the right edge
	}
	p.Eval(`(() => {
		const root = document.documentElement;
		return {
			over: root.scrollWidth - root.clientWidth,
			elements: [...document.querySelectorAll("body *")].filter(e => !e.closest(".scroll *, svg *") &&
				e.getBoundingClientRect().right > root.clientWidth + 0.5).map(e => e.tagName),
		};
	})()`, &wide)
	if wide.Over > 0 || len(wide.Elements) > 0 {
		p.t.Errorf("the page is %d pixels wider than the window; too wide: %q", wide.Over, wide.Elements)
	}
	if console := p.Console(); len(console) > 0 {
		p.t.Errorf("console: %q", console)
	}
	var url string
	p.Eval("location.href", &url)
	for _, r := range p.Requests() {
		if r != url && !strings.HasPrefix(r, "data:") {
			p.t.Errorf("a request to %s", r)
		}
	}
}

// Modifiers of a key.
const (
	Alt   = kb.ModifierAlt
	Ctrl  = kb.ModifierCtrl
	Shift = kb.ModifierShift
)

// Press presses and releases a key with modifiers: a character, or a key by its name, such as kb.Tab.
func (p *Page) Press(key string, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	run(p, key, chromedp.KeyEvent(key, chromedp.KeyModifiers(modifiers...)))
}

// Typed presses a key for each character.
func (p *Page) Typed(text string) {
	p.t.Helper()
	run(p, text, chromedp.KeyEvent(text))
}

// Paste puts a text on the clipboard and presses Ctrl+V.
func (p *Page) Paste(text string) {
	p.t.Helper()
	p.callBrowser("Browser.grantPermissions", map[string]any{
		"permissions": []string{"clipboardReadWrite", "clipboardSanitizedWrite"},
	})
	p.Eval(fmt.Sprintf("navigator.clipboard.writeText(%q)", text), nil)
	run(p, "paste", chromedp.KeyEvent("v", chromedp.KeyModifiers(Ctrl), func(k *input.DispatchKeyEventParams) {
		if k.Type == kb.KeyDown {
			k.Commands = []string{"paste"}
		}
	}))
}

// Click clicks in the middle of an element.
func (p *Page) Click(selector string) {
	p.t.Helper()
	x, y := p.Middle(selector)
	run(p, selector, chromedp.MouseClickXY(x, y))
}

// Middle scrolls an element into view and returns the place of its middle, in pixels from the corner of the window.
func (p *Page) Middle(selector string) (x, y float64) {
	p.t.Helper()
	var at []float64
	p.Eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e) throw new Error("no such element");
		e.scrollIntoView({block: "nearest"});
		const b = e.getBoundingClientRect();
		return [b.x + b.width / 2, b.y + b.height / 2];
	})()`, selector), &at)
	return at[0], at[1]
}

// Drag moves the mouse from one place to another in steps, with the left button down.
func (p *Page) Drag(x0, y0, x1, y1 float64, steps int) {
	p.t.Helper()
	run(p, "drag", chromedp.DragAndDropXY(x0, y0, x1, y1, steps))
}

// Touch sends an event of one finger: touchStart, touchMove or touchEnd.
func (p *Page) Touch(kind string, x, y float64) {
	p.t.Helper()
	points := []map[string]float64{{"x": x, "y": y}}
	if kind == "touchEnd" {
		points = points[:0]
	}
	p.Call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true})
	p.Call("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": points})
}

// Drop drops a file on the middle of an element.
func (p *Page) Drop(selector, file string) {
	p.t.Helper()
	x, y := p.Middle(selector)
	for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
		p.Call("Input.dispatchDragEvent", map[string]any{
			"type": kind, "x": x, "y": y,
			"data": map[string]any{"items": []string{}, "files": []string{file}, "dragOperationsMask": 1},
		})
	}
}

// Download clicks on an element, and returns the name and the content of the file that the browser then saves.
func (p *Page) Download(selector string) (name string, content []byte) {
	p.t.Helper()
	dir := p.t.TempDir()
	p.callBrowser("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir})
	// A click of the mouse misses a button that moves because an answer arrives.
	p.Call("Runtime.evaluate", map[string]any{"userGesture": true,
		"expression": fmt.Sprintf("document.querySelector(%q).click()", selector)})
	for end := time.Now().Add(maxWait); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		files, err := os.ReadDir(dir)
		if err != nil {
			p.t.Fatal(err)
		}
		// While the browser writes, the file has the suffix .crdownload or a temporary name.
		if len(files) != 1 || files[0].Name()[0] == '.' || strings.HasSuffix(files[0].Name(), ".crdownload") {
			continue
		}
		if content, err = os.ReadFile(filepath.Join(dir, files[0].Name())); err != nil {
			p.t.Fatal(err)
		}
		return files[0].Name(), content
	}
	p.t.Fatalf("%s: no file was saved", selector)
	return "", nil
}

// Screenshot writes a picture of the window to the folder NONET_SCREENSHOTS, if it is set: as PNG, or as WebP if the
// name ends so.
func (p *Page) Screenshot(name string) {
	p.t.Helper()
	dir := os.Getenv("NONET_SCREENSHOTS")
	if dir == "" {
		return
	}
	options := map[string]any{"format": "png"}
	if strings.HasSuffix(name, ".webp") {
		options = map[string]any{"format": "webp", "quality": 82}
	} else {
		name += ".png"
	}
	var shot struct{ Data string }
	err := json.Unmarshal(p.Call("Page.captureScreenshot", options), &shot)
	var data []byte
	if err == nil {
		data, err = base64.StdEncoding.DecodeString(shot.Data)
	}
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name), data, 0o666)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}
