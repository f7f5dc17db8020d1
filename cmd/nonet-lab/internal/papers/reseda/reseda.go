package reseda

import (
	"math"

	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// Experiment reproduces the tables of Maire and Prissette.
func Experiment() papers.Experiment {
	return papers.New("reseda", write, firstShotTask, rightBlockTask, wrongBlockTask)
}

// A ratePair is a published rate of 1000 runs, and ours.
type ratePair struct {
	published float64
	ours      papers.Rate
}

// commonShift returns the mean difference of our rates and the published rates on the scale of log-odds, weighted by
// the inverse of its variance. Half a success and half a failure are added on both sides.
func commonShift(pairs []ratePair) float64 {
	sum, weights := 0.0, 0.0
	for _, p := range pairs {
		if p.ours.Runs == 0 {
			continue
		}
		const runs = 1000
		won, lost := float64(p.ours.Successes)+0.5, float64(p.ours.Runs-p.ours.Successes)+0.5
		theirWon, theirLost := runs*p.published+0.5, runs*(1-p.published)+0.5
		weight := 1 / (1/won + 1/lost + 1/theirWon + 1/theirLost)
		sum += weight * (math.Log(won/lost) - math.Log(theirWon/theirLost))
		weights += weight
	}
	return sum / weights
}

// shifted returns a rate whose log-odds are greater by shift.
func shifted(rate, shift float64) float64 {
	odds := rate * math.Exp(shift)
	return odds / (1 - rate + odds)
}

// times multiplies a measured number and its interval by k.
func times(k float64, o report.Ours) report.Ours {
	return report.Ours{Value: k * o.Value, Lo: k * o.Lo, Hi: k * o.Hi, Runs: o.Runs}
}

// meanRatio returns the ratio of the means of x and y, with a bootstrap interval.
func meanRatio(x, y []float64) report.Ours {
	ratio := func(x, y []float64) float64 { return stats.Mean(x) / stats.Mean(y) }
	o := papers.WithInterval(ratio(x, y), stats.BootstrapTwo(x, y, ratio, 1))
	o.Runs = min(len(x), len(y))
	return o
}

// cheaper judges the claim that a success of a costs less than a success of b, in grids or in time. The cells are the
// two costs, their ratio with an interval of 99 %, and the verdict.
func cheaper(measure string, a, b papers.Records) []report.Cell {
	if len(a) == 0 || len(b) == 0 {
		return []report.Cell{{}, {}, {}, papers.VerdictCell(report.NotRun, "")}
	}
	cost, number := papers.Moves, report.Number
	if measure == "time" {
		cost, number = papers.Wall, report.Seconds
	}
	x, y, won, lost := a.Values(cost), b.Values(cost), a.Successes(), b.Successes()
	i := stats.Resampling{Seed: 1, Level: 0.99}.Interval([]int{len(x), len(y)}, func(rows [][]int) float64 {
		return stats.ETSOf(x, won, rows[0]) / stats.ETSOf(y, lost, rows[1])
	})
	first, second := stats.ETS(x, won), stats.ETS(y, lost)
	ratio, why := first/second, "the order holds, but may be chance"
	if ratio >= 1 {
		why = "the order does not hold"
	}
	return []report.Cell{
		number(first), number(second), report.Measured(report.Ours{Value: ratio, Lo: i.Lo, Hi: i.Hi}),
		papers.Holds(ratio < 1 && i.Hi < 1, why),
	}
}
