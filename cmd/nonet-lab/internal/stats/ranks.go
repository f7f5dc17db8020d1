package stats

import (
	"cmp"
	"slices"

	"nonet/internal/slice"
)

// Ranks ranks x from 1 for the smallest; equal values get the mean of their ranks. ties is Σ(t³-t) over groups of t
// equal values. x must not have NaN.
func Ranks(x []float64) (ranks []float64, ties float64) {
	order := sortedOrder(x)
	ranks = make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			ranks[k] = float64(i+1+j) / 2
		}
		t := float64(j - i)
		ties += t*t*t - t
		i = j
	}
	return ranks, ties
}

// sortedOrder lists the indices of x by ascending value, NaN first; equal values by ascending index.
func sortedOrder(x []float64) []int {
	order := slice.Indices[int](len(x))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	return order
}
