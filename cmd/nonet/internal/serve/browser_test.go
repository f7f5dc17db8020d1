//go:build browser

package serve

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/cmd/internal/browsertest"
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
