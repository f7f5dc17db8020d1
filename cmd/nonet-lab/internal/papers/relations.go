package papers

import (
	"fmt"
	"math"

	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// A Relation is a claim that the first of two quantities is greater, or that they do not differ, with the result of its
// test.
type Relation struct {
	Measured string
	P        float64 // two-sided
	Holds    bool    // the records show a difference in the direction that is claimed
	Equal    bool    // the claim is equality
	Pairs    int     // number of pairs; 0 if the relation is not one of pairs
	Missing  bool    // nothing was measured
	Known    string  // the expected cause of a miss, if any
}

// RelationLevel is the level of significance, after Holm's correction within a table.
const RelationLevel = 0.05

// equalPairs is the least number of pairs for a verdict that two methods do not differ. If one solves 15 % of the runs
// alone, 52 pairs have at least the six runs that the exact tests need for significance with a probability of 0.8.
const equalPairs = 52

func (r Relation) judge(p float64) report.Cell {
	reason := "the order holds, but may be chance"
	switch {
	case r.Pairs > 0 && (r.Equal && r.Pairs < equalPairs || !r.Equal && TooFew(r.Pairs)):
		return VerdictCell(report.TooFew, fmt.Sprintf("%d pairs", r.Pairs))
	case r.Equal && p >= RelationLevel, !r.Equal && r.Holds && p < RelationLevel:
		return VerdictCell(report.Matched, "")
	case r.Equal:
		reason = "they differ"
	case !r.Holds:
		reason = "the order does not hold"
	}
	c := VerdictCell(report.Missed, reason)
	c.Cause = r.Known
	return c
}

// Cells returns three cells: the measurement, p, and the verdict.
func (r Relation) Cells() Adjusted {
	if r.Missing {
		return Adjusted{P: math.NaN(),
			Cells: func(float64) []report.Cell { return []report.Cell{{}, {}, VerdictCell(report.NotRun, "")} }}
	}
	return Adjusted{P: r.P,
		Cells: func(p float64) []report.Cell { return []report.Cell{report.Words(r.Measured), P(p), r.judge(p)} }}
}

// AsMuch returns the claim that the two do not differ.
func (r Relation) AsMuch() Relation { r.Equal = true; return r }

// Because returns the relation with the expected cause of a miss.
func (r Relation) Because(known string) Relation { r.Known = known; return r }

// Rises tests the claim that y rises with x by Spearman's ρ, Falls that it falls.
func Rises(x, y []float64) Relation { return trend(x, y, 1) }
func Falls(x, y []float64) Relation { return trend(x, y, -1) }

func trend(x, y []float64, sign float64) Relation {
	c := stats.Spearman(x, y)
	return Relation{Measured: "ρ = " + report.Short(c.R), P: c.P, Holds: sign*c.R > 0, Missing: math.IsNaN(c.P)}
}

// MoreSuccess compares the successes of two methods on the same instances and replicates, by the exact test of McNemar:
// the sign test of successes.
func MoreSuccess(r Records, more, fewer string) Relation {
	x, y := Pairs(r.Ran(), more, fewer, Success)
	s := stats.Sign(x, y)
	n := float64(len(x))
	return Relation{
		Missing: len(x) == 0, Pairs: len(x), P: s.P, Holds: s.Positive > s.Negative,
		Measured: fmt.Sprintf("%.0f and %.0f of %.0f; %d and %d solved by one alone", n*stats.Mean(x), n*stats.Mean(y),
			n, s.Positive, s.Negative),
	}
}

// MoreOf compares a number of two methods on the same instances and replicates by the sign test.
func MoreOf(r Records, more, less string, value Quantity) Relation {
	x, y := Pairs(r.Ran(), more, less, value)
	s := stats.Sign(x, y)
	return Relation{
		Missing: len(x) == 0, Pairs: len(x), P: s.P, Holds: s.Positive > s.Negative,
		Measured: fmt.Sprintf("means %s and %s; more in %d of %d pairs, less in %d", report.Short(stats.Mean(x)),
			report.Short(stats.Mean(y)), s.Positive, len(x), s.Negative),
	}
}
