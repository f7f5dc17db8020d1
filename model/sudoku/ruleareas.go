package sudoku

import (
	"fmt"

	"nonet/model"
)

// allDifferentOf states that the cells have different values.
func allDifferentOf(cells []Cell) model.AllDifferent {
	return model.AllDifferent{Vars: variables(cells)}
}

// variables returns the variables of the cells in Shape.Model.
func variables(cells []Cell) []model.Var {
	vars := make([]model.Var, len(cells))
	for i, c := range cells {
		vars[i] = model.Var(c)
	}
	return vars
}

func allDifferentRule(_ Shape, r Rule) []model.Constraint {
	return []model.Constraint{allDifferentOf(r.Cells)}
}

// validRegions checks the regions of a jigsaw: Cells lists them one after the other, N cells each.
func validRegions(s Shape, r Rule) string {
	switch {
	case s.Height > 1 && s.Width > 1:
		return fmt.Sprintf("they take the place of boxes, expected a grid without boxes (shape 1x%d)", s.N())
	case len(r.Cells) != s.Cells():
		return fmt.Sprintf("they have %d cells, the grid has %d", len(r.Cells), s.Cells())
	}
	return ""
}

func regions(s Shape, r Rule) []model.Constraint {
	n := s.N()
	all := make([]model.Constraint, n)
	for i := range all {
		all[i] = allDifferentOf(r.Cells[i*n : (i+1)*n])
	}
	return all
}

func diagonals(s Shape, _ Rule) []model.Constraint {
	n := s.N()
	var down, up []Cell
	for i := range n {
		down, up = append(down, s.Cell(i, i)), append(up, s.Cell(n-1-i, i))
	}
	return []model.Constraint{allDifferentOf(down), allDifferentOf(up)}
}

func needsBoxes(s Shape, _ Rule) string {
	if s.Height == 1 || s.Width == 1 {
		return "the grid has no boxes"
	}
	return ""
}

// windoku has as many windows as fit: the first starts in the second row and column, with a line of cells between two
// windows. A 9×9 grid has four of 3×3 cells, a 4×4 grid one.
func windoku(s Shape, _ Rule) []model.Constraint {
	var all []model.Constraint
	for top := 1; top+s.Height < s.N(); top += s.Height + 1 {
		for left := 1; left+s.Width < s.N(); left += s.Width + 1 {
			var window []Cell
			for k := range s.N() {
				window = append(window, s.Cell(top+k/s.Width, left+k%s.Width))
			}
			all = append(all, allDifferentOf(window))
		}
	}
	return all
}

func disjointGroups(s Shape, _ Rule) []model.Constraint {
	all := make([]model.Constraint, s.N())
	boxes := Boxes(s)
	for k := range all {
		vars := make([]model.Var, s.N())
		for b := range vars {
			vars[b] = boxes[b].(model.AllDifferent).Vars[k]
		}
		all[k] = model.AllDifferent{Vars: vars}
	}
	return all
}

// Moves down and right, without the reverse moves.
var (
	knightMoves = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}}
	kingMoves   = [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}}
	sideMoves   = [][2]int{{0, 1}, {1, 0}}
)

// movePairs calls f for each pair of cells that a move leads from the first to the second. A move is rows down and
// columns to the right.
func movePairs(s Shape, moves [][2]int, f func(a, b model.Var)) {
	for row := range s.N() {
		for column := range s.N() {
			for _, move := range moves {
				toRow, toColumn := row+move[0], column+move[1]
				if toRow < s.N() && toColumn >= 0 && toColumn < s.N() {
					f(model.Var(s.Cell(row, column)), model.Var(s.Cell(toRow, toColumn)))
				}
			}
		}
	}
}

// movesApart states that cells connected by one of the moves have different values.
func movesApart(moves [][2]int) func(Shape, Rule) []model.Constraint {
	return func(s Shape, _ Rule) (all []model.Constraint) {
		movePairs(s, moves, func(a, b model.Var) { all = append(all, model.NotEqual{A: a, B: b}) })
		return all
	}
}

func nonConsecutive(s Shape, _ Rule) (all []model.Constraint) {
	movePairs(s, sideMoves, func(a, b model.Var) {
		all = append(all, model.NotEqual{A: a, B: b, Offset: 1}, model.NotEqual{A: a, B: b, Offset: -1})
	})
	return all
}
