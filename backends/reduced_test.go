package backends_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/gini"
	"nonet/backends/native"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// unprepared is a preprocessor that is not a Preparer: its method Prepare has another signature.
type unprepared struct{ *deduce.Reduction }

func (unprepared) Prepare() {}

func TestReduced(t *testing.T) {
	for name, pre := range map[string]backends.Preprocessor{
		"prepared": deduce.Singles, "plain": unprepared{deduce.Singles}} {
		t.Run(name, func(t *testing.T) {
			backendtest.Run(t, backends.WithPreprocessor(pre, native.Solver{}), backendtest.Options{Random: 100})
		})
	}
	if s := backends.WithPreprocessor(nil, native.Solver{}); s != (model.Solver)(native.Solver{}) {
		t.Errorf("WithPreprocessor(nil, s) = %#v, want s", s)
	}
}

// blocking is a preprocessor that returns only when ctx ends.
type blocking struct{}

func (e blocking) Preprocess(ctx context.Context, m *model.Model) (*model.Model, error) {
	return e.Prepare(m)(ctx, nil), ctx.Err()
}

func (blocking) Prepare(base *model.Model) func(context.Context, []model.Given) *model.Model {
	return func(ctx context.Context, _ []model.Given) *model.Model {
		<-ctx.Done()
		return base
	}
}

// The deadline of a solver holds for its preprocessor, too.
func TestPreprocessingEndsWithContext(t *testing.T) {
	for name, s := range map[string]model.Solver{
		"reduced": backends.WithPreprocessor(blocking{}, native.Solver{}),
		"bound":   backends.Bind(blocking{}, cnf.Encoder{}, gini.Engine{}),
	} {
		prepared, err := model.Prepare(t.Context(), s, sudoku.Order(2).Model())
		if err != nil {
			t.Fatal(err)
		}
		for _, solve := range []func(context.Context) (model.Result, error){
			func(ctx context.Context) (model.Result, error) { return s.Solve(ctx, sudoku.Order(2).Model(), nil) },
			func(ctx context.Context) (model.Result, error) { return prepared.SolveGiven(ctx, nil, nil) },
		} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			if r, err := solve(ctx); !errors.Is(err, context.DeadlineExceeded) || r.Complete {
				t.Errorf("%s: complete %v, error %v; want incomplete, DeadlineExceeded", name, r.Complete, err)
			}
			cancel()
		}
	}
}
