package backends_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/gini"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

type (
	formula   = *cnf.Formula
	valuation = cnf.Valuation
	encoding  = encode.Encoding[formula, valuation]
)

// encoder, engine and reducer are functions as an encoder, an engine and a preprocessor.
type (
	encoder func(m *model.Model) (encoding, error)
	engine  func(ctx context.Context, f formula, yield func(valuation) bool) (model.Result, error)
	reducer func(ctx context.Context, m *model.Model) (*model.Model, error)
)

func (e encoder) Encode(_ context.Context, m *model.Model) (encoding, error) { return e(m) }
func (e engine) Solve(ctx context.Context, f formula, yield func(valuation) bool) (model.Result, error) {
	return e(ctx, f, yield)
}
func (r reducer) Preprocess(ctx context.Context, m *model.Model) (*model.Model, error) {
	return r(ctx, m)
}

func escargot() *model.Model {
	return backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Model()
}

func bind(enc encode.Encoder[formula, valuation], eng backends.Engine[formula, valuation]) model.Solver {
	return backends.Bind(deduce.Givens, enc, eng)
}

func TestConformance(t *testing.T) {
	for _, r := range append(deduce.All(), nil) {
		name := "none"
		var pre backends.Preprocessor
		if r != nil {
			name, pre = r.Name(), r
		}
		t.Run("preprocess="+name, func(t *testing.T) {
			if name == "human" || name == "rules" { // one second per hard puzzle
				backendtest.SkipUnlessLong(t)
			}
			// Cancellation does not depend on the preprocessor. Test it with one that prepares, and with none.
			known := r != nil && name != "singles" && os.Getenv("NONET_LONG") == ""
			backendtest.Run(t, backends.Bind(pre, cnf.Encoder{}, gini.Engine{}),
				backendtest.Options{Random: 100, NoCancel: known})
		})
	}
}

// The final check catches an error of any stage between the model and the answer.
func TestWrongAnswers(t *testing.T) {
	decoder := func(spoil func(model.Assignment) model.Assignment) encode.Encoder[formula, valuation] {
		return encoder(func(m *model.Model) (encoding, error) {
			e, err := cnf.Encoder{}.Encode(t.Context(), m)
			decode := e.Decode
			e.Decode = func(v valuation) (model.Assignment, error) {
				a, err := decode(v)
				return spoil(a), err
			}
			return e, err
		})
	}
	for _, test := range []struct {
		name   string
		solver model.Solver
		reason string
	}{
		{"a decoder that swaps two cells", bind(decoder(func(a model.Assignment) model.Assignment {
			a[0], a[1] = a[1], a[0]
			return a
		}), gini.Engine{}), "r1c1"},
		{"a decoder that adds one to a cell", bind(decoder(func(a model.Assignment) model.Assignment {
			a[40] = a[40]%9 + 1
			return a
		}), gini.Engine{}), "alldifferent"},
		{"a decoder that puts a value outside the domain", bind(decoder(func(a model.Assignment) model.Assignment {
			a[40] = 10
			return a
		}), gini.Engine{}), "domain"},
		{"a decoder that drops a cell", bind(decoder(func(a model.Assignment) model.Assignment {
			return a[1:]
		}), gini.Engine{}), "80 values"},
		{"a decoder that gives another grid", bind(decoder(func(a model.Assignment) model.Assignment {
			for i := range a {
				a[i] = a[i]%9 + 1
			}
			return a
		}), gini.Engine{}), "r1c1 = 1"},
		{"an engine that makes all variables false",
			bind(cnf.Encoder{}, engine(func(_ context.Context, f formula,
				yield func(valuation) bool) (model.Result, error) {
				yield(make(valuation, f.Vars+1))
				return model.Result{Solutions: 1, Complete: true}, nil
			})), "has no value"},
		{"an engine that makes all variables true",
			bind(cnf.Encoder{}, engine(func(_ context.Context, f formula,
				yield func(valuation) bool) (model.Result, error) {
				v := make(valuation, f.Vars+1)
				for i := range v {
					v[i] = true
				}
				yield(v)
				return model.Result{Solutions: 1, Complete: true}, nil
			})), "has the values"},
		{"an encoder that omits the boxes", bind(encoder(func(m *model.Model) (encoding, error) {
			partial := *m
			partial.Constraints = slices.Concat(m.Constraints[:18], m.Constraints[27:])
			return cnf.Encoder{}.Encode(t.Context(), &partial)
		}), gini.Engine{}), "alldifferent"},
	} {
		t.Run(test.name, func(t *testing.T) {
			check := func(t *testing.T, r model.Result, err error) {
				t.Helper()
				var wrong *model.WrongAnswerError
				if !errors.As(err, &wrong) || !strings.Contains(err.Error(), test.reason) {
					t.Errorf("error %v, want a *model.WrongAnswerError that mentions %q", err, test.reason)
				}
				if r.Complete || r.Solutions != 0 {
					t.Errorf("result %+v, want no solution, incomplete", r)
				}
			}
			never := func(a model.Assignment) bool {
				t.Errorf("passed on: %v", a)
				return true
			}
			r, err := test.solver.Solve(t.Context(), escargot(), never)
			check(t, r, err)

			p, err := model.Prepare(t.Context(), test.solver, sudoku.Order(3).Model())
			if err != nil {
				t.Fatal(err)
			}
			r, err = p.SolveGiven(t.Context(),
				backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Given(nil), never)
			check(t, r, err)
		})
	}
}

func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	yieldsThenFails := engine(func(ctx context.Context, f formula, yield func(valuation) bool) (model.Result, error) {
		gini.Engine{}.Solve(ctx, f, func(v valuation) bool { yield(v); return false })
		return model.Result{Solutions: 1, Complete: true}, broken
	})
	for _, test := range []struct {
		name      string
		solver    model.Solver
		solutions int
	}{
		{"preprocessor", backends.Bind(reducer(func(context.Context, *model.Model) (*model.Model, error) {
			return nil, broken
		}), cnf.Encoder{}, gini.Engine{}), 0},
		{"encoder", bind(encoder(func(*model.Model) (encoding, error) {
			return encoding{}, broken
		}), gini.Engine{}), 0},
		{"engine, after a solution", bind(cnf.Encoder{}, yieldsThenFails), 1},
	} {
		n := 0
		r, err := test.solver.Solve(t.Context(), escargot(), func(model.Assignment) bool { n++; return true })
		if !errors.Is(err, broken) || r.Complete || r.Solutions != test.solutions || n != test.solutions {
			t.Errorf("%s: %+v, %d passed on, error %v; want %d solutions, incomplete", test.name, r,
				n, err, test.solutions)
		}
	}
}

// The engine does not run on a model that preprocessing decides.
func TestEngineIsNotRun(t *testing.T) {
	s := backends.Bind(deduce.Singles, cnf.Encoder{},
		engine(func(context.Context, formula, func(valuation) bool) (model.Result, error) {
			t.Error("the engine runs")
			return model.Result{}, nil
		}))
	easy := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	for _, test := range []struct {
		name, puzzle string
		want         model.Verdict
	}{
		{"solved by singles", easy, model.One},
		{"refuted by singles", "5" + strings.Repeat(".", 7) + "5" + easy[9:], model.None},
	} {
		p := backendtest.Puzzle(sudoku.Order(3), test.puzzle)
		verdict, found, r, err := model.Unique(t.Context(), s, p.Model())
		if verdict != test.want || err != nil || r.Stats.Size != (model.Size{}) {
			t.Errorf("%s: %v, %+v, error %v; want %v", test.name, verdict, r, err, test.want)
		}
		for _, a := range found {
			if err := p.Model().Check(a); err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
		}
	}
}

// Singles fixes all variables of this model, which a table constraint that it ignores makes unsatisfiable. The engine
// must run and refute it.
func TestFixedButWrong(t *testing.T) {
	m := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Interval(1, 2)}, {Name: "b", Domain: model.Interval(1, 2)}},
		Constraints: []model.Constraint{
			model.AllDifferent{Vars: []model.Var{0, 1}},
			model.Given{Var: 0, Value: 1},
			model.Table{Vars: []model.Var{1}, Rows: [][]int{{1}}},
		},
	}
	verdict, _, r, err := model.Unique(t.Context(), backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{}), m)
	if verdict != model.None || err != nil || r.Stats.Solve == 0 {
		t.Errorf("%v, %+v, error %v; want none, from the engine", verdict, r, err)
	}
}

// A prepared solver gives the same solutions as brute force on the full model, for prepared and unprepared
// preprocessors and encoders.
func TestStream(t *testing.T) {
	slow := encoder(func(m *model.Model) (encoding, error) { return cnf.Encoder{}.Encode(t.Context(), m) })
	plain := reducer(deduce.Singles.Preprocess)
	for name, s := range map[string]model.Solver{
		"all prepared":       backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{}),
		"no preprocessor":    backends.Bind(nil, cnf.Encoder{}, gini.Engine{}),
		"plain preprocessor": backends.Bind(plain, cnf.Encoder{}, gini.Engine{}),
		"plain encoder":      backends.Bind(deduce.Locked, slow, gini.Engine{}),
	} {
		for seed := range uint64(backendtest.Rounds(25, 100)) {
			rng := rand.New(rand.NewPCG(seed, 3))
			base := backendtest.Random(rng, backendtest.Kinds{NotEqual: true, Table: true})
			p, err := model.Prepare(t.Context(), s, base)
			if err != nil {
				t.Fatal(err)
			}
			for range 4 {
				full := base
				var givens []model.Given
				for range rng.IntN(3) {
					g := model.Given{Var: model.Var(rng.IntN(len(base.Vars))), Value: rng.IntN(5)}
					givens, full = append(givens, g), full.With(g)
				}
				var got []model.Assignment
				r, err := p.SolveGiven(t.Context(), givens, func(a model.Assignment) bool {
					got = append(got, slices.Clone(a))
					return true
				})
				slices.SortFunc(got, slices.Compare)
				if d := cmp.Diff(backendtest.Enumerate(full), got); err != nil || !r.Complete || d != "" {
					t.Fatalf("%s, seed %d: %+v, error %v, solutions (-want +got):\n%s", name, seed, r, err, d)
				}
			}
		}
	}
}

func TestStreamChecksGivens(t *testing.T) {
	ignoresGivens := reducer(func(_ context.Context, m *model.Model) (*model.Model, error) {
		free := *m
		free.Constraints = m.Constraints[:27]
		return &free, nil
	})
	s := backends.Bind(ignoresGivens, cnf.Encoder{}, gini.Engine{})
	p, err := model.Prepare(t.Context(), s, sudoku.Order(3).Model())
	if err != nil {
		t.Fatal(err)
	}
	givens := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Given(nil)
	_, err = p.SolveGiven(t.Context(), givens, func(model.Assignment) bool { t.Error("passed on"); return true })
	if wrong := new(model.WrongAnswerError); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "given") {
		t.Errorf("error %v, want a *model.WrongAnswerError about a given", err)
	}
}
