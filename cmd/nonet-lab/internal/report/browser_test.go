//go:build browser

package report

import (
	"os"
	"path/filepath"
	"testing"

	"nonet/cmd/internal/browsertest"

	"github.com/google/go-cmp/cmp"
)

// look opens all details, sorts the first table by our numbers, and returns what the page looks like.
const look = `(() => {
  document.querySelectorAll("details").forEach(d => d.open = true);
  const rows = () => [...document.querySelector("table.sortable").tBodies[0].rows].map(r => r.cells[0].textContent);
  const button = document.querySelectorAll("table.sortable th button")[2], orders = [];
  for (let i = 0; i < 3; i++) { button.click(); orders.push(rows()) }
  return {
    orders,
    tables: [...document.querySelectorAll(".scroll")].filter(t => t.scrollWidth > t.clientWidth + 1).length,
    heads: [...document.querySelectorAll(".sortable thead")].filter(t => t.getClientRects().length).length,
    paper: getComputedStyle(document.body).backgroundColor,
    figures: [...document.querySelectorAll("figure svg")].filter(s => s.getBoundingClientRect().width < 200).length,
  };
})()`

// found is what look returns.
type found struct {
	Orders  [][]string
	Tables  int // number of tables that are wider than the page
	Heads   int // number of tables with a visible head; the others are cards
	Paper   string
	Figures int // number of figures too small to read
}

// TestBrowser opens a report at the width of a telephone and of a screen, in both colour schemes.
func TestBrowser(t *testing.T) {
	browser := browsertest.Start(t)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(written(t, sample().WriteHTML)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name          string
		width         int
		scheme, paper string
		heads         int
	}{
		{"telephone", 390, "light", "rgb(255, 255, 255)", 0},
		{"screen, dark", 1280, "dark", "rgb(20, 25, 31)", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			page := browser.Open(t, "file://"+file, test.width, 900)
			page.Scheme(test.scheme)
			var got found
			page.Eval(look, &got)
			evil, order := "<script>alert(1)</script>", "anneal before hillclimb"
			want := found{
				Orders: [][]string{
					{"hillclimb", "anneal", evil, order},
					{"anneal", "hillclimb", evil, order},
					{"anneal", "hillclimb", evil, order},
				},
				Heads: test.heads, Paper: test.paper,
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			page.CheckAlone()
		})
	}
}
