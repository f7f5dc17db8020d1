package query_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/hitting"
	"nonet/model/query"
	"nonet/model/sudoku"
)

func ExampleOracle() {
	oracle, err := query.Prepare(context.Background(), native.Solver{}, sudoku.Order(2).Model())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, second := range []int{2, 1} {
		givens := []model.Given{{Var: 0, Value: 1}, {Var: 1, Value: second}}
		_, found, err := oracle.First(context.Background(), givens)
		fmt.Println(found, err)
	}
	fmt.Println(oracle.Queries, "queries")
	// Output:
	// true <nil>
	// false <nil>
	// 2 queries
}

// fixedAnswers is a solver that returns the same assignments for every model.
type fixedAnswers struct {
	all      []model.Assignment
	complete bool
}

func (s fixedAnswers) Solve(_ context.Context, _ *model.Model,
	yield func(model.Assignment) bool) (model.Result, error) {
	for i, a := range s.all {
		if !yield(a) {
			return model.Result{Solutions: i + 1}, nil
		}
	}
	return model.Result{Solutions: len(s.all), Complete: s.complete}, nil
}

var pair = &model.Model{
	Vars:        []model.Variable{{Domain: model.Interval(1, 3)}, {Domain: model.Interval(1, 3)}},
	Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}}},
}

func newOracle(t *testing.T, s model.Solver) *query.Oracle {
	t.Helper()
	o, err := query.Prepare(t.Context(), s, pair)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestWrongAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		answer model.Assignment
		givens []model.Given
	}{
		"violates the constraint": {model.Assignment{1, 1}, nil},
		"violates the given":      {model.Assignment{1, 2}, []model.Given{{Var: 0, Value: 2}}},
		"outside the domain":      {model.Assignment{1, 4}, nil},
	} {
		o := newOracle(t, fixedAnswers{all: []model.Assignment{test.answer}})
		_, found, err := o.First(t.Context(), test.givens)
		var wrong *model.WrongAnswerError
		if found || !errors.As(err, &wrong) {
			t.Errorf("%s: found %v, error %v; want a WrongAnswerError", name, found, err)
		}
	}
}

func TestIncomplete(t *testing.T) {
	o := newOracle(t, fixedAnswers{})
	if _, found, err := o.First(t.Context(), nil); found || !errors.Is(err, query.ErrIncomplete) {
		t.Errorf("no answer: found %v, error %v; want ErrIncomplete", found, err)
	}
	one := fixedAnswers{all: []model.Assignment{{1, 2}}}
	complete, err := o.EachUsing(t.Context(), one, nil, func(model.Assignment) bool { return true })
	if complete || err != nil {
		t.Errorf("one solution of an incomplete search: complete %v, error %v; want false, nil", complete, err)
	}
	if o.Queries != 2 {
		t.Errorf("%d queries, want 2", o.Queries)
	}
	if _, found, err := query.First(t.Context(), fixedAnswers{complete: true}, pair); found || err != nil {
		t.Errorf("no solution: found %v, error %v; want false, nil", found, err)
	}
}

func TestPrepareRefuses(t *testing.T) {
	m := pair.With()
	m.Objective = &model.Objective{}
	if _, err := query.Prepare(t.Context(), native.Solver{}, m); err == nil {
		t.Error("Prepare accepts a model with an objective")
	}
	if _, err := query.Prepare(t.Context(), native.Solver{}, pair.With(model.Given{Var: 2})); err == nil {
		t.Error("Prepare accepts an ill-formed model")
	}
}

// TestUnavoidableSet enumerates unavoidable sets of one solution of the 4x4 grid. Each must be disjoint from the chosen
// givens and minimal: no other solution differs in a proper subset.
func TestUnavoidableSet(t *testing.T) {
	s := sudoku.Order(2)
	o, err := query.Prepare(t.Context(), native.Solver{}, s.Model())
	if err != nil {
		t.Fatal(err)
	}
	solution, _, err := o.First(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var values []model.Given
	for v, x := range solution {
		values = append(values, model.Given{Var: model.Var(v), Value: x})
	}
	chosen := hitting.NewSet(16)
	for rounds := 0; ; rounds++ {
		set, err := o.UnavoidableSet(t.Context(), nil, values, chosen)
		if err != nil {
			t.Fatal(err)
		}
		if set == nil {
			if rounds == 0 {
				t.Error("UnavoidableSet finds none")
			}
			return
		}
		if set.Intersects(chosen) {
			t.Errorf("%v intersects the chosen %v", set.Elements(), chosen.Elements())
		}
		for _, i := range set.Elements() {
			without := hitting.NewSet(16, i)
			for j := range values {
				if !set.Has(j) {
					without.Add(j)
				}
			}
			if part, err := o.DifferenceSet(t.Context(), nil, values, without); part != nil || err != nil {
				t.Errorf("%v is not minimal: got subset %v, error %v", set.Elements(), part, err)
			}
		}
		chosen.Add(slices.Min(set.Elements()))
	}
}
