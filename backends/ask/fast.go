package ask

import (
	"bytes"
	"math/big"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/model"
)

// A FastAsker answers questions about classic 9x9 puzzles that take microseconds, as in lists of millions, without the
// per-puzzle cost of an Asker: givens, assignments, clocks, a context. It declines puzzles that take longer.
// native.Classic checks its solutions itself; the checker of an Asker does not check them again. A FastAsker is not
// safe for concurrent use.
type FastAsker struct {
	question Question
	solver   *native.Classic
	found    [2][]int
	count    big.Int
}

// fastNodes limits the nodes that a FastAsker spends on a puzzle: some hundred microseconds. Puzzles with one solution
// rarely need a tenth.
const fastNodes = 1000

// NewFastAsker returns a FastAsker for the question. It returns nil if the Asker must answer: for methods other than
// native, for all solutions, and for a time limit that is shorter than fastNodes nodes may take.
func NewFastAsker(m methods.Method, q Question, timeout time.Duration) *FastAsker {
	s, ok := m.Solver().(native.Solver)
	if !ok || q.All || timeout > 0 && timeout < 10*time.Millisecond {
		return nil
	}
	f := &FastAsker{question: q, solver: s.Classic()}
	if f.solver == nil {
		return nil
	}
	for i := range f.found {
		f.found[i] = make([]int, 81)
	}
	return f
}

// Ask answers the question about the puzzle with these digits, 0 for a blank. It returns the first solution as digits,
// or nil. done is false if an Asker must answer: the puzzle needs more than fastNodes nodes. a.Solution and a.Other are
// set if grids is true, or if there is not exactly one solution. The results are valid until the next call.
func (f *FastAsker) Ask(digits *[81]uint8, grids bool, a *Answer) (first *[81]uint8, done bool) {
	defer func() {
		if cause := recover(); cause != nil {
			a.Err, done = backends.Recovered(cause), true
		}
	}()
	limit := int(f.question.Limit)
	switch f.question.Kind {
	case Solve:
		limit = 1
	case Unique:
		limit = 2
	case Count:
		if *digits == [81]uint8{} {
			return nil, false // the Asker counts the solutions of a blank grid by a faster method
		}
	}
	n, complete, err := f.solver.Solve(digits, limit, fastNodes)
	if err == nil && !complete && (limit <= 0 || n < limit) {
		return nil, false
	}
	a.Question, a.Err, a.Result.Complete = f.question, err, complete
	stats := &a.Result.Stats
	stats.Effort.Nodes, stats.Effort.Failures = f.solver.Effort()
	stats.Size.Variables, stats.Size.Constraints = 81, 27
	if f.question.Kind == Count {
		a.Count = f.count.SetInt64(int64(n))
		// as the model of an Asker, which states its clues
		stats.Size.Constraints += 81 - bytes.Count(digits[:], []byte{0})
		return nil, true
	}
	a.Result.Solutions = n
	if n > 0 {
		first = &f.solver.Found[0]
		if grids || n != 1 || err != nil {
			a.Solution = f.grid(0)
		}
	}
	if f.question.Kind == Unique && err == nil {
		a.Verdict = model.VerdictOf(a.Result)
		if n > 1 {
			a.Other = f.grid(1)
			if f.solver.Found[0] == f.solver.Found[1] {
				a.Verdict, a.Other, a.Err = model.Undecided, nil, errRepeated
			}
		}
	}
	return first, true
}

// grid returns a solution as a grid.
func (f *FastAsker) grid(i int) []int {
	for c, digit := range f.solver.Found[i] {
		f.found[i][c] = int(digit)
	}
	return f.found[i]
}
