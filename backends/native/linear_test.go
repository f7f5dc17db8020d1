package native

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
)

// TestLinearIsBoundsConsistent compares with the definition: the lowest and the highest value of each variable belong
// to a solution in which the other variables take any real number between their bounds.
func TestLinearIsBoundsConsistent(t *testing.T) {
	failed, narrowed := 0, 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 40))
		domains := randomDomains(r, 1+r.IntN(5))
		c := randomSum(r, model.Relation(r.IntN(3)), domains)
		want := linearBounds(slices.Clone(domains), c)
		got := propagatedDomains(t, &model.Model{Vars: vars(domains...), Constraints: []model.Constraint{c}}, Hidden)
		if !equal(got, want) {
			t.Fatalf("seed %d: %v over %v\ngot  %v\nwant %v", seed, c, domains, got, want)
		}
		switch {
		case want == nil:
			failed++
		case !equal(want, domains):
			narrowed++
		}
	}
	if failed < 100 || narrowed < 1000 {
		t.Errorf("only %d models fail and %d change", failed, narrowed)
	}
}

// randomSum returns a sum of the variables with these domains, and a bound close to one of its values.
func randomSum(r *rand.Rand, relation model.Relation, domains []model.Domain) model.Linear {
	c := model.Linear{Relation: relation}
	for v, d := range domains {
		coef := r.IntN(9) - 4
		c.Terms = append(c.Terms, model.Term{Coef: coef, Var: model.Var(v)})
		c.Bound += coef*d.At(r.IntN(d.Size())) + r.IntN(5) - 2
	}
	return c
}

// Sums up to 2^60 are accepted, and no larger ones.
func TestLargestSums(t *testing.T) {
	for _, c := range []struct {
		a, b int
		ok   bool
	}{{1 << 60, 0, true}, {1<<60 + 1, 0, false}, {-1 << 60, 0, true}, {1 << 59, 1 << 59, true},
		{1 << 59, 1<<59 + 1, false}, {1 << 59, -1<<59 - 1, false}} {
		m := &model.Model{Vars: vars(model.Interval(0, 1), model.Interval(-1, 0)), Constraints: []model.Constraint{
			model.Linear{Terms: []model.Term{{Coef: c.a}, {Coef: c.b, Var: 1}}, Relation: model.AtMost}}}
		if _, err := newGeneral(t.Context(), m, Options{}); (err == nil) != c.ok {
			t.Errorf("%d and %d: error %v", c.a, c.b, err)
		}
	}
}

func linearBounds(domains []model.Domain, c model.Linear) []model.Domain {
	possible := func(v, value int) bool {
		lo, hi := 0, 0
		for i, term := range c.Terms {
			d := domains[i]
			a, b := term.Coef*d.Min(), term.Coef*d.Max()
			if i == v {
				a, b = term.Coef*value, term.Coef*value
			}
			lo, hi = lo+min(a, b), hi+max(a, b)
		}
		return (c.Relation == model.AtLeast || lo <= c.Bound) && (c.Relation == model.AtMost || hi >= c.Bound)
	}
	for changed := true; changed; {
		changed = false
		for v := range domains {
			for !possible(v, domains[v].Min()) {
				lowest := domains[v].Min()
				if domains[v] = domains[v].Filter(func(x int) bool { return x > lowest }); domains[v].Size() == 0 {
					return nil
				}
				changed = true
			}
			for !possible(v, domains[v].Max()) {
				highest := domains[v].Max()
				if domains[v] = domains[v].Filter(func(x int) bool { return x < highest }); domains[v].Size() == 0 {
					return nil
				}
				changed = true
			}
		}
	}
	return domains
}

// TestObjectiveWithBound: a constraint that bounds the objective ends the search at a solution that reaches it. A sum
// of 24 variables at most 11 and at least 12 would take millions of failures.
func TestObjectiveWithBound(t *testing.T) {
	for _, maximize := range []bool{false, true} {
		bound := model.Linear{Relation: model.AtLeast, Bound: 12}
		if maximize {
			bound.Relation = model.AtMost
		}
		m := &model.Model{Objective: &model.Objective{Maximize: maximize, Constant: 7}}
		for v := range 24 {
			m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(0, 1)})
			bound.Terms = append(bound.Terms, model.Term{Coef: 1, Var: model.Var(v)})
		}
		m.Objective.Terms, m.Constraints = bound.Terms, []model.Constraint{bound}
		for _, engine := range []string{generalName, "lazy", "mixed"} {
			value := 0
			r, err := Solver{Engine: engine}.Solve(t.Context(), m, func(a model.Assignment) bool {
				value = m.Objective.Value(a)
				return true
			})
			if err != nil || !r.Complete || value != 19 || r.Stats.Effort.Failures > 20 {
				t.Errorf("%s, maximize %v: objective %d, %+v, %v", engine, maximize, value, r, err)
			}
			r, err = Solver{Engine: engine}.Solve(t.Context(), m, func(model.Assignment) bool { return false })
			if err != nil || r.Complete || r.Solutions != 1 {
				t.Errorf("%s, stopped: %+v, %v", engine, r, err)
			}
		}
	}
}
