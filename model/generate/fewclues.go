package generate

import (
	"context"
	"math/rand/v2"
	"slices"

	"nonet/model"
	"nonet/model/sudoku"
)

// patience is the number of times that a descent goes sideways before it gives up.
const patience = 20

// descend looks for a puzzle with at most so many clues, far fewer than digging leaves. From the puzzle that digging leaves it goes by
// {-2+1} to puzzles with fewer clues while there are any; where there is none it goes by {-1+1} to another with as many, and looks again.
// Each puzzle on the way is dug further, so it is minimal. The last one comes back, with its solution; it may have more clues than
// wanted, if the descent was stuck.
func (m *Maker) descend(ctx context.Context, r *rand.Rand, target int) (clues, solution sudoku.Grid, err error) {
	if solution, err = sudoku.RandomGrid(ctx, m.spec.Shape, r); err != nil {
		return nil, nil, err
	}
	clues = slices.Clone(solution)
	for sideways := 0; sideways <= patience; {
		n, err := m.digEachCell(ctx, clues, solution, r)
		if err != nil || n <= target {
			return clues, solution, err
		}
		if err := m.hood.start(ctx, clues, solution, r); err != nil {
			return nil, nil, err
		}
		away, in, err := m.hood.move(ctx, 2, r)
		if err == nil && away == nil {
			sideways++
			away, in, err = m.hood.move(ctx, 1, r)
		} else {
			sideways = 0
		}
		if err != nil || away == nil {
			return clues, solution, err
		}
		for _, i := range away {
			clues[m.hood.cells[i]] = 0
		}
		clues[in.Var] = in.Value
		if solution, err = m.solve(ctx, clues); err != nil {
			return nil, nil, err
		}
	}
	return clues, solution, nil
}

// move returns a neighbour: the one or two cells whose clues go, by their index in h.cells, and the clue that comes. If there is none, away
// is nil.
func (h *neighbourhood) move(ctx context.Context, gone int, r *rand.Rand) (away []int, in model.Given, err error) {
	find := func(cells ...int) bool {
		err = h.neighbours(ctx, cells, r, func(x model.Given) bool {
			away, in = cells, x
			return false
		})
		return err != nil || away != nil
	}
	for i := range h.cells {
		if gone == 1 {
			if find(i) {
				return away, in, err
			}
			continue
		}
		for j := range i {
			if find(i, j) {
				return away, in, err
			}
		}
	}
	return nil, in, nil
}
