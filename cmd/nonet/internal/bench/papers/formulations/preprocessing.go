package formulations

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// A effect is what singles do to a method, puzzle by puzzle.
type effect struct {
	plain, reduced string
	pairs          int
	ratio          float64 // geometric mean of time without, relative to time with
	lo, hi         float64
	p              float64 // Wilcoxon, then Holm
}

// preprocessing compares methods with singles before them to the same without.
func (f *data) preprocessing() (all []effect) {
	c := papers.NewContest(f.Records.Grid("preprocessing"), papers.Wall, f.TimeLimit("preprocessing"))
	var ps []float64
	for _, name := range c.Methods {
		m, err := methods.Parse(name)
		if err != nil || m.Preprocess != "none" {
			continue
		}
		rest := strings.TrimPrefix(name, "none+")
		reduced := rest
		if rest == name { // no preprocessor is recommended for it
			reduced = "singles+" + rest
		}
		x, y := c.Logs(c.Of(name), c.Of(reduced))
		if len(x) == 0 {
			continue
		}
		e := effect{plain: name, reduced: reduced, pairs: len(x), ratio: math.Exp(stats.Mean(x) - stats.Mean(y)), p: stats.Wilcoxon(x, y).P}
		i := stats.BootstrapPaired(x, y, func(x, y []float64) float64 { return math.Exp(stats.Mean(x) - stats.Mean(y)) }, 1)
		if !math.IsNaN(i.Lo) && !math.IsNaN(i.Hi) {
			e.lo, e.hi = i.Lo, i.Hi
		}
		all, ps = append(all, e), append(ps, e.p)
	}
	for i, p := range stats.Holm(ps) {
		all[i].p = p
	}
	slices.SortStableFunc(all, func(a, b effect) int { return cmp.Compare(b.ratio, a.ratio) })
	return all
}

func (f *data) preprocessingSection() report.Section {
	s := report.Section{Title: "Singles first, or not"}
	if len(f.pre) == 0 {
		return s
	}
	t := &report.Table{
		Name: "preprocessing", Title: "Time without preprocessing, relative to that with naked and hidden singles first",
		Columns: []report.Column{{Title: "without", Text: true}, {Title: "with", Text: true}, {Title: "puzzles"}, {Title: "ratio of times"}, {Title: "p (Wilcoxon, Holm)"},
			{Title: "verdict", Text: true}},
		Notes: []string{"Geometric means over puzzles (easy, evil, 17 clues, hardest) of the ratio of median times, with bootstrap intervals of 95 %: above 1, singles " +
			"pay. A run that reached the limit counts as twice that. Singles solve all easy puzzles and half of those with 17 clues outright, and then nothing " +
			"is encoded and no program started. `clp:plain` is the program of the thesis."},
	}
	for _, e := range f.pre {
		word := "no difference shown"
		switch {
		case e.p < 0.05 && e.ratio > 1:
			word = "singles pay"
		case e.p < 0.05:
			word = "singles cost"
		}
		t.Rows = append(t.Rows, []report.Cell{report.Words(e.plain), report.Words(e.reduced), report.Count(e.pairs),
			report.Measured(report.Ours{Value: e.ratio, Lo: e.lo, Hi: e.hi}), papers.P(e.p), report.Words(word)})
	}
	s.Blocks = append(s.Blocks, t)
	r := f.Records.Grid("preprocessing").Succeeded()
	sizes := &report.Table{
		Name: "preprocessing-sizes", Title: "Size of what is searched: median over the puzzles, without and with singles first",
		Columns: []report.Column{{Title: "set", Text: true}, {Title: "formulation", Text: true}, {Title: "variables, without"}, {Title: "with"}, {Title: "constraints, without"},
			{Title: "with"}, {Title: "literals or nonzeros, without"}, {Title: "with"}},
		Notes: []string{"With singles first, 0 is a puzzle that is solved before anything is encoded."},
	}
	for _, set := range puzzleSets {
		for _, pair := range []struct{ name, plain, reduced string }{
			{"clauses (extended)", "none+gini", "gini"}, {"0-1 program", "none+glpsol", "glpsol"}, {"pseudo-Boolean", "none+gophersat-pb", "gophersat-pb"},
		} {
			x, y := r.Set(set.set).Method(pair.plain), r.Set(set.set).Method(pair.reduced)
			if len(x) == 0 || len(y) == 0 {
				continue
			}
			vx, cx, ex := sizesOf(x)
			vy, cy, ey := sizesOf(y)
			row := []report.Cell{report.Words(set.name), report.Words(pair.name)}
			for _, v := range [][]float64{vx, vy, cx, cy, ex, ey} {
				row = append(row, report.Number(stats.Median(v)))
			}
			sizes.Rows = append(sizes.Rows, row)
		}
	}
	if len(sizes.Rows) > 0 {
		s.Blocks = append(s.Blocks, sizes)
	}
	return s
}

// preprocessed says whom singles help.
func (f *data) preprocessed() string {
	var pay, cost []string
	for _, e := range f.pre {
		switch {
		case e.p >= 0.05:
		case e.ratio > 1:
			pay = append(pay, e.plain)
		default:
			cost = append(cost, e.plain)
		}
	}
	if len(f.pre) == 0 {
		return ""
	}
	first, last := f.pre[0], f.pre[len(f.pre)-1]
	text := fmt.Sprintf("Filling in singles before anything else makes %d of %d methods significantly faster", len(pay), len(f.pre))
	if pairs := f.pre[0].pairs; papers.TooFew(pairs, len(f.pre)) {
		text = fmt.Sprintf("Whether it pays to fill in singles before anything else, %d puzzles are too few to tell for sure", pairs)
	}
	if len(cost) > 0 {
		text += fmt.Sprintf(" and %d slower (%s)", len(cost), papers.Listed(cost, 5))
	}
	return text + fmt.Sprintf("; without them `%s` takes %s times as long, the most of all, and `%s` %s times, the least.", first.plain, report.Short(first.ratio),
		last.plain, report.Short(last.ratio))
}
