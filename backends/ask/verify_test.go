package ask

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// claiming is a solver that passes as many solutions of another as its field says, and then claims that there is no
// other one.
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
		{"unique", 1, unique, one, ByCertificate, "verified by a certificate"},
		{"not unique", 1, unique, empty, wrong, "it says unique, and cdcl finds another solution"},
		{"multiple", 2, unique, empty, BySolutions, "verified by the solutions"},
		{"none", 0, unique, clash, ByCertificate, "verified by a certificate"},
		{"not none", 0, unique, one, wrong, "it says none, and cdcl finds a solution"},
		{"solved", 1, solve, empty, BySolutions, "verified by the solutions"},
		{"no solution", 0, solve, clash, ByCertificate, "verified by a certificate"},
		{"a solution", 0, solve, empty, wrong, "it says unsat, and cdcl finds a solution"},
		{"all", 288, all, empty, BySecond, "verified by gini"},
		{"not all", 287, all, empty, wrong, "it says 287, and gini says 288"},
		{"all of one", 1, all, one, ByCertificate, "verified by a certificate"},
		{"only one of all", 1, all, empty, wrong, "it says 1, and cdcl finds another solution"},
		{"count", 288, count, empty, BySecond, "verified by gini"},
		{"too few", 7, count, empty, wrong, "it says 7, and gini says 288"},
		{"count of one", 1, count, one, ByCertificate, "verified by a certificate"},
		{"more than one", 1, count, empty, wrong, "it says 1, and cdcl finds another solution"},
		{"count of none", 0, count, clash, ByCertificate, "verified by a certificate"},
		{"one is not none", 0, count, one, wrong, "it says 0, and cdcl finds a solution"},
		{"count up to a limit", 20, Question{Kind: Count, Limit: 20}, empty, BySecond, "verified by gini"},
	} {
		t.Run(test.name, func(t *testing.T) {
			k := &Asker{Solver: claiming{method.Solver(), test.solutions}, Fresh: true}
			a := k.Ask(t.Context(), test.q, problem.Of(test.p))
			v, err := new(Verifier).Verify(t.Context(), method, &a, problem.Of(test.p), 0)
			if test.by == wrong {
				if !errors.As(err, new(*model.WrongAnswerError)) || !strings.HasSuffix(err.Error(), test.says) ||
					v != nil || a.Result.Complete || a.Verdict != model.Undecided {
					t.Errorf("%v, %v, want an error: %s", v, err, test.says)
				}
				return
			}
			if err != nil || v == nil || v.By != test.by || v.String() != test.says {
				t.Errorf("%+v, %v, want %s", v, err, test.says)
			}
		})
	}
	t.Run("stopped", func(t *testing.T) {
		k := &Asker{Solver: claiming{method.Solver(), 1}, Fresh: true}
		a := k.Ask(t.Context(), unique, problem.Of(one))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		v, err := new(Verifier).Verify(ctx, method, &a, problem.Of(one), 0)
		if err != nil || v.By != Unverified || v.String() != "not verified: interrupted" {
			t.Errorf("%+v, %v", v, err)
		}
	})
	t.Run("no time left", func(t *testing.T) {
		a := New(method, 0).Ask(t.Context(), unique, problem.Of(one))
		a.Wall = time.Hour
		v, err := new(Verifier).Verify(t.Context(), method, &a, problem.Of(one), time.Hour)
		if err != nil || v.By != Unverified || v.String() != "not verified: time limit reached" {
			t.Errorf("%+v, %v", v, err)
		}
	})
	t.Run("no memory for a certificate", func(t *testing.T) {
		a := New(method, 0).Ask(t.Context(), unique, problem.Of(one))
		v, err := new(Verifier).Verify(backends.WithMemory(t.Context(), 1000), method, &a, problem.Of(one), 0)
		if err != nil || v.By != Unverified && v.By != BySecond || !strings.Contains(v.Reason, "memory") {
			t.Errorf("%+v, %v", v, err)
		}
	})
}

// A lying preprocessor removes a solution before the program is asked. The proof of the program is about the whole
// puzzle, so that it is found out.
func TestVerifierDoesNotTrustThePreprocessor(t *testing.T) {
	empty := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16)}
	for _, name := range []string{"none+cadical", "none+cryptominisat5", "gini"} {
		t.Run(name, func(t *testing.T) {
			method, err := methods.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			lies := backends.WithPreprocessor(forgets{}, method.Solver())
			a := (&Asker{Solver: lies, Fresh: true}).Ask(t.Context(), Question{Kind: Unique}, problem.Of(empty))
			if errors.Is(a.Err, backends.ErrUnavailable) {
				t.Skip(a.Err)
			}
			if a.Err != nil || a.Verdict != model.One {
				t.Fatalf("%v, %v, want the wrong verdict", a.Verdict, a.Err)
			}
			v, err := new(Verifier).Verify(t.Context(), method, &a, problem.Of(empty), 0)
			if !errors.As(err, new(*model.WrongAnswerError)) ||
				!strings.HasSuffix(err.Error(), " finds another solution") {
				t.Errorf("%+v, %v", v, err)
			}
		})
	}
}

// forgets is a preprocessor that keeps one solution.
type forgets struct{}

func (forgets) Preprocess(_ context.Context, m *model.Model) (*model.Model, error) {
	var givens []model.Given
	for v, value := range []int{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1} {
		givens = append(givens, model.Given{Var: model.Var(v), Value: value})
	}
	return m.WithGivens(givens), nil
}

// The methods of a comparison share a certificate, if they claim the same.
func TestVerifierKeepsTheLatestCertificate(t *testing.T) {
	method, err := methods.Parse("native")
	if err != nil {
		t.Fatal(err)
	}
	one := problem.Of(sudoku.Puzzle{Shape: sudoku.Order(2),
		Clues: sudoku.Grid{1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2, 0}})
	v := new(Verifier)
	verify := func(p *problem.Problem, solutions int) (*Verification, error) {
		k := &Asker{Solver: claiming{method.Solver(), solutions}, Fresh: true}
		a := k.Ask(t.Context(), Question{Kind: Unique}, p)
		return v.Verify(t.Context(), method, &a, p, 0)
	}
	if r, err := verify(one, 1); err != nil || r.By != ByCertificate {
		t.Fatalf("%+v, %v", r, err)
	}
	kept := v.latest
	if r, err := verify(one, 1); err != nil || r.By != ByCertificate || v.latest != kept {
		t.Errorf("%+v, %v, made another", r, err)
	}
	for range 2 {
		if r, err := verify(one, 0); err == nil {
			t.Errorf("%+v, want a contradiction to the other claim", r)
		}
	}
}

// A variant is verified with its rules: only the sum makes the solution unique.
func TestVerifierOfVariants(t *testing.T) {
	cage, err := notation.ParseRule("cage 10 r1c1 r1c2 r1c3 r1c4", sudoku.Order(2))
	if err != nil {
		t.Fatal(err)
	}
	p := sudoku.Puzzle{Shape: sudoku.Order(2), Clues: make(sudoku.Grid, 16), Rules: []sudoku.Rule{cage}}
	for _, test := range []struct {
		method string
		kind   Kind
		by     VerifiedBy
	}{{"native", Count, BySecond}, {"gini", Count, BySecond}, {"native", Unique, BySolutions}} {
		method, err := methods.Parse(test.method)
		if err != nil {
			t.Fatal(err)
		}
		a := New(method, 0).Ask(t.Context(), Question{Kind: test.kind}, problem.Of(p))
		v, err := new(Verifier).Verify(t.Context(), method, &a, problem.Of(p), 0)
		if err != nil || v.By != test.by {
			t.Errorf("%s: %v: %+v, %v", test.method, a.Count, v, err)
		}
	}
}

func TestVerify(t *testing.T) {
	read := func(name, text string) *problem.Problem {
		p, err := problem.Read(strings.NewReader(text), name, problem.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	cnf := read("f.cnf", "p cnf 2 2\n1 2 0\n-1 2 0\n") // x2, and x1 is free
	only := read("f.cnf", "p cnf 2 3\n1 2 0\n-1 2 0\n1 0\n")
	none := read("f.cnf", "p cnf 1 2\n1 0\n-1 0\n")
	best := read("f.opb", "min: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n")
	native, err := methods.Parse("native")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		p    *problem.Problem
		q    Question
		by   VerifiedBy
		lie  func(a *Answer) // what makes the answer wrong
		says string          // of the contradiction
	}{
		{"multiple", cnf, Question{Kind: Unique}, BySolutions, nil, ""},
		{"unique", only, Question{Kind: Unique}, ByCertificate, func(a *Answer) {
			a.Verdict, a.Solution, a.Result.Solutions = model.None, nil, 0
		}, "it says none, and cdcl finds a solution"},
		{"not unique", cnf, Question{Kind: Unique}, BySolutions, func(a *Answer) {
			a.Verdict, a.Other, a.Result = model.One, nil, model.Result{Solutions: 1, Complete: true}
		}, "it says unique, and cdcl finds another solution"},
		{"none", none, Question{Kind: Solve}, ByCertificate, nil, ""},
		{"optimal", best, Question{Kind: Solve}, ByCertificate, func(a *Answer) {
			a.Solution, a.Value = model.Assignment{0, 1}, 2
		}, "it says sat at 2, and cdcl finds a better solution"},
		{"count", cnf, Question{Kind: Count}, BySecond, func(a *Answer) {
			a.Count = big.NewInt(3)
		}, "it says 3, and gini says 2"},
		{"count of none", none, Question{Kind: Count}, ByCertificate, nil, ""},
		{"all", cnf, Question{Kind: Solve, All: true}, BySecond, func(a *Answer) {
			a.Result.Solutions = 1
		}, "it says 1, and cdcl finds another solution"},
		{"optimal ones", best, Question{Kind: Count}, ByCertificate, nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := New(native, 0).Ask(t.Context(), test.q, test.p)
			v, err := new(Verifier).Verify(t.Context(), native, &a, test.p, 0)
			if err != nil || v.By != test.by {
				t.Fatalf("%+v, %v", v, err)
			}
			if test.lie == nil {
				return
			}
			test.lie(&a)
			v, err = new(Verifier).Verify(t.Context(), native, &a, test.p, 0)
			if !errors.As(err, new(*model.WrongAnswerError)) || !strings.HasSuffix(err.Error(), test.says) ||
				a.Result.Complete || a.Optimal {
				t.Errorf("%+v, %v", v, err)
			}
		})
	}
}
