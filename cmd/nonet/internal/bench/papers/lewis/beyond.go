package lewis

import (
	"fmt"

	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
)

// beyond shows stronger methods on the puzzles of the paper.
func beyond(d *papers.Data) report.Section {
	s := report.Section{Title: "Stronger methods on the same puzzles"}
	s.Blocks = append(s.Blocks, report.Text("Replica exchange with completion (`tempering`), iterated local search (`ils`), guided restarts (`guided`) and estimation of distribution "+
		"with propagation (`eda`), within a limit on time. `guided` and `eda` propagate after every choice; Lewis's methods propagate once. The hybrid's rates are those of "+
		"the sections above, under the limit on moves. Moves of different methods are different things, and are not compared."))
	classes := []struct {
		title     string
		order     int
		sets      []string
		published string // annealing, hybrid
		hybrid    []string
	}{
		{"random, all p", 3, []string{"figure-3-order3", "quick-order3", "smoke-order3"}, "1.00, 1.00", []string{"lew-2-order3"}},
		{"one solution: gentle", 3, []string{"lewis-gentle"}, "0.99, 1.00", []string{"lew-3-order3"}},
		{"one solution: tough", 3, []string{"lewis-tough"}, "0.95, 1.00", []string{"lew-3-order3"}},
		{"one solution: diabolical", 3, []string{"lewis-diabolical"}, "0.82, 0.99", []string{"lew-3-order3"}},
		{"17 clues", 3, []string{"seventeen"}, "0.01, 0.16", []string{"lew-3-clues17"}},
		{"random, p = 0.35, 0.40, 0.45", 4, []string{"dip-4"}, "a curve", nil},
		{"one solution, 102 clues", 4, []string{"lewis-order4-102"}, "0.04 and 0.10, 0.24 and 0.28", []string{"lew-3-order4"}},
		{"one solution, 125 clues", 4, []string{"lewis-order4-125"}, "0.91, 1.00", []string{"lew-3-order4"}},
		{"random, p = 0.40, 0.45, 0.50", 5, []string{"dip-5"}, "a curve", nil},
		{"one solution, 287 clues", 5, []string{"lewis-order5-287"}, "0.01, 0.04", []string{"lew-3-order5"}},
		{"one solution, 281 clues", 5, []string{"lewis-order5-281"}, "0.00, 0.00", []string{"lew-3-order5"}},
	}
	t := &report.Table{
		Name: "beyond", Title: "Stronger methods",
		Columns: papers.Columns("order", "|puzzles", "|published: annealing, hybrid", "|method", "runs", "success", "mean time of success", "longest", "mean moves"),
		Notes:   []string{"Time limits at the full scale: 2 s at order 3, 40 s at order 4, 60 s at order 5."},
	}
	if reduced(d.Scale) {
		t.Notes = []string{"At this scale the limit on time is 2 s for each order."}
	}
	for _, c := range classes {
		of := func(r papers.Records) papers.Records { return r.Set(c.sets...).Ran() }
		if c.sets[0] == "seventeen" {
			of = func(r papers.Records) papers.Records { return seventeen(r).Ran() }
		}
		var rows [][]report.Cell
		add := func(m string, r papers.Records) {
			if len(r) == 0 {
				return
			}
			longest := 0.0
			for _, s := range r.Succeeded().Values(papers.Busy) {
				longest = max(longest, s)
			}
			last := report.Seconds(longest)
			if len(r.Succeeded()) == 0 {
				last = report.Words("–")
			}
			rows = append(rows, []report.Cell{report.Count(c.order), report.Words(c.title), report.Words(c.published), papers.Textf("`%s`", m),
				report.Count(len(r)), papers.RateOf(r).Cell(), report.Seconds(meanOf(r, papers.Busy)), last, amount(meanOf(r, papers.Moves))})
		}
		add(hybrid, of(d.Records.Grid(c.hybrid...)).Method(hybrid))
		beyond := of(d.Records.Grid(fmt.Sprintf("lew-beyond-order%d", c.order)))
		for _, g := range papers.GroupBy(beyond, papers.Method) {
			add(g.Key, g.Records)
		}
		if len(beyond) == 0 {
			rows = append(rows, []report.Cell{report.Count(c.order), report.Words(c.title), report.Words(c.published), report.Words("stronger methods"), report.Count(0), report.Words("–"),
				report.Words("–"), report.Words("–"), report.Words("–")})
		}
		t.Rows = append(t.Rows, rows...)
	}
	s.Blocks = append(s.Blocks, t)
	return s
}
