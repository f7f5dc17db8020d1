package stats

import (
	"math"

	"nonet/internal/slice"
)

// ETS returns the expected time to success when failed runs are restarted: the time of all runs, failures included,
// divided by the number of successes; success[i] belongs to times[i]. It equals the mean time divided by the success
// rate, and is known as ERT, the expected running time, in black-box optimization. It is infinite without a success,
// NaN without runs.
//
// Source: S. Maire, C. Prissette, A Restarted Estimation of Distribution Algorithm for Solving Sudoku Puzzles, 2012; A.
// Auger, N. Hansen, Performance evaluation of an advanced local search evolutionary algorithm, CEC 2005.
func ETS(times []float64, success []bool) float64 {
	mustPair(times, success)
	if len(times) == 0 {
		return math.NaN()
	}
	return ETSOf(times, success, slice.Indices[int](len(times)))
}

// ETSOf returns the [ETS] of the runs with these indices.
func ETSOf(times []float64, success []bool, runs []int) float64 {
	total, successes := 0.0, 0
	for _, i := range runs {
		total += times[i]
		if success[i] {
			successes++
		}
	}
	if successes == 0 {
		return math.Inf(1)
	}
	return total / float64(successes)
}

// ETSInterval returns the BCa interval of 95 % for [ETS]; a resample draws runs with their times. With few successes
// its upper end may be infinite; without a success it is undefined.
func ETSInterval(times []float64, success []bool, seed uint64) Interval {
	mustPair(times, success)
	return Resampling{Seed: seed}.Interval([]int{len(times)}, func(rows [][]int) float64 {
		return ETSOf(times, success, rows[0])
	})
}

// PAR returns the penalized average running time: a run that solved its instance within the limit counts with its time,
// any other run with factor times the limit. PAR2 and PAR10 have factor 2 and 10. NaN without runs.
func PAR(times []float64, solved []bool, limit, factor float64) float64 {
	mustPair(times, solved)
	penalized := make([]float64, len(times))
	for i, t := range times {
		penalized[i] = t
		if !solved[i] || t > limit {
			penalized[i] = factor * limit
		}
	}
	return Mean(penalized)
}
