package thein

import (
	"embed"
	"fmt"
	"math"
	"text/template"

	"nonet/backends/methods"
	"nonet/backends/process"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

//go:embed spec.toml claims.toml report.md.tmpl
var files embed.FS

// Experiment reproduces the tables and figures of the thesis, and repeats its comparison with today's solvers.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name: "thein",
		Summary: "integer programming against constraint programming: Tables 4.1-4.6, Figures 4.1-4.3, critical " +
			"cells, and today's solvers",
		Source: "M. Thein, An In Depth Analysis of Sudoku with Focus in Integer and Constraint Programming, M.S. " +
			"thesis, " +
			"Pennsylvania State University, 2014",
		Tasks: []campaign.Task{criticalTask, appendixTask},
		Own:   vocabulary,
	}.From(files)
}

func vocabulary(d *papers.Data) papers.Vocabulary {
	starts := startsOf(d)
	puzzles := reveals(d)
	return papers.Vocabulary{
		Quantities: map[string]papers.Quantity{"net": starts.net},
		Functions: template.FuncMap{
			"n": cell, "ms": func(seconds float64) report.Cell { return cell(1e3 * seconds) }, "factor": factor,
			"boot": func(x []float64) report.Ours {
				i := stats.BootstrapMean(x, d.Spec.Seed)
				return report.Ours{Value: stats.Mean(x), Lo: i.Lo, Hi: i.Hi}
			},
			"typical": starts.typical, "solved": starts.solved,
			"resolution": func(method string) float64 { return starts[programOf(method)].resolution },
			"gain":       gain, "ratio": ratioOf, "slower": slower, "winners": winners, "spread": spread,
			"duel": func(question, first, second string, r papers.Records) papers.Adjusted {
				x, y := papers.PairInstances(r, first, second, starts.orNever, stats.Median)
				return duel(question, first, second, papers.Points{X: x, Y: y})
			},
			"revealed":     func() []map[string]any { return revealedRows(puzzles) },
			"revealing":    func(what string) *report.Picture { return revealing(puzzles, what, d.Spec.Seed) },
			"criticalMaps": func() []map[string]any { return criticalRows(d) },
			"criticalMap":  func() (*report.Picture, error) { return criticalMap(d) },
		},
	}
}

// A start is the time, in seconds, that a program takes on a puzzle without blank cells: its start-up time. The
// resolution is the uncertainty of the median: half the width of the notch of a box plot, 1.57 times the interquartile
// range divided by the square root of the number of starts (R. McGill, J. W. Tukey, W. A. Larsen, Variations of Box
// Plots, The American Statistician 32, 1978). A shorter time cannot be distinguished from the start-up of the program.
type start struct{ median, resolution float64 }

// starts has the start-up times of programs, by backend.
type starts map[string]start

func startsOf(d *papers.Data) starts {
	all := starts{}
	for _, g := range papers.GroupBy(d.Records.Grid("start").Succeeded(), papers.Method) {
		if b := programOf(g.Key); b != "" {
			s := stats.Summarize(g.Records.Values(papers.Wall))
			all[b] = start{s.Median, 1.57 * (s.Q3 - s.Q1) / math.Sqrt(float64(s.N))}
		}
	}
	return all
}

// programOf returns the backend of a method if it is an external program, otherwise "".
func programOf(method string) string {
	m, err := methods.Parse(method)
	if err != nil {
		return ""
	}
	for _, p := range process.Programs() {
		if p.Name == m.Backend {
			return p.Name
		}
	}
	return ""
}

// net returns the time of a run in seconds, less the start-up time of its program if the run started one. If the
// preprocessor solves the puzzle, the program is not started. The result is at least the resolution of the start-up
// time.
func (s starts) net(r *campaign.Record) float64 {
	w := papers.Wall(r)
	if b := programOf(r.Method); b != "" && r.Stats.Size.Variables > 0 {
		return max(w-s[b].median, s[b].resolution)
	}
	return w
}

// orNever returns the net time of a run, infinite if it did not succeed.
func (s starts) orNever(r *campaign.Record) float64 {
	if !r.Outcome.Success() {
		return math.Inf(1)
	}
	return s.net(r)
}

// typical returns the net time of each puzzle, the median over replicates; infinite if it was not solved.
func (s starts) typical(r papers.Records) []float64 {
	return papers.PerInstance(r.Ran(), s.orNever, stats.Median)
}

// solved returns a cell with the median or the maximum of the times of the solved puzzles, and the number of solved
// puzzles if some were not solved.
func (s starts) solved(statistic string, r papers.Records) report.Cell {
	var seconds []float64
	all := s.typical(r)
	for _, t := range all {
		if !math.IsInf(t, 0) && !math.IsNaN(t) {
			seconds = append(seconds, t)
		}
	}
	if len(all) == 0 {
		return report.Words("not run")
	}
	if len(seconds) == 0 {
		return report.Words(fmt.Sprintf("0 of %d", len(all)))
	}
	quantile := map[string]float64{"median": 0.5, "maximum": 1}[statistic]
	c := cell(1e3 * stats.Quantile(seconds, quantile))
	if len(seconds) < len(all) {
		c.Text += fmt.Sprintf(" (%d of %d)", len(seconds), len(all))
	}
	return c
}

// cell returns a cell with a number with four significant digits; a dash if it is not finite.
func cell(x float64) report.Cell {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return report.Words("–")
	}
	return report.Cell{Text: digits(x), Number: x, IsNumber: true}
}

func digits(x float64) string {
	switch a := math.Abs(x); {
	case a == math.Trunc(a) && a < 1e15, a >= 1000:
		return fmt.Sprintf("%.0f", x)
	case a >= 100:
		return fmt.Sprintf("%.1f", x)
	case a >= 10:
		return fmt.Sprintf("%.2f", x)
	case a >= 1:
		return fmt.Sprintf("%.3f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// factor formats a factor with two or three digits.
func factor(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x >= 99.5:
		return fmt.Sprintf("%.0f", x)
	case x >= 9.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}
