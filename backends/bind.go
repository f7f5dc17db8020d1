package backends

import (
	"context"
	"time"

	"nonet/encode"
	"nonet/model"
)

// Bind makes a solver of an optional preprocessor, an encoder and an engine. If preprocessing alone refutes the model or fixes every
// variable, the engine is not asked. The solver is a model.Preparer.
//
// Every assignment is checked with Model.Check, against the model as it was given, before it is passed on; a *model.WrongAnswerError ends
// the search if one fails. That there is no (further) solution is the engine's word and the preprocessor's: both are tested, neither
// can be checked. If the engine is a Counter, so is the solver.
func Bind[F, A any](pre Preprocessor, enc encode.Encoder[F, A], eng Engine[F, A]) model.Solver {
	b := bound[F, A]{pre, enc, eng}
	if c, ok := eng.(Counter[F]); ok {
		return counting[F, A]{b, c}
	}
	return b
}

type bound[F, A any] struct {
	pre Preprocessor
	enc encode.Encoder[F, A]
	eng Engine[F, A]
}

func (b bound[F, A]) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	reduce := func(ctx context.Context) (*model.Model, error) { return b.reduce(ctx, m) }
	return solve(ctx, reduce, b.enc, b.eng, m.Check, yield)
}

// reduce applies the preprocessor, if there is one.
func (b bound[F, A]) reduce(ctx context.Context, m *model.Model) (*model.Model, error) {
	if b.pre == nil {
		return m, nil
	}
	return preprocess(ctx, b.pre, m)
}

// solve solves the model that reduce returns.
func solve[F, A any](ctx context.Context, reduce func(context.Context) (*model.Model, error), enc encode.Encoder[F, A], eng Engine[F, A],
	check func(model.Assignment) error, yield func(model.Assignment) bool) (model.Result, error) {
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	var stats model.Stats
	start := time.Now()
	m, err := reduce(ctx)
	stats.Preprocess = lap(&start)
	if err != nil {
		return model.Result{Stats: stats}, err
	}
	refuted, fixed := settled(m)
	if refuted {
		return model.Result{Complete: true, Stats: stats}, nil
	}
	if fixed {
		// If the assignment fails the check, there is no solution: the engine will say so, too.
		if a := values(m); check(a) == nil {
			yield(a)
			return model.Result{Solutions: 1, Complete: true, Stats: stats}, nil
		}
	}
	e, err := enc.Encode(m)
	if err != nil {
		return model.Result{}, err
	}
	stats.Encode, stats.Size = lap(&start), e.Size

	var wrong error
	passed := 0
	r, err := eng.Solve(ctx, e.Formula, func(x A) bool {
		var a model.Assignment
		a, wrong = e.Decode(x)
		if wrong == nil {
			wrong = check(a)
		}
		if wrong != nil {
			return false
		}
		passed++
		return yield(a)
	})
	stats.Solve, stats.Effort, stats.Cost = lap(&start), r.Stats.Effort, r.Stats.Cost
	r.Solutions, r.Stats = passed, stats
	if wrong != nil {
		err = &model.WrongAnswerError{Reason: wrong}
	}
	if err != nil {
		r.Complete = false
	}
	return r, err
}

// settled reports whether some domain of m is empty, and whether all have one value.
func settled(m *model.Model) (refuted, fixed bool) {
	fixed = true
	for v := range m.Vars {
		switch len(m.Vars[v].Domain) {
		case 0:
			return true, false
		case 1:
		default:
			fixed = false
		}
	}
	return false, fixed
}

// values returns the assignment of the first value of each domain.
func values(m *model.Model) model.Assignment {
	a := make(model.Assignment, len(m.Vars))
	for v := range a {
		a[v] = m.Vars[v].Domain[0]
	}
	return a
}

func lap(start *time.Time) time.Duration {
	now := time.Now()
	d := now.Sub(*start)
	*start = now
	return d
}
