package backbone_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/gini"
	"nonet/backends/native"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

func newFinder(t testing.TB, s model.Solver, base *model.Model) *backbone.Finder {
	t.Helper()
	f, err := backbone.NewFinder(t.Context(), s, base)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// compare compares Find, Count and Relate with the list of all solutions of m under the givens.
func compare(t *testing.T, f *backbone.Finder, m *model.Model, givens []model.Given, solutions []model.Assignment) {
	t.Helper()
	c, err := f.Find(t.Context(), givens)
	if err != nil {
		t.Fatalf("%+v\ngivens %v: Find: %v", m, givens, err)
	}
	if !c.Complete || c.Undecided != 0 {
		t.Fatalf("%+v\ngivens %v: Find: got complete %v, %d undecided, want true, 0", m, givens, c.Complete,
			c.Undecided)
	}
	if want := len(solutions) > 0; c.Solvable() != want {
		t.Fatalf("%+v\ngivens %v: Find: got solvable %v, want %v", m, givens, c.Solvable(), want)
	}
	if c.Solutions >= 0 && c.Solutions != len(solutions) {
		t.Fatalf("%+v\ngivens %v: Find: got %d solutions, want %d", m, givens, c.Solutions, len(solutions))
	}
	counts, err := f.Count(t.Context(), givens, c, 0)
	if err != nil || !counts.Exact || counts.Total.Cmp(big.NewInt(int64(len(solutions)))) != 0 {
		t.Fatalf("%+v\ngivens %v: Count = %+v, error %v, want %d solutions", m, givens, counts, err, len(solutions))
	}
	for v, variable := range m.Vars {
		var values []int
		var want []string // numbers of solutions
		for x := range variable.Domain.All {
			n := 0
			for _, a := range solutions {
				if a[v] == x {
					n++
				}
			}
			if n > 0 {
				values, want = append(values, x), append(want, fmt.Sprint(n))
			}
		}
		if !c.Values[v].Equal(model.Values(values...)) {
			t.Fatalf("%+v\ngivens %v: variable %d: candidates %v, want %v", m, givens, v, c.Values[v], values)
		}
		if got := fmt.Sprint(counts.ByValue[v]); got != fmt.Sprint(want) {
			t.Fatalf("%+v\ngivens %v: variable %d: counts %v, want %v", m, givens, v, got, want)
		}
		if x, forced := c.Forced(model.Var(v)); forced != (len(values) == 1) || forced && x != values[0] {
			t.Fatalf("variable %d: Forced = %d, %v with candidates %v", v, x, forced, values)
		}
	}
	relations, err := f.Relate(t.Context(), givens, c)
	if err != nil {
		t.Fatal(err)
	}
	compareRelations(t, m, c, relations, solutions)
}

func compareRelations(t *testing.T, m *model.Model, c *backbone.Candidates, got *backbone.Relations,
	solutions []model.Assignment) {
	t.Helper()
	equal, different := make(map[[2]model.Var]bool), make(map[[2]model.Var]bool)
	for _, class := range got.Equal {
		for i, w := range class {
			for _, v := range class[:i] {
				equal[[2]model.Var{v, w}] = true
			}
		}
	}
	for _, p := range got.Different {
		different[p] = true
	}
	stated := func(v, w int) bool {
		return slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool {
			switch c := c.(type) {
			case model.AllDifferent:
				return slices.Contains(c.Vars, model.Var(v)) && slices.Contains(c.Vars, model.Var(w))
			case model.NotEqual:
				return c.Offset == 0 && slices.Contains(c.Scope(), model.Var(v)) &&
					slices.Contains(c.Scope(), model.Var(w))
			}
			return false
		})
	}
	for w := range m.Vars {
		for v := range w {
			always, never, common := true, true, false
			for _, a := range solutions {
				always = always && a[v] == a[w]
				never = never && a[v] != a[w]
			}
			for x := range c.Values[v].All {
				common = common || c.Values[w].Contains(x)
			}
			open := c.Values[v].Size() > 1 && c.Values[w].Size() > 1
			pair := [2]model.Var{model.Var(v), model.Var(w)}
			if want := open && always; equal[pair] != want {
				t.Fatalf("%+v: %v equal: %v, want %v", m, pair, equal[pair], want)
			}
			if want := open && never && common && !stated(v, w); different[pair] != want {
				t.Fatalf("%+v: %v different: %v, want %v", m, pair, different[pair], want)
			}
		}
	}
}

// TestRandomModels compares with all solutions of random models, with two solvers and with small sample limits.
func TestRandomModels(t *testing.T) {
	sat := backends.Bind(nil, cnf.Encoder{}, gini.Engine{})
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 1500 {
		linear := i%2 == 0
		m := backendtest.Random(r, backendtest.Kinds{Linear: linear, Table: true, NotEqual: true})
		solutions := backendtest.Enumerate(m)
		var s model.Solver = native.Solver{}
		if !linear && i%8 == 1 && !slices.ContainsFunc(m.Vars,
			func(v model.Variable) bool { return v.Domain.Size() == 0 }) {
			s = sat
		}
		f := newFinder(t, s, m)
		f.SampleLimit = i % 3
		if i%5 == 0 {
			f.EnumerationLimit = 1 // count each candidate by itself
		}
		if i%2 == 1 && i%3 == 0 {
			f.CoverSolver = backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{Cover: true})
		}
		compare(t, f, m, nil, solutions)
	}
}

// TestGivens compares under changing givens, some of which contradict each other.
func TestGivens(t *testing.T) {
	base := sudoku.Order(2).Model()
	var grids []model.Assignment
	if _, err := (native.Solver{}).Solve(t.Context(), base, func(a model.Assignment) bool {
		grids = append(grids, slices.Clone(a))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	f := newFinder(t, native.Solver{}, base)
	for i := range 200 {
		f.SampleLimit, f.EnumerationLimit = i%4, int64(i%2)
		var givens []model.Given
		for range r.IntN(7) {
			givens = append(givens, model.Given{Var: model.Var(r.IntN(16)), Value: 1 + r.IntN(4)})
		}
		left := slices.DeleteFunc(slices.Clone(grids), func(a model.Assignment) bool {
			return slices.ContainsFunc(givens, func(g model.Given) bool { return a[g.Var] != g.Value })
		})
		compare(t, f, base, givens, left)
	}
}

// TestTwoEngines removes clues from hard puzzles and from puzzles with 17 clues, and compares the candidates that the
// native engine, a SAT solver and a CoverSolver find.
func TestTwoEngines(t *testing.T) {
	base := sudoku.Order(3).Model()
	fast := newFinder(t, native.Solver{}, base)
	sat := newFinder(t, backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{}), base)
	sat.SampleLimit = 3
	cover := newFinder(t, native.Solver{}, base)
	cover.CoverSolver = backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{Cover: true})
	puzzles := backendtest.Givens(backendtest.HardestLines())
	puzzles = append(puzzles, backendtest.Givens(backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 12))...)
	for i, givens := range puzzles {
		givens = slices.Delete(slices.Clone(givens), i%5, i%5+i%3)
		a, err := fast.Find(t.Context(), givens)
		b, errSAT := sat.Find(t.Context(), givens)
		if d, err := cover.Find(t.Context(), givens); err != nil ||
			!slices.EqualFunc(a.Values, d.Values, model.Domain.Equal) {
			t.Errorf("puzzle %d: native %v, %v; cover %v, %v", i, a, err, d, err)
		}
		if err != nil || errSAT != nil || !slices.EqualFunc(a.Values, b.Values, model.Domain.Equal) {
			t.Errorf("puzzle %d: native %v, %v; gini %v, %v", i, a, err, b, errSAT)
		}
	}
}

// TestEmptyGrid checks that every value is a candidate of every cell of an empty grid.
func TestEmptyGrid(t *testing.T) {
	f := newFinder(t, native.Solver{}, sudoku.Order(3).Model())
	c, err := f.Find(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for v, values := range c.Values {
		if values.Size() != 9 {
			t.Errorf("cell %d: got candidates %v, want all 9", v, values)
		}
	}
	if c.Refuted != 0 || c.Solutions != -1 {
		t.Errorf("Find = %+v, want no refuted query and an unknown number of solutions", c)
	}
	n, err := f.Count(t.Context(), nil, c, 90)
	if err != nil || n.Exact || n.Total.Int64() != 90 {
		t.Errorf("Count = %+v, error %v; want 90, inexact", n, err)
	}
	r, err := f.Relate(t.Context(), nil, c)
	if err != nil || len(r.Equal) != 0 || len(r.Different) != 0 {
		t.Errorf("Relate = %+v, error %v; want no relations", r, err)
	}
}

func TestObjective(t *testing.T) {
	m := sudoku.Order(2).Model()
	m.Objective = &model.Objective{Terms: []model.Term{{Coef: 1, Var: 0}}}
	if _, err := backbone.NewFinder(t.Context(), native.Solver{}, m); err == nil {
		t.Error("NewFinder accepts a model with an objective")
	}
}

func TestCancelled(t *testing.T) {
	f := newFinder(t, native.Solver{}, sudoku.Order(3).Model())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if c, err := f.Find(ctx, nil); err != context.Canceled || c.Complete {
		t.Errorf("Find = %+v, error %v; want partial candidates, Canceled", c, err)
	}
	c, err := f.Find(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 50e6)
	defer cancel()
	if n, err := f.Count(ctx, nil, c, 0); err != context.DeadlineExceeded || n.Exact || n.Total.Sign() <= 0 {
		t.Errorf("Count = %+v, error %v; want a partial count, DeadlineExceeded", n, err)
	}
	if _, err := f.Relate(ctx, nil, c); err != context.DeadlineExceeded {
		t.Error(err)
	}
}

// TestCancelledBetween ends the context after the first query. Find must return the candidates found by then.
func TestCancelledBetween(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := newFinder(t, solverFunc(func(c context.Context, m *model.Model,
		yield func(model.Assignment) bool) (model.Result, error) {
		r, err := native.Solver{}.Solve(c, m, yield)
		cancel()
		return r, err
	}), sudoku.Order(2).Model())
	f.SampleLimit = 1
	c, err := f.Find(ctx, nil)
	if err != context.Canceled || c.Complete || c.Undecided != 48 || c.Values[0].Size() != 1 {
		t.Errorf("Find = %+v, error %v; want partial candidates, Canceled", c, err)
	}
}

type solverFunc func(context.Context, *model.Model, func(model.Assignment) bool) (model.Result, error)

func (s solverFunc) Solve(ctx context.Context, m *model.Model,
	yield func(model.Assignment) bool) (model.Result, error) {
	return s(ctx, m, yield)
}

// A miscounter counts one solution too many if r1c1 = 1.
type miscounter struct{ native.Solver }

func (s miscounter) CountSolutions(ctx context.Context, m *model.Model, limit int64) (*big.Int, model.Result, error) {
	n, r, err := s.Solver.CountSolutions(ctx, m, limit)
	one := model.Constraint(model.Given{Var: 0, Value: 1})
	if slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool { return c == one }) {
		n.Add(n, big.NewInt(1))
	}
	return n, r, err
}

func TestWrongAnswers(t *testing.T) {
	base := sudoku.Order(2).Model()
	wrongSolver := solverFunc(func(_ context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result,
		error) {
		yield(slices.Repeat([]int{1}, len(m.Vars)))
		return model.Result{Solutions: 1, Complete: true}, nil
	})
	var wrong *model.WrongAnswerError
	if _, err := newFinder(t, wrongSolver, base).Find(t.Context(), nil); !errors.As(err, &wrong) {
		t.Errorf("Find: got error %v, want a WrongAnswerError", err)
	}
	incomplete := solverFunc(func(context.Context, *model.Model, func(model.Assignment) bool) (model.Result, error) {
		return model.Result{}, nil
	})
	if _, err := newFinder(t, incomplete, base).Find(t.Context(), nil); err == nil {
		t.Error("Find returns no error with an incomplete solver")
	}
	f := newFinder(t, miscounter{}, base)
	f.EnumerationLimit = 1
	c, err := f.Find(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Count(t.Context(), nil, c, 0); !errors.As(err, &wrong) {
		t.Errorf("Count: got error %v, want a WrongAnswerError", err)
	}
}

// TestRelateEnds ends the context before Relate. No pair of an empty grid needs a query, since the solutions that Find
// kept answer for all, and Relate must still return the error.
func TestRelateEnds(t *testing.T) {
	f := newFinder(t, native.Solver{}, sudoku.Order(3).Model())
	c, err := f.Find(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := f.Relate(ctx, nil, c); err != context.Canceled || r != nil {
		t.Errorf("Relate = %+v, error %v; want no relations, Canceled", r, err)
	}
}
