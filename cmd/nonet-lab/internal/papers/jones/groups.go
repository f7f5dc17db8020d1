package jones

import (
	"math"
	"strconv"
	"strings"

	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
)

// groupSize returns the least number of puzzles of which all means can be means of integers, each to the decimals that
// it is printed with: 0.12 and 233.96 can be means of 25 integers, not of fewer. It returns NaN if 200 are not enough.
func groupSize(means ...float64) float64 {
	for n := 1.0; n <= 200; n++ {
		fits := true
		for _, mean := range means {
			printed := strconv.FormatFloat(mean, 'f', -1, 64)
			_, decimals, _ := strings.Cut(printed, ".")
			sum := math.Round(mean * n)
			fits = fits && strconv.FormatFloat(sum/n, 'f', len(decimals), 64) == printed
		}
		if fits {
			return n
		}
	}
	return math.NaN()
}

// solvedAtFirst returns the proportion of climbs whose first state is a solution.
func solvedAtFirst(r papers.Records) report.Ours {
	const most = 162 // f₁ of a solution
	rate := papers.Rate{Runs: len(r)}
	for i := range r {
		if r[i].Values[initialF1] == most {
			rate.Successes++
		}
	}
	return rate.Ours()
}

// said judges the statement that all runs succeed, or, unless all is true, that some do.
func said(all bool, o report.Ours, cause string) report.Cell {
	if o.Missing != "" {
		return papers.VerdictCell(report.NotRun, o.Missing)
	}
	c := papers.Holds(all && o.Value == 1 || !all && o.Value > 0, "the statement does not hold")
	if c.Verdict == report.Missed {
		c.Cause = cause
	}
	return c
}
