package generate

import (
	"context"
	"math/rand/v2"
	"slices"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A descent stops after plateauLimit puzzles with the same number of clues, or after plateauLimitNearTarget if at most
// two clues too many are left. Examining all neighbours of a puzzle takes about 1.8 ms.
const plateauLimit, plateauLimitNearTarget = 60, 300

// descend looks for a puzzle with at most target clues, far fewer than digging leaves. It starts from a puzzle made by
// digging. At each step it moves to a neighbour that can be dug further, or else to any neighbour not visited before.
// It returns the last puzzle and its solution. The puzzle is minimal; it has more than target clues if the descent got
// stuck.
func (m *Maker) descend(ctx context.Context, r *rand.Rand, target int) (clues, solution sudoku.Grid, err error) {
	if solution, err = sudoku.RandomGrid(ctx, m.spec.Shape, r); err != nil {
		return nil, nil, err
	}
	clues = slices.Clone(solution)
	n, err := m.digEachCell(ctx, clues, nil, r)
	visited := map[string]bool{}
	idle := 0 // steps since the number of clues fell
	for ; err == nil && n > target && (idle < plateauLimit || idle < plateauLimitNearTarget && n <= target+2); idle++ {
		visited[notation.Line(clues)] = true
		var next sudoku.Grid
		var left int
		if next, left, err = m.nextNeighbor(ctx, clues, n, visited, r); err != nil || next == nil {
			break
		}
		if left < n {
			idle = 0
		}
		clues, n = next, left
	}
	if err != nil {
		return nil, nil, err
	}
	solution, err = m.solve(ctx, clues)
	return clues, solution, err
}

// nextNeighbor returns a neighbour of a puzzle with n clues after digging it, if that leaves fewer than n, or else a
// neighbour not visited before; nil if there is none. It also returns the number of clues.
func (m *Maker) nextNeighbor(ctx context.Context, clues sudoku.Grid, n int, visited map[string]bool,
	r *rand.Rand) (sudoku.Grid, int, error) {
	all, err := m.neighborhood.exchanges(ctx, clues, r)
	if err != nil {
		return nil, 0, err
	}
	var sideways sudoku.Grid
	for _, x := range all {
		next := slices.Clone(clues)
		next[x.out] = 0
		next[x.in.Var] = x.in.Value
		left, err := m.digEachCell(ctx, next, func(c int) bool { return m.neighborhood.needed(x, c) }, r)
		if err != nil || left < n {
			return next, left, err
		}
		if sideways == nil && !visited[notation.Line(next)] {
			sideways = next
		}
	}
	return sideways, n, nil
}
