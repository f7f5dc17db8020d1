//go:build browser

package serve

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/cmd/internal/browsertest"

	"github.com/chromedp/chromedp/kb"
)

const escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

// small is a 4x4 puzzle without clues: a diagonal, a cage, a thermometer and a dot. It has one solution.
const small = "https://f-puzzles.com/?load=" +
	"N4IgzglgXgpiBcAWANCALhNAbO8QDUIYAnEVAc2IgBMEBtO4AX2WdZeYF1lGO/3uvdsK4824vp24hqEAIbkA9gDs5WALQI0xAK4xUAawhYcxAMYLcjEGZgmw" +
	"9EACUAjAGEXZZwCYPIaQBuanoIIACsIEzSaAAWJAC2ivEwaCT0oFgQyjAO8AzOiG6IXk4AzEUl5aX+nFGosgBmDSQwyrbpNnZYuXTO7t4l7tWBwbggkbVAA="

// servePage serves the page and returns its address.
func servePage(t *testing.T) string {
	t.Helper()
	_, url := serveWith(t, Config{})
	return url
}

// serveWith returns a server, too.
func serveWith(t *testing.T, c Config) (*Server, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	c.Hosts = []string{l.Addr().String()}
	s := New(c)
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s, "http://" + l.Addr().String() + "/"
}

// A page is the page of the server in a tab of the browser.
type page struct {
	*browsertest.Page
	t *testing.T
}

// open opens the page in a window of this size and waits for its grid.
func open(t *testing.T, b *browsertest.Browser, url string, width, height int) *page {
	t.Helper()
	p := &page{b.Open(t, url, width, height), t}
	p.Wait(`document.querySelector("[role=gridcell]")`)
	return p
}

// clues returns what stands in the grid, row by row, with a full stop for a blank.
func (p *page) clues() string {
	p.t.Helper()
	var s string
	p.Eval(`[...document.querySelectorAll("[role=gridcell]")].map(c =>
		(c.querySelector(".value") || {textContent: "."}).textContent).join("")`, &s)
	return s
}

// checkQuiet reports messages on the console and requests to other servers.
func (p *page) checkQuiet(url string) {
	p.t.Helper()
	if console := p.Console(); len(console) > 0 {
		p.t.Errorf("console: %q", console)
	}
	requests := p.Requests()
	if len(requests) == 0 {
		p.t.Error("no requests were seen")
	}
	for _, r := range requests {
		file := strings.TrimPrefix(r, "blob:") // made by the page; its address has the origin of the page only
		made := file != r && strings.HasPrefix(url, file[:strings.LastIndexByte(file, '/')+1])
		if !made && !strings.HasPrefix(r, url) && !strings.HasPrefix(r, "data:") {
			p.t.Errorf("a request to %s", r)
		}
	}
}

// TestPage tests the page of the server, and the same page without one.
func TestPage(t *testing.T) {
	b := browsertest.Start(t)
	t.Run("served", func(t *testing.T) { testPage(t, b, servePage(t)) })
	t.Run("site", func(t *testing.T) {
		folder := siteFolder(t)
		_, url := hostFolder(t, folder)
		t.Run("transfer", func(t *testing.T) { testTransfer(t, folder) })
		t.Run("workers", func(t *testing.T) { testWorkers(t, b, url) })
		t.Run("offline", func(t *testing.T) { testOffline(t, b, folder) })
		if backendtest.Rounds(1, 2) == 2 {
			testPage(t, b, url)
		} else {
			t.Run("answers", func(t *testing.T) { testAnswers(t, b, url) })
		}
	})
	t.Run("draw", func(t *testing.T) { testDraw(t, b, servePage(t)) })
	t.Run("busy", func(t *testing.T) { testBusy(t, b) })
}

func testPage(t *testing.T, b *browsertest.Browser, url string) {
	for _, test := range []struct {
		name string
		f    func(*testing.T, *browsertest.Browser, string)
	}{
		{"keyboard", testKeyboard},
		{"four by four", testFourByFour},
		{"marks", testMarks},
		{"mouse", testMouse},
		{"touch", testTouch},
		{"files", testFiles},
		{"answers", testAnswers},
		{"paste", testPaste},
		{"symbols", testSymbols},
		{"steps", testSteps},
		{"compare", testCompare},
		{"candidates", testCandidates},
		{"print", testPrint},
		{"rules", testRules},
		{"examples", testExamples},
		{"formulation", testFormulation},
		{"telephone", testTelephone},
		{"schemes", testSchemes},
		{"labels", testLabels},
		{"sizes", testSizes},
	} {
		t.Run(test.name, func(t *testing.T) { test.f(t, b, url) })
	}
}

// siteFolder writes the page without a server.
func siteFolder(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "site")
	out, err := exec.Command("go", "run", "nonet/cmd/nonet/site", folder).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
	return folder
}

// hostFolder serves files as a static host does, below its root.
func hostFolder(t *testing.T, folder string) (s *httptest.Server, url string) {
	t.Helper()
	s = httptest.NewServer(http.StripPrefix("/a/folder/", http.FileServer(http.Dir(folder))))
	t.Cleanup(s.Close)
	return s, s.URL + "/a/folder/"
}

// The browser gets the token from a file that only this user can read: the command line of the program that opens it
// does not have the token, and the file goes when the browser has been there.
func TestOpenWithToken(t *testing.T) {
	b := browsertest.Start(t)
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("PATH", folder+":/usr/bin:/bin")
	seen := filepath.Join(folder, "seen")
	script := "#!/bin/sh\necho \"$@\" > " + seen + ".new && mv " + seen + ".new " + seen + "\n"
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	var remove func()
	gone := make(chan bool)
	_, url := serveWith(t, Config{Token: "SECRET", Exchanged: func() { remove(); close(gone) }})
	var err error
	if remove, err = openPage(t.Context(), url+"?token=SECRET", true); err != nil {
		t.Fatal(err)
	}
	var opened []byte
	for len(opened) == 0 {
		time.Sleep(10 * time.Millisecond)
		opened, _ = os.ReadFile(seen)
	}
	address := strings.TrimSpace(string(opened))
	file, isFile := strings.CutPrefix(address, "file://")
	if !isFile || strings.Contains(address, "SECRET") {
		t.Fatalf("opened %s", address)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("permissions %v, error %v", info.Mode(), err)
	}
	p := open(t, b, address, 1280, 900)
	<-gone
	p.WaitText("#answer h2", "An empty grid")
	p.Wait(`location.href === "` + url + `"`)
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the file is still there: %v", err)
	}
}

// testBusy opens the page of a busy server: it says that the question waits, and answers it later without a key.
func testBusy(t *testing.T, b *browsertest.Browser) {
	s, url := serveWith(t, Config{})
	slots := s.short.free
	set := func(free, most int) {
		s.short.mu.Lock()
		defer s.short.mu.Unlock()
		s.short.free, s.short.most = free, most
	}
	set(0, 0)
	p := open(t, b, url, 1280, 900)
	p.Typed(escargot)
	p.WaitText("#busy:not([hidden])", "Your question waits")
	p.Screenshot("page-busy")
	if got := p.Text("#notice"); got != "" {
		t.Errorf("a busy server is an error: %s", got)
	}
	set(slots, maxWaiting)
	p.WaitText("#answer h2", "One solution")
	p.Wait(`document.querySelector("#busy").hidden`)
}

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

// testAnswers reads the four answers, and flips between two solutions.
func testAnswers(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+strings.Replace(escargot, "1", ".", 1), 1280, 900)
	p.WaitText("#answer h2", "Several solutions")
	p.Wait(`document.querySelectorAll(".differ").length > 0`)
	p.Click("#answer .segments button")
	p.Wait(`document.querySelectorAll(".ghost").length > 50`)
	first := p.clues()
	p.Click("#answer .segments button:last-child")
	p.Wait(`document.querySelectorAll(".ghost").length > 50`)
	if second := p.clues(); second == first || strings.Contains(second, ".") {
		t.Errorf("two solutions: %s and %s", first, second)
	}
	p.Screenshot("several")
	p.Click("#answer .segments + button")
	p.Wait(`/Exactly|At least/.test(document.querySelector("#answer p").innerText) &&
		!/At least 2\. The two/.test(document.querySelector("#answer p").innerText)`)

	p.Paste("11" + strings.Repeat(".", 79))
	p.WaitText("#answer h2", "No solution")
	p.WaitText("#answer .members", "row 1")
	p.Wait(`document.querySelectorAll(".clash").length === 2`)
	p.Screenshot("none")

	// An entry that leaves one of several solutions, then none.
	p.Paste(strings.Replace(escargot, "1", ".", 1))
	p.WaitText("#answer h2", "Several")
	p.Eval(`document.querySelector("[role=gridcell]").focus()`, nil)
	p.Typed("1")
	p.WaitText("#answer p", "With your entries: one solution")
	p.Typed("9")
	p.WaitText("#answer p", "With your entries: no solution")

	// The time limit, as no puzzle meets it for certain.
	p.Eval(`(() => {
		const fetch = window.fetch, limits = window.limits = [];
		window.fetch = (path, options) => {
			if (path !== "api/check") return fetch(path, options);
			limits.push(JSON.parse(options.body).timeout);
			if (limits.length > 1) return fetch(path, options);
			return Promise.resolve(new Response('{"verdict": "unknown", "error": "stopped after 2 s"}'));
		};
	})()`, nil)
	p.Paste(escargot)
	p.WaitText("#answer h2", "Undecided")
	p.WaitText("#answer p", "stopped after 2 s")
	p.Click("#answer button")
	p.WaitText("#answer h2", "One solution")
	var limits []float64
	p.Eval("window.limits", &limits)
	if !slices.Equal(limits, []float64{0, 60}) {
		t.Errorf("asked with the limits %v", limits)
	}

	p.Paste("this is no puzzle")
	p.WaitText("#said", "found")
	if got := p.Text("#said"); !strings.HasPrefix(got, "Line 1") {
		t.Errorf("the error is %q, expected a line", got)
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

// testSteps asks for a hint in three strengths, takes it, and draws a step of the path.
func testSteps(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot, 1280, 1000)
	p.WaitText("#answer h2", "One solution")
	p.Click("[role=gridcell]")
	p.Press("h")
	p.WaitText(".hint", "hidden single")
	p.Click("#panel-steps button.main")
	p.WaitText(".hint", "box 7")
	p.Click("#panel-steps button.main")
	p.WaitText(".hint", "r8c3=1")
	p.Wait(`document.querySelector(".over svg")`)
	p.Screenshot("hint")
	p.Click("[data-no=take]")
	p.Wait(`document.querySelectorAll("[role=gridcell]")[65].textContent === "1"`)
	p.Click("[data-no=path]")
	p.Wait(`document.querySelectorAll(".path li").length > 50`)
	var chain int
	p.Eval(`[...document.querySelectorAll(".path button")].findIndex(b => /chain/i.test(b.innerText))`, &chain)
	p.Click(fmt.Sprintf(".path li:nth-child(%d) button", chain+1))
	p.Wait(`document.querySelector(".over .strong, .over .weak")`)
	p.Wait(`document.querySelectorAll(".chain li").length > 1`)
	p.Screenshot("chain")
	p.Size(1280, 800)
	p.Screenshot("page-steps.webp")
	p.Press(kb.Escape)
	p.Click("[data-no=back]")
	p.Wait(`!document.querySelector(".over svg")`)
	p.checkQuiet(url)
}

// testCompare compares two methods, and stops one that would not end by itself.
func testCompare(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot+"&v=compare", 1280, 1000)
	p.WaitText("#answer h2", "One solution")
	p.Wait(`document.querySelectorAll(".methods input").length > 20`)
	choose := func(names string) {
		p.Eval(fmt.Sprintf(`for (const l of document.querySelectorAll(".methods label")) {
			const box = l.querySelector("input");
			if (!box.disabled && box.checked !== %q.split(" ").includes(l.textContent)) box.click();
		}`, names), nil)
	}
	choose("native backtrack gini cdcl gophersat gophersat-pb dlx dsatur")
	p.Click("#compare")
	p.Wait(`document.querySelectorAll(".race tr.done").length === 8`)
	p.WaitText("#panel-compare [role=status]", "8 methods answered and agree on exactly one solution")
	p.Screenshot("compare")
	p.Scheme("dark")
	p.Size(1280, 800)
	p.Screenshot("page-compare.webp")

	p.Paste(strings.Replace(escargot, "1.", "12", 1)) // no solution, so a local search does not end
	p.WaitText("#answer .members", "r1c2 = 2")
	p.Click("#tab-compare")
	choose("native hillclimb")
	p.Eval(`document.querySelector("[aria-label='seconds for each method']").value = 600`, nil)
	p.Click("#compare")
	p.Wait(`document.querySelectorAll(".race tr.running").length === 1 &&
		document.querySelector(".race tr.running").innerText.includes("hillclimb")`)
	// Rows may move under the pointer.
	p.Eval(`document.querySelector(".race tr.running button").click()`, nil)
	p.Wait(`document.querySelectorAll(".race tr.stopped").length === 1`)
	p.Wait(`!document.querySelector("#compare").hidden`)

	p.Click("#compare")
	p.Wait(`document.querySelectorAll(".race tr.running").length === 1 &&
		document.querySelector(".race tr.running").innerText.includes("hillclimb")`)
	p.Click("#stop-all")
	p.WaitText("#panel-compare [role=status]", "Stopped")
	p.Wait(`document.querySelectorAll(".race tr.running, .race tr.waiting").length === 0`)
	p.checkQuiet(url)
}

// testCandidates shows candidates of all kinds, and writes some into the grid.
func testCandidates(t *testing.T, b *browsertest.Browser, url string) {
	several := strings.Replace(escargot, "1", ".", 1)
	p := open(t, b, url+"#p="+several+"&v=candidates", 1280, 900)
	p.WaitText("#answer h2", "Several solutions")
	count := func() (n int) {
		p.Eval(`document.querySelectorAll(".candidate").length`, &n)
		return n
	}
	shown := map[string]int{}
	for _, kind := range []string{"simple", "rules", "true"} {
		p.Click("#candidates-" + kind)
		p.WaitText("#panel-candidates [role=status]", "candidates")
		p.Wait(`document.querySelectorAll(".candidate").length > 0`)
		shown[kind] = count()
		p.Screenshot("candidates-" + kind)
	}
	if shown["simple"] < shown["rules"] || shown["rules"] < shown["true"] {
		t.Errorf("%v: expected fewer candidates from kind to kind", shown)
	}
	p.Click("#counts")
	p.Wait(`document.querySelectorAll(".candidate.shaded").length > 0`)
	p.Screenshot("candidates-counts")
	p.Click("#panel-candidates .segments + button")
	p.Wait(`document.querySelectorAll(".centre").length > 40`)
	if n := count(); n != 0 {
		t.Errorf("%d candidates are shown beside the marks", n)
	}
	p.Press("z", browsertest.Ctrl)
	p.Wait(`document.querySelectorAll(".centre").length === 0`)
	p.checkQuiet(url)
}

// variant is a puzzle with texts and two kinds of rules.
const variant = "nonet+1;name+Two+rules;author+Somebody;rules+Cages+have+sums.;shape+2x2;grid;1+.+.+.;.+.+.+.;" +
	".+.+.+.;.+.+.+.;cage+5+r1c2+r2c2;thermometer+r3c1+r3c2+r3c3;cage+7+r3c4+r4c4"

// testRules lists rules by kind and lights up their cells; formats that cannot hold them are one row.
func testRules(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+variant+"&v=rules", 1280, 900)
	p.WaitText("#panel-rules h3", "cage × 2")
	p.WaitText("#panel-rules", "Cages have sums.")
	p.Eval(`document.querySelectorAll(".rules")[1].querySelector("button").focus()`, nil)
	p.Wait(`[...document.querySelectorAll("[role=gridcell]")].map(c => c.matches(".lit") ? 1 : 0).join("") ===
		"0000000011100000"`)
	p.Screenshot("rules")
	p.Click("#tab-text")
	p.WaitText("#panel-text summary", "formats cannot hold these rules")
	var height float64
	p.Eval(`document.documentElement.scrollHeight`, &height)
	if height > 1600 {
		t.Errorf("the page is %v pixels high", height)
	}
	p.Wait(`document.querySelectorAll("ul.links li").length > 6 && document.querySelector("#busy").hidden`)
	for kind, begin := range map[string]string{"svg": "<svg", "png": "\x89PNG"} {
		name, content := p.Download("#picture-" + kind)
		if name != "puzzle."+kind || !strings.HasPrefix(string(content), begin) {
			t.Errorf("saved %s, which begins %.20q", name, content)
		}
	}
	p.checkQuiet(url)
}

// testExamples loads each example of an empty page: it has one solution.
func testExamples(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url, 1280, 900)
	for i := range 3 {
		p.WaitText("#answer h2", "An empty grid")
		if n := 0; i == 0 {
			if p.Eval(`document.querySelectorAll(".differ").length`, &n); n > 0 {
				t.Errorf("%d cells of an empty grid are marked", n)
			}
			p.Screenshot("empty")
		}
		p.Click(fmt.Sprintf("#answer button:nth-child(%d)", i+1))
		p.WaitText("#answer h2", "One solution")
		p.Click("#undo")
	}
	p.checkQuiet(url)
}

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

// testFormulation lights up the cells of a clause.
func testFormulation(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot+"&v=formulation", 1280, 1000)
	p.Wait(`document.querySelectorAll(".units li").length === 24`)
	p.Eval(`document.querySelector(".units li").focus()`, nil)
	p.Wait(`document.querySelectorAll(".lit").length === 1`)
	p.Press(kb.ArrowDown)
	p.Wait(`document.activeElement.innerText.includes("r1c1!=1 or r1c1!=2")`)
	for _, format := range []string{"cnf", "opb", "lp", "cover", "col"} {
		p.Wait(fmt.Sprintf(`document.querySelector("[data-format='%s']")`, format))
	}
	p.Screenshot("formulation")
	p.Click("[data-format=opb]")
	p.Wait(`document.querySelector("tr[aria-selected=true]").innerText.startsWith("opb")`)
	p.checkQuiet(url)
}

var panelNames = []string{"candidates", "steps", "compare", "formulation", "rules", "text"}

// testTelephone looks at all panels in a narrow window: nothing scrolls sideways, and targets are large enough.
func testTelephone(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot, 390, 844)
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

// puzzles returns the first puzzles of a list, which may be packed.
func puzzles(t *testing.T, name string, most int) []string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	data, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?m)^[0-9.]{81}`).FindAllString(string(data), most)
}

// TestPageDelay logs the time from a key press to the answer on the page, over the puzzles of lists. It asserts nothing
// about times.
func TestPageDelay(t *testing.T) {
	dir := os.Getenv("NONET_DATA")
	if dir == "" || os.Getenv("NONET_LONG") == "" {
		t.Skip("measures for half a minute; set NONET_LONG=1, and NONET_DATA to a folder of lists")
	}
	b := browsertest.Start(t)
	p := open(t, b, servePage(t), 1280, 900)
	p.Eval(`(() => {
		let pressed = 0;
		addEventListener("keydown", e => { pressed = e.timeStamp; window.delay = 0; }, true);
		new MutationObserver(() => {
			if (!pressed || document.querySelector("#answer.busy")) return;
			window.delay = performance.now() - pressed;
			pressed = 0;
		}).observe(document.querySelector("#answer"), {attributes: true, childList: true, subtree: true});
	})()`, nil)
	var delays []float64
	for _, list := range []struct {
		name string
		most int
	}{{"top95.txt", 95}, {"easy50.txt", 50}, {"sudoku17.txt.gz", 55}} {
		for _, line := range puzzles(t, filepath.Join(dir, list.name), list.most) {
			line = strings.ReplaceAll(line, "0", ".")
			at := strings.LastIndexAny(line, "123456789")
			p.Paste(line[:at] + strings.Repeat(".", 81-at))
			p.Wait(fmt.Sprintf(`location.hash.includes("p=%s") && !document.querySelector("#answer.busy")`,
				line[:at]+strings.Repeat(".", 81-at)))
			p.Press("g")
			p.Eval(fmt.Sprintf(`document.querySelectorAll("[role=gridcell]")[%d].focus()`, at), nil)
			p.Press(line[at : at+1])
			p.Wait("window.delay > 0")
			var delay float64
			p.Eval("window.delay", &delay)
			delays = append(delays, delay)
			if got := p.Text("#answer h2"); !strings.Contains(got, "One solution") {
				t.Errorf("%s: %s", line, got)
			}
		}
	}
	slices.Sort(delays)
	t.Logf("%d puzzles: median %.1f ms, 95 %% %.1f ms, longest %.1f ms", len(delays), delays[len(delays)/2],
		delays[len(delays)*95/100], delays[len(delays)-1])
}

// maxTransfer is the most that a browser loads before the first answer of the page without a server, in bytes, from a
// host that packs texts.
const maxTransfer = 6_000_000

// workers keeps the workers of a page, and lets a test make them deaf.
const workers = `{
	window.workers = [];
	window.deaf = m => false;
	window.Worker = class extends Worker {
		constructor(...args) { super(...args); workers.push(this); }
		postMessage(m) { if (!deaf(m)) super.postMessage(m); }
	};
}
window.ask = (path, body, signal) => fetch("api/" + path, {method: "POST", body: JSON.stringify(body), signal});
window.begin = async (body, signal) => { // a count, as soon as it says how far it is
	const reader = (await ask("count", body, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
	while (!(await reader.read()).value.includes("event: progress"));
	return reader;
};
window.failure = async reader => { // the error with which a count ends
	try {
		while (!(await reader.read()).done);
	} catch (e) {
		return e.message;
	}
};`

// testWorkers asks short questions beside a count that does not end, stops it, and ends workers that do not stop and
// that have no memory left.
func testWorkers(t *testing.T, b *browsertest.Browser, url string) {
	p := open(t, b, url+"#p="+escargot, 1280, 900)
	p.Call("Page.enable", nil)
	p.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": workers})
	p.reload()
	p.WaitText("#answer h2", "One solution")
	const endless = `{puzzle: ".".repeat(81), method: "gini"}`
	var times []float64
	p.Eval(`(async () => {
		const checks = async () => { // the median of 50 times
			const times = [];
			for (let i = 0; i < 50; i++) {
				const start = performance.now();
				const {verdict} = await (await ask("check", {puzzle: "`+escargot+`"})).json();
				if (verdict !== "unique") throw new Error(verdict);
				times.push(performance.now() - start);
			}
			return times.sort((a, b) => a - b)[25];
		};
		const long = new AbortController();
		const times = [await checks()];
		const reader = await begin(`+endless+`, long.signal);
		times.push(await checks());
		const start = performance.now();
		long.abort();
		if (!(await failure(reader)).includes("abort")) throw new Error("not stopped");
		const limited = await (await ask("count", {...`+endless+`, timeout: 0.5})).text();
		if (!limited.includes("event: done")) throw new Error(limited);
		return times.concat(performance.now() - start);
	})()`, &times)
	t.Logf("a check takes %.1f ms, beside a count %.1f ms; the count stops, and another one ends at its limit of "+
		"half a second, in %.0f ms", times[0], times[1], times[2])
	count := func(want int, what string) {
		t.Helper()
		var n int
		if p.Eval("workers.length", &n); n != want {
			t.Errorf("%s: %d workers, expected %d", what, n, want)
		}
	}
	count(2, "at first")

	p.Eval(`(async () => {
		const long = new AbortController();
		await begin(`+endless+`, long.signal);
		window.deaf = m => m.stop !== undefined;
		long.abort();
	})()`, nil)
	p.Wait("workers.length === 3")
	var said []string
	p.Eval(`(async () => {
		const reader = await begin(`+endless+`);
		workers[2].onmessage({data: {full: true}});
		const said = [await failure(reader)];
		await (await ask("count", {puzzle: "`+escargot+`"})).text();
		window.deaf = m => true;
		const waits = ask("count", `+endless+`);
		await new Promise(done => setTimeout(done)); // until it is sent
		workers[3].onmessage({data: {full: true}});
		const response = await waits;
		return said.concat(response.status, (await response.json()).error).map(String);
	})()`, &said)
	const full = "the question takes more memory than a page may have: nonet on your machine may have more"
	if want := []string{full, "507", full}; !slices.Equal(said, want) {
		t.Errorf("said %q, expected %q", said, want)
	}
	count(5, "at last")
	p.checkQuiet(url)
}

// testOffline opens the page without its host, and then another version of it.
func testOffline(t *testing.T, b *browsertest.Browser, folder string) {
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	host, url := hostFolder(t, copied)
	p := &page{b.Open(t, url+"#p="+escargot, 1280, 900), t}
	p.WaitText("#answer h2", "One solution")
	var loaded, answered float64
	p.Eval("performance.now()", &answered)
	p.Eval(`performance.getEntries().find(e => e.name.endsWith(".wasm.gz")).responseEnd`, &loaded)
	t.Logf("first visit: the program is there %.0f ms after the click, the first answer %.0f ms", loaded, answered)
	p.Eval(`(async () => {
		const r = await navigator.serviceWorker.ready;
		while (r.active.state !== "activated") await new Promise(done => setTimeout(done, 20));
	})()`, nil)
	p.checkQuiet(url)
	p.Call("Network.clearBrowserCache", nil)

	address := host.Listener.Addr().String()
	host.CloseClientConnections()
	host.Close()
	p.reload()
	p.WaitText("#answer h2", "One solution")
	p.Eval("performance.now()", &answered)
	t.Logf("without a network: the first answer after %.0f ms", answered)

	versions, err := filepath.Glob(filepath.Join(copied, "*", "site.js"))
	if err != nil || len(versions) != 1 {
		t.Fatal(versions, err)
	}
	version := filepath.Base(filepath.Dir(versions[0]))
	if err := os.Rename(filepath.Join(copied, version), filepath.Join(copied, "next")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "sw.js"} {
		name = filepath.Join(copied, name)
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, []byte(strings.ReplaceAll(string(text), version, "next")), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	host = httptest.NewUnstartedServer(host.Config.Handler)
	host.Listener.Close()
	host.Listener = l
	host.Start()
	t.Cleanup(host.Close)
	p.Eval(`(async () => {
		const r = await navigator.serviceWorker.ready;
		await r.update();
		while (!r.waiting) await new Promise(done => setTimeout(done, 20));
	})()`, nil)
	p.reload()
	p.Wait(`document.querySelector("script").src.endsWith("/next/site.js")`)
	p.WaitText("#answer h2", "One solution")
	var kept []string
	p.Eval(`(async () => {
		let kept = [];
		while ((kept = await caches.keys()).length > 1) await new Promise(done => setTimeout(done, 20));
		return kept;
	})()`, &kept)
	if len(kept) != 1 || !strings.HasSuffix(kept[0], " next") {
		t.Errorf("kept %q, expected the next version alone", kept)
	}
	p.checkQuiet(url)
}

// testTransfer checks how much the page loads, which are all files but the licences.
func testTransfer(t *testing.T, folder string) {
	total := 0
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "licenses.txt" {
			return err
		}
		text, err := os.ReadFile(name)
		if strings.HasSuffix(name, ".gz") { // no host packs it again
			total += len(text)
		} else {
			total += len(newAsset("", text).packed)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%d bytes", total); total > maxTransfer {
		t.Errorf("the page loads %d bytes, expected at most %d", total, maxTransfer)
	}
}
