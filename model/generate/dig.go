package generate

import (
	"context"
	"math/rand/v2"

	"nonet/model"
	"nonet/model/sudoku"
)

// dig takes clues away, orbit by orbit in the given order, as long as more than target are left and keeps reports that the puzzle without
// them is still good. An orbit of which the rest cannot get down to the target exactly stays. It returns the number of clues that are left.
func dig(clues sudoku.Grid, orbits [][]sudoku.Cell, target int, keeps func(left int, removed []model.Given) (bool, error)) (int, error) {
	left := 0
	for _, v := range clues {
		if v != 0 {
			left++
		}
	}
	var open sizes
	for _, o := range orbits {
		open.add(o, 1)
	}
	var removed []model.Given
	for _, o := range orbits {
		open.add(o, -1)
		after := left - len(o)
		if clues[o[0]] == 0 || after < target || target > 0 && !open.fill(after-target) {
			continue
		}
		removed = removed[:0]
		for _, c := range o {
			removed = append(removed, model.Given{Var: model.Var(c), Value: clues[c]})
			clues[c] = 0
		}
		ok, err := keeps(after, removed)
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

// digEachCell takes clues away one by one, in random order, as long as the solution remains the only one. What is left is minimal: each
// clue was found to be needed by more clues than are left, which need it all the more.
func (m *Maker) digEachCell(ctx context.Context, clues sudoku.Grid, r *rand.Rand) (int, error) {
	return dig(clues, Any.shuffled(m.spec.Shape, r), 0, func(_ int, removed []model.Given) (bool, error) {
		return m.unique(ctx, clues, removed)
	})
}

// unique reports whether clues have one solution. Together with the removed ones they have at most one, so another solution lacks some of
// these, and two are enough to look at.
func (m *Maker) unique(ctx context.Context, clues sudoku.Grid, removed []model.Given) (bool, error) {
	m.givens = sudoku.Puzzle{Shape: m.spec.Shape, Clues: clues}.Given(m.givens[:0])
	other := false
	r, err := m.search.SolveGiven(ctx, m.givens, func(a model.Assignment) bool {
		for _, g := range removed {
			other = other || a[g.Var] != g.Value
		}
		return !other
	})
	if err == nil && !other && !r.Complete {
		err = errIncomplete
	}
	return !other, err
}
