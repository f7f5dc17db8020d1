package formulations

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/encodings"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/internal/slice"
)

// zero is the 0-1 program as stated, by branch and bound.
const zero = "clp:plain-zero"

var (
	// sets of order 3, easiest first, as far as a person is concerned.
	sets = papers.List("easy", "easy", "medium", "medium", "hard", "hard", "evil", "evil",
		"seventeen", "17 clues", "clues-17", "17 clues (stand-in)", "hardest", "hardest")
	kinds = []string{"CP", "backtracking", "logic", "SAT", "0-1 program", "0-1 with probing", "pseudo-Boolean",
		"exact cover", "graph colouring", "ASP", "SMT"}
	// lists whose relaxations are solved, and the set of the same puzzles in the grid levels.
	lists = []struct{ set, name, level string }{
		{"thein-easy", "easy", "easy"}, {"thein-medium", "medium", "medium"}, {"thein-hard", "hard", "hard"},
		{"thein-evil", "evil", "evil"}, {"lewis-gentle", "gentle (Lewis)", ""}, {"lewis-tough", "tough (Lewis)", ""},
		{"lewis-diabolical", "diabolical (Lewis)", ""}, {"seventeen", "17 clues", "seventeen"},
		{"clues-17", "17 clues (stand-in)", "clues-17"}, {"jones-hardest", "hardest (Jones)", ""},
		{"hardest", "hardest", "hardest"},
	}
	programs = []string{zero, "glpsol", "clp"}
	// methodOf is the method that makes a formula.
	methodOf = map[string]string{"model": "native", "CNF, extended": "gini", "CNF, triad": "gini:triad",
		"0-1 program": "glpsol", "pseudo-Boolean": "clasp-pb", "CNF, extended, no clause twice": "gini:extended-dedup"}
	sizeNames = map[string]string{"all-different constraints": "constraints", "columns": "variables",
		"equations": "rows"}

	gapOf = papers.Value("gap")
)

// write makes the tables and figures of the report.
func write(w *papers.Writer) {
	difficulty(w)
	growth(w)
	rootTable(w)
	hardnessTables(w, w.Grid("hardness").Succeeded())
	sizesOf(w)
}

// difficulty makes the tables and figures of the times at order 3.
func difficulty(w *papers.Writer) {
	levels := w.Grid("levels").Ran()
	some := papers.Present(levels, sets)
	ranking := papers.Standings(w.TimeLimit("levels"), levels)
	kind := func(s papers.Standing) string { return kindOf(s.Method) }
	best := papers.Leading(1, ranking, kind)
	var names, contenders []string
	bars := make([]papers.Series, len(some))
	all := slice.Count(ranking, func(s papers.Standing) bool { return s.Solved == s.Run })
	for _, s := range best {
		names, contenders = append(names, kindOf(s.Method)+": "+s.Method), append(contenders, s.Method)
		for i, set := range some {
			x := s.Records.Set(set.Key).Values(papers.Time)
			bars[i].Name, bars[i].Values = set.Name, append(bars[i].Values, papers.Middle(x))
		}
		if len(some) > 0 {
			kind := kindOf(s.Method)
			w.Number(kind+" easiest", report.Duration(s.Records.Set(some[0].Key).Median(papers.Time)))
			w.Number(kind+" hardest", report.Duration(s.Records.Set(some[len(some)-1].Key).Median(papers.Time)))
			w.Number(kind+" best", papers.Code(s.Method))
		}
	}
	w.Number("methods", len(ranking))
	w.Number("methods that prove all", all)
	w.Figure("levels", papers.Dots(figure.Axis{Label: "processor time (s)", Log: true}, names, bars...))
	shown := papers.Each(papers.Leading(2, ranking, kind), func(s papers.Standing) string { return s.Method })
	w.Contest("levels", levels, shown[:min(10, len(shown))], contenders)

	times := w.Table("levels-sets", "|formalism", "|method", papers.Names(some), "two starts")
	effort := w.Table("effort", "|formalism", "|method", "|counts", papers.Names(some))
	methods := papers.GroupBy(levels, papers.Method)
	for _, kind := range kinds {
		for _, m := range methods {
			if kindOf(m.Key) != kind {
				continue
			}
			times.Row(kind, m.Key, papers.Each(some, func(s papers.Named) any {
				return papers.MedianCell(papers.Time, m.Records.Set(s.Key))
			}), twoStarts(w, m.Key))
			if counter := papers.Effort(m.Records.Succeeded())[1]; counter.Text != "" {
				effort.Row(kind, m.Key, counter, papers.Each(some, func(s papers.Named) any {
					return papers.Effort(m.Records.Set(s.Key).Succeeded())[0]
				}))
			}
		}
	}
}

// twoStarts returns the cell of the time of two starts of the program of a method, empty without a program.
func twoStarts(w *papers.Writer, method string) any {
	if s := start(w.Data, method); s > 0 {
		return report.Seconds(2 * s)
	}
	return nil
}

// growth makes the tables and the figure of the times by order.
func growth(w *papers.Writer) {
	easy := papers.Growths(w.Grid("growth"), papers.Time)
	hard := papers.Growths(slices.Concat(w.Grid("orders"), w.Grid("levels").Ran().Set("evil")), papers.Time)
	w.GrowthTable("orders-easy", "s", easy)
	w.GrowthTable("orders-hard", "s", hard)
	furthest := func(all []papers.Growth) figure.Chart {
		kind := func(g papers.Growth) string { return kindOf(g.Method) }
		some := papers.Leading(2, papers.Furthest(len(all), all), kind)
		return papers.GrowthLines("time (s)", some[:min(10, len(some))])
	}
	w.Panels("orders-growth", papers.Panel{Heading: "60 per cent given", Chart: furthest(easy)},
		papers.Panel{Heading: "one solution, much left to search", Chart: furthest(hard)})
	linked := slices.DeleteFunc(slices.Clone(easy), func(g papers.Growth) bool {
		return start(w.Data, g.Method) != 0 || math.IsNaN(g.Exponent().Value)
	})
	if len(linked) > 0 {
		by := func(a, b papers.Growth) int { return cmp.Compare(a.Exponent().Value, b.Exponent().Value) }
		flat, steep := slices.MinFunc(linked, by), slices.MaxFunc(linked, by)
		w.Number("flattest", papers.Code(flat.Method))
		w.Number("flattest exponent", flat.Exponent())
		w.Number("steepest", papers.Code(steep.Method))
		w.Number("steepest exponent", steep.Exponent())
	}
}

// rootTable makes the table and the figure of the linear relaxation.
func rootTable(w *papers.Writer) {
	t := w.Table("roots", "|set", "puzzles", "relaxation proves uniqueness", "median gap, cells", "integral point",
		"nodes of "+zero, papers.Each(programs, func(p string) string { return "time of " + p }))
	var names []string
	gaps := papers.Series{}
	proved, puzzles := 0, 0
	for _, l := range lists {
		r := w.Grid("root").Set(l.set).Succeeded()
		if len(r) == 0 {
			continue
		}
		same := w.Grid("levels").Ran().Set(l.level)
		var nodes any
		if plain := same.Succeeded().Method(zero); len(plain) > 0 {
			nodes = papers.Middle(plain.Values(papers.Nodes))
		}
		alone := len(r.Between(gapOf, -1, 1e-6))
		var times []any
		if len(same) > 0 {
			times = papers.Each(programs, func(p string) any { return papers.MedianCell(papers.Time, same.Method(p)) })
		}
		t.Row(l.name, r, papers.OutOf(alone, len(r)), papers.Middle(r.Values(gapOf)),
			papers.OutOf(len(r.Between(papers.Value("fractional"), 0, 0)), len(r)), nodes, times)
		names, gaps.Values = append(names, l.name), append(gaps.Values, papers.Quartiles(r.Values(gapOf)))
		if l.set != "hardest" {
			proved, puzzles = proved+alone, puzzles+len(r)
		}
	}
	w.Number("proved by the relaxation", fmt.Sprintf("%d of %d", proved, puzzles))
	w.Figure("gaps", papers.Dots(figure.Axis{Label: "gap (cells)"}, names, gaps))
}

// hardnessTables makes the tables and the figure of section 4.
func hardnessTables(w *papers.Writer, hard papers.Records) {
	t := w.Table("predictors", "|work of", "|and", "puzzles", "rank correlation")
	pairs := correlations(hard)
	for _, predictors := range []bool{false, true} {
		for _, p := range pairs {
			if (p.kind == "predictor") == predictors {
				t.Row(p.first, p.second, p.puzzles, p.rho)
			}
		}
	}
	var best pair
	for _, kind := range []string{"inferring", "plain", "mixed"} {
		var rhos []float64
		for _, p := range pairs {
			if p.kind == kind {
				rhos = append(rhos, p.rho.Value)
			}
			if p.kind == "predictor" && math.Abs(p.rho.Value) > math.Abs(best.rho.Value) {
				best = p
			}
		}
		w.Number(kind+" lowest", papers.Least(rhos))
		w.Number(kind+" highest", papers.Most(rhos))
	}
	w.Number("best predictor", best.second)
	w.Number("best predictor of", best.first)
	w.Number("best predictor at", best.rho)
	if len(pairs) > 0 {
		w.Number("correlated", pairs[0].puzzles)
	}
	w.Figure("correlation-map", correlationMap(hard))
}

// sizesOf makes the tables and the figure of the sizes of formulas.
func sizesOf(w *papers.Writer) {
	sized := w.Grid("sizes")
	made := sized.Between(papers.Entries, 1, 1e15) // without the model, which is no formula
	entries, encode := papers.Growths(made, papers.Entries), papers.Growths(made, papers.Encode)
	w.GrowthTable("sizes-entries", "", entries)
	w.GrowthTable("sizes-encode", "s", encode)
	w.Panels("sizes-growth",
		papers.Panel{Heading: "literals or nonzeros", Chart: papers.GrowthLines("literals or nonzeros", entries)},
		papers.Panel{Heading: "time to encode", Chart: papers.GrowthLines("time (s)", encode)})
	t := w.Table("sizes", "|formula", "order", "|measure", "|from", "published", "ours", "|verdict")
	for _, c := range w.Claims("size of ") {
		formula, measure, _ := strings.Cut(c.ID, ": ")
		for i := range c.List {
			order, one := i+2, c.At(i)
			if order != 3 {
				one.Against = report.OwnReference
			}
			t.Row(formula, order, measure, c.Source, one.Compare(
				encodings.SizeOf(sized, methodOf[formula], order, cmp.Or(sizeNames[measure], measure))))
		}
	}
	t = w.Table("sizes-eliminated", "|puzzle", "|formula", "|measure", "published", "ours", "|verdict")
	all := w.Grid("eliminated")
	for _, p := range papers.List("first-17", "first with 17 clues", "escargot", "AI Escargot") {
		puzzle, set := p.Name, p.Key
		for _, c := range w.Claims(puzzle + ": ") {
			formula, measure, _ := strings.Cut(c.ID, ": ")
			r := all.Method("givens+" + methodOf[formula]).Set(set).Succeeded()
			var ours any = "not run"
			if len(r) > 0 {
				ours = papers.Most(r.Values(papers.Sizes[measure]))
			} else if set == "first-17" && all.StandsIn() {
				ours = "the list of puzzles with 17 clues is not there"
			}
			t.Row(puzzle, formula, measure, c.Compare(ours))
		}
	}
}
