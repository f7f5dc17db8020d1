package generate

import (
	"math/rand/v2"
	"slices"

	"nonet/model/sudoku"
)

// Digging large grids in random order ends far above the fewest clues. Two other ways take turns with it if the first
// randomDigs puzzles have too many clues: digValues puzzles are dug value by value, and then triangles are drawn. All
// of this is for grids of at least fallbackRows rows; smaller ones are dug in random order until one succeeds.
//
// At order 5, easy proofs suffice for 265 to 282 clues after digging in random order and for 244 to 254 after digging
// value by value. Box by box, row by row or along diagonals leaves 248 to 264.
const randomDigs, digValues, fallbackRows = 5, 5, 16

// A way is a way to draw a puzzle with few clues.
type way int

const (
	randomOrder way = iota // dig a random grid in random order
	valueByValue
	twoTriangles
)

// wayOf returns the way to draw a puzzle with target clues at an attempt, counted from 1. fewest is the fewest clues so
// far, or 0. If they are too many by more than a row, digging is given up at once. Triangles with too many clues are
// drawn once, since they are the fewest clues that are known.
func (m *Maker) wayOf(attempt, target, fewest int) way {
	s := &m.spec
	least := triangleClues(s.Shape)
	firstTriangles := randomDigs + digValues + 1
	if fewest > target+s.Shape.N() {
		firstTriangles = 2
	}
	switch {
	case target == 0 || s.Shape.N() < fallbackRows || s.Pattern != Any || !s.needsNoRules():
		return randomOrder
	case s.Minimal && target == least: // the triangles are minimal, and digging large grids to the end may take hours
		return twoTriangles
	case s.Minimal:
		return randomOrder
	case attempt >= firstTriangles && target >= least || attempt == firstTriangles:
		return twoTriangles
	case attempt <= randomDigs:
		return randomOrder
	}
	return valueByValue
}

// inTriangles reports whether a cell of the root solution is in one of two triangles, which are its only completion.
// With the rows in the order of their rotations, the root solution is the circulant Latin square: value i+j (mod N) in
// row i and column j. The triangles are the cells with i+j < N/2 and with i+j >= N + N/2, and singles in rows and
// columns fill the square from them.
//
// Source: A. Khodkar, N. J. Cavenagh, D. M. Donovan, On the spectrum of critical sets in back circulant Latin squares,
// 25th Australasian Conference on Combinatorial Mathematics and Combinatorial Computing, 2000.
func inTriangles(s sudoku.Shape, c int) bool {
	n := s.N()
	row, column := c/n, c%n
	sum := s.Width*(row%s.Height) + row/s.Height + column
	return sum < n/2 || sum >= n+n/2
}

// triangleClues returns the number of cells of the triangles: N²/4, rounded down.
func triangleClues(s sudoku.Shape) int { return s.N() * s.N() / 4 }

// drawTriangles returns a random image of the root solution, with the triangles and random further cells as clues:
// target clues, or more if the triangles have more.
func drawTriangles(s sudoku.Shape, target int, r *rand.Rand) (clues, solution sudoku.Grid) {
	solution = s.Root()
	clues = slices.Clone(solution)
	left := len(clues)
	for _, c := range r.Perm(len(clues)) {
		if left > target && !inTriangles(s, c) {
			clues[c] = 0
			left--
		}
	}
	symmetry := sudoku.RandomSymmetry(s, r)
	return symmetry.Grid(clues), symmetry.Grid(solution)
}
