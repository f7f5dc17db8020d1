package ask

import (
	"context"
	"errors"
	"math/big"
	"time"

	"nonet/model"
	"nonet/model/sudoku"
)

// A Kind is a kind of question about a puzzle.
type Kind int

const (
	Solve  Kind = iota // find a solution
	Unique             // decide whether there is exactly one solution
	Count              // count the solutions
)

// A Question is a question about one puzzle.
type Question struct {
	Kind  Kind
	All   bool  // Solve: find every solution
	Limit int64 // Count, and Solve with All: stop at this number of solutions; zero means no limit

	// Each, if not nil, receives the solutions of Solve with All; the Answer does not hold them. n counts from 1. The
	// grid is valid only during the call.
	Each func(g sudoku.Grid, n int64)

	// Spent is the time spent on the puzzle before the question. The time limit and Answer.Wall include it.
	Spent time.Duration
}

// An Answer is the answer to a Question. Its grids are valid until the next call of the Asker.
type Answer struct {
	Question
	Solution sudoku.Grid   // the first solution; nil if none was found, and for Count
	Other    sudoku.Grid   // Unique: a second solution, or nil
	Verdict  model.Verdict // Unique
	Count    *big.Int      // Count: exact if Result.Complete
	Result   model.Result  // what the solver reports about its search
	First    time.Duration // time to the first solution; zero if none was found
	Wall     time.Duration // total time
	Err      error         // the reason why the answer is incomplete (see Undecided), or a failure of the method
}

// Ask answers q about p.
func (k *Asker) Ask(ctx context.Context, q Question, p sudoku.Puzzle) Answer {
	a := Answer{Question: q}
	start := time.Now().Add(-q.Spent)
	if counter, ok := k.Solver.(model.Counter); ok && q.Kind == Count {
		a.Err = k.WithGround(ctx, start, p, func(ctx context.Context, _ *Ground) (err error) {
			a.Count, a.Result, err = model.Count(ctx, counter, p.Model(), q.Limit)
			return err
		})
		if a.Err != nil {
			a.Result.Complete = false
		}
	} else {
		k.enumerate(ctx, start, p, &a)
	}
	if a.Err == nil && !a.Result.Complete && a.Missing() {
		a.Err = ErrIncomplete
	}
	if errors.Is(a.Err, ErrIncomplete) && k.Moves > 0 && a.Result.Stats.Effort.Iterations >= k.Moves {
		a.Err = ErrMoveLimit
	}
	a.Wall = time.Since(start)
	return a
}

// enumerate iterates over the solutions until the question is answered.
func (k *Asker) enumerate(ctx context.Context, start time.Time, p sudoku.Puzzle, a *Answer) {
	limit := a.Limit // zero means all
	switch {
	case a.Kind == Unique:
		limit = 2
	case a.Kind == Solve && !a.All:
		limit = 1
	}
	n := int64(0)
	a.Result, a.Err = k.search(ctx, start, p, func(g sudoku.Grid) bool {
		n++
		if n == 1 {
			a.First = time.Since(start)
		}
		switch {
		case n == 1 && a.Kind != Count:
			a.Solution = k.keep(0, g)
		case n == 2 && a.Kind == Unique:
			a.Other = k.keep(1, g)
		}
		if a.All && a.Each != nil {
			a.Each(g, n)
		}
		return limit <= 0 || n < limit
	})
	switch a.Kind {
	case Count:
		a.Count = big.NewInt(n)
	case Unique:
		if a.Other != nil && k.repeated() {
			a.Other, a.Result.Complete, a.Err = nil, false, errRepeated
			return
		}
		a.Verdict = model.VerdictOf(a.Result)
	}
}

// Missing reports whether the answer is partial, because the search was stopped or the method cannot decide the
// question.
func (a *Answer) Missing() bool { return a.Question.missing(a.Result, a.Count, a.Verdict) }

// missing reports whether an answer to q with these results is partial. count is nil if nothing was counted.
func (q Question) missing(r model.Result, count *big.Int, v model.Verdict) bool {
	switch {
	case r.Complete:
		return false
	case q.Kind == Count:
		return q.Limit <= 0 || count == nil || count.Cmp(big.NewInt(q.Limit)) < 0
	case q.All:
		return q.Limit <= 0 || int64(r.Solutions) < q.Limit
	case q.Kind == Unique:
		return v == model.Undecided
	}
	return r.Solutions == 0
}

// AnsweredBy returns the part of the method that answered the question.
func (a *Answer) AnsweredBy() model.AnsweredBy {
	return answeredBy(a.Err != nil || a.Missing(), a.Result.Stats)
}

func answeredBy(missing bool, s model.Stats) model.AnsweredBy {
	switch {
	case missing:
		return model.Nobody
	case s.Settled:
		return model.ByPreprocessor
	}
	return model.BySolver
}

// Status reports whether there is a solution.
func (a *Answer) Status() model.Status {
	if a.Kind != Count {
		return a.Result.Status()
	}
	switch {
	case a.Count != nil && a.Count.Sign() > 0:
		return model.Satisfiable
	case a.Result.Complete:
		return model.Unsatisfiable
	}
	return model.Unknown
}

// Phases splits the time of the answer: see the function Phases.
func (a *Answer) Phases() (preprocess, encode, solve time.Duration) {
	return Phases(a.Result.Stats, a.Wall)
}

// Phases splits a wall time by the statistics of a solver. Time that they do not attribute to a phase counts as
// solving, or as preprocessing if the solver did not run.
func Phases(s model.Stats, wall time.Duration) (preprocess, encode, solve time.Duration) {
	switch {
	case s.Settled:
		s.Preprocess = max(s.Preprocess, wall)
	case s.Solve == 0:
		s.Solve = max(0, wall-s.Preprocess-s.Encode)
	}
	return s.Preprocess, s.Encode, s.Solve
}
