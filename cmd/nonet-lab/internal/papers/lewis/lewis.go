package lewis

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// Experiment reproduces the two figures and the table of the paper, and tests what may cause the misses.
func Experiment() papers.Experiment { return papers.New("lewis", write, closuresTask) }

// proportion returns the p of a random instance, NaN for other instances.
func proportion(r *campaign.Record) float64 {
	p, err := strconv.ParseFloat(r.Tags["p"], 64)
	if err != nil {
		return math.NaN()
	}
	return p
}

// share returns for each record the proportion of cells that a part of the procedure fills; the part "clues" is the
// givens.
func share(part string, r papers.Records) []float64 {
	if part == "clues" {
		return r.Values(given)
	}
	return r.Values(func(x *campaign.Record) float64 { return x.Values[part] / x.Values["cells"] })
}

// bounded returns the mean of proportions, with an interval of 95 % clipped to 0 and 1.
func bounded(x []float64) report.Ours {
	mean := stats.Mean(x)
	half := 1.96 * stats.StdDev(x) / math.Sqrt(float64(len(x)))
	if math.IsNaN(half) {
		half = 0
	}
	return report.Ours{Value: mean, Lo: max(0, mean-half), Hi: min(1, mean+half), Runs: len(x)}
}

// few returns a known cause of a miss if the mean has a large standard error, otherwise "".
func few(x []float64) string {
	if se := stats.StdDev(x) / math.Sqrt(float64(len(x))); se >= 0.015 {
		return fmt.Sprintf("Our mean of %d instances has a standard error of %.3f", len(x), se)
	}
	return ""
}

// seventeen returns the records of puzzles with 17 clues: of the list, or if there are none, of its fallback.
func seventeen(r papers.Records) papers.Records {
	if listed := r.Set("seventeen"); len(listed) > 0 {
		return listed
	}
	return r.Set("clues-17")
}

// upTo returns the records of runs as they are under a smaller limit on the moves: a run that took more moves failed
// when the limit was reached. The moves of a run do not depend on its limit (TestAnnealingLimit in package metaheur).
// Only outcomes and moves are those under the limit; the reheatings and times of a run that fails remain.
func upTo(limit float64, r papers.Records) papers.Records {
	under := make(papers.Records, len(r))
	for i, x := range r {
		if x.Stats.Effort.Iterations > int64(limit) {
			failed := *x
			failed.Outcome, failed.Stats.Effort.Iterations = campaign.MoveLimit, int64(limit)
			x = &failed
		}
		under[i] = x
	}
	return under
}

// puzzlesOf returns the records of the puzzles of a set with indices from low to high.
func puzzlesOf(set string, low, high int, r papers.Records) papers.Records {
	if set == "seventeen" {
		return seventeen(r)
	}
	return r.Set(set).Where(func(x *campaign.Record) bool { return low <= x.Index && x.Index <= high })
}

// amount returns a cell with a number of moves.
func amount(x float64) report.Cell {
	if math.IsInf(x, 0) {
		return report.Words("no success")
	}
	return report.Number(x)
}

// quotient returns a cell with x/y, or a dash if it is not finite.
func quotient(x, y float64) report.Cell {
	if x-x != 0 || y-y != 0 || y == 0 {
		return report.Words("–")
	}
	return report.Number(x / y)
}

// A pairedRates has the rates of both methods on a set of puzzles.
type pairedRates struct {
	puzzles string
	a, h    papers.Rate
}

// neverLower judges the claim that the hybrid succeeds at least as often as annealing on every set of puzzles. A rate
// that is lower, but not significantly by Fisher's test, has too few runs for a verdict. Sets that one of them did not
// run on are left out.
func neverLower(rows []pairedRates) []report.Cell {
	var higher, same int
	var lower []string
	significant := false
	for _, r := range rows {
		a, h := r.a, r.h
		switch {
		case a.Runs == 0 || h.Runs == 0:
		case h.Value() > a.Value():
			higher++
		case h.Value() == a.Value():
			same++
		default:
			lower = append(lower, fmt.Sprintf("%s: %s, annealing %s", r.puzzles, h, a))
			failures := stats.Table{A: h.Runs - h.Successes, B: h.Successes, C: a.Runs - a.Successes, D: a.Successes}
			significant = significant || failures.FisherUpper() < papers.RelationLevel
		}
	}
	if higher+same+len(lower) == 0 {
		return open("–", "")
	}
	found := fmt.Sprintf("higher on %d sets, equal on %d, lower on %d", higher, same, len(lower))
	if len(lower) > 0 {
		found += " (" + strings.Join(lower, "; ") + ")"
	}
	if len(lower) > 0 && !significant {
		return []report.Cell{report.Words(found), papers.VerdictCell(report.TooFew, "not significantly lower")}
	}
	return claim(len(lower) == 0, "", "%s", found)
}
