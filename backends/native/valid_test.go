package native_test

import "nonet/model"

// valid reports whether a completes the clues to a grid in which every house has each digit once. It is written from
// the rules of Sudoku, independently of the model, and is fast enough for benchmarks.
func valid(clues []model.Given, a model.Assignment) bool {
	var rows, columns, boxes [9]int
	for c, v := range a {
		if v < 1 || v > 9 {
			return false
		}
		r, k := c/9, c%9
		rows[r] |= 1 << v
		columns[k] |= 1 << v
		boxes[r/3*3+k/3] |= 1 << v
	}
	for i := range 9 {
		if rows[i] != 0x3fe || columns[i] != 0x3fe || boxes[i] != 0x3fe {
			return false
		}
	}
	for _, g := range clues {
		if a[g.Var] != g.Value {
			return false
		}
	}
	return len(a) == 81
}
