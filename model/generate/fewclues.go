package generate

import (
	"context"
	"math/rand/v2"
	"slices"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// idleLimit is the number of puzzles with the same number of clues that a descent examines without success. Examining
// all neighbours of a puzzle with 18 clues takes about 0.7 ms. Of the puzzles examined with 20, 19 and 18 clues, 10 per
// cent, 3 per cent and 2 per thousand lead to one with fewer.
const idleLimit = 500

// descentCandidates is neighborhood.maxCandidates of a descent. Without a limit, 17 clues take more than twice as long;
// with 200 the descents find fewer neighbours and take twice as long, too.
const descentCandidates = 240

// A descent looks for a puzzle with few clues. It examines the neighbours of a minimal puzzle. If one of them can be
// dug further, the descent goes on with the dug puzzle, and else with one of the neighbours that it has not seen. If
// all of them have been seen, it returns to the last puzzle that it has not examined. If there is none with so few
// clues, or idleLimit puzzles were examined without success, it returns to one with more clues.
type descent struct {
	maker *Maker
	open  map[int][]sudoku.Grid // by number of clues: minimal puzzles to examine, the last one first
	idle  map[int]int           // by number of clues: puzzles examined since a puzzle with so few clues was dug
	seen  map[string]bool       // all puzzles that were in open, as lines
}

// descend looks for a puzzle with at most target clues, far fewer than digging leaves. It returns the last puzzle and
// its solution. The puzzle is minimal; it has more than target clues if the descent failed, which it does when it would
// have to return to a puzzle with more than target+2 clues.
func (m *Maker) descend(ctx context.Context, r *rand.Rand, target int) (clues, solution sudoku.Grid, err error) {
	if solution, err = sudoku.RandomGrid(ctx, m.spec.Shape, r); err != nil {
		return nil, nil, err
	}
	clues = slices.Clone(solution)
	n, err := m.digEachCell(ctx, clues, nil, r)
	d := descent{maker: m, open: map[int][]sudoku.Grid{n: {clues}}, idle: map[int]int{}, seen: map[string]bool{}}
	for err == nil && n > target {
		open := d.open[n]
		if len(open) == 0 || d.idle[n] == idleLimit {
			if delete(d.open, n); n >= target+2 {
				break
			}
			n++
			continue
		}
		clues, d.open[n] = open[len(open)-1], open[:len(open)-1]
		d.idle[n]++
		var left int
		if left, err = d.examine(ctx, clues, n, r); left < n {
			n, d.idle[left] = left, 0
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if n <= target {
		clues = d.open[n][0]
	}
	solution, err = m.solve(ctx, clues)
	return clues, solution, err
}

// examine adds the neighbours of a puzzle with n clues to the open puzzles, until one of them can be dug further. It
// returns the number of clues that this leaves, or n.
func (d *descent) examine(ctx context.Context, clues sudoku.Grid, n int, r *rand.Rand) (int, error) {
	h := d.maker.neighborhood
	all, err := h.exchanges(ctx, clues, r)
	if err != nil {
		return n, err
	}
	for _, x := range all {
		next := slices.Clone(clues)
		next[x.out] = 0
		next[x.in.Var] = x.in.Value
		line := notation.Line(nil, next)
		if d.seen[line] {
			continue
		}
		d.seen[line] = true
		left, err := d.maker.digEachCell(ctx, next, func(c int) bool { return h.needed(x, c) }, r)
		if err != nil {
			return n, err
		}
		if d.open[left] = append(d.open[left], next); left < n {
			d.seen[notation.Line(nil, next)] = true
			return left, nil
		}
	}
	return n, nil
}
