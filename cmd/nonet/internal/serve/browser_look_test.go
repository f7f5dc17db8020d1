//go:build browser

package serve

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"nonet/cmd/internal/browsertest"
)

// testPrint looks at the page on paper: the grid alone, black on white.
func testPrint(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot, 794, 1123)
	p.WaitText("#answer h2", "One solution")
	p.Call("Emulation.setEmulatedMedia", map[string]any{"media": "print",
		"features": []map[string]string{{"name": "prefers-color-scheme", "value": "dark"}}})
	var seen []string
	p.Eval(`[...document.querySelectorAll("button, select, #answer, #panels")].filter(e => e.checkVisibility())
		.map(e => e.id || e.textContent)`, &seen)
	if len(seen) > 0 {
		t.Errorf("printed: %q", seen)
	}
	var paper, ink string
	p.Eval(`getComputedStyle(document.body).backgroundColor`, &paper)
	p.Eval(`getComputedStyle(document.querySelector(".clue .value")).color`, &ink)
	if paper != "rgb(255, 255, 255)" || ink != "rgb(29, 39, 51)" {
		t.Errorf("printed in %s on %s", ink, paper)
	}
	p.Screenshot("print")
	p = open(t, b, url+"#p="+variant, 794, 1123)
	p.WaitText("#answer h2", "solution")
	p.Call("Emulation.setEmulatedMedia", map[string]any{"media": "print"})
	p.WaitText("#heading", "Two rules by Somebody")
	p.WaitText("#statement", "Cages have sums.")
	var part float64
	p.Eval(`document.querySelector("#place").getBoundingClientRect().width / document.body.clientWidth`, &part)
	if part < 0.8 {
		t.Errorf("the grid has %v of the width", part)
	}
	p.checkQuiet(url)
}

var panelNames = []string{"candidates", "steps", "compare", "formulation", "rules", "text"}

// testTelephone looks at all panels in a narrow window: nothing scrolls sideways, targets are large enough, and their
// texts fit.
func testTelephone(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot, 360, 844)
	p.WaitText("#answer h2", "One solution")
	p.Click("#tab-steps")
	for range 3 { // the grid and the hint are on one screen
		p.Click("[data-no=hint]")
		p.Wait(`!document.querySelector("#panel-steps .spin")`)
	}
	p.Wait(`document.querySelector("#board .over svg")`)
	var between []float64
	p.Eval(`[document.querySelector("#board").getBoundingClientRect().top,
		document.querySelector("#board").getBoundingClientRect().bottom,
		document.querySelector(".hint").getBoundingClientRect().top,
		document.querySelector(".hint").getBoundingClientRect().bottom]`, &between)
	if !slices.IsSorted(append([]float64{0}, append(between, 844)...)) {
		t.Errorf("grid and hint from above: %v", between)
	}
	p.Screenshot("phone-hint")
	p.Click("[data-no=back]")
	for _, name := range panelNames {
		p.Click("#tab-" + name)
		switch name {
		case "steps":
			p.Click("[data-no=path]")
			p.Wait(`document.querySelectorAll(".path li").length > 50`)
		case "formulation":
			p.Wait(`document.querySelectorAll(".units li").length > 0`)
		case "text":
			p.Wait(`document.querySelectorAll("ul.links li").length > 3`)
		case "compare":
			p.Wait(`document.querySelectorAll(".methods input").length > 20`)
			p.Eval(`document.querySelector("#panel-compare details").open = true`, nil)
		}
		var over float64
		p.Eval(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &over)
		if over > 0 {
			t.Errorf("%s: the page is %v pixels wider than the window", name, over)
		}
		var lowest []string
		p.Eval(`[...document.querySelectorAll("button, select, .file, summary")].filter(e => e.checkVisibility() &&
			!e.matches(".plain, summary") && e.getBoundingClientRect().height < 43.5)
			.map(e => e.outerHTML.slice(0, 80))`, &lowest)
		if len(lowest) > 0 {
			t.Errorf("%s: targets of less than 44 pixels: %q", name, lowest)
		}
		var cut []string
		p.Eval(`[...document.querySelectorAll("header button, #tabs button, #modes button, #digits button")].filter(e =>
			e.scrollWidth > e.clientWidth || e.getBoundingClientRect().right > innerWidth).map(e => e.innerText)`, &cut)
		if len(cut) > 0 {
			t.Errorf("%s: texts that do not fit their buttons, or buttons the window: %q", name, cut)
		}
		p.Screenshot("phone-" + name)
	}
	var bottom float64
	p.Eval(`window.scrollTo(0, 0), document.querySelector("#digits").getBoundingClientRect().bottom`, &bottom)
	if bottom > 844 {
		t.Errorf("the keypad ends at %v, below the window", bottom)
	}
	p.checkQuiet(url)
}

// testSchemes looks at the colours of both schemes, and at the contrast of texts in the grid and the panels.
func testSchemes(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot+"&e=.1,6", 1280, 900)
	p.WaitText("#answer h2", "One solution")
	var papers []string
	for _, scheme := range []string{"light", "dark"} {
		p.Scheme(scheme)
		var paper string
		p.Eval("getComputedStyle(document.body).backgroundColor", &paper)
		papers = append(papers, paper)
		var low []string
		p.Eval(contrasts, &low)
		if len(low) > 0 {
			t.Errorf("%s: contrast below 4.5: %q", scheme, low)
		}
		p.Screenshot("scheme-" + scheme)
	}
	if want := []string{"rgb(255, 255, 255)", "rgb(20, 25, 31)"}; !slices.Equal(papers, want) {
		t.Errorf("backgrounds %q, expected %q", papers, want)
	}
	p.Scheme("light")
	p.Click("#scheme")
	p.Click("#scheme")
	p.Wait(`getComputedStyle(document.body).backgroundColor === "rgb(20, 25, 31)"`)
	p.checkQuiet(url)
}

// contrasts lists the visible texts whose contrast with the page is below 4.5. It draws each pair of colours on a
// canvas, which resolves every notation of colours.
const contrasts = `(() => {
	const pen = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
	const rgb = colors => {
		pen.clearRect(0, 0, 1, 1);
		for (const c of colors) { pen.fillStyle = c; pen.fillRect(0, 0, 1, 1); }
		return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
	};
	const light = c => { const [r, g, b] = c.map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const low = new Set();
	for (const e of document.querySelectorAll("body *")) {
		if (!e.checkVisibility() || e.closest(":disabled, svg, .hidden, .done") || e.closest("[aria-hidden]")) continue;
		if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
		const below = [];
		for (let x = e; x; x = x.parentElement) below.unshift(getComputedStyle(x).backgroundColor);
		const paper = rgb(below), ink = rgb([...below, getComputedStyle(e).color]);
		const [a, b] = [light(paper), light(ink)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
		if (ratio < 4.5) low.add([e.className, e.tagName, e.textContent.slice(0, 30), ratio.toFixed(2)].join(" "));
	}
	return [...low];
})()`

// testLabels reads the page as assistive technology does: every control has a name, and the grid speaks.
func testLabels(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot, 1280, 900)
	p.WaitText("#answer h2", "One solution")
	p.Wait(`document.querySelectorAll(".methods input").length > 20`)
	counts := map[string]int{}
	for _, name := range panelNames {
		p.Click("#tab-" + name)
		var tree struct {
			Nodes []struct {
				Ignored    bool
				Role, Name struct{ Value any }
			}
		}
		p.Call("Accessibility.enable", nil)
		if err := json.Unmarshal(p.Call("Accessibility.getFullAXTree", nil), &tree); err != nil {
			t.Fatal(err)
		}
		for _, n := range tree.Nodes {
			role, label := fmt.Sprint(n.Role.Value), fmt.Sprint(n.Name.Value)
			if n.Ignored {
				continue
			}
			counts[role]++
			switch role {
			case "button", "combobox", "checkbox", "radio", "textbox", "spinbutton", "tab", "grid", "gridcell", "link",
				"region":
				if n.Name.Value == nil || label == "" {
					t.Errorf("%s: a %s has no name", name, role)
				}
				counts[role+" "+label]++
			}
		}
	}
	for _, want := range []string{
		"grid Sudoku, 9 by 9", "gridcell row 1 column 1, given 1", "gridcell row 9 column 9, empty", "button 7",
		"button Undo", "tab Compare", "textbox Text of a puzzle",
	} {
		if counts[want] == 0 {
			t.Errorf("the accessibility tree has no %s", want)
		}
	}
	if got := counts["gridcell"]; got != 81*len(panelNames) {
		t.Errorf("%d gridcells in %d looks, expected 81 each", got, len(panelNames))
	}
	p.checkQuiet(url)
}

// testSizes opens grids of all sizes.
func testSizes(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	for shape, n := range map[string]int{"2x3": 6, "3x4": 12, "4x4": 16, "5x5": 25} {
		p.Eval(fmt.Sprintf(`(() => { const s = document.querySelector("#new"); s.value = %q;
			s.dispatchEvent(new Event("change", {bubbles: true})); })()`, shape), nil)
		p.Wait(fmt.Sprintf(`document.querySelectorAll("[role=gridcell]").length === %d`, n*n))
		p.WaitText("#answer h2", "An empty grid")
		if n > 9 {
			p.Typed("a")
			p.Wait(`document.querySelector("[role=gridcell]").textContent === "A"`)
		}
		var over float64
		p.Eval(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &over)
		if over > 0 {
			t.Errorf("%dx%d: the page is %v pixels wider than the window", n, n, over)
		}
		p.Screenshot(fmt.Sprintf("size-%d", n))
	}
	p.checkQuiet(url)
}
