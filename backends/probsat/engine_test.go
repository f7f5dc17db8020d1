package probsat

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

var choices = []Choice{ProbSAT, SKC}

func solver(e Engine) model.Solver { return backends.Bind(deduce.Singles, cnf.Encoder{}, e) }

func TestConformance(t *testing.T) {
	backendtest.Run(t, solver(Engine{Choice: SKC, FlipBudget: 20_000}), backendtest.Options{
		Incomplete: true, Endless: solver(Engine{Choice: SKC}),
	})
}

// Auxiliary variables take part in the walk; the solutions are projected.
func TestConformanceWithAuxiliaryVariables(t *testing.T) {
	enc := cnf.Encoder{AtMostOne: cnf.Product{}}
	for _, m := range []*model.Model{sudoku.Order(2).Model(), escargot(40)} {
		s := backends.Bind(nil, enc, Engine{FlipBudget: 5_000_000})
		if a, r, err := model.First(t.Context(), s, m); err != nil || r.Solutions != 1 || m.Check(a) != nil {
			t.Errorf("%+v, error %v", r, err)
		}
	}
}

func TestFormulas(t *testing.T) {
	for _, c := range choices {
		t.Run(fmt.Sprintf("choice=%d", c), func(t *testing.T) {
			backendtest.RunIncomplete(t, Engine{Choice: c, FlipBudget: 2000, MaxFlips: 200}, Engine{Choice: c})
		})
	}
}

// escargot returns AI Escargot with the first cells given, as many as further says.
func escargot(further int) *model.Model {
	puzzle, solution := backendtest.Hardest[0].Puzzle, backendtest.Hardest[0].Solution
	return backendtest.Puzzle(sudoku.Order(3), solution[:further]+puzzle[further:]).Model()
}

func formula(t testing.TB, m *model.Model) *cnf.Formula {
	t.Helper()
	e, err := cnf.Encoder{}.Encode(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return e.Formula
}

func TestSameSeedSameWalk(t *testing.T) {
	f := formula(t, sudoku.Order(3).Model())
	for _, c := range choices {
		solve := func(seed uint64) (v cnf.Valuation, r model.Result) {
			r, err := Engine{Choice: c, Seed: seed, FlipBudget: 1_000_000}.Solve(t.Context(), f,
				func(found cnf.Valuation) bool {
					v = slices.Clone(found)
					return true
				})
			if err != nil || r.Solutions != 1 || r.Complete {
				t.Fatalf("choice %d: %d solutions, complete %v, error %v; want one, incomplete", c,
					r.Solutions, r.Complete, err)
			}
			if r.Stats.Cost != 0 || r.Stats.Effort.Iterations == 0 {
				t.Fatalf("choice %d: cost %d after %d flips", c, r.Stats.Cost, r.Stats.Effort.Iterations)
			}
			return v, r
		}
		v, r := solve(1)
		if w, again := solve(1); !slices.Equal(v, w) || again != r {
			t.Errorf("choice %d: two walks from one seed differ: %+v, %+v", c, r, again)
		}
		if w, _ := solve(2); slices.Equal(v, w) {
			t.Errorf("choice %d: seeds 1 and 2 give the same grid", c)
		}
	}
}

// On an unsatisfiable formula a walk makes exactly FlipBudget flips, and restarts after every MaxFlips.
func TestLimits(t *testing.T) {
	f := backendtest.PigeonholeClauses(5)
	for _, c := range choices {
		for _, test := range []struct {
			flips, try, restarts int64
			jobs                 int64
		}{
			{1, 0, 0, 1}, {100, 0, 0, 1}, {40_000, 0, 0, 1}, {100, 10, 9, 1}, {100, 100, 0, 1},
			{50_001, 25_000, 2, 1}, {1000, 300, 3, 4},
		} {
			r, err := Engine{Choice: c, FlipBudget: test.flips, MaxFlips: test.try,
				Jobs: int(test.jobs)}.Solve(t.Context(), f, func(cnf.Valuation) bool {
				return true
			})
			want := model.Effort{Iterations: test.flips * test.jobs, Restarts: test.restarts * test.jobs}
			if err != nil || r.Status() != model.Unknown || r.Stats.Effort != want || r.Stats.Cost == 0 {
				t.Errorf("choice %d, %+v: %+v, error %v", c, test, r, err)
			}
		}
	}
}

// Unit propagation settles the verdict: a conflict refutes the formula, and fixed shown variables exclude a second
// solution.
func TestPropagationSettles(t *testing.T) {
	for _, test := range []struct {
		name     string
		formula  func(f *cnf.Formula)
		want     model.Verdict
		solution cnf.Valuation
	}{
		{"a chain", func(f *cnf.Formula) {
			f.Add(1)
			f.Add(-1, 2)
			f.Add(-2, -1, 3)
		}, model.One, cnf.Valuation{false, true, true, true}},
		{"an empty clause", func(f *cnf.Formula) { f.Add() }, model.None, nil},
		{"two units", func(f *cnf.Formula) { f.Add(2); f.Add(-2) }, model.None, nil},
		{"two literals falsified at once", func(f *cnf.Formula) { f.Add(1); f.Add(2); f.Add(-1, -2) }, model.None, nil},
		{"a repeated unit", func(f *cnf.Formula) {
			f.Add(1, 1)
			f.Add(2)
			f.Add(-3, -2, -3)
		}, model.One, cnf.Valuation{false, true, true, false}},
		{"a choice of two", func(f *cnf.Formula) { f.Add(1); f.Add(2); f.Add(-1, 3, -3) }, model.Undecided, nil},
	} {
		f := &cnf.Formula{Vars: 3, Shown: 3}
		test.formula(f)
		found := cnf.Valuation(nil)
		r, err := Engine{}.Solve(t.Context(), f, func(v cnf.Valuation) bool { found = slices.Clone(v); return true })
		if err != nil || model.VerdictOf(r) != test.want ||
			test.solution != nil && !slices.Equal(found, test.solution) {
			t.Errorf("%s: %+v, %v, error %v; want %v, %v", test.name, r, found, err, test.want, test.solution)
		}
	}
}

// Propagation fixes the shown variables and leaves auxiliary ones free: the solution is the only one.
func TestSettledButForAuxiliaries(t *testing.T) {
	f := &cnf.Formula{Vars: 3, Shown: 1}
	f.Add(1)
	f.Add(2, 3)
	r, err := Engine{}.Solve(t.Context(), f, func(cnf.Valuation) bool { return true })
	if err != nil || model.VerdictOf(r) != model.One {
		t.Errorf("%+v, error %v", r, err)
	}
}

// Parallel walks: the first to find a solution ends the others, and so does the context.
func TestJobs(t *testing.T) {
	before := runtime.NumGoroutine()
	f := formula(t, escargot(0))
	r, err := Engine{Jobs: 3}.Solve(t.Context(), f, func(v cnf.Valuation) bool {
		if !f.Satisfied(v) {
			t.Error("not a solution")
		}
		return true
	})
	if err != nil || r.Solutions != 1 || r.Stats.Cost != 0 {
		t.Errorf("%+v, error %v", r, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	r, err = Engine{Jobs: 3}.Solve(ctx, backendtest.PigeonholeClauses(12), func(cnf.Valuation) bool { return true })
	if !errors.Is(err, context.DeadlineExceeded) || r.Status() != model.Unknown {
		t.Errorf("%+v, error %v", r, err)
	}
	backendtest.CheckGoroutines(t, before)
}
