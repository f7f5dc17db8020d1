package main

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nonet/cmd/nonet/internal/term"

	"github.com/google/go-cmp/cmp"
)

// pageProbe is a script added to a page. It posts its measurements to the outer page.
const pageProbe = `<script>
addEventListener("load", () => {
  const root = document.documentElement, wide = [];
  for (const e of document.querySelectorAll("body *"))
    if (!e.closest(".scroll *, svg *") && e.getBoundingClientRect().right > root.clientWidth + 0.5)
      wide.push(e.tagName);
  const pictures = [...document.querySelectorAll("svg.picture")];
  parent.postMessage({
    wide, over: root.scrollWidth - root.clientWidth, pictures: pictures.length,
    small: pictures.filter(s => s.getBoundingClientRect().width < 200).length,
    untitled: pictures.filter(s => s.getAttribute("role") != "img" || !s.querySelector("title")).length,
    paper: getComputedStyle(document.body).backgroundColor,
    clue: getComputedStyle(document.querySelector("svg .clue")).fill,
    requests: performance.getEntriesByType("resource").map(e => e.name),
  }, "*");
});
</script>`

const aroundPage = `<!DOCTYPE html><body style="margin:0">
<iframe src="page.html" width="WIDTH" height="800" style="border:0"></iframe>
<script>
addEventListener("message", e => document.body.textContent = "FOUND" + JSON.stringify(e.data) + "END")
</script></body>`

// pageFound is the message that the probe posts.
type pageFound struct {
	Wide            []string // elements that extend beyond the right edge
	Over            int      // pixels by which the page is wider than the window
	Pictures, Small int      // number of pictures, and of those that are too small to read
	Untitled        int      // number of pictures without a text alternative
	Paper, Clue     string   // colours
	Requests        []string
}

// TestPages opens the pages of rate --html and compare --html at the width of a telephone and of a screen, in both
// colour schemes.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("no Chromium on this machine")
	}
	dir := t.TempDir()
	puzzles := filepath.Join(dir, "puzzles.nonet")
	const text = "nonet 1\nname A jigsaw & a cage\nshape 1x4\ngrid\n1 . . .\n. . . .\n. . . .\n. . 3 .\n" +
		"regions\n1 1 1 2\n1 3 2 2\n3 3 4 2\n3 4 4 4\ncage 3 r1c1 r1c2\n"
	if err := os.WriteFile(puzzles, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, page := range []struct {
		name     string
		args     []string
		pictures int
	}{
		{"rate", []string{"rate", "123.3412214.4321"}, 3},
		{"compare", []string{"compare", "--methods", "native,gini", "--repeat", "1", puzzles}, 1},
	} {
		file := filepath.Join(dir, page.name+".html")
		var log bytes.Buffer
		streams := term.Streams{In: strings.NewReader(""), Out: &log, Err: &log}
		if code := run(t.Context(), append(page.args, "--html", file), streams); code > 1 {
			t.Fatalf("%s: exit code %d: %s", page.name, code, &log)
		}
		written, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		probed := strings.Replace(string(written), "</body>", pageProbe+"</body>", 1)
		if err := os.WriteFile(filepath.Join(dir, "page.html"), []byte(probed), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, look := range []struct{ name, width, flag, paper, clue string }{
			{"telephone", "390", "--hide-scrollbars", "rgb(255, 255, 255)", "rgb(29, 39, 51)"},
			{"screen, dark", "1280", "--force-dark-mode", "rgb(20, 25, 31)", "rgb(228, 233, 238)"},
		} {
			t.Run(page.name+", "+look.name, func(t *testing.T) {
				got := openPage(t, browser, dir, look.width, look.flag)
				want := pageFound{Wide: []string{}, Pictures: page.pictures, Paper: look.paper, Clue: look.clue,
					Requests: []string{}}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

// openPage opens page.html of a folder in a frame of this width and returns what the probe posts.
func openPage(t *testing.T, browser, dir, width, flag string) (got pageFound) {
	t.Helper()
	outer := filepath.Join(dir, "around.html")
	if err := os.WriteFile(outer, []byte(strings.Replace(aroundPage, "WIDTH", width, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--no-first-run", "--disable-extensions", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--window-size=1400,900", "--virtual-time-budget=3000", "--enable-logging=stderr", flag, "--dump-dom",
		"file://"+outer)
	cmd.WaitDelay = 5 * time.Second
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("%s does not start here: %v", browser, err)
	}
	if m := regexp.MustCompile(`.*CONSOLE.*`).FindString(log.String()); m != "" {
		t.Errorf("console: %s", m)
	}
	m := regexp.MustCompile(`FOUND(.*)END`).FindSubmatch(out)
	if m == nil {
		t.Fatalf("the page did not answer:\n%.2000s\n%s", out, log.String())
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(string(m[1]))), &got); err != nil {
		t.Fatal(err)
	}
	return got
}
