package sudoku

import "math/rand/v2"

// Shuffle draws one of the symmetries that keep the shape and all values, each with the same probability. These are the five shuffles of
// Lewis (2007): transpose with probability 1/2 (only where boxes are square), permute the stacks, the bands, the columns within each
// stack, and the rows within each band.
func Shuffle(s Shape, r *rand.Rand) Symmetry {
	t := Identity(s)
	t.Transpose = s.Height == s.Width && r.IntN(2) == 1
	stacks, bands := r.Perm(s.Height), r.Perm(s.Width)
	scatter(t.Columns, stacks, s.Width, r)
	scatter(t.Rows, bands, s.Height, r)
	return t
}

// scatter fills lines with runs of size lines in the given order, each in an order of its own.
func scatter(lines, runs []int, size int, r *rand.Rand) {
	for i, run := range runs {
		for k, x := range r.Perm(size) {
			lines[i*size+k] = run*size + x
		}
	}
}

// RandomSymmetry draws one of the symmetries that keep the shape, each with the same probability: a Shuffle, and a permutation of the
// values.
func RandomSymmetry(s Shape, r *rand.Rand) Symmetry {
	t := Shuffle(s, r)
	for i, v := range r.Perm(s.N()) {
		t.Digits[i+1] = v + 1
	}
	return t
}
