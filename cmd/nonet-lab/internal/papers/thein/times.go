package thein

import (
	"fmt"
	"math"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

// A pairs has the times of two methods on the same puzzles.
type pairs struct{ X, Y []float64 }

// pair returns the times of two methods on the puzzles that both solved with their solvers, medians over replicates.
// Each method has its own quantity.
func pair(first string, q papers.Quantity, second string, p papers.Quantity, r papers.Records) (both pairs) {
	time := papers.OrNever(func(r *campaign.Record) float64 {
		if r.Method == first {
			return q(r)
		}
		return p(r)
	})
	xs, ys := papers.PairInstances(r.Ran().Reached(), first, second, time, stats.Median)
	for i, x := range xs {
		if y := ys[i]; !math.IsInf(x, 0) && !math.IsInf(y, 0) {
			both.X, both.Y = append(both.X, x), append(both.Y, y)
		}
	}
	return both
}

const ten = 10 // puzzles of a level in the thesis

func quotientOfMedians(x, y []float64) float64 { return stats.Median(x) / stats.Median(y) }

func quotientOfMeans(x, y []float64) float64 { return stats.Mean(x) / stats.Mean(y) }

// meanRatio returns the mean of the first times divided by the mean of the second, with its bootstrap interval over
// puzzles.
func meanRatio(times pairs, seed uint64) report.Ours {
	return papers.WithInterval(quotientOfMeans(times.X, times.Y),
		stats.BootstrapPaired(times.X, times.Y, quotientOfMeans, seed))
}

// slower judges the statement that the first times are longer in the mean, which is what the thesis compares. The
// cells are the ratio of the means with its interval over puzzles, the number of puzzles on which the first is longer,
// and the verdict: matched if the whole interval is above 1.
func slower(times pairs, seed uint64) []report.Cell {
	if len(times.X) == 0 {
		return []report.Cell{cell(math.NaN()), cell(math.NaN()), papers.VerdictCell(report.NotRun, "")}
	}
	if n := len(times.X); n < ten {
		return []report.Cell{cell(math.NaN()), cell(math.NaN()), papers.VerdictCell(report.TooFew,
			fmt.Sprintf("%d puzzles, where the thesis has ten", n))}
	}
	ratio, longer := meanRatio(times, seed), stats.Sign(times.X, times.Y).Positive
	why := "it does not hold in the mean"
	if ratio.Value > 1 {
		why = "it holds in the mean, but may be chance"
	}
	return []report.Cell{report.Measured(ratio), report.Words(fmt.Sprintf("%d of %d", longer, len(times.X))),
		papers.Holds(ratio.Lo > 1, why)}
}

// flatness returns the largest mean of a set of puzzles divided by the smallest, with its bootstrap interval over
// puzzles.
func flatness(q papers.Quantity, r papers.Records, seed uint64) report.Ours {
	var levels [][]float64
	var sizes []int
	for _, g := range papers.GroupBy(r.Succeeded(), func(r *campaign.Record) string { return r.Set }) {
		x := papers.PerInstance(g.Records, q, stats.Mean)
		levels, sizes = append(levels, x), append(sizes, len(x))
	}
	if len(levels) == 0 {
		return papers.NotRun
	}
	ratio := func(rows [][]int) float64 {
		least, most := math.Inf(1), 0.0
		for i, level := range levels {
			sum := 0.0
			for _, row := range rows[i] {
				sum += level[row]
			}
			mean := sum / float64(len(rows[i]))
			least, most = min(least, mean), max(most, mean)
		}
		return most / least
	}
	all := slice.Map(sizes, slice.Indices[int])
	return papers.WithInterval(ratio(all), stats.Resampling{Seed: seed}.Interval(sizes, ratio))
}

// gain returns the cells of the columns "% less time" and "% faster" of a ratio t/h of times: for each column the
// published number and ours, and one verdict, since both express t/h. statistic gives t/h of the times of puzzles.
func gain(less float64, faster papers.Claim, ratio float64, seed uint64, times pairs,
	statistic func(t, h []float64) float64) []report.Cell {
	ours := report.Ours{Value: ratio}
	if math.IsNaN(ratio) {
		ours = papers.NotRun
	}
	published := faster.Value
	faster.Value = 1 + published/100
	verdict := faster.Drawn(seed, true, statistic, times.X, times.Y).Verdict(ours)
	verdict.Title = "t/h is " + verdict.Title
	return []report.Cell{cell(less), cell(100 * (1 - 1/ratio)), cell(published), cell(100 * (ratio - 1)), verdict}
}
