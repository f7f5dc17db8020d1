//go:build browser

package serve

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/cmd/internal/browsertest"

	"github.com/chromedp/chromedp/kb"
)

// testKeyboard enters a puzzle with the keyboard alone, takes it back, and finds it again after a reload.
func testKeyboard(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	p.WaitText("#answer h2", "An empty grid")
	p.Typed(escargot)
	p.WaitText("#answer h2", "One solution")
	if got := p.clues(); got != escargot {
		t.Errorf("the grid has %s, expected %s", got, escargot)
	}
	p.Press("z", browsertest.Ctrl)
	p.WaitText("#answer h2", "Several solutions")
	if got, want := p.clues(), strings.TrimSuffix(escargot, "3..")+"..."; got != want {
		t.Errorf("after undo the grid has %s, expected %s", got, want)
	}
	for range 22 {
		p.Press("z", browsertest.Ctrl)
	}
	p.WaitText("#answer h2", "An empty grid")
	if got := strings.Trim(p.clues(), "."); got != "" {
		t.Errorf("after undoing everything the grid has %s", got)
	}
	for range 23 {
		p.Press("y", browsertest.Ctrl)
	}
	p.WaitText("#answer h2", "One solution")

	p.Press("z") // entries
	p.Press(kb.Home, browsertest.Ctrl)
	p.Press(kb.ArrowRight)
	p.Typed("6")
	p.Press(kb.ArrowRight)
	p.Press("8", browsertest.Ctrl)
	p.Press("2", browsertest.Shift)
	p.Wait(`location.hash.includes("e=")`)
	before := p.clues()
	if !strings.HasPrefix(before, "16...7.9.") {
		t.Errorf("the grid has %s", before)
	}
	p.Screenshot("keyboard")
	p.checkQuiet(url)
}

// reload loads the page again, as the key F5 does.
func (p *page) reload() {
	p.t.Helper()
	p.Eval("window.before = true", nil)
	p.Call("Page.reload", nil)
	p.Wait(`!window.before && document.readyState === "complete" && document.querySelector("#answer[data-verdict]")`)
}

// testFourByFour chooses another size and enters its clues in fewer than 25 keys.
func testFourByFour(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	p.Eval(`(() => { const s = document.querySelector("#new"); s.value = "2x2";
		s.dispatchEvent(new Event("change", {bubbles: true})); })()`, nil)
	p.Wait(`document.querySelectorAll("[role=gridcell]").length === 16`)
	const puzzle = "12.4.........32."
	p.Typed(puzzle)
	p.WaitText("#answer h2", "One solution")
	if got := p.clues(); got != puzzle {
		t.Errorf("the grid has %s, expected %s", got, puzzle)
	}
	p.reload()
	p.WaitText("#answer h2", "One solution")
	if got := p.clues(); got != puzzle {
		t.Errorf("after a reload the grid has %s, expected %s", got, puzzle)
	}
	p.checkQuiet(url)
}

// testMarks enters marks, colours and entries, selects several cells, and finds all again after a reload.
func testMarks(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot, 1280, 900)
	p.WaitText("#answer h2", "One solution")
	label := func(c int) string {
		var s string
		p.Eval(fmt.Sprintf(`document.querySelectorAll("[role=gridcell]")[%d].getAttribute("aria-label")`, c), &s)
		return s
	}
	check := func(when string, want ...string) {
		t.Helper()
		for i, w := range want {
			if got := label(i); got != w {
				t.Errorf("%s cell %d: %q, expected %q", when, i, got, w)
			}
		}
	}
	p.Click("[role=gridcell]")
	p.Press("5") // a clue stays
	p.Press(kb.ArrowRight)
	p.Press("6")
	p.Press(kb.ArrowRight)
	p.Press("2", browsertest.Shift)
	p.Press("4", browsertest.Ctrl)
	p.Press(kb.ArrowRight)
	p.Press(kb.ArrowRight, browsertest.Shift)
	p.Press("8", browsertest.Ctrl)
	p.Press("3", browsertest.Alt)
	want := []string{
		"row 1 column 1, given 1", "row 1 column 2, entry 6", "row 1 column 3, empty, corner 2, centre 4",
		"row 1 column 4, empty, centre 8, green", "row 1 column 5, empty, centre 8, green", "row 1 column 6, given 7",
	}
	check("entered", want...)
	p.Screenshot("marks")
	p.reload()
	check("after a reload", want...)
	p.Eval(`document.querySelectorAll("[role=gridcell]")[3].focus()`, nil)
	p.Press(kb.Backspace)
	if got := label(3); got != "row 1 column 4, empty, green" {
		t.Errorf("cleared once: %q", got)
	}
	p.Press(kb.Backspace)
	if got := label(3); got != "row 1 column 4, empty" {
		t.Errorf("cleared twice: %q", got)
	}
	p.Press(kb.Home)
	p.Press(kb.ArrowLeft) // goes round
	p.Press("9")
	if got := label(8); got != "row 1 column 9, entry 9, conflict" {
		t.Errorf("a value twice in a row: %q", got)
	}
	if got := label(7); got != "row 1 column 8, given 9, conflict" {
		t.Errorf("a value twice in a row: %q", got)
	}
	p.Screenshot("conflict")

	// One tab stop: Tab leaves the grid, Shift+Tab comes back to the same cell.
	p.Press(kb.Tab)
	var inside bool
	p.Eval(`document.activeElement.closest("[role=grid]") !== null`, &inside)
	if inside {
		t.Error("Tab stays in the grid")
	}
	p.Press(kb.Tab, browsertest.Shift)
	var at int
	p.Eval(`[...document.querySelectorAll("[role=gridcell]")].indexOf(document.activeElement)`, &at)
	if at != 8 {
		t.Errorf("Shift+Tab comes back to cell %d, expected 8", at)
	}
	p.checkQuiet(url)
}

// testMouse selects cells by dragging along a diagonal, which does not catch the cells beside it.
func testMouse(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot, 1280, 900)
	p.WaitText("#answer h2", "One solution")
	x0, y0 := p.Middle("tr:nth-child(2) td:nth-child(2)")
	x1, y1 := p.Middle("tr:nth-child(6) td:nth-child(6)")
	p.Drag(x0, y0, x1, y1, 4)
	if got, want := p.selected(), []int{10, 20, 30, 40, 50}; !slices.Equal(got, want) {
		t.Errorf("selected %v, expected %v", got, want)
	}
	p.Screenshot("selection")
	p.checkQuiet(url)
}

// selected returns the numbers of the selected cells.
func (p *page) selected() (cells []int) {
	p.t.Helper()
	p.Eval(`[...document.querySelectorAll("[role=gridcell]")].map((c, i) =>
		c.getAttribute("aria-selected") === "true" ? i : -1).filter(i => i >= 0)`, &cells)
	return cells
}

// testTouch enters a value by touch, and selects cells with a moving finger.
func testTouch(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot, 390, 844)
	p.WaitText("#answer h2", "One solution")
	tap := func(selector string) {
		x, y := p.Middle(selector)
		p.Touch("touchStart", x, y)
		p.Touch("touchEnd", x, y)
	}
	tap("tr:nth-child(1) td:nth-child(2)")
	p.Eval(`[...document.querySelectorAll("button")].find(b => b.innerText.trim().startsWith("6")).id = "six"`, nil)
	tap("#six")
	p.Wait(`document.querySelectorAll("[role=gridcell]")[1].innerText.trim() === "6"`)
	x0, y0 := p.Middle("tr:nth-child(2) td:nth-child(2)")
	x1, y1 := p.Middle("tr:nth-child(4) td:nth-child(2)")
	p.Touch("touchStart", x0, y0)
	for i := 1; i <= 4; i++ {
		f := float64(i) / 4
		p.Touch("touchMove", x0+(x1-x0)*f, y0+(y1-y0)*f)
	}
	p.Touch("touchEnd", x1, y1)
	if got, want := p.selected(), []int{10, 19, 28}; !slices.Equal(got, want) {
		t.Errorf("selected %v, expected %v", got, want)
	}
	p.checkQuiet(url)
}

// testFiles drops a file on the page, and saves files for solvers.
func testFiles(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 1000)
	file := filepath.Join(t.TempDir(), "dropped.txt")
	if err := os.WriteFile(file, []byte(escargot+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p.Drop("#board", file)
	p.WaitText("#answer h2", "One solution")
	if got := p.clues(); got != escargot {
		t.Errorf("the grid has %s, expected %s", got, escargot)
	}
	p.Click("#tab-text")
	for format, want := range map[string]string{
		"cnf": "\np cnf 729 ", "lp": "\nSubject To\n", "opb": "* #variable= 729 ",
	} {
		p.Eval(fmt.Sprintf(`[...document.querySelectorAll("#panel button, [role=tabpanel] button")]
			.find(b => b.innerText.trim() === %q).id = "save-%s"`, format, format), nil)
		name, content := p.Download("#save-" + format)
		if !strings.HasSuffix(name, "."+format) || !strings.Contains(string(content), want) {
			t.Errorf("%s: saved %s, which begins %.200q", format, name, content)
		}
	}
	p.checkQuiet(url)
}

// testPaste pastes a link and a list, and goes back.
func testPaste(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	p.WaitText("#answer h2", "An empty grid")
	p.Paste(small)
	p.Wait(`document.querySelectorAll("[role=gridcell]").length === 16`)
	p.WaitText("#answer h2", "One solution")
	var label string
	p.Eval(`document.querySelector("[role=gridcell]").getAttribute("aria-label")`, &label)
	if !strings.Contains(label, "cage 5 with row 2 column 1") {
		t.Errorf("the label of r1c1 is %q", label)
	}
	if got := p.Text("#summary"); !strings.Contains(got, "Vier") {
		t.Errorf("the heading is %q, expected the title", got)
	}
	p.Wait(`document.querySelector(".under svg")`)
	p.Screenshot("variant")
	p.Click("#answer button")
	p.Wait(`document.querySelectorAll(".ghost").length === 16`)
	if got := p.clues(); got != "1234432121433412" {
		t.Errorf("the solution is %s", got)
	}
	p.Click("#answer button[title^=clues]")
	p.WaitText("#answer", "A proof needs 4 of 4 rules.")
	p.Screenshot("spare")
	p.reload()
	p.WaitText("#answer h2", "One solution")
	if got := p.Text("#summary"); !strings.Contains(got, "Vier") {
		t.Errorf("after a reload the heading is %q", got)
	}
	p.Paste(escargot + "\n" + strings.Replace(escargot, "1", ".", 1) + "\n")
	p.Wait(`document.querySelectorAll("[role=gridcell]").length === 81`)
	p.WaitText("#answer h2", "One solution")
	p.Click("ol.list li:last-child button")
	p.WaitText("#answer h2", "Several solutions")
	p.Click("#undo")
	p.WaitText("#answer h2", "One solution")
	p.Click("#undo")
	p.Wait(`document.querySelectorAll("[role=gridcell]").length === 16`)
	p.checkQuiet(url)
}

// testSymbols pastes puzzles in letters and in digits from 0. A reload, a link and a draft keep the symbols.
func testSymbols(t *testing.T, b *browsertest.Browser, url string) {
	var from0 strings.Builder
	for c := range 256 {
		from0.WriteByte("0123456789abcdef"[(c/16%4*4+c/64+c)%16])
	}
	for _, puzzle := range []string{"A..D..A..A..D..A", "." + from0.String()[1:]} {
		p := open(t, b, url, 1280, 900)
		p.WaitText("#answer h2", "An empty grid")
		p.Paste(puzzle)
		check := func(p *page, what string) {
			t.Helper()
			p.Wait(fmt.Sprintf(`document.querySelectorAll("[role=gridcell]").length === %d`, len(puzzle)))
			if got := p.clues(); got != puzzle {
				t.Errorf("%s: the grid has %s, expected %s", what, got, puzzle)
			}
		}
		check(p, "a paste")
		p.reload()
		check(p, "a reload")
		var link string
		p.Eval("location.href", &link)
		check(open(t, b, link, 1280, 900), "the link in another tab")
		fresh := open(t, b, url, 1280, 900)
		fresh.WaitText("#notice", "is kept in this browser")
		fresh.Click("#notice button")
		check(fresh, "the draft")
		p.checkQuiet(url)
	}
}
