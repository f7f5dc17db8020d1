// Package browsertest drives a headless Chromium from tests, by the DevTools protocol over two pipes: no port, no
// library. Keys that it sends are trusted, so default actions such as pasting and moving the focus happen, too.
package browsertest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A Browser is a running Chromium.
type Browser struct {
	out     *os.File
	mu      sync.Mutex
	id      int
	waiting map[int]chan message
	pages   map[string]*Page
	dead    chan struct{} // closed when the browser has closed its pipe
}

// A message is a command's answer, or an event of a page.
type message struct {
	ID        int             `json:"id"`
	SessionID string          `json:"sessionId"`
	Method    string          `json:"method"`
	Params    json.RawMessage `json:"params"`
	Result    json.RawMessage `json:"result"`
	Error     *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// Start starts Chromium and stops it when the test ends. It skips the test where there is no Chromium.
func Start(t *testing.T) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium on this machine")
	}
	fromTest, toBrowser, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromBrowser, toTest, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, path, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-extensions", "--disable-background-networking", "--disable-component-update",
		"--disable-dev-shm-usage", "--disable-sync", "--hide-scrollbars", "--force-color-profile=srgb",
		"--user-data-dir="+filepath.Join(t.TempDir(), "profile"), "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{fromTest, toTest}
	cmd.WaitDelay = 10 * time.Second
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		cancel()
		t.Skipf("%s does not start here: %v", path, err)
	}
	fromTest.Close()
	toTest.Close()
	b := &Browser{
		out: toBrowser, waiting: map[int]chan message{}, pages: map[string]*Page{}, dead: make(chan struct{}),
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		b.read(fromBrowser)
	}()
	t.Cleanup(func() {
		b.send(message{Method: "Browser.close"}, nil)
		toBrowser.Close()
		select {
		case <-read:
		case <-time.After(10 * time.Second):
		}
		cancel()
		cmd.Wait()
		fromBrowser.Close()
		<-read
	})
	if _, err := b.try("", "Browser.getVersion", nil); err != nil {
		t.Skipf("%s does not start here: %v\n%s", path, err, log.String())
	}
	return b
}

// read delivers answers and events until the browser closes its pipe.
func (b *Browser) read(from *os.File) {
	defer close(b.dead)
	r := bufio.NewReaderSize(from, 1<<20)
	for {
		data, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(data[:len(data)-1], &m) != nil {
			continue
		}
		b.mu.Lock()
		if c := b.waiting[m.ID]; m.ID != 0 && c != nil {
			delete(b.waiting, m.ID)
			c <- m
		} else if p := b.pages[m.SessionID]; p != nil {
			p.event(m)
		}
		b.mu.Unlock()
	}
}

// send writes a command; its answer comes through the channel.
func (b *Browser) send(m message, params any) (chan message, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.id++
	c := make(chan message, 1)
	b.waiting[b.id] = c
	command := map[string]any{"id": b.id, "method": m.Method}
	if m.SessionID != "" {
		command["sessionId"] = m.SessionID
	}
	if params != nil {
		command["params"] = params
	}
	data, err := json.Marshal(command)
	if err != nil {
		return nil, err
	}
	_, err = b.out.Write(append(data, 0))
	return c, err
}

// try sends a command and returns its result.
func (b *Browser) try(session, method string, params any) (json.RawMessage, error) {
	c, err := b.send(message{Method: method, SessionID: session}, params)
	if err != nil {
		return nil, err
	}
	select {
	case m := <-c:
		if m.Error != nil {
			return nil, fmt.Errorf("%s: %s", method, m.Error.Message)
		}
		return m.Result, nil
	case <-b.dead:
		return nil, errors.New("the browser ended")
	case <-time.After(60 * time.Second):
		return nil, fmt.Errorf("%s: no answer", method)
	}
}

// A Page is a tab, with what it wrote to its console and what it requested.
type Page struct {
	browser  *Browser
	t        *testing.T
	session  string
	console  []string
	requests []string
}

// Open opens a page in a window of this size.
func (b *Browser) Open(t *testing.T, url string, width, height int) *Page {
	t.Helper()
	var target struct{ TargetID string }
	b.into(t, "", "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var session struct{ SessionID string }
	b.into(t, "", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	p := &Page{browser: b, t: t, session: session.SessionID}
	b.mu.Lock()
	b.pages[p.session] = p
	b.mu.Unlock()
	t.Cleanup(func() { b.try("", "Target.closeTarget", map[string]any{"targetId": target.TargetID}) })
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		p.Call(domain+".enable", nil)
	}
	p.Call("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true})
	p.Size(width, height)
	p.Load(url)
	return p
}

// Size sets the size of the window; a narrow one is that of a telephone.
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
	p.browser.mu.Lock()
	defer p.browser.mu.Unlock()
	return slices.Clone(p.console)
}

// Requests returns the addresses that the page requested until now.
func (p *Page) Requests() []string {
	p.browser.mu.Lock()
	defer p.browser.mu.Unlock()
	return slices.Clone(p.requests)
}

// event keeps what the page wrote and requested. The caller holds the lock.
func (p *Page) event(m message) {
	var e struct {
		Type  string
		Args  []struct{ Value any }
		Entry struct{ Level, Text, URL string }

		ExceptionDetails struct {
			Text      string
			Exception struct{ Description string }
		}
		Request struct{ URL string }
	}
	json.Unmarshal(m.Params, &e)
	switch m.Method {
	case "Runtime.consoleAPICalled":
		p.console = append(p.console, fmt.Sprint(e.Type, ": ", e.Args))
	case "Runtime.exceptionThrown":
		p.console = append(p.console, e.ExceptionDetails.Text+" "+e.ExceptionDetails.Exception.Description)
	case "Log.entryAdded":
		p.console = append(p.console, e.Entry.Level+": "+e.Entry.Text+" "+e.Entry.URL)
	case "Network.requestWillBeSent":
		p.requests = append(p.requests, e.Request.URL)
	}
}

// Call sends a command of the protocol to the page and returns its result.
func (p *Page) Call(method string, params any) json.RawMessage {
	p.t.Helper()
	result, err := p.browser.try(p.session, method, params)
	if err != nil {
		p.t.Fatal(err)
	}
	return result
}

// into sends a command and stores its result.
func (b *Browser) into(t *testing.T, session, method string, params, result any) {
	t.Helper()
	data, err := b.try(session, method, params)
	if err == nil {
		err = json.Unmarshal(data, result)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Eval evaluates an expression, waits for it if it is a promise, and stores its value.
func (p *Page) Eval(expression string, value any) {
	p.t.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	p.browser.into(p.t, p.session, "Runtime.evaluate", map[string]any{
		"expression": expression, "awaitPromise": true, "returnByValue": true,
	}, &r)
	if r.ExceptionDetails != nil {
		p.t.Fatalf("%s: %s %s", expression, r.ExceptionDetails.Text, r.ExceptionDetails.Exception.Description)
	}
	if value == nil || len(r.Result.Value) == 0 {
		return
	}
	if err := json.Unmarshal(r.Result.Value, value); err != nil {
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

// Wait waits until an expression is true.
func (p *Page) Wait(expression string) {
	p.t.Helper()
	for end := time.Now().Add(maxWait); ; time.Sleep(10 * time.Millisecond) {
		var ok bool
		p.Eval("Boolean("+expression+")", &ok)
		if ok {
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

// Modifiers of a key, to be added.
const (
	Alt = 1 << iota
	Ctrl
	Meta
	Shift
)

// named are keys by name: the code of the physical key and the number that Windows gives it.
var named = map[string]struct {
	code   string
	number int
}{
	"ArrowLeft": {"ArrowLeft", 37}, "ArrowUp": {"ArrowUp", 38}, "ArrowRight": {"ArrowRight", 39},
	"ArrowDown": {"ArrowDown", 40}, "Backspace": {"Backspace", 8}, "Delete": {"Delete", 46},
	"Escape": {"Escape", 27}, "Home": {"Home", 36}, "End": {"End", 35}, "Tab": {"Tab", 9}, "Enter": {"Enter", 13},
	" ": {"Space", 32}, ".": {"Period", 190}, "?": {"Slash", 191},
}

// Press presses and releases a key with modifiers.
func (p *Page) Press(key string, modifiers int) {
	p.t.Helper()
	event := map[string]any{"key": key, "modifiers": modifiers}
	switch k, ok := named[key]; {
	case ok:
		event["code"], event["windowsVirtualKeyCode"] = k.code, k.number
	case key >= "0" && key <= "9":
		event["code"], event["windowsVirtualKeyCode"] = "Digit"+key, int(key[0])
	default:
		event["code"], event["windowsVirtualKeyCode"] = "Key"+strings.ToUpper(key), int(strings.ToUpper(key)[0])
	}
	if len(key) == 1 && modifiers&^Shift == 0 {
		event["text"] = key
	}
	if key == "Enter" {
		event["text"] = "\r"
	}
	if key == "v" && modifiers == Ctrl {
		event["commands"] = []string{"paste"}
	}
	event["type"] = "keyDown"
	p.Call("Input.dispatchKeyEvent", event)
	delete(event, "text")
	delete(event, "commands")
	event["type"] = "keyUp"
	p.Call("Input.dispatchKeyEvent", event)
}

// Typed presses a key for each character.
func (p *Page) Typed(text string) {
	p.t.Helper()
	for _, r := range text {
		p.Press(string(r), 0)
	}
}

// Paste puts a text on the clipboard and presses Ctrl+V.
func (p *Page) Paste(text string) {
	p.t.Helper()
	if _, err := p.browser.try("", "Browser.grantPermissions", map[string]any{
		"permissions": []string{"clipboardReadWrite", "clipboardSanitizedWrite"},
	}); err != nil {
		p.t.Fatal(err)
	}
	p.Eval(fmt.Sprintf("navigator.clipboard.writeText(%q)", text), nil)
	p.Press("v", Ctrl)
}

// Click clicks in the middle of an element.
func (p *Page) Click(selector string) {
	p.t.Helper()
	x, y := p.Middle(selector)
	p.Mouse("mousePressed", x, y, 1)
	p.Mouse("mouseReleased", x, y, 0)
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

// Mouse sends an event of the mouse: mousePressed, mouseMoved or mouseReleased. Buttons is 1 while the left button is
// down.
func (p *Page) Mouse(kind string, x, y float64, buttons int) {
	p.t.Helper()
	p.Call("Input.dispatchMouseEvent", map[string]any{
		"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1,
	})
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
	if _, err := p.browser.try("", "Browser.setDownloadBehavior", map[string]any{
		"behavior": "allow", "downloadPath": dir,
	}); err != nil {
		p.t.Fatal(err)
	}
	p.Click(selector)
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
	p.browser.into(p.t, p.session, "Page.captureScreenshot", options, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
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
