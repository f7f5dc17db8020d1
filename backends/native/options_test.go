package native

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// randomOptions returns options of which about half are not zero.
func randomOptions(r *rand.Rand) Options {
	return Options{
		AllDifferent: Level(r.IntN(len(Level(0).Names()))),
		Order:        Order(r.IntN(len(Order(0).Names()))),
		Values:       ValueOrder(r.IntN(len(ValueOrder(0).Names()))),
		Restarts:     Restarts(r.IntN(len(Restarts(0).Names()))),
	}
}

// TestOptions compares searches under random options with enumeration: the same solutions, each once.
func TestOptions(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(375, 3000)) {
		r := rand.New(rand.NewPCG(seed, 31))
		m := randomModel(r, 1+r.IntN(4))
		if seed%2 == 0 {
			m = backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		}
		o := randomOptions(r)
		s, err := newGeneral(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		want := backendtest.Enumerate(m)
		for range 2 { // the second search must start from the initial state
			s.start(nil)
			if r.IntN(2) == 0 {
				s.(*general).restart.limit = 1
			}
			var got []model.Assignment
			for {
				e, _ := s.next(1 + r.IntN(50))
				if e == exhausted {
					break
				}
				if e == outOfSteps {
					continue
				}
				a := make(model.Assignment, len(m.Vars))
				if err := s.solution(a); err != nil {
					t.Fatal(err)
				}
				got = append(got, a)
			}
			slices.SortFunc(got, slices.Compare)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("seed %d, %+v: %d solutions, want %d\n%+v", seed, o, len(got), len(want), m)
			}
		}
		m.Objective = &model.Objective{
			Maximize: r.IntN(2) == 0,
			Terms:    []model.Term{{Coef: 2 - r.IntN(5), Var: 0}, {Coef: 1, Var: model.Var(len(m.Vars) - 1)}},
		}
		if err := checkOptimal(t.Context(), Solver{Options: o}, m, want); err != nil {
			t.Fatalf("seed %d, %+v: %v", seed, o, err)
		}
	}
}

// TestOptionsAgreeOnPuzzles counts the solutions of a puzzle with many, and solves hard puzzles, under each option.
func TestOptionsAgreeOnPuzzles(t *testing.T) {
	for _, o := range []Options{
		{AllDifferent: Hidden}, {AllDifferent: Domain},
		{Order: Fewest}, {Order: Weighted}, {Order: Weighted, Restarts: Never},
		{Order: Lexicographic, AllDifferent: Domain}, {Values: Highest},
	} {
		s := Solver{Options: o}
		m := sudoku.Order(2).Model().With(model.Given{Var: 5, Value: 3})
		if n, r, err := s.CountSolutions(t.Context(), m, 0); err != nil || !r.Complete || n.Int64() != 288/4 {
			t.Errorf("%+v: counted %v, complete %v, error %v", o, n, r.Complete, err)
		}
		for _, p := range backendtest.Hardest[:2] {
			v, found, _, err := model.Unique(t.Context(), s, backendtest.Puzzle(sudoku.Order(3), p.Puzzle).Model())
			if err != nil || v != model.One || line(found[0]) != p.Solution {
				t.Errorf("%+v: %s: %v, %v, error %v", o, p.Name, v, found, err)
			}
		}
	}
}

func line(a model.Assignment) string {
	var b strings.Builder
	for _, value := range a {
		b.WriteByte(byte('0' + value))
	}
	return b.String()
}

func TestOptionsOfOtherEngines(t *testing.T) {
	domain := Options{AllDifferent: Domain}
	_, err := Solver{Engine: "bands", Options: domain}.Solve(t.Context(), sudoku.Order(3).Model(), nil)
	if err == nil || err.Error() != "engine bands takes no options" {
		t.Errorf("error %v", err)
	}
	_, err = Solver{Engine: "steam", Options: domain}.Solve(t.Context(), sudoku.Order(3).Model(), nil)
	if err == nil || !strings.Contains(err.Error(), "unknown engine") {
		t.Errorf("error %v", err)
	}
	// Options out of range mean the default.
	s := Solver{Options: Options{Order: 17, AllDifferent: -1}}
	_, err = s.Solve(t.Context(), sudoku.Order(2).Model(), func(model.Assignment) bool { return false })
	if err != nil {
		t.Error(err)
	}
}

// TestSearchAllocatesNothing runs searches, without building solutions, under options that use all propagators of
// AllDifferent.
func TestSearchAllocatesNothing(t *testing.T) {
	six := sudoku.Shape{Height: 2, Width: 3}
	wide := six.Model()
	for v := range wide.Vars { // the same puzzle with distant values
		wide.Vars[v].Domain = model.Values(1, 2, 3, 4, 5, 200)
	}
	for i := range 150 { // so that their ranks are distant, too
		wide.Vars = append(wide.Vars, model.Variable{Domain: model.Values(10 + i)})
	}
	var table model.Table
	table.Vars = []model.Var{0, 7, 14}
	for k := range backendtest.Rounds(54, 216) {
		if k%7 < 4 {
			table.Rows = append(table.Rows, []int{k/36 + 1, k/6%6 + 1, k%6 + 1})
		}
	}
	for _, test := range []struct {
		name string
		m    *model.Model
		o    Options
	}{
		{"default", six.Model(), Options{}},
		{"domain", six.Model(), Options{AllDifferent: Domain, Order: Weighted}},
		{"domain, wide", wide, Options{AllDifferent: Domain}},
		{"table", six.Model().With(table), Options{}},
	} {
		s, err := newGeneral(t.Context(), test.m, test.o)
		if err != nil {
			t.Fatal(err)
		}
		solutions := 0
		run := func() {
			s.start(nil)
			for solutions = 0; solutions < 200; {
				if e, _ := s.next(1 << 40); e == exhausted {
					break
				}
				solutions++
			}
		}
		if n := testing.AllocsPerRun(3, run); n > 0 {
			t.Errorf("%s: %v allocations in a search", test.name, n)
		}
		if solutions < 200 {
			t.Errorf("%s: only %d solutions", test.name, solutions)
		}
	}
}

// TestCancelledPropagation cancels searches whose propagation at the root takes long.
func TestCancelledPropagation(t *testing.T) {
	m := sudoku.Order(7).Model()
	for _, o := range []Options{
		{AllDifferent: Domain}, {AllDifferent: Hidden},
	} {
		ctx := backendtest.NewCountdown(t, 3)
		r, err := Solver{Options: o}.Solve(ctx, m, func(model.Assignment) bool { return false })
		if !errors.Is(err, context.Canceled) || r.Complete || r.Solutions > 0 {
			t.Errorf("%+v: %+v, error %v after %d checks", o, r, err, ctx.Checks)
		}
	}
}
