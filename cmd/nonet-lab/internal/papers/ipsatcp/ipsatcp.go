package ipsatcp

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// Experiment asks three questions about the same puzzles in every formulation: a solution, whether it is the only one,
// and how many there are after a change.
func Experiment() papers.Experiment { return papers.New("ipsatcp", write) }

const thesis = "backtrack:cp-thesis"

var (
	levels = papers.List("easy", "easy", "medium", "medium", "hard", "hard", "evil", "evil")
	sets   = slices.Concat(levels, papers.List("seventeen", "17 clues", "clues-17", "17 clues (stand-in)",
		"hardest", "hardest"))
	// roster is the methods without a preprocessor, by formalism, in the order of the tables.
	roster = []struct{ method, formalism string }{
		{"glpsol", "0-1 program"}, {"cbc", "0-1 program"}, {"clp:plain-zero", "0-1 program"},
		{"clp", "0-1 with propagation and probing"},
		{"gini", "SAT"}, {"gophersat", "SAT"}, {"cadical", "SAT"},
		{thesis, "CP"}, {"native", "CP"}, {"gecode", "CP"},
		{"lewis+anneal", "hybrid"}, {"anneal", "annealing"},
	}
	// lines of the figures. The first three are what the thesis measured, in the order of its marks.
	lines = papers.List("glpsol", "0-1 program (glpsol)", thesis, "CP of the thesis", "h-printed+"+thesis,
		"its heuristic, then its CP", "clp", "0-1 with probing (clp)", "gini", "SAT (gini)", "native", "CP (native)",
		"lewis+anneal", "hybrid (lewis+anneal)")
	before = papers.List("h-printed", "Thein's heuristic", "singles", "singles", "lewis", "Lewis's propagation")
)

func write(w *papers.Writer) {
	solution, unique := w.Grid("solution").Ran(), w.Grid("unique").Ran()
	times(w, "times", "solution", solution)
	times(w, "proofs", "unique", unique)
	beside(w, solution)
	preprocessing(w, "solution")
	preprocessing(w, "unique")
	changed(w)
	statements(w, solution)
}

// median is the median time of the runs of a method on a set that reached the solver, with its interval.
func median(r papers.Records, method, set string) report.Ours {
	return papers.Middle(r.Method(method).Set(set).Reached().Values(papers.OrNever(papers.Time)))
}

// times makes the table of the median times of all methods without a preprocessor, and the figure of some of them.
func times(w *papers.Writer, name, grid string, r papers.Records) {
	some := papers.Present(r, sets)
	t := w.Table(name, "|formalism", "|method", papers.Names(some), "solved")
	for _, m := range roster {
		of := r.Method(m.method)
		if len(of) == 0 {
			continue
		}
		t.Row(m.formalism, m.method, papers.Each(some, func(s papers.Named) any {
			o := median(r, m.method, s.Key)
			id, there := grid+" "+m.method+" "+s.Name, of.Set(s.Key)
			w.Number(id, report.Duration(o.Value))
			w.Number(id+", solved", fmt.Sprintf("%d of %d", len(there.Succeeded()), len(there)))
			c := report.Seconds(o.Value)
			if math.IsInf(o.Value, 0) {
				c = report.Cell{Text: "timeout"}
			}
			c.Lo, c.Hi = o.Lo, o.Hi
			return papers.CountedRuns(there, c)
		}), papers.OutOf(len(of.Succeeded()), len(of)))
	}
	var curves []papers.Series
	for _, l := range lines {
		if len(r.Method(l.Key)) > 0 {
			curves = append(curves,
				papers.Over(l.Name, some, func(s papers.Named) any { return median(r, l.Key, s.Key) }))
			curves[len(curves)-1].Points = true
		}
	}
	if grid == "solution" {
		curves = append(curves, published(w, some)...)
	}
	w.Figure(name+"-by-level", papers.Along(papers.Names(some), papers.TimeAxis, curves...))
}

// published returns the means of the thesis as marks.
func published(w *papers.Writer, some []papers.Named) []papers.Series {
	marks := func(name string, value func(level int) any) papers.Series {
		s := papers.Series{Name: "thesis: " + name, Points: true, NoLine: true, Reference: true}
		for _, set := range some {
			var v any
			if i := slices.Index(levels, set); i >= 0 {
				v = value(i)
			}
			s.Values = append(s.Values, v)
		}
		return s
	}
	list := func(id string) func(int) any { return func(i int) any { return w.Claim(id).At(i).Value } }
	return []papers.Series{
		marks("integer program", func(i int) any {
			if levels[i].Key == "evil" {
				return w.Claim("integer program, evil").Value
			}
			return nil
		}),
		marks("constraint program", list("constraint program")),
		marks("heuristic, then CP", list("heuristic and constraint program")),
	}
}

// beside makes the table of the means of the thesis beside ours.
func beside(w *papers.Writer, r papers.Records) {
	t := w.Table("thesis", "|level", "CP, thesis", "CP, ours", "heuristic and CP, thesis", "heuristic and CP, ours",
		"0-1 program, thesis", "0-1 program, ours (glpsol)")
	mean := func(method, set string) any {
		o := papers.Mean(r.Method(method).Set(set).Succeeded().Values(papers.Time))
		return report.MeasuredSeconds(o)
	}
	for i, level := range papers.Present(r, levels) {
		ip := report.Words("illegible")
		if level.Key == "evil" {
			ip = report.Seconds(w.Claim("integer program, evil").Value)
		}
		t.Row(level.Name, report.Seconds(w.Claim("constraint program").At(i).Value), mean(thesis, level.Key),
			report.Seconds(w.Claim("heuristic and constraint program").At(i).Value),
			mean("h-printed+"+thesis, level.Key), ip, mean("glpsol", level.Key))
	}
}

// preprocessing makes the table of what a heuristic before the solver saves. The ratio is of the geometric means of the
// times without and with it, on the puzzles on which both runs reached the solver.
func preprocessing(w *papers.Writer, grid string) {
	t := w.Table("before-"+grid, "|method", "|before it", "decided before", "both reached the solver",
		"time without / with", "p (Wilcoxon, Holm)", "|verdict")
	c := papers.NewContest(w.Grid(grid), papers.Time, w.TimeLimit(grid))
	ratio := func(x, y []float64) float64 { return math.Exp(stats.Mean(x) - stats.Mean(y)) }
	for _, reduction := range before {
		for m, name := range c.Methods {
			plain, has := strings.CutPrefix(name, reduction.Key+"+")
			if !has || c.Of(plain) == nil {
				continue
			}
			x, y := c.Logs(c.Of(plain), c.Of(name))
			_, reached := c.Solved(c.Of(name))
			ours := papers.WithInterval(ratio(x, y), stats.BootstrapPaired(x, y, ratio, 1))
			t.Row(papers.Code(plain), reduction.Name, papers.OutOf(c.Before[m], c.Before[m]+reached), len(x),
				papers.Adjusted{Family: reduction.Key, P: stats.Wilcoxon(x, y).P, Cells: func(p float64) []report.Cell {
					words := "no difference shown"
					if p < 0.05 && ours.Value > 1 {
						words = "it pays"
					} else if p < 0.05 {
						words = "it costs"
					}
					return []report.Cell{report.Measured(ours), papers.P(p), report.Words(words)}
				}})
		}
	}
}

// changed makes the tables of puzzles with a clue less, and with a wrong value.
func changed(w *papers.Writer) {
	counts, none := w.Grid("count").Ran(), w.Grid("none").Ran()
	t := w.Table("counts", "|formalism", "|method", "puzzles", "counted", "median time", "largest count",
		"counts that differ")
	n := w.Table("none", "|formalism", "|method", papers.Each(levels, func(l papers.Named) string { return l.Name }),
		"refuted")
	exact, differ := map[papers.Instance]string{}, 0
	for _, r := range counts.Succeeded() {
		exact[papers.InstanceOf(r)] = cmp.Or(exact[papers.InstanceOf(r)], r.Count)
	}
	for _, m := range roster {
		if of := counts.Method(m.method); len(of) > 0 {
			differs := func(r *campaign.Record) bool { return r.Count != exact[papers.InstanceOf(r)] }
			other := of.Succeeded().Where(differs)
			differ += len(other)
			t.Row(m.formalism, m.method, len(of), len(of.Succeeded()), papers.MedianCell(papers.Time, of),
				papers.Most(of.Succeeded().Values(papers.Value("solutions"))), len(other))
		}
		if of := none.Method(m.method); len(of) > 0 {
			n.Row(m.formalism, m.method, papers.Each(levels, func(l papers.Named) any {
				return papers.MedianCell(papers.Time, of.Set(l.Key+"-wrong"))
			}), papers.OutOf(len(of.Succeeded()), len(of)))
		}
	}
	w.Number("puzzles counted", len(exact))
	w.Number("counts that differ", differ)
	w.Number("most solutions", papers.Most(counts.Succeeded().Values(papers.Value("solutions"))))
}

// few is the least number of puzzles for a verdict on a statement about times.
const few = 10

// statements judges what the thesis states, with compiled programs.
func statements(w *papers.Writer, solution papers.Records) {
	t := w.Table("statements", "|the thesis states", "|ours", "first / second", "puzzles", "|verdict")
	row := func(words, ours string, x, y []float64, holds func(lo, hi float64) bool) {
		if len(x) < few {
			t.Row(words, ours, nil, len(x), papers.VerdictCell(report.TooFew, ""))
			return
		}
		quotient := func(x, y []float64) float64 { return stats.Mean(x) / stats.Mean(y) }
		o := papers.WithInterval(quotient(x, y), stats.BootstrapPaired(x, y, quotient, 1))
		verdict := papers.Holds(holds(o.Lo, o.Hi), "the interval of the ratio says otherwise")
		if verdict.Verdict == report.Missed {
			verdict.Cause = "Known: the thesis's search is in Python, ours is compiled; GLPK is compiled in both"
		}
		t.Row(words, ours, o, len(x), verdict)
	}
	pairs := func(a, b, set string) (x, y []float64) {
		return papers.Pairs(solution.Set(set).Succeeded(), a, b, papers.Time)
	}
	slower := func(lo, _ float64) bool { return lo > 1 }
	for _, s := range []struct{ level, words, slow, fast string }{
		{"easy", "easy: the integer program is slower than the constraint program", "glpsol", thesis},
		{"medium", "medium: the integer program is slower than the constraint program", "glpsol", thesis},
		{"hard", "hard: the constraint program is slower than the integer program", thesis, "glpsol"},
		{"evil", "evil: the constraint program is slower than the integer program", thesis, "glpsol"},
	} {
		x, y := pairs(s.slow, s.fast, s.level)
		row(s.words, s.slow+" / "+s.fast, x, y, slower)
	}
	x, y := pairs("h-printed+"+thesis, "glpsol", "evil")
	row("evil: with the heuristic the constraint program is only slightly worse than the integer program",
		"h-printed+"+thesis+" / glpsol", x, y, func(lo, hi float64) bool { return hi > 1 && lo < 1.5 })
	wrong, right := w.Grid("none").Ran().Method("glpsol"), solution.Method("glpsol")
	x, y = nil, nil
	for _, l := range levels {
		same := right.Set(l.Key).Succeeded()
		for _, r := range wrong.Set(l.Key + "-wrong").Succeeded() {
			x, y = append(x, papers.Time(r)), append(y, same.Median(papers.Time))
		}
	}
	row("an infeasible puzzle is found quickly by the integer program", "glpsol, infeasible / solvable", x, y,
		func(lo, _ float64) bool { return lo <= 1 })
}
