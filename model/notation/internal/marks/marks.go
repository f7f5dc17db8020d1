// Package marks turns the pencil marks of a position into a puzzle, and back. A puzzle states candidates as rules of
// the kind candidates, one for each cell whose candidates do not follow from the clues.
package marks

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// A Mark is what is written in a cell: a value, or candidates.
type Mark struct {
	Value      int   // 0 for a cell with candidates
	Given      bool  // the value is a clue; otherwise the solver of the puzzle has placed it
	Candidates []int // increasing; nil if nothing is known
}

// Puzzle returns the puzzle of a position: clues, and a rule for each cell with fewer candidates than the clues leave.
func Puzzle(s sudoku.Shape, all []Mark) sudoku.Puzzle {
	p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, len(all))}
	for c, m := range all {
		if m.Given {
			p.Clues[c] = m.Value
		}
	}
	left := possible(s, p.Clues)
	for c, m := range all {
		values := m.Candidates
		if m.Value != 0 {
			values = []int{m.Value}
		}
		restricts := slices.ContainsFunc(left[c], func(v int) bool { return !slices.Contains(values, v) })
		if m.Given || values == nil || !restricts {
			continue
		}
		p.Rules = append(p.Rules, sudoku.Rule{Kind: "candidates", Cells: []sudoku.Cell{sudoku.Cell(c)}, Values: values})
	}
	return p
}

// Of returns the position that the clues and the rules of the kind candidates state, and the other rules of p by index.
// A cell with a single candidate counts as placed if no cell of its houses has it as a candidate.
func Of(p sudoku.Puzzle) (all []Mark, others []int) {
	left := possible(p.Shape, p.Clues)
	for i, r := range p.Rules {
		if r.Kind != "candidates" {
			others = append(others, i)
			continue
		}
		for _, c := range r.Cells {
			left[c] = slices.DeleteFunc(left[c], func(v int) bool { return !slices.Contains(r.Values, v) })
		}
	}
	all = make([]Mark, len(left))
	for c, v := range p.Clues {
		if v != 0 {
			all[c] = Mark{Value: v, Given: true}
			left[c] = nil
		} else {
			all[c] = Mark{Candidates: left[c]}
		}
	}
	for c, v := range placed(p.Shape, left) {
		if v != 0 {
			all[c] = Mark{Value: v}
		}
	}
	return all, others
}

// Demote turns clues into candidates where a blank cell of their houses has the value as a candidate: the player has
// not placed it. It is for grids that do not distinguish values from single candidates.
func Demote(s sudoku.Shape, all []Mark) {
	for c, m := range all {
		for d := range all {
			if m.Given && sees(s, c, d) && slices.Contains(all[d].Candidates, m.Value) {
				all[c] = Mark{Candidates: []int{m.Value}}
				break
			}
		}
	}
}

// placed returns for each cell its single candidate if no other cell of its houses has it as a candidate, and 0.
func placed(s sudoku.Shape, left [][]int) []int {
	values := make([]int, len(left))
	for c, single := range left {
		if len(single) != 1 {
			continue
		}
		values[c] = single[0]
		for d := range left {
			if sees(s, c, d) && slices.Contains(left[d], single[0]) {
				values[c] = 0
				break
			}
		}
	}
	return values
}

// possible returns for each cell the values that no clue in its houses has.
func possible(s sudoku.Shape, clues sudoku.Grid) [][]int {
	n := s.N()
	left := make([][]int, len(clues))
	for c := range clues {
		used := make([]bool, n+1)
		for d, v := range clues {
			if sees(s, c, d) {
				used[v] = true
			}
		}
		for v := 1; v <= n; v++ {
			if !used[v] {
				left[c] = append(left[c], v)
			}
		}
	}
	return left
}

// Possible returns for each cell the values that no value of the position in its houses has.
func Possible(s sudoku.Shape, all []Mark) [][]int {
	return possible(s, slice.Map(all, func(m Mark) int { return m.Value }))
}

// sees reports whether two different cells share a row, a column or a box.
func sees(s sudoku.Shape, c, d int) bool {
	a, b := sudoku.Cell(c), sudoku.Cell(d)
	return c != d && (s.Row(a) == s.Row(b) || s.Column(a) == s.Column(b) || s.Box(a) == s.Box(b))
}
