package examples

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Rows and columns of a random Latin square have every value once, and the values of a cell are drawn alike.
func TestRandomLatin(t *testing.T) {
	const n, squares = 5, 2000
	counts := make([]int, n+1)
	for seed := range uint64(squares) {
		values := randomLatin(n, rand.New(rand.NewPCG(seed, 0)))
		for i := range n {
			var column []int
			for j := range n {
				column = append(column, values[j*n+i])
			}
			row := slices.Clone(values[i*n : (i+1)*n])
			slices.Sort(row)
			slices.Sort(column)
			if want := []int{1, 2, 3, 4, 5}; !slices.Equal(row, want) || !slices.Equal(column, want) {
				t.Fatalf("seed %d: row or column %d of %v", seed, i+1, values)
			}
		}
		counts[values[7]]++
	}
	for value, k := range counts[1:] {
		if k < squares/n*8/10 || k > squares/n*12/10 { // four standard deviations
			t.Errorf("%d of %d squares have %d in a cell, want about %d", k, squares, value+1, squares/n)
		}
	}
}
