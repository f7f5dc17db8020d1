package backendtest

import (
	"math/rand/v2"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// Enumerate returns all solutions of m in lexicographic order, by testing every assignment. Its time is proportional to
// the product of the domain sizes.
func Enumerate(m *model.Model) []model.Assignment {
	var all []model.Assignment
	a := make(model.Assignment, len(m.Vars))
	var try func(v int)
	try = func(v int) {
		if v == len(a) {
			if m.Violation(a) == 0 {
				all = append(all, slices.Clone(a))
			}
			return
		}
		for a[v] = range m.Vars[v].Domain.All {
			try(v + 1)
		}
	}
	try(0)
	return all
}

// Kinds are the kinds of constraints that a random model may contain.
type Kinds struct {
	Linear, Table, NotEqual bool
}

// Random returns a small random model, satisfiable or not: 2 to 6 variables with domains within -2..6 and a few
// constraints, always including an AllDifferent over some of them.
func Random(r *rand.Rand, k Kinds) *model.Model {
	n := 2 + r.IntN(5)
	m := &model.Model{Vars: make([]model.Variable, n)}
	common := model.Interval(1, 2+r.IntN(3)) // shared by most variables, so that permutations occur
	for i := range m.Vars {
		m.Vars[i].Name = string(rune('a' + i))
		m.Vars[i].Domain = common
		if r.IntN(3) == 0 {
			m.Vars[i].Domain = randomDomain(r)
		}
	}
	m.Constraints = append(m.Constraints, model.AllDifferent{Vars: scope(r, n, 2+r.IntN(min(n, 4)-1))})
	for range r.IntN(4) {
		switch r.IntN(5) {
		case 0:
			m.Constraints = append(m.Constraints, model.AllDifferent{Vars: scope(r, n, 1+r.IntN(min(n, 4)))})
		case 1:
			v := model.Var(r.IntN(n))
			if d := m.Vars[v].Domain; d.Size() > 0 {
				m.Constraints = append(m.Constraints, model.Given{Var: v, Value: d.At(r.IntN(d.Size()))})
			}
		case 2:
			if k.NotEqual {
				s := scope(r, n, 2)
				m.Constraints = append(m.Constraints, model.NotEqual{A: s[0], B: s[1], Offset: r.IntN(5) - 2})
			}
		case 3:
			if k.Linear {
				c := model.Linear{Relation: model.Relation(r.IntN(3)), Bound: r.IntN(11) - 2}
				for _, v := range scope(r, n, 1+r.IntN(min(n, 3))) {
					c.Terms = append(c.Terms, model.Term{Coef: r.IntN(7) - 3, Var: v})
				}
				m.Constraints = append(m.Constraints, c)
			}
		case 4:
			if k.Table {
				c := model.Table{Vars: scope(r, n, 1+r.IntN(min(n, 3)))}
				for range r.IntN(8) {
					row := slice.Make(len(c.Vars), func(int) int { return r.IntN(6) - 1 })
					c.Rows = append(c.Rows, row)
				}
				m.Constraints = append(m.Constraints, c)
			}
		}
	}
	return m
}

func randomDomain(r *rand.Rand) model.Domain {
	var d []int
	for v := -2; v <= 6; v++ {
		if r.IntN(3) == 0 {
			d = append(d, v)
		}
	}
	if len(d) == 0 && r.IntN(8) != 0 { // an empty domain is allowed but rare
		d = []int{r.IntN(4)}
	}
	return model.Values(d...)
}

// scope returns k distinct variables of n in random order.
func scope(r *rand.Rand, n, k int) []model.Var {
	return slice.Map(r.Perm(n)[:k], func(v int) model.Var { return model.Var(v) })
}
