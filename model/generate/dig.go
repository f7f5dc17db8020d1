package generate

import (
	"context"
	"math/rand/v2"

	"nonet/model"
	"nonet/model/sudoku"
)

// dig removes orbits of clues in the given order. It removes an orbit if at least target clues remain and accept
// agrees, which receives the number of remaining clues and the removed ones. If target is positive, dig skips an orbit
// whose removal would make target unreachable by the orbits that follow. It returns the number of remaining clues.
func dig(clues sudoku.Grid, orbits [][]sudoku.Cell, target int,
	accept func(left int, removed []model.Given) (bool, error)) (int, error) {
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

// digEachCell removes clues one by one, in random order, until the puzzle is minimal, and returns the number of
// remaining clues. needed reports whether the clue of a cell is known to be needed; it may be nil.
func (m *Maker) digEachCell(ctx context.Context, clues sudoku.Grid, needed func(c int) bool,
	r *rand.Rand) (int, error) {
	m.givens = sudoku.Puzzle{Shape: m.spec.Shape, Clues: clues}.Given(m.givens[:0])
	number := make([]int, len(clues)) // number[c]: index of the given of cell c
	for i, g := range m.givens {
		number[g.Var] = i
	}
	order := []int{}
	for _, o := range Any.shuffledOrbits(m.spec.Shape, r) {
		if c := int(o[0]); clues[c] != 0 && (needed == nil || !needed(c)) {
			order = append(order, number[c])
		}
	}
	left, err := m.prober.Minimize(ctx, m.givens, order)
	clear(clues)
	for _, g := range left {
		clues[g.Var] = g.Value
	}
	return len(left), err
}

// staysUnique reports whether clues have exactly one solution. The caller must know that they have exactly one together
// with removed.
func (m *Maker) staysUnique(ctx context.Context, clues sudoku.Grid, removed []model.Given) (bool, error) {
	m.givens = sudoku.Puzzle{Shape: m.spec.Shape, Clues: clues}.Given(m.givens[:0])
	return m.prober.Unique(ctx, m.givens, removed)
}
