//go:build browser

package serve

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/cmd/internal/browsertest"

	"github.com/chromedp/chromedp/kb"
)

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
