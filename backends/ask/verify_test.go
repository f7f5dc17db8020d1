package ask

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/sudoku"
)

// claiming is a solver that passes the first so many solutions of another, and then claims that there is no other.
type claiming struct {
	model.Solver
	solutions int
}

func (c claiming) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	n := 0
	if c.solutions > 0 {
		_, err := c.Solver.Solve(ctx, m, func(a model.Assignment) bool {
			n++
			return yield(a) && n < c.solutions
		})
		if err != nil {
			return model.Result{}, err
		}
	}
	return model.Result{Solutions: n, Complete: true}, nil
}

func TestVerifier(t *testing.T) {
	method, err := methods.Parse("native")
	if err != nil {
		t.Fatal(err)
	}
	one := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: sudoku.Grid{1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2, 0}}
	empty := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	clash := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: append(sudoku.Grid{1, 1}, make(sudoku.Grid, 14)...)}
	unique, solve, all := Question{Kind: Unique}, Question{Kind: Solve}, Question{Kind: Solve, All: true}
	count := Question{Kind: Count}
	const wrong = VerifiedBy("wrong")
	for _, test := range []struct {
		name      string
		solutions int // that the solver claims
		q         Question
		p         sudoku.Puzzle
		by        VerifiedBy
		says      string
	}{
		{"unique", 1, unique, one, BySecond, "verified by gini"},
		{"not unique", 1, unique, empty, wrong, "it says unique, and gini says multiple"},
		{"multiple", 2, unique, empty, BySolutions, "verified by the solutions"},
		{"none", 0, unique, clash, BySecond, "verified by gini"},
		{"not none", 0, unique, one, wrong, "it says none, and gini says unique"},
		{"solved", 1, solve, empty, BySolutions, "verified by the solutions"},
		{"no solution", 0, solve, clash, BySecond, "verified by gini"},
		{"a solution", 0, solve, empty, wrong, "it says unsat, and gini says sat"},
		{"all", 288, all, empty, BySecond, "verified by gini"},
		{"not all", 287, all, empty, wrong, "it says 287, and gini says 288"},
		{"count", 288, count, empty, BySecond, "verified by gini"},
		{"too few", 7, count, empty, wrong, "it says 7, and gini says 288"},
	} {
		t.Run(test.name, func(t *testing.T) {
			k := &Asker{Solver: claiming{method.Solver(), test.solutions}, Fresh: true}
			a, v := NewVerifier(method).Ask(t.Context(), k, test.q, test.p)
			again, err := NewVerifier(method).AskAgain(t.Context(), k, k.Ask(t.Context(), test.q, test.p), test.p)
			if test.by == wrong {
				if !errors.As(a.Err, new(*model.WrongAnswerError)) || !strings.HasSuffix(a.Err.Error(), test.says) ||
					v != nil || err == nil || err.Error() != a.Err.Error() {
					t.Errorf("%v, %v, %v, want an error: %s", a.Err, v, err, test.says)
				}
				return
			}
			if a.Err != nil || v == nil || v.By != test.by || v.String() != test.says || err != nil ||
				again.By != test.by {
				t.Errorf("%v, %+v, %+v, %v, want %s", a.Err, v, again, err, test.says)
			}
		})
	}
	t.Run("no time left", func(t *testing.T) {
		k := &Asker{Solver: claiming{method.Solver(), 1}, Fresh: true, Timeout: time.Hour}
		ctx, cancel := context.WithCancel(t.Context())
		a := k.Ask(ctx, unique, one)
		cancel()
		v, err := NewVerifier(method).AskAgain(ctx, k, a, one)
		if err != nil || v.By != Unverified || v.String() != "not verified: gini: interrupted" {
			t.Errorf("%+v, %v", v, err)
		}
	})
}
