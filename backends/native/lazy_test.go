package native

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/internal/slice"
	"nonet/model"
)

// TestLazyAndMixed compares the solutions of random models with those of enumeration, and with an objective the last
// one with the best one. In the mixed engine the turns are of a few steps, so that they change at all places.
func TestLazyAndMixed(t *testing.T) {
	turns := 0
	for seed := range uint64(backendtest.Rounds(200, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 31))
		m := randomModel(r, 1+r.IntN(5))
		if seed%2 == 0 {
			m = branchingModel(r)
		}
		all := backendtest.Enumerate(m)
		lazy, err := newLazy(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		lazy.start(nil)
		one, _ := newMixed(t.Context(), m) // within its first turn it is the general engine
		general, _ := newGeneral(t.Context(), m, Options{})
		one.start(nil)
		general.start(nil)
		e, steps := one.next(firstTurn)
		if f, left := general.next(firstTurn); e != f || steps != left {
			t.Fatalf("seed %d: event %v, %d steps left, want %v, %d", seed, e, steps, f, left)
		}
		mixed := newTurns(t, m, 1+r.IntN(20))
		for _, s := range []searcher{lazy, mixed} {
			left := map[string]bool{}
			for _, a := range all {
				left[fmt.Sprint(a)] = true
			}
			for _, a := range solutionsOf(t, s, m) {
				if key := fmt.Sprint(a); !left[key] {
					t.Fatalf("seed %d: %T: %v is no solution, or was found before", seed, s, a)
				} else {
					delete(left, key)
				}
			}
			if len(left) > 0 {
				t.Fatalf("seed %d: %T: %d solutions of %d not found", seed, s, len(left), len(all))
			}
		}
		m.Objective = &model.Objective{Maximize: r.IntN(2) > 0, Constant: r.IntN(3)}
		for range 1 + r.IntN(3) {
			term := model.Term{Coef: r.IntN(9) - 4, Var: model.Var(r.IntN(len(m.Vars)))}
			m.Objective.Terms = append(m.Objective.Terms, term)
		}
		s := newTurns(t, m, 1+r.IntN(20))
		var values []int
		for _, a := range solutionsOf(t, s, m) {
			values = append(values, m.Objective.Value(a))
		}
		for i, value := range values {
			if i > 0 && !m.Objective.Better(value, values[i-1]) {
				t.Fatalf("seed %d: objectives %v", seed, values)
			}
		}
		if len(values) == 0 != (len(all) == 0) {
			t.Fatalf("seed %d: objectives %v of %d solutions", seed, values, len(all))
		}
		for _, a := range all {
			if m.Objective.Better(m.Objective.Value(a), values[len(values)-1]) {
				t.Fatalf("seed %d: %v is better than the objectives %v", seed, a, values)
			}
		}
		if s.started && len(values) > 1 {
			turns++
		}
	}
	if turns < 20 {
		t.Errorf("both engines had a turn with an objective %d times only", turns)
	}
}

// Twelve tasks of five units each do not fit into 59 units of time, which edge finding sees before any decision.
func TestTasks(t *testing.T) {
	for end, want := range map[int]event{59: exhausted, 60: found} {
		m := new(model.Model)
		for range 12 {
			m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(0, end-5)})
		}
		for a := range model.Var(12) {
			for b := range a {
				x := model.Var(len(m.Vars))
				m.Vars = append(m.Vars, model.Variable{Domain: model.Values(0, 1)})
				m.Constraints = append(m.Constraints,
					model.Linear{Terms: []model.Term{{Coef: 1, Var: a}, {Coef: -1, Var: b}, {Coef: 100, Var: x}},
						Relation: model.AtMost, Bound: 95},
					model.Linear{Terms: []model.Term{{Coef: 1, Var: a}, {Coef: -1, Var: b}, {Coef: 100, Var: x}},
						Relation: model.AtLeast, Bound: 5})
			}
		}
		s, err := newLazy(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		s.start(nil)
		if e, _ := s.next(100_000); e != want || e == exhausted && s.effort().Nodes > 1 {
			t.Errorf("end %d: event %v after %d nodes", end, e, s.effort().Nodes)
		}
	}
}

// newTurns returns a started search whose turns have this number of steps at first.
func newTurns(t *testing.T, m *model.Model, steps int) *mixed {
	t.Helper()
	s, err := newMixed(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	s.start(nil)
	s.(*mixed).slice, s.(*mixed).left = steps, steps
	return s.(*mixed)
}

// The context of the search ends the construction of the lazy engine, and the search goes on with another context.
func TestMixedEndsWithItsContext(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Domain: model.Values(1, 2, 3, 4)}}}
	m = m.With(model.AllDifferent{Vars: []model.Var{0}})
	s := newTurns(t, m, 50)
	s.left = 0
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s.ctx = ended
	if e, _ := s.next(50); e != outOfSteps || s.engines[1] != nil {
		t.Errorf("event %v, second engine %T", e, s.engines[1])
	}
	s.ctx = t.Context()
	if n := len(solutionsOf(t, s, m)); n != 4 {
		t.Errorf("%d solutions, want 4", n)
	}
}

// solutionsOf returns the solutions of a started search, which it checks.
func solutionsOf(t *testing.T, s searcher, m *model.Model) (found []model.Assignment) {
	t.Helper()
	for range 100_000 {
		switch e, _ := s.next(50); e {
		case exhausted:
			return found
		case outOfSteps:
		default:
			a := make(model.Assignment, len(m.Vars))
			if err := s.solution(a); err != nil {
				t.Fatal(err)
			}
			found = append(found, a)
		}
	}
	t.Fatalf("%T does not end", s)
	return nil
}

// TestShare: where nogoods say no more than the decisions, as in a sum of even terms that is odd, the engines have
// equal shares; where they say more, the general engine has a thirty-second.
func TestShare(t *testing.T) {
	sum, holes := new(model.Model), new(model.Model)
	odd := model.Linear{Relation: model.Equal, Bound: 4501}
	for v := range 30 {
		sum.Vars = append(sum.Vars, model.Variable{Domain: model.Interval(0, 1)})
		odd.Terms = append(odd.Terms, model.Term{Coef: 300 + 2*v*v%19, Var: model.Var(v)})
	}
	sum.Constraints = []model.Constraint{odd}
	for v := range 12 {
		holes.Vars = append(holes.Vars, model.Variable{Domain: model.Interval(0, 9)})
		for w := range v {
			holes.Constraints = append(holes.Constraints, model.NotEqual{A: model.Var(v), B: model.Var(w)})
		}
	}
	for _, test := range []struct {
		m     *model.Model
		share int
	}{{sum, 1}, {holes, 32}} {
		s := newTurns(t, test.m, 800)
		turns := 0
		for before := 0; turns < 6; before = s.turn {
			if e, _ := s.next(1); e != outOfSteps {
				t.Fatalf("event %v", e)
			}
			if s.turn == before {
				continue
			}
			if turns++; s.turn == 0 && s.left != s.slice/test.share {
				t.Errorf("share %d, turn %d: %d steps left of %d", test.share, turns, s.left, s.slice)
			}
		}
	}
}

// TestAdvice: where branches advise, the lazy tier takes turns with package nogood, which does not follow them.
func TestAdvice(t *testing.T) {
	m := new(model.Model)
	for v := range 9 {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(0, 7)})
		for w := range v {
			m.Constraints = append(m.Constraints, model.NotEqual{A: model.Var(v), B: model.Var(w)})
		}
	}
	m.Branches = []model.Branch{{Vars: slice.Indices[model.Var](9)}}
	s, err := Solver{}.newSearcher(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	s.start(nil)
	e := outOfSteps
	for e == outOfSteps {
		e, _ = s.next(100)
	}
	if !s.(*mixed).started || e != exhausted {
		t.Errorf("event %v, want %v; lazy has had a turn: %v", e, exhausted, s.(*mixed).started)
	}
}
