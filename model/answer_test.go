package model_test

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"nonet/model"
)

// bruteForce tries all assignments in lexicographic order. It checks the context at every node.
type bruteForce struct{}

var _ model.Solver = bruteForce{}

func (bruteForce) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	if err := m.Validate(); err != nil {
		return model.Result{}, err
	}
	r := model.Result{Complete: true}
	a := make(model.Assignment, len(m.Vars))
	var try func(v int) error
	try = func(v int) error {
		if err := ctx.Err(); err != nil {
			r.Complete = false
			return err
		}
		if v < len(a) {
			for a[v] = range m.Vars[v].Domain.All {
				if err := try(v + 1); err != nil || !r.Complete {
					return err
				}
			}
			return nil
		}
		if m.Violation(a) == 0 {
			r.Solutions++
			r.Complete = yield(slices.Clone(a))
		}
		return nil
	}
	err := try(0)
	return r, err
}

// pairs returns a model of two variables from 1..n that differ. It has n(n-1) solutions.
func pairs(n int) *model.Model {
	d := model.Interval(1, n)
	return &model.Model{
		Vars:        []model.Variable{{Name: "a", Domain: d}, {Name: "b", Domain: d}},
		Constraints: []model.Constraint{model.NotEqual{A: 0, B: 1}},
	}
}

// cancelAfter returns a context and a solver that cancels it after the given number of solutions.
func cancelAfter(solutions int) (context.Context, model.Solver) {
	ctx, cancel := context.WithCancel(context.Background())
	return ctx, cancelingSolver{cancel, solutions}
}

type cancelingSolver struct {
	cancel context.CancelFunc
	after  int
}

func (c cancelingSolver) Solve(ctx context.Context, m *model.Model,
	yield func(model.Assignment) bool) (model.Result, error) {
	n := 0
	return bruteForce{}.Solve(ctx, m, func(a model.Assignment) bool {
		if n++; n == c.after {
			c.cancel()
		}
		return yield(a)
	})
}

func TestFirst(t *testing.T) {
	a, r, err := model.First(t.Context(), bruteForce{}, pairs(3))
	if err != nil || !slices.Equal(a, model.Assignment{1, 2}) {
		t.Errorf("First = %v, error %v; want [1 2]", a, err)
	}
	if want := (model.Result{Solutions: 1}); r != want || r.Status() != model.Satisfiable {
		t.Errorf("status %v of %+v, want sat of %+v", r.Status(), r, want)
	}
	a, r, err = model.First(t.Context(), bruteForce{}, pairs(1))
	if err != nil || a != nil || r.Status() != model.Unsatisfiable {
		t.Errorf("unsatisfiable model: got %v, %+v, error %v; want nil, unsat", a, r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, r, err = model.First(ctx, bruteForce{}, pairs(3))
	if !errors.Is(err, context.Canceled) || a != nil || r.Status() != model.Unknown {
		t.Errorf("cancelled: got %v, %+v, error %v; want nil, unknown, Canceled", a, r, err)
	}
}

// Without an objective, Best takes the first solution and stops the search.
func TestBestIsFirstWithoutObjective(t *testing.T) {
	if _, _, r, err := model.Best(t.Context(), bruteForce{}, pairs(3)); err != nil || r.Solutions != 1 || r.Complete {
		t.Errorf("got %v, error %v; want 1 solution, not complete", r, err)
	}
}

func TestBest(t *testing.T) {
	minimize := pairs(3)
	minimize.Objective = &model.Objective{Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: -2, Var: 1}}}
	none := pairs(1)
	none.Objective = minimize.Objective
	ctx, s := cancelAfter(2)
	for _, test := range []struct {
		name    string
		ctx     context.Context
		s       model.Solver
		m       *model.Model
		want    model.Assignment
		optimal bool
		err     error
	}{
		{"minimum", t.Context(), improving{bruteForce{}}, minimize, model.Assignment{1, 3}, true, nil},
		{"no solution", t.Context(), improving{bruteForce{}}, none, nil, false, nil},
		{"no objective", t.Context(), bruteForce{}, pairs(3), model.Assignment{1, 2}, true, nil},
		{"interrupted", ctx, improving{s}, minimize, model.Assignment{1, 3}, false, context.Canceled},
		{"a solution that is not better", t.Context(), bruteForce{}, minimize, model.Assignment{1, 3}, false,
			&model.WrongAnswerError{}},
	} {
		best, optimal, r, err := model.Best(test.ctx, test.s, test.m)
		if test.err != nil && r.Complete {
			t.Errorf("%s: the search goes on to its end", test.name)
		}
		if !slices.Equal(best, test.want) || optimal != test.optimal {
			t.Errorf("%s: got %v, optimal %v; want %v, %v", test.name, best, optimal, test.want, test.optimal)
		}
		if wrong := new(model.WrongAnswerError); !errors.Is(err, test.err) && !errors.As(err, &wrong) ||
			(err == nil) != (test.err == nil) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.err)
		}
	}
}

// improving passes on those solutions of inner that improve on the last.
type improving struct{ inner model.Solver }

func (s improving) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	var last model.Assignment
	return s.inner.Solve(ctx, m, func(a model.Assignment) bool {
		if last != nil && !m.Objective.Better(m.Objective.Value(a), m.Objective.Value(last)) {
			return true
		}
		last = slices.Clone(a)
		return yield(a)
	})
}

func TestUnique(t *testing.T) {
	one := pairs(2).With(model.Given{Var: 0, Value: 2})
	for _, test := range []struct {
		name  string
		m     *model.Model
		want  model.Verdict
		text  string
		found []model.Assignment
	}{
		{"none", pairs(1), model.None, "none", nil},
		{"one", one, model.One, "unique", []model.Assignment{{2, 1}}},
		{"many", pairs(3), model.Multiple, "multiple", []model.Assignment{{1, 2}, {1, 3}}},
		{"no variables", &model.Model{}, model.One, "unique", []model.Assignment{{}}},
	} {
		verdict, found, r, err := model.Unique(t.Context(), bruteForce{}, test.m)
		if err != nil || verdict != test.want || verdict.String() != test.text {
			t.Errorf("%s: got verdict %v, error %v; want %s", test.name, verdict, err, test.text)
		}
		if !slices.EqualFunc(found, test.found, slices.Equal) || r.Solutions != len(found) {
			t.Errorf("%s: got solutions %v, Result.Solutions %d; want %v", test.name, found, r.Solutions, test.found)
		}
	}
	ctx, s := cancelAfter(1)
	verdict, found, _, err := model.Unique(ctx, s, pairs(3))
	if !errors.Is(err, context.Canceled) || verdict != model.Undecided || verdict.String() != "unknown" ||
		len(found) != 1 {
		t.Errorf("cancelled after one solution: got %v, %v, error %v; want unknown, one solution, Canceled",
			verdict, found, err)
	}
	ctx, s = cancelAfter(2)
	if verdict, _, _, err := model.Unique(ctx, s, pairs(3)); verdict != model.Multiple || err != nil {
		t.Errorf("cancelled after two solutions: got %v, error %v; want multiple", verdict, err)
	}
}

func TestCount(t *testing.T) {
	for _, test := range []struct {
		name     string
		m        *model.Model
		limit    int64
		want     int64
		complete bool
	}{
		{"all", pairs(5), 0, 20, true},
		{"negative limit", pairs(5), -1, 20, true},
		{"none", pairs(1), 0, 0, true},
		{"limit of one", pairs(5), 1, 1, false},
		{"limit below", pairs(5), 7, 7, false},
		{"limit above", pairs(5), 21, 20, true},
	} {
		n, r, err := model.Count(t.Context(), bruteForce{}, test.m, test.limit)
		if err != nil || !n.IsInt64() || n.Int64() != test.want || r.Complete != test.complete {
			t.Errorf("%s: got %v, %+v, error %v; want %d, complete %v", test.name, n, r, err, test.want, test.complete)
		}
	}
	ctx, s := cancelAfter(3)
	n, r, err := model.Count(ctx, s, pairs(5), 0)
	if !errors.Is(err, context.Canceled) || n.Int64() != 3 || r.Complete {
		t.Errorf("cancelled: got %v, %+v, error %v; want 3, incomplete, Canceled", n, r, err)
	}
}

// A stepCounter counts in steps of 6, like a solver that multiplies by the size of a symmetry group.
type stepCounter struct{ bruteForce }

func (s stepCounter) CountSolutions(ctx context.Context, m *model.Model, limit int64) (*big.Int, model.Result, error) {
	n, r, err := model.Count(ctx, s.bruteForce, m, 0)
	for k := int64(0); limit > 0 && big.NewInt(k).Cmp(n) < 0; k += 6 {
		if k >= limit {
			r.Complete = false
			return big.NewInt(k), r, err
		}
	}
	return n, r, err
}

func TestCountCapsCounterAtLimit(t *testing.T) {
	for _, test := range []struct {
		name     string
		limit    int64
		want     int64
		complete bool
	}{
		{"no limit", 0, 20, true},
		{"limit 1", 1, 1, false},
		{"limit between steps", 7, 7, false},
		{"limit on a step", 12, 12, false},
		{"limit beyond the last step", 19, 20, true},
		{"limit above", 100, 20, true},
	} {
		n, r, err := model.Count(t.Context(), stepCounter{}, pairs(5), test.limit)
		if err != nil || n.Int64() != test.want || r.Complete != test.complete {
			t.Errorf("%s: got %v, %+v, error %v; want %d, complete %v", test.name, n, r, err, test.want, test.complete)
		}
	}
}

// The number and the error of a Counter that ctx stops are passed on.
func TestCountOfStoppedCounter(t *testing.T) {
	ctx, s := cancelAfter(3)
	n, r, err := model.Count(ctx, stoppedCounter{s}, pairs(5), 0)
	if !errors.Is(err, context.Canceled) || n.Int64() != 3 || r.Complete {
		t.Errorf("got %v, %+v, error %v; want 3, incomplete, Canceled", n, r, err)
	}
}

type stoppedCounter struct{ model.Solver }

func (s stoppedCounter) CountSolutions(ctx context.Context, m *model.Model, limit int64) (*big.Int, model.Result,
	error) {
	return model.Count(ctx, s.Solver, m, limit)
}

func TestAll(t *testing.T) {
	var found []model.Assignment
	for a, err := range model.All(t.Context(), bruteForce{}, pairs(3)) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, a)
	}
	want := []model.Assignment{{1, 2}, {1, 3}, {2, 1}, {2, 3}, {3, 1}, {3, 2}}
	if !slices.EqualFunc(found, want, slices.Equal) {
		t.Errorf("All yields %v, want %v", found, want)
	}
	n := 0
	for range model.All(t.Context(), bruteForce{}, pairs(3)) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d solutions before break, want 2", n)
	}
	ctx, s := cancelAfter(2)
	n = 0
	var last error
	for a, err := range model.All(ctx, s, pairs(3)) {
		if last != nil {
			t.Fatal("All yields a pair after the error")
		}
		if last = err; err != nil && a != nil {
			t.Errorf("All yields %v together with an error, want nil", a)
		}
		n++
	}
	if n != 3 || !errors.Is(last, context.Canceled) {
		t.Errorf("%d pairs, the last with error %v; want 3, Canceled", n, last)
	}
}

// TestPrepare solves under givens with a solver that is not a Preparer.
func TestPrepare(t *testing.T) {
	base := pairs(3)
	p, err := model.Prepare(t.Context(), bruteForce{}, base)
	if err != nil {
		t.Fatal(err)
	}
	for v := 1; v <= 3; v++ {
		r, err := p.SolveGiven(t.Context(), []model.Given{{Var: 0, Value: v}}, func(a model.Assignment) bool {
			if a[0] != v {
				t.Errorf("given a = %d: got solution %v", v, a)
			}
			return true
		})
		if err != nil || r.Solutions != 2 || !r.Complete {
			t.Errorf("given a = %d: got %+v, error %v; want 2 solutions, complete", v, r, err)
		}
	}
	if len(base.Constraints) != 1 {
		t.Error("SolveGiven modified the base model")
	}
}

// TestStatus checks status and verdict for each combination of the two facts of a Result.
func TestStatus(t *testing.T) {
	for _, test := range []struct {
		r            model.Result
		text, status string
		verdict      model.Verdict
	}{
		{model.Result{}, "0 solutions, not complete", "unknown", model.Undecided},
		{model.Result{Complete: true}, "0 solutions, complete", "unsat", model.None},
		{model.Result{Solutions: 1}, "1 solution, not complete", "sat", model.Undecided},
		{model.Result{Solutions: 1, Complete: true}, "1 solution, complete", "sat", model.One},
		{model.Result{Solutions: 2}, "2 solutions, not complete", "sat", model.Multiple},
		{model.Result{Solutions: 2, Complete: true}, "2 solutions, complete", "sat", model.Multiple},
	} {
		if got := test.r.String(); got != test.text {
			t.Errorf("%+v: got %q, want %q", test.r, got, test.text)
		}
		if got := test.r.Status().String(); got != test.status {
			t.Errorf("%+v: got status %s, want %s", test.r, got, test.status)
		}
		if got := model.VerdictOf(test.r); got != test.verdict {
			t.Errorf("%+v: got verdict %s, want %s", test.r, got, test.verdict)
		}
	}
}
