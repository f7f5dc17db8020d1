package generate

import (
	"context"
	"math/rand/v2"

	"nonet/model"
	"nonet/model/sudoku"
)

// dig takes clues away, orbit by orbit in the given order, as long as more than target are left and keeps reports that the puzzle without
// them is still good. An orbit of which the rest cannot get down to the target exactly stays. It returns the number of clues that are left.
func dig(clues sudoku.Grid, orbits [][]sudoku.Cell, target int, accept func(left int, removed []model.Given) (bool, error)) (int, error) {
	left := sudoku.Puzzle{Clues: clues}.Givens()
	var open sizes
	for _, o := range orbits {
		open.add(o, 1)
	}
	var removed []model.Given
	for _, o := range orbits {
		open.add(o, -1)
		after := left - len(o)
		if clues[o[0]] == 0 || after < target || target > 0 && !open.canSum(after-target) {
			continue
		}
		removed = removed[:0]
		for _, c := range o {
			removed = append(removed, model.Given{Var: model.Var(c), Value: clues[c]})
			clues[c] = 0
		}
		ok, err := accept(after, removed)
		if err != nil {
			return left, err
		}
		if ok {
			left = after
			continue
		}
		for _, g := range removed {
			clues[g.Var] = g.Value
		}
	}
	return left, nil
}

// digEachCell takes clues away one by one, in random order, until the puzzle is minimal, and returns the number of those that are left.
func (m *Maker) digEachCell(ctx context.Context, clues sudoku.Grid, r *rand.Rand) (int, error) {
	m.givens = sudoku.Puzzle{Shape: m.spec.Shape, Clues: clues}.Given(m.givens[:0])
	number := make([]int, len(clues)) // of the given of a cell
	for i, g := range m.givens {
		number[g.Var] = i
	}
	var order []int
	for _, o := range Any.shuffledOrbits(m.spec.Shape, r) {
		if clues[o[0]] != 0 {
			order = append(order, number[o[0]])
		}
	}
	left, err := m.prober.Minimize(ctx, m.givens, order)
	clear(clues)
	for _, g := range left {
		clues[g.Var] = g.Value
	}
	return len(left), err
}

// staysUnique reports whether clues have one solution, if they have at most one together with the removed ones.
func (m *Maker) staysUnique(ctx context.Context, clues sudoku.Grid, removed []model.Given) (bool, error) {
	m.givens = sudoku.Puzzle{Shape: m.spec.Shape, Clues: clues}.Given(m.givens[:0])
	return m.prober.Unique(ctx, m.givens, removed)
}
