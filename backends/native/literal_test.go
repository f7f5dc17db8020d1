package native

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
)

// A literal, of each kind and over each part of a domain, keeps the values that solutions use.
func TestLiteralsAreArcConsistent(t *testing.T) {
	values := model.Values(-1, 0, 2, 3)
	for _, two := range []model.Domain{model.Values(0, 1), model.Values(-2, 7)} { // within the values and around them
		for k := range 16 {
			c, value := model.Table{Vars: scope(2)}, values.At(k/4)
			for x := range values.All {
				holds := x == value || k&1 != 0 && x < value
				c.Rows = append(c.Rows, []int{x, two.Min()})
				if holds != (k&2 != 0) {
					c.Rows[len(c.Rows)-1][1] = two.At(1)
				}
			}
			for part := 1; part < 16; part++ {
				only := model.Table{Vars: scope(1)}
				for i, x := range values.Indexed {
					if part>>i&1 != 0 {
						only.Rows = append(only.Rows, []int{x})
					}
				}
				m := &model.Model{Vars: vars(values, two), Constraints: []model.Constraint{c, only}}
				for _, m := range []*model.Model{m, m.With(model.Given{Var: 1, Value: two.Min()}),
					m.With(model.Given{Var: 1, Value: two.At(1)})} {
					if got, want := propagatedDomains(t, m, Hidden), usedValues(m); !equal(got, want) {
						t.Errorf("%+v: got %v, want %v", m.Constraints, got, want)
					}
				}
			}
		}
	}
}

// TestLiteralOf compares the literals recognized in random tables with the rows.
func TestLiteralOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	found := map[string]int{}
	for range 20_000 {
		values := model.Values(-3, -1, 1, 3, 5, 7).Filter(func(int) bool { return r.IntN(3) > 0 })
		two := model.Values(r.IntN(3)-2, 1+r.IntN(2))
		var rows [][]int
		b := r.IntN(2)
		for n := -6; n < 12; n++ {
			if !values.Contains(n) && r.IntN(3) > 0 {
				continue
			}
			if r.IntN(4) == 0 {
				b = 1 - b
			}
			rows = append(rows, []int{n, two.At(b)})
		}
		switch r.IntN(6) {
		case 0:
			i := r.IntN(len(rows))
			rows[i] = []int{rows[r.IntN(len(rows))][0], two.At(r.IntN(2))}
		case 1:
			i := r.IntN(len(rows))
			rows = slices.Insert(rows, i, []int{rows[i][0], two.At(r.IntN(2))})
		case 2:
			rows[r.IntN(len(rows))][1] = 0
		}
		vars := []model.Var{0, 1}
		if r.IntN(2) == 0 {
			vars = []model.Var{1, 0}
			for _, row := range rows {
				slices.Reverse(row)
			}
		}
		domain := func(v model.Var) model.Domain { return []model.Domain{values, two}[v] }
		c := model.Table{Vars: vars, Rows: rows}
		l, ok := literalOf(c, domain)
		if !ok {
			found["none"]++
			continue
		}
		found[fmt.Sprint(l.atMost, l.negated)]++
		a := model.Assignment{0, 0}
		for x := range domain(l.v).All {
			for i, b := range domain(l.b).Indexed {
				a[l.v], a[l.b] = x, b
				holds := x == l.value
				if l.atMost {
					holds = x <= l.value
				}
				if want := c.Violation(a) == 0; want != ((holds != l.negated) == (i == 1)) {
					t.Fatalf("%v %v: %+v differs at %v", domain(0), c, l, a)
				}
			}
		}
	}
	if t.Log(found); len(found) != 5 {
		t.Errorf("not all kinds were drawn")
	}
}
