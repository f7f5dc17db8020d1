package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Friedman tests whether treatments differ: blocks[i][j] is the result of treatment j in block i, such as the time of
// method j for instance i. Each block is ranked by itself; equal values get the mean of their ranks. The statistic,
// corrected for ties, is compared with χ² with k-1 degrees of freedom for k treatments, which is accurate enough from
// ten blocks or five treatments on. With fewer than two blocks or two treatments, or if all values are tied, both
// results are NaN. All blocks must have the same length and no NaN.
//
// Source: M. Friedman, The Use of Ranks to Avoid the Assumption of Normality Implicit in the Analysis of Variance, JASA
// 32 (1937), pp. 675-701.
func Friedman(blocks [][]float64) (statistic, p float64) {
	if len(blocks) < 2 || len(blocks[0]) < 2 {
		return math.NaN(), math.NaN()
	}
	n, k := float64(len(blocks)), float64(len(blocks[0]))
	sums := make([]float64, len(blocks[0]))
	tied := 0.0
	for _, b := range blocks {
		ranks, ties := Ranks(b)
		tied += ties
		for j, r := range ranks {
			sums[j] += r
		}
	}
	between := 0.0
	for _, s := range sums {
		d := s - n*(k+1)/2
		between += d * d
	}
	scale := n*k*(k+1) - tied/(k-1)
	if scale <= 0 {
		return math.NaN(), math.NaN()
	}
	statistic = 12 * between / scale
	return statistic, distuv.ChiSquared{K: k - 1}.Survival(statistic)
}
