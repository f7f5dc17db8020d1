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
	// ahead are the puzzles of the next calls of Ask; results, if it is not nil, what the solver has found about them,
	// and perWork the time that it took, for a unit of their work.
	ahead   []*[81]uint8
	results []native.ClassicResult
	perWork float64
	single  [1]*[81]uint8
	found   [2][]int
	count   big.Int
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

// Ahead says which puzzles the next calls of Ask are about, in this order, so that the solver may work on several at
// once. The answers do not depend on it, except for the time, of which each puzzle gets its share.
func (f *FastAsker) Ahead(puzzles []*[81]uint8) { f.ahead, f.results = puzzles, nil }

// Empty reports whether no puzzles are left of the last call of Ahead.
func (f *FastAsker) Empty() bool { return len(f.ahead) == 0 }

// Ask answers the question about the puzzle with these digits, 0 for a blank. It returns the first solution as digits,
// or nil. done is false if an Asker must answer: the puzzle needs more than fastNodes nodes. a.Solution and a.Other are
// set if grids is true, or if there is not exactly one solution. The results are valid until the next call.
func (f *FastAsker) Ask(digits *[81]uint8, grids bool, a *Answer) (first *[81]uint8, done bool) {
	defer func() {
		if cause := recover(); cause != nil {
			f.Ahead(nil)
			a.Err, done = backends.Recovered(cause), true
		}
	}()
	limit := int(f.question.Limit)
	switch f.question.Kind {
	case Solve:
		limit = 1
	case Unique:
		limit = 2
	}
	r, err := f.solve(digits, limit)
	if f.question.Kind == Count && *digits == [81]uint8{} {
		return nil, false // the Asker counts the solutions of a blank grid by a faster method
	}
	if err == nil && !r.Complete && (limit <= 0 || r.Solutions < limit) {
		return nil, false
	}
	a.Question, a.Err, a.Result.Complete = f.question, err, r.Complete
	a.Wall = time.Duration(float64(r.Work) * f.perWork)
	stats := &a.Result.Stats
	stats.Effort.Nodes, stats.Effort.Failures = r.Nodes, r.Failures
	stats.Size.Variables, stats.Size.Constraints = 81, 27
	if f.question.Kind == Count {
		a.Count = f.count.SetInt64(int64(r.Solutions))
		// as the model of an Asker, which states its clues
		stats.Size.Constraints += 81 - bytes.Count(digits[:], []byte{0})
		return nil, true
	}
	a.Result.Solutions = r.Solutions
	if r.Solutions > 0 {
		first = &r.Found[0]
		if grids || r.Solutions != 1 || err != nil {
			a.Solution = f.grid(r, 0)
		}
	}
	if f.question.Kind == Unique && err == nil {
		a.Verdict = model.VerdictOf(a.Result)
		if r.Solutions > 1 {
			a.Other = f.grid(r, 1)
			if r.Found[0] == r.Found[1] {
				a.Verdict, a.Other, a.Err = model.Undecided, nil, errRepeated
			}
		}
	}
	return first, true
}

// solve returns the result for a puzzle. It works on all puzzles ahead at once, but if that leads to a wrong answer, on
// each one alone.
func (f *FastAsker) solve(digits *[81]uint8, limit int) (r *native.ClassicResult, err error) {
	if len(f.ahead) == 0 || f.ahead[0] != digits {
		f.single[0] = digits
		f.Ahead(f.single[:])
	}
	if f.results == nil {
		start := time.Now()
		if f.results, err = f.solver.Solve(f.ahead, limit, fastNodes); err != nil && len(f.ahead) > 1 {
			f.Ahead(nil)
			return f.solve(digits, limit)
		}
		work := int64(0)
		for i := range f.results {
			work += f.results[i].Work
		}
		f.perWork = float64(time.Since(start)) / float64(max(work, 1))
	}
	r, f.ahead, f.results = &f.results[0], f.ahead[1:], f.results[1:]
	return r, err
}

// grid returns a solution as a grid.
func (f *FastAsker) grid(r *native.ClassicResult, i int) []int {
	for c, digit := range r.Found[i] {
		f.found[i][c] = int(digit)
	}
	return f.found[i]
}
