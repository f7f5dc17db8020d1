package generate

import (
	"context"
	"math/rand/v2"
	"slices"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A descent visits so many puzzles with the same number of clues before it gives up: persistence if at most two clues are to go, or else
// patience. Looking at all neighbours of a puzzle takes about 12 ms.
const plateauLimit, plateauLimitNearTarget = 60, 300

// descend looks for a puzzle with at most so many clues, far fewer than digging leaves. From the puzzle that digging leaves it goes to a
// neighbour that can be dug further, if there is one, or else to any that it has not visited. The last puzzle comes back, with its
// solution. It is minimal; it may have more clues than wanted, if the descent was stuck.
func (m *Maker) descend(ctx context.Context, r *rand.Rand, target int) (clues, solution sudoku.Grid, err error) {
	if solution, err = sudoku.RandomGrid(ctx, m.spec.Shape, r); err != nil {
		return nil, nil, err
	}
	clues = slices.Clone(solution)
	n, err := m.digEachCell(ctx, clues, r)
	visited := map[string]bool{}
	for here := 0; err == nil && n > target && (here < plateauLimit || here < plateauLimitNearTarget && n <= target+2); here++ {
		visited[notation.Line(clues)] = true
		var next sudoku.Grid
		var left int
		if next, left, err = m.nextNeighbor(ctx, clues, n, visited, r); err != nil || next == nil {
			break
		}
		if left < n {
			here = 0
		}
		clues, n = next, left
	}
	if err != nil {
		return nil, nil, err
	}
	solution, err = m.solve(ctx, clues)
	return clues, solution, err
}

// nextNeighbor returns a neighbour of a puzzle with n clues that can be dug, which is done, or else one that was not visited; nil if there is none.
func (m *Maker) nextNeighbor(ctx context.Context, clues sudoku.Grid, n int, visited map[string]bool, r *rand.Rand) (sudoku.Grid, int, error) {
	all, err := m.neighborhood.exchanges(ctx, clues, r)
	if err != nil {
		return nil, 0, err
	}
	var sideways sudoku.Grid
	for _, x := range all {
		next := slices.Clone(clues)
		next[x.out] = 0
		next[x.in.Var] = x.in.Value
		left, err := m.digEachCell(ctx, next, r)
		if err != nil || left < n {
			return next, left, err
		}
		if sideways == nil && !visited[notation.Line(next)] {
			sideways = next
		}
	}
	return sideways, n, nil
}
