package model

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"slices"
)

// ErrObjective is the error of First, Unique, Count and All for a model with an objective. A solver then passes on only
// solutions that improve on the last, so neither the first one nor their number is an answer about m.
var ErrObjective = errors.New("the model has an objective: use model.Best, or drop the objective")

// Best returns the best solution that s finds, or nil if it finds none, and whether it is proved optimal. In a model
// without an objective every solution is optimal. If ctx ends, Best returns the best solution so far and ctx.Err().
func Best(ctx context.Context, s Solver, m *Model) (best Assignment, optimal bool, r Result, err error) {
	var wrong error
	r, err = s.Solve(ctx, m, func(a Assignment) bool {
		if o := m.Objective; o != nil && best != nil && !o.Better(o.Value(a), o.Value(best)) {
			wrong = &WrongAnswerError{errors.New("the objective is not better than in the solution before")}
			return false
		}
		best = append(best[:0], a...)
		return m.Objective != nil
	})
	if err == nil {
		err = wrong
	}
	return best, err == nil && best != nil && (r.Complete || m.Objective == nil), r, err
}

// First returns the first solution that s finds, or nil if it finds none. The error is ErrObjective if m has an
// objective.
func First(ctx context.Context, s Solver, m *Model) (Assignment, Result, error) {
	if m.Objective != nil {
		return nil, Result{}, ErrObjective
	}
	var found Assignment
	r, err := s.Solve(ctx, m, func(a Assignment) bool {
		found = slices.Clone(a)
		return false
	})
	return found, r, err
}

// A Verdict classifies a model by its number of solutions: none, one, or several.
type Verdict int

const (
	Undecided Verdict = iota // the search ended before it could decide
	None                     // no solution
	One                      // exactly one
	Multiple                 // at least two
)

func (v Verdict) String() string {
	return [...]string{Undecided: "unknown", None: "none", One: "unique", Multiple: "multiple"}[v]
}

// VerdictOf derives the verdict from the result of a search that ran to its end or until it had found at least two
// solutions.
func VerdictOf(r Result) Verdict {
	switch {
	case r.Solutions >= 2:
		return Multiple
	case !r.Complete:
		return Undecided
	case r.Solutions == 1:
		return One
	default:
		return None
	}
}

// Unique decides whether m has exactly one solution. It returns up to two solutions; two prove the verdict Multiple.
// The error is ErrObjective if m has an objective.
func Unique(ctx context.Context, s Solver, m *Model) (Verdict, []Assignment, Result, error) {
	if m.Objective != nil {
		return Undecided, nil, Result{}, ErrObjective
	}
	var found []Assignment
	r, err := s.Solve(ctx, m, func(a Assignment) bool {
		found = append(found, slices.Clone(a))
		return len(found) < 2
	})
	return VerdictOf(r), found, r, err
}

// A Counter is a solver that can count solutions without enumerating them.
type Counter interface {
	Solver
	// CountSolutions returns the number of solutions. If limit is positive it may stop as soon as it has counted that
	// many; the number is then a lower bound, at least limit. Result.Complete reports that the number is exact. m must
	// have no objective.
	CountSolutions(ctx context.Context, m *Model, limit int64) (*big.Int, Result, error)
}

// Count counts the solutions of m, natively if s is a Counter. If limit is positive, Count stops when it has counted
// that many. Result.Complete reports whether the number is exact. A Counter may count past limit. Unless its number is
// exact, Count then returns limit, as it does with other solvers. If ctx ends the search, Count returns the number so
// far and ctx.Err(). The error is ErrObjective if m has an objective.
func Count(ctx context.Context, s Solver, m *Model, limit int64) (*big.Int, Result, error) {
	if m.Objective != nil {
		return new(big.Int), Result{}, ErrObjective
	}
	if c, ok := s.(Counter); ok {
		n, r, err := c.CountSolutions(ctx, m, limit)
		if most := big.NewInt(limit); limit > 0 && !r.Complete && n != nil && n.Cmp(most) > 0 {
			n = most
		}
		return n, r, err
	}
	n := int64(0)
	r, err := s.Solve(ctx, m, func(Assignment) bool {
		n++
		return limit <= 0 || n < limit
	})
	return big.NewInt(n), r, err
}

// All iterates over the solutions of m. If the search fails or ctx ends it, All yields one more pair, of nil and the
// error. The error is ErrObjective if m has an objective.
func All(ctx context.Context, s Solver, m *Model) iter.Seq2[Assignment, error] {
	return func(yield func(Assignment, error) bool) {
		if m.Objective != nil {
			yield(nil, ErrObjective)
			return
		}
		stopped := false
		_, err := s.Solve(ctx, m, func(a Assignment) bool {
			stopped = !yield(slices.Clone(a), nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}
