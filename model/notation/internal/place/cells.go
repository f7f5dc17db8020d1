package place

import (
	"math"
	"slices"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// Others returns the indices of the rules of other kinds.
func Others(p sudoku.Puzzle, kinds ...string) []int {
	return slice.Positions[int](p.Rules, func(r sudoku.Rule) bool { return !slices.Contains(kinds, r.Kind) })
}

// RegionRules returns the rule regions, if there is one.
func RegionRules(p sudoku.Puzzle) []sudoku.Rule {
	return slice.Filter(p.Rules, func(r sudoku.Rule) bool { return r.Kind == "regions" })
}

// RowsOf returns the number of rows of a square of cells, and 0 if they are none.
func RowsOf(cells int) int {
	if n := int(math.Sqrt(float64(cells))); n*n == cells {
		return n
	}
	return 0
}

// Walk returns the cells of the grid from a row and a column on, some rows down and some columns to the right at each
// step.
func Walk(s sudoku.Shape, row, column, down, right int) (cells []sudoku.Cell) {
	rows, columns := s.Size()
	for ; row >= 0 && row < rows && column >= 0 && column < columns; row, column = row+down, column+right {
		cells = append(cells, s.Cell(row, column))
	}
	return cells
}

// Restrict states a rule about the value of a single cell. Cells with the same rule share it.
func Restrict(p *sudoku.Puzzle, c sudoku.Cell, rule sudoku.Rule) {
	for i, other := range p.Rules {
		if other.Kind == rule.Kind && slices.Equal(other.Values, rule.Values) {
			p.Rules[i].Cells = append(other.Cells, c)
			return
		}
	}
	rule.Cells = []sudoku.Cell{c}
	p.Rules = append(p.Rules, rule)
}
