package cli

import (
	"bytes"
	"math/big"
	"time"

	"nonet/backends"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
)

// A quick answers questions about classic puzzles that take microseconds, as in lists of millions, without what a runner needs for each
// puzzle: givens, assignments, clocks, a context. What takes longer goes the way of all others, from the beginning.
//
// The solutions are those that native.Classic has checked; the checker of the runner does not look at them again.
type quick struct {
	need   need
	solver *native.Classic
	found  [2]sudoku.Grid // the solutions of solver
	count  big.Int
}

// quickNodes is how many nodes a quick gives to a puzzle: some hundred microseconds. Puzzles with one solution hardly ever need a tenth.
const quickNodes = 1000

// newQuick returns a quick for the question, or nil if there is none: for other methods, where more is asked for than the number of solutions
// and the first two, such as a proof, and where a limit on the time is shorter than the nodes might take.
func newQuick(q asking, n need, timeout time.Duration) *quick {
	s, ok := q.method.Solver().(native.Solver)
	if !ok || q.cubes.splits() || q.all || q.minimal || q.cross != "" || q.proofs != nil || q.question == askRate || timeout > 0 && timeout < 10*time.Millisecond {
		return nil
	}
	k := &quick{need: n, solver: s.Classic()}
	if k.solver == nil {
		return nil
	}
	for i := range k.found {
		k.found[i] = make(sudoku.Grid, 81)
	}
	return k
}

// answer answers the question of a about the puzzle of a task that has no item, and unpacks the puzzle into a.item if it is needed as a
// grid. It reports false if the answer would take long, and a is then as it was. What a holds is valid until the next call, and no longer than t.
func (k *quick) answer(a *answer, t *task) (done bool) {
	defer func() {
		if cause := recover(); cause != nil {
			t.unpack(a.item)
			a.err, done = backends.Recovered(cause), true
		}
	}()
	limit := int(a.limit)
	switch a.question {
	case askSolve:
		limit = 1
	case askUnique:
		limit = 2
	case askCount:
		if t.digits == [81]uint8{} {
			return false // there is a better way to count the solutions of a blank grid
		}
	}
	n, complete, err := k.solver.Solve(&t.digits, limit, quickNodes)
	if err == nil && !complete && (limit <= 0 || n < limit) {
		return false
	}
	grids := k.need.grids || n != 1 || err != nil
	if grids {
		t.unpack(a.item)
	}
	a.clues = &t.digits
	a.err = err
	a.result.Complete = complete
	stats := &a.result.Stats
	stats.Effort.Nodes, stats.Effort.Failures = k.solver.Effort()
	stats.Size.Variables, stats.Size.Constraints = 81, 27
	if a.question == askCount {
		a.count = k.count.SetInt64(int64(n))
		stats.Size.Constraints += 81 - bytes.Count(t.digits[:], []byte{0}) // the clues are part of a model that is counted
		return true
	}
	a.result.Solutions = n
	if n > 0 {
		a.first = &k.solver.Found[0]
		if grids {
			a.solution = k.grid(0)
		}
	}
	if a.question == askUnique && err == nil {
		a.verdict = model.VerdictOf(a.result)
		if n > 1 {
			a.other = k.grid(1)
			if k.solver.Found[0] == k.solver.Found[1] {
				a.verdict, a.other, a.err = model.Undecided, nil, errTwice
			}
		}
	}
	return true
}

// grid returns a solution that was found.
func (k *quick) grid(i int) sudoku.Grid {
	for c, digit := range k.solver.Found[i] {
		k.found[i][c] = int(digit)
	}
	return k.found[i]
}
