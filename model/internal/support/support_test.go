package support

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
)

// TestAgainstBruteForce compares the values without support, and the solutions, of random constraints with brute force.
func TestAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 3))
	removals := 0
	for trial := range 2000 {
		m, constraints := randomConstraints(rng)
		s := New(m, constraints)
		banned := map[Value]bool{}
		for _, v := range s.Vars() {
			for value := range m.Vars[v].Domain.All {
				banned[Value{v, value}] = rng.IntN(5) == 0
			}
		}
		allowed := func(v model.Var, value int) bool { return !banned[Value{v, value}] }

		want := bruteForce(m, s.Vars(), constraints, allowed)
		var found []string
		if !s.Solutions(allowed, 1<<20, func(values []int) bool {
			found = append(found, fmt.Sprint(values))
			return true
		}) {
			t.Fatalf("trial %d: Solutions gave up", trial)
		}
		slices.Sort(found)
		if !slices.Equal(found, want.solutions) {
			t.Fatalf("trial %d: %v: got solutions %v, want %v", trial, constraints, found, want.solutions)
		}
		removed := map[Value]bool{}
		if !s.Unsupported(allowed, 1<<20, func(v Value) { removed[v] = true }) {
			t.Fatalf("trial %d: Unsupported gave up", trial)
		}
		removals += len(removed)
		for _, v := range s.Vars() {
			for value := range m.Vars[v].Domain.All {
				k := Value{v, value}
				if got := removed[k]; got != (allowed(v, value) && !want.supported[k]) {
					t.Fatalf("trial %d: %v: value %v is removed: %v; supported: %v", trial, constraints, k, got,
						want.supported[k])
				}
			}
		}
	}
	if removals == 0 {
		t.Error("no value was removed in any trial")
	}
}

// TestLimit checks that a search that ends at the limit removes nothing that has support, and says that it ended.
func TestLimit(t *testing.T) {
	m, vars := &model.Model{}, []model.Var{}
	for range 9 {
		vars = append(vars, model.Var(len(m.Vars)))
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1, 8)})
	}
	s := New(m, []model.Constraint{model.AllDifferent{Vars: vars}}) // nine cells, eight values
	all := func(model.Var, int) bool { return true }
	if s.Unsupported(all, 3, func(v Value) { t.Errorf("%v is removed within 3 nodes", v) }) {
		t.Error("Unsupported: got complete within 3 nodes, want the limit to be reached")
	}
	if s.Solutions(all, 3, func([]int) bool { return true }) {
		t.Error("Solutions: got complete within 3 nodes, want the limit to be reached")
	}
}

func randomConstraints(rng *rand.Rand) (*model.Model, []model.Constraint) {
	m := &model.Model{}
	n := 2 + rng.IntN(3)
	for range n {
		low := rng.IntN(3)
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(low, low+1+rng.IntN(4))})
	}
	pick := func() model.Var { return model.Var(rng.IntN(n)) }
	var all []model.Constraint
	for range 1 + rng.IntN(3) {
		switch rng.IntN(4) {
		case 0:
			vars := []model.Var{0, 1}
			if n > 2 {
				vars = append(vars, 2)
			}
			all = append(all, model.AllDifferent{Vars: vars})
		case 1:
			a := pick()
			all = append(all, model.NotEqual{A: a, B: model.Var((int(a) + 1) % n), Offset: rng.IntN(3) - 1})
		case 2:
			l := model.Linear{Relation: model.Relation(rng.IntN(3)), Bound: rng.IntN(9)}
			for range 1 + rng.IntN(4) {
				l.Terms = append(l.Terms, model.Term{Coef: rng.IntN(5) - 2, Var: pick()})
			}
			all = append(all, l)
		case 3:
			c := model.Table{Rows: [][]int{}}
			for range 1 + rng.IntN(3) {
				c.Vars = append(c.Vars, pick())
			}
			for range rng.IntN(9) {
				var row []int
				for range c.Vars {
					row = append(row, rng.IntN(6))
				}
				c.Rows = append(c.Rows, row)
			}
			all = append(all, c)
		}
	}
	return m, all
}

type expected struct {
	solutions []string // sorted
	supported map[Value]bool
}

func bruteForce(
	m *model.Model, vars []model.Var, constraints []model.Constraint, allowed func(model.Var, int) bool,
) expected {
	e := expected{supported: map[Value]bool{}}
	a := make(model.Assignment, len(m.Vars))
	var extend func(i int)
	extend = func(i int) {
		if i < len(vars) {
			for a[vars[i]] = range m.Vars[vars[i]].Domain.All {
				if allowed(vars[i], a[vars[i]]) {
					extend(i + 1)
				}
			}
			return
		}
		for _, c := range constraints {
			if c.Violation(a) != 0 {
				return
			}
		}
		var values []int
		for _, v := range vars {
			values = append(values, a[v])
			e.supported[Value{v, a[v]}] = true
		}
		e.solutions = append(e.solutions, fmt.Sprint(values))
	}
	extend(0)
	slices.Sort(e.solutions)
	return e
}
