package native

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
)

// Models whose variables have some hundred million values, in two ranges, and constraints that leave few of them, have
// the solutions of the model without the others. The values of some models lie far apart.
func TestMillionsOfValues(t *testing.T) {
	solved, left := 0, 0
	for seed := range uint64(backendtest.Rounds(400, 5000)) {
		r := rand.New(rand.NewPCG(seed, 5))
		narrow := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		if slices.ContainsFunc(narrow.Vars, func(v model.Variable) bool { return v.Domain.Size() == 0 }) {
			continue
		}
		wide := &model.Model{Vars: slices.Clone(narrow.Vars), Constraints: slices.Clone(narrow.Constraints)}
		for v, x := range narrow.Vars {
			d, one := x.Domain, []model.Term{{Coef: 1, Var: model.Var(v)}}
			most := model.Linear{Terms: one, Relation: model.AtMost, Bound: d.Max()}
			least := model.Linear{Terms: one, Relation: model.AtLeast, Bound: d.Min()}
			ranges := []model.Range{{Lo: 1_000_000, Hi: 200_000_000}, {Lo: -300_000_000, Hi: -1000}}
			for lo, hi := range d.Ranges {
				ranges = append(ranges, model.Range{Lo: lo, Hi: hi})
			}
			switch r.IntN(3) {
			case 0:
				wide.Constraints = append(wide.Constraints, most, least)
			case 1: // the search removes the values between the others
				ranges = append(ranges, model.Range{Lo: -2000, Hi: 2000})
				wide.Constraints = append(wide.Constraints, most, least)
				for k := d.Min(); k < d.Max(); k++ {
					if !d.Contains(k) {
						other := model.Var(len(wide.Vars)) // a variable of one value
						wide.Vars = append(wide.Vars, model.Variable{Domain: model.Values(k)})
						wide.Constraints = append(wide.Constraints, model.NotEqual{A: model.Var(v), B: other})
					}
				}
			default:
				rows := slices.Collect(slices.Chunk(slices.Collect(d.All), 1))
				wide.Constraints = append(wide.Constraints, model.Table{Vars: []model.Var{model.Var(v)}, Rows: rows})
			}
			wide.Vars[v].Domain = model.Union(ranges...)
		}
		missing := map[string]bool{}
		for _, a := range backendtest.Enumerate(narrow) {
			missing[fmt.Sprint(a)] = true
		}
		solved += min(len(missing), 1)
		_, err := Solver{}.Solve(t.Context(), wide, func(a model.Assignment) bool {
			key := fmt.Sprint(a[:len(narrow.Vars)])
			if !missing[key] {
				t.Fatalf("seed %d: %s is no solution of %+v, or was found before", seed, key, narrow)
			}
			delete(missing, key)
			return true
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		left += len(missing)
	}
	if solved < 100 || left > 0 {
		t.Errorf("%d models have solutions, %d solutions were not found", solved, left)
	}
}

// A variable of all integers makes its sums overflow, which is an error; without a sum, no engine computes with it.
func TestAllIntegers(t *testing.T) {
	all := model.Variable{Name: "all", Domain: model.Interval(-1<<63, 1<<63-1)}
	for _, test := range []struct {
		c    model.Constraint
		want string
	}{
		{model.Linear{Terms: []model.Term{{Coef: 1}}}, "constraint 0 (linear): the sum may be too large for an int"},
		{model.NotEqual{A: 0, B: 1, Offset: 1}, "constraint 0 (notequal): the sum may be too large for an int"},
		{model.AllDifferent{Vars: scope(2)}, "not supported: variable all: its domain has 9223372036854775807 " +
			"values; at most 4194304 in all domains together"},
	} {
		m := &model.Model{Vars: []model.Variable{all, {Domain: model.Interval(1, 2)}}}
		_, err := Solver{}.Solve(t.Context(), m.With(test.c), func(model.Assignment) bool { return true })
		if err == nil || err.Error() != test.want {
			t.Errorf("%+v: %v, want %s", test.c, err, test.want)
		}
	}
}
