package thein

import (
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// gain returns the cells of the columns "% less time" and "% faster" of a ratio t/h of times: for each column the
// published number, ours, and the verdict. Both columns express t/h, so that one rule judges both. If nothing was
// published, nothing is judged.
func gain(less, faster any, known string, ratio float64) []report.Cell {
	cells := []report.Cell{1: cell(100 * (1 - 1/ratio)), 4: cell(100 * (ratio - 1)), 5: {}}
	l, published := less.(float64)
	f, _ := faster.(float64)
	if !published {
		return cells
	}
	verdict := report.Judged(report.Published{Value: 1 + f/100, Rule: report.Iterations, Known: known},
		report.Ours{Value: ratio})
	cells[0], cells[2], cells[3], cells[5] = cell(l), verdict, cell(f), verdict
	cells[2].Title, cells[5].Title = "% less: t/h is "+verdict.Title, "% faster: t/h is "+verdict.Title
	return cells
}

// A ratio compares the times of two methods, puzzle by puzzle: the median of their ratios, and p of Wilcoxon's test on
// their logarithms.
type ratio struct {
	Puzzles  int
	Ratio, P float64
}

// never is the time in seconds that stands for an unsolved puzzle. A ratio above neverRatio, or below its reciprocal,
// is not a ratio of two measured times.
const (
	never      = 1e9
	neverRatio = 1e6
)

// ratioOf compares times, which it clips to at least a microsecond. An unsolved puzzle counts as longer than any solved
// puzzle.
func ratioOf(times papers.Points) ratio {
	r := ratio{len(times.X), math.NaN(), 1}
	if r.Puzzles == 0 {
		return r
	}
	var quotients, x, y []float64
	for i := range times.X {
		a, b := min(max(times.X[i], 1e-6), never), min(max(times.Y[i], 1e-6), never)
		quotients, x, y = append(quotients, a/b), append(x, math.Log(a)), append(y, math.Log(b))
	}
	r.Ratio, r.P = stats.Median(quotients), stats.Wilcoxon(x, y).P
	return r
}

// slower judges the claim that the first of two methods takes longer. The cells are the ratio, the number of puzzles,
// p, the verdict, and the known cause of a miss.
func slower(family, known string, times papers.Points) papers.Adjusted {
	r := ratioOf(times)
	return papers.Adjusted{Family: family, P: r.P, Cells: func(p float64) []report.Cell {
		if r.Puzzles == 0 {
			p = math.NaN()
		}
		verdict, why := report.Ordered(r.Ratio > 1, p), ""
		if verdict.Verdict == report.Missed {
			if why = known; r.Ratio > 1 {
				why = "It holds, but with few puzzles it is not significant"
			}
		}
		return []report.Cell{cell(r.Ratio), cell(float64(r.Puzzles)), cell(p), verdict, report.Words(why)}
	}}
}

// duel compares two methods. The cells are the number of puzzles, the ratio, p, and the faster method.
func duel(question, first, second string, times papers.Points) papers.Adjusted {
	r := ratioOf(times)
	return papers.Adjusted{Family: question, P: r.P, Cells: func(p float64) []report.Cell {
		faster := "no difference shown"
		switch {
		case !(p < 0.05) || math.IsNaN(r.Ratio):
		case r.Ratio < 1:
			faster = first
		default:
			faster = second
		}
		median := cell(r.Ratio)
		if r.Ratio > neverRatio {
			median.Text = "first unsolved"
		} else if r.Ratio < 1/neverRatio {
			median.Text = "second unsolved"
		}
		return []report.Cell{cell(float64(r.Puzzles)), median, cell(p), report.Words(faster)}
	}}
}

// Columns of the table of duels.
const (
	duelRatio  = 4
	duelFaster = 6
)

// winners returns the duels that the method under the key which, "first" or "second", wins; for any other key, the
// duels without a winner.
func winners(which string, duels []map[string]any) (won []map[string]any) {
	for _, d := range duels {
		cells := d["cells"].([]report.Cell)
		name, has := d[which]
		if !has {
			name = "no difference shown"
		}
		if cells[duelFaster].Text == name && !math.IsNaN(cells[duelRatio].Number) && cells[duelRatio].IsNumber {
			won = append(won, d)
		}
	}
	return won
}

// spread returns a text with the range of the factors by which the winners of duels are faster.
func spread(duels []map[string]any) string {
	var factors []float64
	unsolved := 0
	for _, d := range duels {
		x := d["cells"].([]report.Cell)[duelRatio].Number
		if x = max(x, 1/x); x > neverRatio {
			unsolved++
		} else {
			factors = append(factors, x)
		}
	}
	words := ""
	if len(factors) > 0 {
		lo, hi := factor(slices.Min(factors)), factor(slices.Max(factors))
		if words = lo; lo != hi {
			words += " to " + hi
		}
		words += " times as fast"
	}
	if unsolved > 0 {
		if words != "" {
			words += "; "
		}
		words += fmt.Sprintf("in %d of these comparisons the other method leaves at least half of the puzzles unsolved",
			unsolved)
	}
	return words
}
