package cli

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
)

// A solverFunc is a solver made for a test.
type solverFunc func(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error)

func (f solverFunc) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return f(ctx, m, yield)
}

var escargot = backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle)

func found(lines ...string) solverFunc {
	return func(_ context.Context, _ *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
		for _, l := range lines {
			if !yield(model.Assignment(digits(l))) {
				return model.Result{Solutions: 1}, nil
			}
		}
		return model.Result{Solutions: len(lines), Complete: true}, nil
	}
}

func TestWrongAnswersAreCaught(t *testing.T) {
	good := backendtest.Hardest[0].Solution
	other := backendtest.Hardest[1].Solution // valid, but not for these clues
	for _, test := range []struct {
		name   string
		solver solverFunc
		want   string
	}{
		{"a grid for other clues", found(other), "the solver's answer is wrong: r1c1 is 7, its clue is 1"},
		{"a good grid and then a bad one", found(good, other), "the solver's answer is wrong: r1c1 is 7, its clue is 1"},
		{"the same grid twice", found(good, good), "the solver's answer is wrong: it returned one solution twice"},
		{"too few cells", found(good[:80]), "the solver's answer is wrong: it has 80 cells instead of 81"},
		{"a panic", func(context.Context, *model.Model, func(model.Assignment) bool) (model.Result, error) {
			var none []int
			_ = none[len(good)]
			return model.Result{}, nil
		}, "the solver panicked: runtime error: index out of range [81] with length 0 (runner_test.go:"},
		{"an error", func(context.Context, *model.Model, func(model.Assignment) bool) (model.Result, error) {
			return model.Result{Complete: true}, errors.New("out of luck")
		}, "out of luck"},
	} {
		r := newRunner(test.solver, 0)
		for range 2 { // a failure must not spoil what comes after it
			verdict, _, result, err := r.unique(t.Context(), escargot)
			if verdict != model.Undecided || result.Complete || err == nil || !strings.HasPrefix(plainly(err), test.want) {
				t.Errorf("%s: %v, complete %v, error %v; want %s", test.name, verdict, result.Complete, err, test.want)
			}
		}
		a := answer{question: askUnique, item: &item{puzzle: escargot}, err: errors.New("any")}
		if a.code() != failed {
			t.Errorf("%s: exit code %d", test.name, a.code())
		}
	}
}

func hanging(ctx context.Context, _ *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	yield(model.Assignment(digits(backendtest.Hardest[0].Solution)))
	<-ctx.Done()
	return model.Result{Solutions: 1}, ctx.Err()
}

func TestTimeLimitAndInterrupt(t *testing.T) {
	r := newRunner(solverFunc(hanging), 20*time.Millisecond)
	verdict, grids, _, err := r.unique(t.Context(), escargot)
	if verdict != model.Undecided || len(grids) != 1 || !errors.Is(err, errTimeLimit) || !strings.Contains(err.Error(), "20ms") {
		t.Errorf("time limit: %v, %d solutions, error %v", verdict, len(grids), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	verdict, grids, _, err = newRunner(solverFunc(hanging), time.Hour).unique(ctx, escargot)
	if verdict != model.Undecided || len(grids) != 1 || !errors.Is(err, errInterrupted) {
		t.Errorf("interrupt: %v, %d solutions, error %v", verdict, len(grids), err)
	}
}

// The runner prepares a solver once for each shape, whatever the number of puzzles.
func TestOnePreparationForEachShape(t *testing.T) {
	s := &preparing{Solver: native.Solver{}}
	r := newRunner(s, 0)
	small := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	for range 5 {
		for _, p := range []sudoku.Puzzle{escargot, small} {
			if _, _, _, err := r.unique(t.Context(), p); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s.n != 2 {
		t.Errorf("%d preparations for two shapes", s.n)
	}
}

type preparing struct {
	native.Solver
	n int
}

func (p *preparing) Prepare(m *model.Model) (model.Prepared, error) {
	p.n++
	return p.Solver.Prepare(m)
}

func TestCount(t *testing.T) {
	empty := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	plain := solverFunc(native.Solver{}.Solve) // without counting of its own
	for name, s := range map[string]model.Solver{"natively": native.Solver{}, "by enumeration": plain} {
		n, result, err := newRunner(s, 0).count(t.Context(), empty, 0)
		if err != nil || n.Cmp(big.NewInt(288)) != 0 || !result.Complete {
			t.Errorf("%s: %v, complete %v, error %v", name, n, result.Complete, err)
		}
		n, result, err = newRunner(s, 0).count(t.Context(), empty, 100)
		if err != nil || n.Cmp(big.NewInt(100)) < 0 || result.Complete {
			t.Errorf("%s, up to 100: %v, complete %v, error %v", name, n, result.Complete, err)
		}
	}
}

func TestMissing(t *testing.T) {
	if !missing(backends.Unavailable("clp", "install it")) || missing(errors.New("other")) {
		t.Error("missing does not tell ErrUnavailable from others")
	}
}
