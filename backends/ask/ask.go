package ask

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/query"
)

// A Kind is a kind of question about a problem.
type Kind int

const (
	Solve  Kind = iota // find a solution
	Unique             // decide whether there is exactly one solution
	Count              // count the solutions
)

// A Question is a question about one problem. Where the problem has an objective, Unique, Count, and Solve with All are
// about the optimal solutions.
type Question struct {
	Kind  Kind
	All   bool  // Solve: find every solution
	Limit int64 // Count, and Solve with All: stop at this number of solutions; zero means no limit

	// Each, if not nil, receives the solutions of Solve with All, valid during the call. n counts from 1.
	Each func(solution []int, n int64)

	// Improved, if not nil, receives each solution that is better than the one before, and the value of its objective.
	Improved func(value int)

	// Spent is the time spent on the problem before the question. The time limit and Answer.Wall include it.
	Spent time.Duration
}

// An Answer is the answer to a Question. A solution has the values of the variables in the order of the model; of a
// puzzle only the values of its cells, as in a sudoku.Grid. Solutions are valid until the next call of the Asker.
type Answer struct {
	Question
	Solution []int         // the first solution, or the best one known; nil if none was found
	Other    []int         // Unique: a second solution, or nil
	Verdict  model.Verdict // Unique
	Count    *big.Int      // Count: exact if Result.Complete
	Result   model.Result  // what the solver reports about its search
	First    time.Duration // time to the first solution; zero if none was found
	Wall     time.Duration // total time
	Err      error         // the reason why the answer is incomplete (see Undecided), or a failure of the method

	Value   int  // of the objective of Solution
	Optimal bool // Solution is proved to be the best

	// Determined reports whether the shown variables determine the others, as far as the answer needed: Yes or No, or
	// UnknownYet if that was not found out or all variables are shown.
	Determined Tristate
}

// A Tristate is yes, no or unknown.
type Tristate int

// The values of a Tristate.
const (
	UnknownYet Tristate = iota
	Yes
	No
)

// Ask answers q about p. Each solution is checked: of a puzzle by the definitions of its rules, of another problem with
// Model.Check.
func (k *Asker) Ask(ctx context.Context, q Question, p *problem.Problem) Answer {
	a := Answer{Question: q}
	start := time.Now().Add(-q.Spent)
	a.Err = k.WithGround(ctx, start, p, func(ctx context.Context, g *Ground) error {
		s := search{asker: k, ground: g, problem: p, start: start, a: &a}
		return s.answer(ctx)
	})
	switch {
	case a.Err != nil:
		a.Result.Complete = false
	case a.Missing():
		a.Err = ErrIncomplete
	}
	if moves := k.Method.RunOptions.Moves; moves > 0 && errors.Is(a.Err, ErrIncomplete) &&
		a.Result.Stats.Effort.Iterations >= moves {
		a.Err = ErrMoveLimit
	}
	a.Wall = time.Since(start)
	return a
}

// SolveMixed finds a solution, the best one, of p.Mixed, and sets p.Point.
func (k *Asker) SolveMixed(ctx context.Context, q Question, p *problem.Problem) Answer {
	a := Answer{Question: q}
	start := time.Now()
	a.Err = WithDeadline(ctx, start.Add(-p.Spent), k.Timeout, func(ctx context.Context) error {
		x, err := k.Method.SolveMixed(ctx, p)
		if err == nil && x.Status == model.Unknown {
			err = ErrIncomplete
			if x.Unbounded {
				err = ErrUnbounded
			}
			err = fmt.Errorf("%w: its program reports %q", err, x.Note)
		}
		a.Result.Complete = x.Optimal || x.Status == model.Unsatisfiable
		if p.Point = x.Point; p.Point != nil {
			a.Solution, a.Result.Solutions = []int{}, 1
			a.Optimal = x.Optimal && p.Model.Objective != nil
		}
		return err
	})
	a.Result.Stats.Effort.Calls, a.Result.Stats.Size = 1, p.Mixed.Size()
	a.Wall = time.Since(start)
	return a
}

// Missing reports whether the answer is partial, because the search was stopped or the method cannot decide the
// question.
func (a *Answer) Missing() bool {
	switch {
	case a.Result.Complete:
		return false
	case a.Kind == Count:
		return a.Limit <= 0 || a.Count == nil || a.Count.Cmp(big.NewInt(a.Limit)) < 0
	case a.All:
		return a.Limit <= 0 || int64(a.Result.Solutions) < a.Limit
	case a.Kind == Unique:
		return a.Verdict == model.Undecided
	}
	return a.Result.Solutions == 0
}

// AnsweredBy returns the part of the method that answered the question.
func (a *Answer) AnsweredBy() model.AnsweredBy {
	switch {
	case a.Err != nil || a.Missing():
		return model.Nobody
	case a.Result.Stats.Settled:
		return model.ByPreprocessor
	}
	return model.BySolver
}

// Status reports whether there is a solution.
func (a *Answer) Status() model.Status {
	switch {
	case a.Solution != nil, a.Result.Solutions > 0, a.Count != nil && a.Count.Sign() > 0:
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

// Phases splits a wall time by the statistics of a solver, so that the phases add up to it. Time that they do not
// attribute to a phase, such as checking the answer, counts as solving, or as preprocessing if the solver did not run.
// Phases of pieces that were solved side by side may add up to more.
func Phases(s model.Stats, wall time.Duration) (preprocess, encode, solve time.Duration) {
	if s.Settled {
		return max(s.Preprocess, wall-s.Encode), s.Encode, s.Solve
	}
	return s.Preprocess, s.Encode, max(s.Solve, wall-s.Preprocess-s.Encode)
}

// Reasons why a question has a partial answer or none. The search was stopped, or the method gave up; it did not fail.
var (
	ErrTimeLimit   = errors.New("time limit reached")
	ErrMoveLimit   = errors.New("limit on moves reached")
	ErrInterrupted = errors.New("interrupted")
	ErrIncomplete  = errors.New("the method does not decide it")
	ErrUnbounded   = errors.New("the objective is unbounded, or there is no solution")
	ErrTooMany     = errors.New("too many solutions for a certificate")
)

// ErrAuxiliary reports that a model is wrong about its auxiliary variables.
var ErrAuxiliary = errors.New("two solutions differ in auxiliary variables only: expected that others determine these")

// errRepeated reports that a solver returned one solution twice, so that its claim of several solutions is void.
var errRepeated = &model.WrongAnswerError{Reason: errors.New("it returned one solution twice")}

// errNotBetter reports that a solver returned a solution that does not improve the objective.
var errNotBetter = errors.New("it returned a solution that is not better than the one before")

// Undecided reports whether err means that a search was stopped or gave up. Any other error is a failure of the method.
func Undecided(err error) bool {
	for _, target := range []error{ErrTimeLimit, ErrMoveLimit, ErrInterrupted, ErrIncomplete, ErrUnbounded, ErrTooMany,
		query.ErrIncomplete} {
		if errors.Is(err, target) {
			return true
		}
	}
	return errors.As(err, new(*human.LimitError))
}
