package report

import (
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

	"github.com/google/go-cmp/cmp"
)

// probe is a script added to a page. It opens all details, posts its measurements to the outer page, and sorts the
// first table by our numbers.
const probe = `<script>
addEventListener("load", () => {
  document.querySelectorAll("details").forEach(d => d.open = true);
  const rows = () => [...document.querySelector("table.sortable").tBodies[0].rows].map(r => r.cells[0].textContent);
  const button = document.querySelectorAll("table.sortable th button")[2], orders = [];
  for (let i = 0; i < 3; i++) { button.click(); orders.push(rows()) }
  const root = document.documentElement, wide = [];
  for (const e of document.querySelectorAll("body *"))
    if (!e.closest(".scroll *, svg *") && e.getBoundingClientRect().right > root.clientWidth + 0.5)
      wide.push(e.tagName);
  parent.postMessage({
    orders, wide, over: root.scrollWidth - root.clientWidth,
    tables: [...document.querySelectorAll(".scroll")].filter(t => t.scrollWidth > t.clientWidth + 1).length,
    heads: [...document.querySelectorAll(".sortable thead")].filter(t => t.getClientRects().length).length,
    paper: getComputedStyle(document.body).backgroundColor,
    figures: [...document.querySelectorAll("figure svg")].filter(s => s.getBoundingClientRect().width < 200).length,
    requests: performance.getEntriesByType("resource").map(e => e.name),
  }, "*");
});
</script>`

const around = `<!DOCTYPE html><body style="margin:0">
<iframe src="page.html" width="WIDTH" height="800" style="border:0"></iframe>
<script>
addEventListener("message", e => document.body.textContent = "FOUND" + JSON.stringify(e.data) + "END")
</script></body>`

// found is the message that the probe posts.
type found struct {
	Orders   [][]string
	Wide     []string // elements that extend beyond the right edge
	Tables   int      // number of tables that are wider than the page
	Heads    int      // number of tables with a visible head; the others are cards
	Over     int      // pixels by which the page is wider than the window
	Paper    string
	Figures  int // number of figures too small to read
	Requests []string
}

// TestBrowser opens a report at the width of a telephone and of a screen, in both colour schemes.
func TestBrowser(t *testing.T) {
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
	page := strings.Replace(written(t, sample().WriteHTML), "</body>", probe+"</body>", 1)
	if err := os.WriteFile(filepath.Join(dir, "page.html"), []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, width, flag, paper string
		heads                    int
	}{
		{"telephone", "390", "--hide-scrollbars", "rgb(255, 255, 255)", 0},
		{"screen, dark", "1280", "--force-dark-mode", "rgb(20, 25, 31)", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			outer := filepath.Join(dir, "around.html")
			if err := os.WriteFile(outer, []byte(strings.Replace(around, "WIDTH", test.width, 1)), 0o666); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
			defer cancel()
			cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
				"--no-first-run", "--disable-extensions",
				"--user-data-dir="+filepath.Join(dir, "profile"), "--window-size=1400,900",
				"--virtual-time-budget=3000", "--enable-logging=stderr", test.flag,
				"--dump-dom", "file://"+outer)
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
				t.Fatalf("the page did not answer:\n%s\n%s", out, log.String())
			}
			var got found
			if err := json.Unmarshal([]byte(html.UnescapeString(string(m[1]))), &got); err != nil {
				t.Fatal(err)
			}
			evil, order := "<script>alert(1)</script>", "anneal before hillclimb"
			want := found{
				Orders: [][]string{
					{"hillclimb", "anneal", evil, order},
					{"anneal", "hillclimb", evil, order},
					{"anneal", "hillclimb", evil, order},
				},
				Wide: []string{}, Heads: test.heads, Paper: test.paper, Requests: []string{},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
