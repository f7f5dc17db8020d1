package explain_test

import (
	"context"
	"errors"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/explain"
	"nonet/model/query"
	"nonet/model/sudoku"
)

// A cancelingSolver is a solver that cancels its context in the left-th call.
type cancelingSolver struct {
	model.Solver
	left   int
	cancel context.CancelFunc
}

func (g *cancelingSolver) Solve(ctx context.Context, m *model.Model,
	yield func(model.Assignment) bool) (model.Result, error) {
	if g.left--; g.left == 0 {
		g.cancel()
	}
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	return g.Solver.Solve(ctx, m, yield)
}

func (g *cancelingSolver) Prepare(ctx context.Context, base *model.Model) (model.Prepared, error) {
	return &cancelingPrepared{g, base}, nil
}

type cancelingPrepared struct {
	*cancelingSolver
	base *model.Model
}

func (g *cancelingPrepared) SolveGiven(ctx context.Context, givens []model.Given,
	yield func(model.Assignment) bool) (model.Result, error) {
	return g.Solve(ctx, g.base.WithGivens(givens), yield)
}

// TestCancelled cancels the context in the k-th query, for increasing k until the calls finish. Partial results must be
// correct.
func TestCancelled(t *testing.T) {
	s := sudoku.Order(3)
	hard := backendtest.Puzzle(s, backendtest.Hardest[0].Puzzle)
	hard.Clues[1] = 2
	loose := backendtest.Puzzle(s, "."+backendtest.Hardest[0].Puzzle[1:])
	var entries []model.Given
	for c := range 9 {
		entries = append(entries, model.Given{Var: model.Var(9*c + 4), Value: 9 - c})
	}
	for k := 1; ; k += 1 + k/3 {
		done := 0
		run := func(f func(ctx context.Context, e *explain.Explainer) error) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			solver := &cancelingSolver{Solver: native.Solver{}, left: k, cancel: cancel}
			e, err := explain.New(t.Context(), solver, s.Model())
			if err != nil {
				t.Fatal(err)
			}
			e.SubmodelSolver, e.Smallest, e.Budget,
				e.TargetLimit = &cancelingSolver{Solver: submodelSolver, left: k, cancel: cancel}, true, 1000, 1
			if err := f(ctx, e); err == nil {
				done++
			} else if !errors.Is(err, context.Canceled) {
				t.Fatalf("after %d queries: got error %v, want Canceled", k, err)
			}
		}
		run(func(ctx context.Context, e *explain.Explainer) error {
			c, err := e.Conflict(ctx, hard.Given(nil))
			if c != nil {
				if err := e.Verify(t.Context(), verifier, c); err != nil {
					t.Errorf("after %d queries: Verify: %v", k, err)
				}
			}
			return err
		})
		run(func(ctx context.Context, e *explain.Explainer) error {
			c, err := e.Complete(ctx, loose.Given(nil))
			if c != nil {
				all := append(loose.Given(nil), c.Clues...)
				if v, _, _, _ := model.Unique(t.Context(), native.Solver{}, s.Model().WithGivens(all)); v != model.One {
					t.Errorf("after %d queries: completion %+v leaves verdict %v, want unique", k, c, v)
				}
			}
			return err
		})
		run(func(ctx context.Context, e *explain.Explainer) error {
			x, err := e.Retract(ctx, nil, entries)
			if x != nil && x.LowerBound > len(x.Entries) {
				t.Errorf("after %d queries: %+v: LowerBound exceeds the number of entries", k, x)
			}
			return err
		})
		if done == 3 {
			return
		}
	}
}

// TestBadSolvers uses solvers that stop without an answer or return wrong answers, and verifies wrong conflicts.
func TestBadSolvers(t *testing.T) {
	s := sudoku.Order(2)
	clash := []model.Given{{Var: 0, Value: 1}, {Var: 1, Value: 1}}
	nothing := func(func(model.Assignment) bool) model.Result { return model.Result{} }
	e, err := explain.New(t.Context(), solverFunc(nothing),
		s.Model())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Conflict(t.Context(), clash); !errors.Is(err, query.ErrIncomplete) {
		t.Errorf("solver without an answer: got error %v, want ErrIncomplete", err)
	}
	e, err = explain.New(t.Context(), solverFunc(func(yield func(model.Assignment) bool) model.Result {
		yield(make(model.Assignment, 16))
		return model.Result{Solutions: 1}
	}), s.Model())
	if err != nil {
		t.Fatal(err)
	}
	var wrong *model.WrongAnswerError
	if _, err := e.Conflict(t.Context(), clash); !errors.As(err, &wrong) {
		t.Errorf("solver with a wrong answer: got error %v, want a WrongAnswerError", err)
	}
	e = newExplainer(t, s.Model())
	for _, c := range []*explain.Conflict{
		{Clues: clash[:1], Rules: []int{0}, Minimal: true},
		{Clues: clash, Rules: []int{1}, Minimal: true},
		{Clues: clash, Rules: []int{0, 1}, Minimal: true},
	} {
		if err := e.Verify(t.Context(), verifier, c); !errors.As(err, &wrong) {
			t.Errorf("Verify(%+v) = %v, want a WrongAnswerError", c, err)
		}
	}
	if err := e.Verify(t.Context(), verifier,
		&explain.Conflict{Clues: clash, Rules: []int{0}, Minimal: true}); err != nil {
		t.Error(err)
	}
}

type solverFunc func(yield func(model.Assignment) bool) model.Result

func (f solverFunc) Solve(_ context.Context, _ *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return f(yield), nil
}
