package native

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
)

// propagatedDomains returns the domains after propagation, or nil if it fails.
func propagatedDomains(t *testing.T, m *model.Model, l Level) []model.Domain {
	t.Helper()
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	e, _, err := compile(t.Context(), m, l)
	if err != nil {
		t.Fatal(err)
	}
	steps := math.MaxInt
	if e == nil {
		return nil
	}
	e.scheduleAll()
	if e.fixpoint(&steps) == failed {
		return nil
	}
	after := remainingDomains(e, m)
	// It must be a fixpoint: running everything again changes nothing.
	removed := e.removed
	e.scheduleAll()
	if e.fixpoint(&steps) == failed || e.removed != removed {
		t.Errorf("a second run of all propagators removes more\n%+v", m)
	}
	return after
}

// remainingDomains returns the current domains of the variables of m, from which the engine was compiled.
func remainingDomains(e *engine, m *model.Model) []model.Domain {
	domains := make([]model.Domain, len(m.Vars))
	for v, x := range m.Vars {
		domains[v] = x.Domain.Filter(func(value int) bool {
			r, _ := e.rank(value)
			return e.contains(int32(v), r)
		})
	}
	return domains
}

func vars(domains ...model.Domain) []model.Variable {
	all := make([]model.Variable, len(domains))
	for i, d := range domains {
		all[i].Domain = d
	}
	return all
}

func scope(n int) []model.Var {
	all := make([]model.Var, n)
	for i := range all {
		all[i] = model.Var(i)
	}
	return all
}

func TestPropagation(t *testing.T) {
	type domains = []model.Domain
	nine := model.Interval(1, 9)
	terms := func(coefs ...int) []model.Term {
		var all []model.Term
		for v, c := range coefs {
			all = append(all, model.Term{Coef: c, Var: model.Var(v)})
		}
		return all
	}
	of := model.Values
	for _, test := range []struct {
		name   string
		before domains
		c      model.Constraint
		after  domains // nil if propagation fails
	}{
		{"alldifferent: a chain of eliminations",
			domains{of(1), of(1, 2), of(1, 2, 3)}, model.AllDifferent{Vars: scope(3)}, domains{of(1), of(2), of(3)}},
		{"alldifferent: hidden single of a permutation",
			domains{of(1, 2), of(1, 2), of(1, 2, 3)}, model.AllDifferent{Vars: scope(3)},
			domains{of(1, 2), of(1, 2), of(3)}},
		{"alldifferent: no hidden single with more values than variables",
			domains{of(1, 2, 4), of(1, 2, 4), of(1, 2, 3)}, model.AllDifferent{Vars: scope(3)},
			domains{of(1, 2, 4), of(1, 2, 4), of(1, 2, 3)}},
		{"alldifferent: two values for one variable of a permutation",
			domains{of(1, 2), of(3, 4), of(3, 4), of(3, 4)}, model.AllDifferent{Vars: scope(4)}, nil},
		{"alldifferent: pigeonhole", domains{of(1, 2), of(1, 2), of(1, 2)}, model.AllDifferent{Vars: scope(3)}, nil},
		{"alldifferent: two variables fixed to the same value",
			domains{of(2), of(2), of(1, 2, 3)}, model.AllDifferent{Vars: scope(3)}, nil},
		{"alldifferent: hidden single over several words",
			domains{of(1, 70), of(1, 70), of(1, 70, 140), model.Interval(1, 200)}, model.AllDifferent{Vars: scope(3)},
			domains{of(1, 70), of(1, 70), of(140), model.Interval(1, 200)}},
		{"alldifferent: pigeonhole over several words",
			domains{of(1, 140), of(1, 140), of(1, 140), model.Interval(1, 200)}, model.AllDifferent{Vars: scope(3)},
			nil},
		{"alldifferent: different bases",
			domains{of(60, 70), of(70, 80), of(60, 70, 80, 90), model.Interval(1, 200), of(60)},
			model.AllDifferent{Vars: []model.Var{0, 1, 2, 4}},
			domains{of(70), of(80), of(90), model.Interval(1, 200), of(60)}},
		{"notequal: offset", domains{of(4), of(1, 2, 3)}, model.NotEqual{A: 0, B: 1, Offset: 2},
			domains{of(4), of(1, 3)}},
		{"notequal: offset, the other way",
			domains{of(1, 2, 3, 4), of(1)}, model.NotEqual{A: 0, B: 1, Offset: 2}, domains{of(1, 2, 4), of(1)}},
		{"notequal: value that no domain has",
			domains{of(4), of(1, 2)}, model.NotEqual{A: 0, B: 1, Offset: 50}, domains{of(4), of(1, 2)}},
		{"notequal: a variable and itself", domains{of(1, 2)}, model.NotEqual{}, nil},
		{"notequal: a variable and itself with an offset", domains{of(1, 2)}, model.NotEqual{Offset: 1},
			domains{of(1, 2)}},
		{"linear: x + y = 17 in 1..9",
			domains{nine, nine}, model.Linear{Terms: terms(1, 1), Bound: 17}, domains{of(8, 9), of(8, 9)}},
		{"linear: x - y >= 7",
			domains{nine, nine}, model.Linear{Terms: terms(1, -1), Relation: model.AtLeast, Bound: 7},
			domains{of(8, 9), of(1, 2)}},
		{"linear: 2x + 3y <= 9",
			domains{nine, nine}, model.Linear{Terms: terms(2, 3), Relation: model.AtMost, Bound: 9},
			domains{of(1, 2, 3), of(1, 2)}},
		{"linear: bounds jump over gaps",
			domains{of(0, 7, 10), of(0, 4, 5)}, model.Linear{Terms: terms(1, 1), Bound: 12}, domains{of(7), of(5)}},
		{"linear: no solution because of a gap",
			domains{of(1, 3), of(1, 3)}, model.Linear{Terms: terms(1, 1), Bound: 3}, nil},
		{"linear: repeated variable, 3x - x = 6",
			domains{nine}, model.Linear{Terms: []model.Term{{Coef: 3}, {Coef: -1}}, Bound: 6}, domains{of(3)}},
		{"linear: repeated variable that cancels",
			domains{nine}, model.Linear{Terms: []model.Term{{Coef: 3}, {Coef: -3}}, Bound: 1}, nil},
		{"linear: no terms, holds", domains{of(1, 2)}, model.Linear{Relation: model.AtMost, Bound: 0},
			domains{of(1, 2)}},
		{"linear: no terms, fails", domains{of(1, 2)}, model.Linear{Relation: model.AtLeast, Bound: 1}, nil},
		{"linear: a bound out of reach",
			domains{of(1, 2)}, model.Linear{Terms: terms(1), Relation: model.AtLeast, Bound: math.MaxInt}, nil},
		{"linear: a bound that always holds",
			domains{of(1, 2)}, model.Linear{Terms: terms(1), Relation: model.AtLeast, Bound: math.MinInt},
			domains{of(1, 2)}},
		{"linear: large numbers",
			domains{of(0, 1<<40), of(0, 1<<58)},
			model.Linear{Terms: terms(1<<19, -1), Relation: model.AtLeast, Bound: 1},
			domains{of(1 << 40), of(0, 1<<58)}},
		{"table: supports",
			domains{of(1, 2, 3), of(1, 2, 3)}, model.Table{Vars: scope(2), Rows: [][]int{{1, 2}, {3, 2}, {1, 7}}},
			domains{of(1, 3), of(2)}},
		{"table: no rows", domains{of(1, 2)}, model.Table{Vars: scope(1)}, nil},
		{"table: one row over no variables", domains{of(1, 2)}, model.Table{Rows: [][]int{{}}}, domains{of(1, 2)}},
		{"table: a variable twice",
			domains{of(1, 2), of(1, 2)}, model.Table{Vars: []model.Var{0, 1, 0}, Rows: [][]int{{1, 1, 2}, {2, 1, 2}}},
			domains{of(2), of(1)}},
		{"table: over several words",
			domains{model.Interval(0, 200)}, model.Table{Vars: scope(1), Rows: [][]int{{3}, {70}, {199}, {201}}},
			domains{of(3, 70, 199)}},
		{"given: outside the domain", domains{of(1, 3)}, model.Given{Var: 0, Value: 2}, nil},
		{"given", domains{of(1, 3)}, model.Given{Var: 0, Value: 3}, domains{of(3)}},
	} {
		m := &model.Model{Vars: vars(test.before...), Constraints: []model.Constraint{test.c}}
		got := propagatedDomains(t, m, Automatic)
		if !slices.EqualFunc(got, test.after, model.Domain.Equal) {
			t.Errorf("%s: %v, want %v", test.name, got, test.after)
		}
	}
}

// TestWideDomains propagates random constraints over few values, and again over values far apart among 300, which take
// several words. The same values must remain.
func TestWideDomains(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 9))
		n := 2 + r.IntN(5)
		values := r.Perm(300)[:n+r.IntN(3)] // by number: the value in the wide model
		for i := range values {
			if r.IntN(2) == 0 { // close to the end of a word
				values[i] = 64*(1+r.IntN(4)) + i - 4
			}
		}
		slices.Sort(values)
		values = slices.Compact(values)
		narrow, wide := &model.Model{}, &model.Model{}
		for range n {
			var d, w []int
			for k, x := range values {
				if r.IntN(3) > 0 || k == len(values)-1 && d == nil {
					d, w = append(d, k), append(w, x)
				}
			}
			narrow.Vars = append(narrow.Vars, model.Variable{Domain: model.Values(d...)})
			wide.Vars = append(wide.Vars, model.Variable{Domain: model.Values(w...)})
		}
		wide.Vars = append(wide.Vars, model.Variable{Domain: model.Interval(-r.IntN(70), 300)})
		for range 1 + r.IntN(3) {
			if r.IntN(2) == 0 {
				c := model.AllDifferent{Vars: scope(n)[r.IntN(n):]}
				narrow, wide = narrow.With(c), wide.With(c)
				continue
			}
			c := model.Table{Vars: []model.Var{model.Var(r.IntN(n)), model.Var(r.IntN(n))}}
			d := model.Table{Vars: c.Vars}
			for range 1 + r.IntN(12) {
				x, y := r.IntN(len(values)), r.IntN(len(values))
				c.Rows, d.Rows = append(c.Rows, []int{x, y}), append(d.Rows, []int{values[x], values[y]})
			}
			narrow, wide = narrow.With(c), wide.With(d)
		}
		for _, level := range []Level{Hidden, Domain} {
			want, got := propagatedDomains(t, narrow, level), propagatedDomains(t, wide, level)
			for v := range want {
				var d []int
				for k := range want[v].All {
					d = append(d, values[k])
				}
				want[v] = model.Values(d...)
			}
			if (want == nil) != (got == nil) || want != nil && !equal(got[:n], want) {
				t.Fatalf("seed %d: got %v, want %v\n%+v", seed, got, want, wide)
			}
		}
	}
}

// A variable more than the values of a word is a pigeonhole conflict at each level; as many are none.
func TestPigeonsOfAWord(t *testing.T) {
	for _, n := range []int{64, 65} {
		m := &model.Model{Constraints: []model.Constraint{model.AllDifferent{Vars: scope(n)}}}
		for range n {
			m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(0, 63)})
		}
		for _, level := range []Level{Hidden, Domain} {
			if after := propagatedDomains(t, m, level); (after == nil) != (n > 64) {
				t.Errorf("%d variables, level %v: a conflict: %v", n, level, after == nil)
			}
		}
	}
}

// usedValues returns the values of each variable in the solutions of m, or nil if there are none.
func usedValues(m *model.Model) (used []model.Domain) {
	for _, a := range backendtest.Enumerate(m) {
		if used == nil {
			used = make([]model.Domain, len(m.Vars))
		}
		for v, value := range a {
			used[v] = model.Values(append(slices.Collect(used[v].All), value)...)
		}
	}
	return used
}

// TestNoSolutionIsLost propagates random constraints, one at a time, and compares with all solutions: no solution may
// be lost, and Table, NotEqual and Given must leave only values that solutions use.
func TestNoSolutionIsLost(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(750, 6000)) {
		m := randomModel(rand.New(rand.NewPCG(seed, 2)), 1)
		used, after := usedValues(m), propagatedDomains(t, m, Automatic)
		wantArcConsistent := false
		switch m.Constraints[0].(type) {
		case model.Table, model.NotEqual, model.Given:
			wantArcConsistent = true
		}
		if wantArcConsistent && !equal(after, used) {
			t.Errorf("seed %d: got %v, want %v", seed, after, used)
		}
		for v, values := range used {
			for value := range values.All {
				if after == nil || !after[v].Contains(value) {
					t.Errorf("seed %d: variable %d: value %d of a solution removed", seed, v, value)
				}
			}
		}
	}
}

// Columns of tables share the sets of rows of their values if both the rows and the domains are equal.
func TestSharedSupports(t *testing.T) {
	m := &model.Model{Vars: make([]model.Variable, 5)}
	for v := range m.Vars {
		m.Vars[v].Domain = model.Interval(1, 5+v/4) // the last one has another value
	}
	for _, vars := range [][]model.Var{{0, 1}, {2, 3}, {0, 4}, {1, 0}} {
		m.Constraints = append(m.Constraints, model.Table{Vars: vars, Rows: [][]int{{1, 2}, {2, 1}, {5, 5}}})
	}
	e, _, err := compile(t.Context(), m, Automatic)
	if err != nil {
		t.Fatal(err)
	}
	supports := func(k, column int) *[]uint64 { return &e.propagators[k].(*table).columns[column].supports[0] }
	for i, same := range []bool{
		supports(0, 0) == supports(1, 0), supports(0, 1) == supports(1, 1), supports(0, 0) == supports(2, 0),
		supports(0, 1) != supports(2, 1), supports(0, 0) != supports(0, 1),
	} {
		if !same {
			t.Errorf("pair %d of columns", i)
		}
	}
	count := 0
	if _, err := (Solver{}).Solve(t.Context(), m, func(model.Assignment) bool { count++; return true }); err != nil ||
		count != 9 {
		t.Errorf("%d solutions, want 9: %v", count, err)
	}
}
