package cdcl_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/cdcl"
	"nonet/backends/gini"
	"nonet/backends/gophersat"
	"nonet/encode/cnf"
	"nonet/model"
)

// TestLargeObjectives compares the optimum with the best of all assignments, for objectives with enough values that
// they are counted by adders.
func TestLargeObjectives(t *testing.T) {
	solvers := map[string]model.Solver{
		"cdcl":      backends.Bind(nil, cnf.Encoder{}, cdcl.Engine{}),
		"gini":      backends.Bind(nil, cnf.Encoder{Preset: cnf.Order}, gini.Engine{}),
		"gophersat": backends.Bind(nil, cnf.Encoder{Preset: cnf.Log}, gophersat.SAT{}),
	}
	for seed := range uint64(backendtest.Rounds(2, 12)) {
		r := rand.New(rand.NewPCG(seed, 9))
		m := &model.Model{Objective: &model.Objective{Maximize: seed%2 == 0}}
		limit := model.Linear{Relation: model.AtMost, Bound: 5}
		for v := range 10 {
			m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(-1, r.IntN(3))})
			m.Objective.Terms = append(m.Objective.Terms,
				model.Term{Coef: r.IntN(2_000_001) - 1_000_000, Var: model.Var(v)})
			limit.Terms = append(limit.Terms, model.Term{Coef: 1 + v%2, Var: model.Var(v)})
		}
		m.Constraints = []model.Constraint{limit, model.NotEqual{A: 0, B: 1}}
		e, err := cnf.Encoder{}.Encode(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		if seed == 0 && e.Formula.Objective.Bits == nil {
			t.Error("the objective is not counted by adders")
		}
		want, a := 0, make(model.Assignment, len(m.Vars))
		satisfiable := false
		var try func(v int)
		try = func(v int) {
			if v < len(a) {
				for a[v] = range m.Vars[v].Domain.All {
					try(v + 1)
				}
			} else if value := m.Objective.Value(a); m.Check(a) == nil &&
				(!satisfiable || m.Objective.Better(value, want)) {
				want, satisfiable = value, true
			}
		}
		try(0)
		for name, s := range solvers {
			var best model.Assignment
			result, err := s.Solve(t.Context(), m, func(a model.Assignment) bool {
				if best != nil && !m.Objective.Better(m.Objective.Value(a), m.Objective.Value(best)) {
					t.Errorf("%s, seed %d: a solution that is not better", name, seed)
				}
				best = slices.Clone(a)
				return true
			})
			if err != nil || !result.Complete || !satisfiable || m.Objective.Value(best) != want {
				t.Errorf("%s, seed %d: %+v, error %v, best %v, want %d", name, seed, result, err, best, want)
			}
		}
	}
}
