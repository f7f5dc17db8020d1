package gridn

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestValid changes a grid in every cell.
func TestValid(t *testing.T) {
	shape := Shape{2, 3}
	grid := randomGrid(shape, rand.New(rand.NewPCG(5, 5)))
	domains := slices.Repeat([]uint64{63}, 36)
	if !Valid(shape, domains, grid) {
		t.Fatal("the solution is not valid")
	}
	for c := range grid {
		for value := -1; value <= 8; value++ {
			other := slices.Clone(grid)
			other[c] = value
			if Valid(shape, domains, other) != (value == grid[c]) {
				t.Errorf("cell %d: wrong verdict for %d instead of %d", c, value, grid[c])
			}
		}
		narrow := slices.Clone(domains)
		if narrow[c] &^= 1 << (grid[c] - 1); Valid(shape, narrow, grid) {
			t.Errorf("cell %d: accepted a value outside its domain", c)
		}
	}
	// Rows and columns alone are not enough.
	latin := make([]int, 36)
	for c := range latin {
		latin[c] = (c/6+c%6)%6 + 1
	}
	if Valid(shape, domains, latin) || !Valid(Shape{1, 6}, domains, latin) {
		t.Error("a Latin square: wrong verdict")
	}
	if Valid(shape, domains, grid[:35]) || Valid(shape, domains[:35], grid) {
		t.Error("a grid of another size is valid")
	}
}
