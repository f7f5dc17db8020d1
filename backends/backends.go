// Package backends connects formulas to solvers. An [Engine] solves one type of formula and knows no model; [Bind] joins an engine with
// an encoder into a model.Solver that encodes, runs, decodes, times each phase, and checks every answer against the model before
// anybody sees it. The packages below it hold the engines (gini, gophersat, clp, process) and the solvers that work on the model itself
// (native); methods names all combinations; backendtest is the suite that every one of them passes.
package backends

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nonet/encode"
	"nonet/model"
)

// An Engine solves formulas of type F, whose solutions have type A. It holds options only; all state lives in one call.
type Engine[F, A any] interface {
	// Solve passes solutions of f to yield, each different from the others on the shown variables, until yield returns false, no
	// further solution exists, or ctx ends. The contract is that of model.Solver, one level down. The engine fills in Stats.Effort.
	// f is not modified. The solution passed to yield is valid only during the call.
	Solve(ctx context.Context, f F, yield func(A) bool) (model.Result, error)
}

// ErrUnavailable is returned, wrapped, by a backend whose program or library is not there.
var ErrUnavailable = errors.New("not available")

// A WrongAnswerError says that a solver returned something that is not a solution of the model.
type WrongAnswerError struct {
	Reason error
}

func (e *WrongAnswerError) Error() string {
	return "backends: the solver's answer is wrong: " + e.Reason.Error()
}
func (e *WrongAnswerError) Unwrap() error { return e.Reason }

// A Preprocessor makes a model smaller without changing its solutions: the result has the same variables, with smaller domains and
// further givens. If it finds that there is no solution, some domain of the result is empty.
type Preprocessor interface {
	Preprocess(m *model.Model) (*model.Model, error)
}

// Bind makes a solver of an optional preprocessor, an encoder and an engine.
func Bind[F, A any](pre Preprocessor, enc encode.Encoder[F, A], eng Engine[F, A]) model.Solver {
	return bound[F, A]{pre, enc, eng}
}

type bound[F, A any] struct {
	pre Preprocessor
	enc encode.Encoder[F, A]
	eng Engine[F, A]
}

func (b bound[F, A]) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	var stats model.Stats
	start := time.Now()
	reduced := m
	if b.pre != nil {
		var err error
		if reduced, err = b.pre.Preprocess(m); err != nil {
			return model.Result{}, err
		}
		stats.Preprocess = lap(&start)
		if refuted(reduced) {
			return model.Result{Complete: true, Stats: stats}, nil
		}
	}
	e, err := b.enc.Encode(reduced)
	if err != nil {
		return model.Result{}, err
	}
	stats.Encode = lap(&start)

	var wrong error
	passed := 0
	r, err := b.eng.Solve(ctx, e.Formula, func(x A) bool {
		var a model.Assignment
		a, wrong = e.Decode(x)
		if wrong == nil {
			wrong = m.Check(a)
		}
		if wrong != nil {
			return false
		}
		passed++
		return yield(a)
	})
	r.Solutions = passed
	r.Stats.Preprocess, r.Stats.Encode, r.Stats.Size = stats.Preprocess, stats.Encode, e.Size
	r.Stats.Solve = lap(&start)
	if wrong != nil {
		r.Complete = false
		return r, &WrongAnswerError{wrong}
	}
	if err != nil {
		r.Complete = false
	}
	return r, err
}

func lap(start *time.Time) time.Duration {
	now := time.Now()
	d := now.Sub(*start)
	*start = now
	return d
}

// refuted reports whether preprocessing left a variable without a value.
func refuted(m *model.Model) bool {
	for _, v := range m.Vars {
		if len(v.Domain) == 0 {
			return true
		}
	}
	return false
}

// Unavailable returns an error that wraps ErrUnavailable and says what is missing and how to get it.
func Unavailable(what, install string) error {
	return fmt.Errorf("%s: %w; %s", what, ErrUnavailable, install)
}
