//go:build browser

package serve

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/cmd/internal/browsertest"
	"nonet/model/notation"
	"nonet/model/sudoku"

	"github.com/chromedp/chromedp/kb"
)

// testDraw draws a rule of each kind by mouse and by keyboard (without NONET_LONG a sixth of them), and takes it back;
// then by touch, beside the grid, and in words.
func testDraw(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	outer, last := t, sudoku.Shape{}
	drawn := 0
	for _, k := range sudoku.RuleKinds() {
		o, shape := ruleKind(k), k.ExampleShape()
		if k.Name == "little-killer" {
			k.Example.Cells = []sudoku.Cell{3, 6, 9, 12} // a drawn line ends at a side
		}
		lists := k.Example.Lists()
		if k.Bounds().Lists[1] == 1 && k.Example.Cells != nil {
			lists = [][]sudoku.Cell{k.Example.Cells}
		}
		if o.Draw == "typed" || o.Draw == "regions" {
			continue
		}
		drawn++
		d := drawing{page: p, kind: o, rule: k.Example, lists: lists, shape: shape}
		want := notation.RuleText(shape, k.Example)
		for way, draw := range map[string]func(){"mouse": d.mouse, "keyboard": d.keyboard} {
			turn := map[string]int{"mouse": 0, "keyboard": 3}[way]
			if drawn%6 != turn && backendtest.Rounds(1, 2) == 1 {
				continue
			}
			t.Run(k.Name+" "+way, func(t *testing.T) {
				p.t = t
				if shape != last {
					p.loadBlank(shape)
					last = shape
				}
				draw()
				p.waitRules(want)
				p.Wait(`!document.querySelector("#answer").classList.contains("busy")`)
				p.Click("#undo")
				p.waitRules("")
			})
			p.t = outer
		}
	}
	if drawn < 60 {
		t.Errorf("%d kinds of rules were drawn", drawn)
	}
	p.checkQuiet(url)
	t.Run("beside the grid", func(t *testing.T) { testBeside(t, b, url) })
	t.Run("touch", func(t *testing.T) { testDrawTouch(t, b, url) })
	t.Run("typed", func(t *testing.T) { testTypedRule(t, b, url) })
	t.Run("cells beside the grid", func(t *testing.T) { testCellsBeside(t, b, url) })
	t.Run("regions", func(t *testing.T) { testDrawRegions(t, b, url) })
	t.Run("alternatives", func(t *testing.T) { testDrawAlternatives(t, b, url) })
}

// A drawing is a rule to be drawn.
type drawing struct {
	*page
	kind  RuleKind
	rule  sudoku.Rule
	lists [][]sudoku.Cell
	shape sudoku.Shape
}

// loadBlank loads a grid without clues, in mode rule, with the focus on the grid.
func (p *page) loadBlank(s sudoku.Shape) {
	p.t.Helper()
	rows, columns := s.Size()
	text := "nonet 1;shape+" + strings.NewReplacer(" ", "+", "+", "%2B").Replace(s.Text()) + ";grid" +
		strings.Repeat(";"+strings.TrimSuffix(strings.Repeat(".+", columns), "+"), rows)
	if s.Extra > 0 {
		text += ";" + strings.TrimSuffix(strings.Repeat(".+", s.Extra), "+")
	}
	p.Eval(fmt.Sprintf(`location.hash = "#p=" + %q`, strings.ReplaceAll(text, " ", "+")), nil)
	p.Wait(fmt.Sprintf(`document.querySelectorAll("[role=gridcell]").length === %d &&
		document.querySelector("[data-mode=digit]").getAttribute("aria-pressed") === "true"`, s.Cells()))
	p.Click("[data-mode=rule]")
}

// waitRules waits until the address has this rule only, or none.
func (p *page) waitRules(rule string) {
	p.t.Helper()
	if rule != "" {
		rule = "\n" + rule
	}
	p.Wait(fmt.Sprintf(`decodeURIComponent(location.hash.replace(/&.*/, "").replace(/\+/g, " ").replace(/;/g, "\n"))
		.split("grid").concat("")[1].replace(/(\n[ .]+)+(?=\n|$)/, "").trimEnd() === %q`, rule))
}

// choose chooses the kind with the mouse.
func (d *drawing) choose(name string) {
	d.t.Helper()
	d.Wait(`document.querySelectorAll("#rule option").length > 70`)
	d.Eval(fmt.Sprintf(`(() => { const s = document.querySelector("#rule select"); s.value = %q;
		s.dispatchEvent(new Event("change")); })()`, name), nil)
}

// at returns the row and column of a cell on the page, where the cells beside the grid are below it.
func (d *drawing) at(c sudoku.Cell) (row, column int) {
	_, columns := d.shape.Size()
	return int(c) / columns, int(c) % columns
}

// middles returns the middles of cells.
func (d *drawing) middles(cells []sudoku.Cell) (all [][2]float64) {
	for _, c := range cells {
		row, column := d.at(c)
		x, y := d.Middle(fmt.Sprintf("tr:nth-child(%d) td:nth-child(%d)", row+1, column+1))
		all = append(all, [2]float64{x, y})
	}
	return all
}

// event sends an event of the mouse.
func (d *drawing) event(kind string, at [2]float64, modifiers int) {
	d.t.Helper()
	d.Call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0], "y": at[1], "button": "left",
		"buttons": 1, "clickCount": 1, "modifiers": modifiers})
}

// mouse chooses the kind and draws the rule.
func (d *drawing) mouse() {
	d.t.Helper()
	d.choose(d.kind.Rule)
	d.draw()
	if d.lists == nil {
		d.Click("#rule button")
		d.Click("tr td")
	}
	d.digits()
}

// draw draws each list with one stroke, or cell by cell with Ctrl where the cells are apart.
func (d *drawing) draw() {
	d.t.Helper()
	for _, cells := range d.lists {
		at := d.middles(cells)
		apart := false
		for i, c := range cells[1:] {
			row, column := d.at(c)
			fromRow, fromColumn := d.at(cells[i])
			rows, columns := row-fromRow, column-fromColumn
			apart = apart || max(rows, -rows, columns, -columns) > 1
		}
		for i := range at {
			const ctrl = 2
			switch {
			case i == 0:
				d.event("mousePressed", at[i], 0)
			case apart:
				d.event("mouseReleased", at[i-1], ctrl)
				d.event("mousePressed", at[i], ctrl)
			default:
				d.event("mouseMoved", at[i], 0)
			}
		}
		d.event("mouseReleased", at[len(at)-1], 0)
	}
}

// keyboard chooses the kind by its name, takes the cells with Space, and ends each list with Enter.
func (d *drawing) keyboard() {
	d.t.Helper()
	d.Eval(`document.querySelector("[role=gridcell][tabindex='0']").focus()`, nil)
	d.Call("Input.dispatchKeyEvent", map[string]any{"type": "rawKeyDown", "key": "b", "code": "KeyB"}) // types nothing
	d.Wait(`document.activeElement === document.querySelector("#rule select")`)
	d.Press(kb.Home) // the first kind: what is typed is looked up from the chosen one
	d.Typed(d.kind.Rule)
	d.Wait(fmt.Sprintf(`document.activeElement.value === %q`, d.kind.Rule))
	d.Press(kb.Enter)
	d.Press(kb.Home, browsertest.Ctrl)
	row, column := 0, 0
	for _, cells := range d.lists {
		for _, c := range cells {
			for r, k := d.at(c); row != r || column != k; {
				switch {
				case row < r:
					d.Press(kb.ArrowDown)
					row++
				case row > r:
					d.Press(kb.ArrowUp)
					row--
				case column < k:
					d.Press(kb.ArrowRight)
					column++
				default:
					d.Press(kb.ArrowLeft)
					column--
				}
			}
			d.Press(" ")
		}
		d.Press(kb.Enter)
	}
	if d.lists == nil {
		d.Press(kb.Enter)
	}
	d.digits()
}

// digits types the number of the rule, or its values.
func (d *drawing) digits() {
	d.t.Helper()
	if d.rule.Number != 0 {
		d.Typed(strconv.Itoa(d.rule.Number))
	}
	for _, v := range d.rule.Values {
		d.Typed(strconv.Itoa(v))
	}
}

// testBeside draws a sandwich and a little killer from beside the grid.
func testBeside(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	p.loadBlank(sudoku.Order(3))
	d := drawing{page: p, shape: sudoku.Order(3)}
	d.choose("sandwich")
	at := d.middles([]sudoku.Cell{18, 0, 1})
	side := at[2][0] - at[1][0]
	beside := [2]float64{at[0][0] - side, at[0][1]}
	d.event("mousePressed", beside, 0)
	d.event("mouseReleased", beside, 0)
	p.Typed("10")
	p.waitRules("sandwich 10 r3c1 r3c2 r3c3 r3c4 r3c5 r3c6 r3c7 r3c8 r3c9")
	p.Wait(`document.querySelector("#board .under svg text")`)
	p.Screenshot("draw-beside")
	p.Click("#undo")
	p.waitRules("")
	d.choose("little-killer")
	at = d.middles([]sudoku.Cell{18, 0, 1})
	d.event("mousePressed", [2]float64{at[1][0], at[1][1] - side}, 0)
	d.event("mouseReleased", at[2], 0)
	p.Typed("31")
	p.waitRules("little-killer 31 r1c2 r2c3 r3c4 r4c5 r5c6 r6c7 r7c8 r8c9")
	p.checkQuiet(url)
}

// testDrawTouch draws a thermometer with a finger, and enters the sum of a cage with the keypad.
func testDrawTouch(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 390, 844)
	p.loadBlank(sudoku.Order(3))
	d := drawing{page: p, shape: sudoku.Order(3)}
	d.choose("cage")
	stroke := func(cells ...sudoku.Cell) {
		at := d.middles(cells)
		p.Touch("touchStart", at[0][0], at[0][1])
		for _, x := range at[1:] {
			p.Touch("touchMove", x[0], x[1])
		}
		p.Touch("touchEnd", 0, 0)
	}
	stroke(20, 21, 30)
	p.waitRules("cage r3c3 r3c4 r4c4")
	for _, digit := range []int{2, 10} { // the tenth key is 0
		p.Click(fmt.Sprintf("#digits button:nth-child(%d)", digit))
	}
	p.waitRules("cage 20 r3c3 r3c4 r4c4")
	d.choose("thermometer")
	stroke(60, 61, 70)
	p.waitRules("cage 20 r3c3 r3c4 r4c4\nthermometer r7c7 r7c8 r8c8")
	p.WaitText("#panel-rules", "r7c7 r7c8 r8c8")
	var over float64
	p.Eval(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &over)
	if over > 0 {
		t.Errorf("the page is %v pixels wider than the window", over)
	}
	p.Screenshot("draw-phone")
	p.checkQuiet(url)
}

// testCellsBeside enters a clue in a cell beside the grid, goes there and back with the keyboard, and draws a rule over
// it and a cell of the grid.
func testCellsBeside(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	shape, err := sudoku.ParseShape("2x2 4x4 1-4 +2")
	if err != nil {
		t.Fatal(err)
	}
	d := drawing{page: p, shape: shape}
	p.loadBlank(shape)
	p.Click("[data-mode=clue]")
	p.Click("tr:nth-child(4) td:nth-child(2)")
	p.Press(kb.ArrowDown)
	p.Typed("3")
	p.Wait(`document.querySelector("tr.beside td:nth-child(2)").ariaLabel === "beside the grid x2, given 3"`)
	p.Wait(`document.activeElement === document.querySelector("tr td:nth-child(1)")`) // it follows the last cell
	p.Press(kb.ArrowUp)
	p.Wait(`document.activeElement === document.querySelector("tr.beside td:nth-child(1)")`)
	p.Click("[data-mode=rule]")
	d.kind.Rule, d.lists = "sum", [][]sudoku.Cell{{12, 16}}
	d.keyboard()
	p.Typed("5")
	p.waitRules(". 3\nsum 5 r4c1 x1")
	p.Wait(`document.querySelector("#board .under svg text")`)
	p.Screenshot("draw-cells-beside")
	d.choose("less")
	d.stroke(16, 17)
	p.waitRules(". 3\nsum 5 r4c1 x1\nless x1 x2")
	p.Click("#undo")
	d.choose("less")
	d.stroke(13, 17)
	p.waitRules(". 3\nsum 5 r4c1 x1\nless r4c2 x2")
	p.checkQuiet(url)
}

// stroke draws over cells with the mouse.
func (d *drawing) stroke(cells ...sudoku.Cell) {
	d.t.Helper()
	d.lists = [][]sudoku.Cell{cells}
	d.draw()
}

// testDrawRegions makes regions of the four boxes of a grid: by one stroke, with which two cells change places, then by
// two that make rows.
func testDrawRegions(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	d := drawing{page: p, shape: sudoku.Order(2)}
	p.loadBlank(d.shape)
	d.choose("regions")
	p.WaitText("#rule-said", "4 cells of each region")
	d.stroke(0, 1, 4, 8) // what is left of two boxes is as many cells as a region has
	p.waitRules("regions 1 1 2 2 / 1 3 2 2 / 1 3 4 4 / 3 3 4 4")
	p.Wait(`document.querySelector("#answer").textContent.includes("solutions")`)
	d.stroke(0, 1, 2, 3)
	p.WaitText("#rule-said", "no region of 4 yet: 4") // two areas of two cells
	p.Screenshot("draw-regions")
	p.waitRules("regions 1 1 2 2 / 1 3 2 2 / 1 3 4 4 / 3 3 4 4")
	d.stroke(4, 5, 6, 7) // what is left is one area
	p.waitRules("regions 1 1 1 1 / 2 2 2 2 / 3 3 4 4 / 3 3 4 4")
	p.Click("#undo")
	p.waitRules("")
	p.checkQuiet(url)
}

// testDrawAlternatives draws alternatives of three rules, and a sum between drawn cells.
func testDrawAlternatives(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	d := drawing{page: p, shape: sudoku.Order(2)}
	p.loadBlank(d.shape)
	d.choose("cage")
	p.Click("#rule button:nth-of-type(2)")
	p.WaitText("#rule-said.problem", "first")
	d.stroke(0, 1)
	p.Typed("3")
	p.waitRules("cage 3 r1c1 r1c2")
	p.Typed("&")
	d.choose("even")
	d.stroke(5)
	p.waitRules("any-of cage 3 r1c1 r1c2 & even r2c2")
	p.Click("#rule button:nth-of-type(2)") // Or
	d.stroke(10)
	p.waitRules("any-of cage 3 r1c1 r1c2 & even r2c2 | even r3c3")
	d.stroke(15) // a rule of its own
	p.waitRules("any-of cage 3 r1c1 r1c2 & even r2c2 | even r3c3\neven r4c4")
	p.Screenshot("draw-alternatives")
	p.Click("#undo")
	p.Click("#undo")
	p.waitRules("")
	d.choose("linear")
	d.stroke(0, 1)
	d.stroke(6)
	p.Typed(" <= 2*")
	d.stroke(15)
	p.Press(kb.Enter)
	p.waitRules("linear r1c1 + r1c2 + r2c3 - 2*r4c4 <= 0")
	d.choose("not-equal")
	d.stroke(3, 7)
	p.Press(kb.Enter)
	p.waitRules("linear r1c1 + r1c2 + r2c3 - 2*r4c4 <= 0\nnot-equal r1c4 r2c4")
	p.checkQuiet(url)
}

// testTypedRule types rules: one that is wrong, then right; changes it, and removes it from the list.
func testTypedRule(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	p.loadBlank(sudoku.Order(3))
	p.Eval(`document.querySelector("#rule-text").select(), document.querySelector("#rule-text").focus()`, nil)
	p.Typed("cage 12 r1c1 r1d2")
	p.Press(kb.Enter)
	p.WaitText("#rule-said.problem", "expected")
	p.Wait(`document.querySelector("#rule-text").getAttribute("aria-invalid") === "true"`)
	p.waitRules("")
	p.Screenshot("draw-wrong")
	p.Eval(`document.querySelector("#rule-text").select()`, nil)
	p.Typed("cage 12 r1c1 r1c2")
	p.Press(kb.Enter)
	p.waitRules("cage 12 r1c1 r1c2")
	p.Eval(`document.querySelector(".rules button").focus()`, nil)
	p.Wait(`document.querySelectorAll("#board .lit").length === 2`)
	p.Press(kb.Enter)
	p.Wait(`document.activeElement.id === "rule-text"`)
	p.Eval(`document.activeElement.select()`, nil)
	p.Typed("cage 13 r1c1 r1c2 & odd r1c1")
	p.Press(kb.Enter)
	p.WaitText("#rule-said.problem", "&")
	p.Eval(`document.activeElement.select()`, nil)
	p.Typed("any-of cage 13 r1c1 r1c2 & odd r1c1 | even r1c1")
	p.Press(kb.Enter)
	p.waitRules("any-of cage 13 r1c1 r1c2 & odd r1c1 | even r1c1")
	p.Click(".rules button:last-child")
	p.waitRules("")
	p.checkQuiet(url)
}
