package model_test

import (
	"math"
	"strings"
	"testing"

	"nonet/model"
)

// vars returns n variables with the domain 0..9. The first three are named a, b and c.
func vars(n int) []model.Variable {
	names := []string{"a", "b", "c"}
	all := make([]model.Variable, n)
	for i := range all {
		all[i].Domain = model.Interval(0, 9)
		if i < len(names) {
			all[i].Name = names[i]
		}
	}
	return all
}

// terms returns the terms of coefficients and variables in turn.
func terms(coefVar ...int) []model.Term {
	var all []model.Term
	for i := 0; i < len(coefVar); i += 2 {
		all = append(all, model.Term{Coef: coefVar[i], Var: model.Var(coefVar[i+1])})
	}
	return all
}

// TestViolation compares violations with values worked out by hand, and checks scope and description of each
// constraint.
func TestViolation(t *testing.T) {
	type values map[int][]model.Assignment // violation -> assignments
	for _, test := range []struct {
		name     string
		c        model.Constraint
		describe string
		scope    []model.Var
		want     values
	}{
		{"all different", model.AllDifferent{Vars: []model.Var{0, 1, 2, 3}}, "alldifferent(a, b, c, x3)",
			[]model.Var{0, 1, 2, 3}, values{
				0: {{1, 2, 3, 4}, {9, 0, 5, 4}},
				1: {{1, 2, 3, 1}, {2, 2, 3, 1}},
				2: {{1, 1, 1, 2}, {1, 1, 2, 2}, {1, 2, 2, 1}},
				3: {{7, 7, 7, 7}},
			}},
		{"all different, one variable", model.AllDifferent{Vars: []model.Var{2}}, "alldifferent(c)", []model.Var{2},
			values{0: {{1, 1, 1, 1}}}},
		{"linear =", model.Linear{Terms: terms(1, 0, -2, 3), Bound: 3}, "a - 2*x3 = 3", []model.Var{0, 3}, values{
			0: {{3, 0, 0, 0}, {5, 9, 9, 1}},
			1: {{4, 0, 0, 0}, {2, 0, 0, 0}},
			5: {{0, 0, 0, 1}, {8, 0, 0, 0}},
		}},
		{"coefficients of all signs", model.Linear{Terms: terms(-2, 0, 0, 1, -1, 2, 3, 3)}, "-2*a + 0*b - c + 3*x3 = 0",
			[]model.Var{0, 1, 2, 3}, values{0: {{1, 5, 1, 1}}, 2: {{1, 5, 0, 0}}}},
		{"the first coefficient 0", model.Linear{Terms: terms(0, 0, 1, 1), Bound: 3}, "0*a + b = 3", []model.Var{0, 1},
			values{0: {{1, 3}}}},
		{"linear <=", model.Linear{Terms: terms(1, 0, 1, 1), Relation: model.AtMost, Bound: 4}, "a + b <= 4",
			[]model.Var{0, 1}, values{0: {{0, 0}, {4, 0}, {1, 2}}, 1: {{4, 1}}, 14: {{9, 9}}}},
		{"linear >=", model.Linear{Terms: terms(1, 0, 1, 1), Relation: model.AtLeast, Bound: 4}, "a + b >= 4",
			[]model.Var{0, 1}, values{0: {{9, 9}, {4, 0}, {2, 2}}, 1: {{2, 1}}, 4: {{0, 0}}}},
		{"a variable in two terms", model.Linear{Terms: terms(1, 0, 1, 0), Bound: 6}, "a + a = 6",
			[]model.Var{0, 0}, values{0: {{3}}, 2: {{4}, {2}}}},
		{"an empty sum", model.Linear{Relation: model.AtLeast, Bound: 2}, "0 >= 2", []model.Var{}, values{2: {{0}}}},
		{"a bound no sum exceeds", model.Linear{Terms: terms(-1, 0), Relation: model.AtMost, Bound: math.MaxInt},
			"-a <= 9223372036854775807", []model.Var{0}, values{0: {{0}, {9}}}},
		{"a bound no sum is below", model.Linear{Terms: terms(1, 0), Relation: model.AtLeast, Bound: math.MinInt},
			"a >= -9223372036854775808", []model.Var{0}, values{0: {{0}, {9}}}},
		{"a distance beyond the largest int", model.Linear{Terms: terms(1, 0), Bound: math.MinInt},
			"a = -9223372036854775808", []model.Var{0}, values{math.MaxInt: {{0}, {9}}}},
		{"not equal", model.NotEqual{A: 0, B: 1}, "a != b", []model.Var{0, 1},
			values{0: {{1, 2}, {2, 1}}, 1: {{3, 3}}}},
		{"not equal with offset", model.NotEqual{A: 0, B: 1, Offset: -2}, "a != b -2", []model.Var{0, 1},
			values{0: {{3, 3}, {5, 3}}, 1: {{1, 3}}}},
		{"table", model.Table{Vars: []model.Var{2, 0}, Rows: [][]int{{1, 2}, {3, 4}}}, "(c, a) in table of 2 rows",
			[]model.Var{2, 0}, values{0: {{2, 0, 1}, {4, 9, 3}}, 1: {{2, 0, 3}, {0, 0, 1}}, 2: {{1, 2, 2}}}},
		{"table without rows", model.Table{Vars: []model.Var{0, 1}}, "(a, b) in table of 0 rows", []model.Var{0, 1},
			values{3: {{0, 0}}}},
		{"given", model.Given{Var: 1, Value: 7}, "b = 7", []model.Var{1}, values{0: {{0, 7}}, 1: {{7, 0}, {7, 9}}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := &model.Model{Vars: vars(4), Constraints: []model.Constraint{test.c}}
			if err := m.Validate(); err != nil {
				t.Fatal(err)
			}
			if got := m.Describe(test.c); got != test.describe {
				t.Errorf("Describe = %q, want %q", got, test.describe)
			}
			scope := test.c.Scope()
			if len(scope) != len(test.scope) {
				t.Fatalf("scope %v, want %v", scope, test.scope)
			}
			for i := range scope {
				if scope[i] != test.scope[i] {
					t.Errorf("scope %v, want %v", scope, test.scope)
				}
			}
			for want, assignments := range test.want {
				for _, a := range assignments {
					if got := test.c.Violation(a); got != want {
						t.Errorf("Violation(%v) = %d, want %d", a, got, want)
					}
					full := append(a[:len(a):len(a)], make(model.Assignment, 4-len(a))...)
					if got := m.Violation(full); got != want {
						t.Errorf("Model.Violation(%v) = %d, want %d", full, got, want)
					}
					err := m.Check(full)
					if (err == nil) != (want == 0) {
						t.Errorf("Check(%v) = %v with violation %d", full, err, want)
					}
					if err != nil && err.Error() != "constraint 0 is violated: "+test.describe {
						t.Errorf("Check(%v) = %v", full, err)
					}
				}
			}
		})
	}
}

// TestCheckDomains checks assignments with values outside the domains.
func TestCheckDomains(t *testing.T) {
	m := &model.Model{Vars: vars(4)}
	m.Vars[3].Domain = model.Values(2, 4, 7)
	for _, test := range []struct {
		a         model.Assignment
		violation int
		want      string
	}{
		{model.Assignment{0, 9, 5, 4}, 0, ""},
		{model.Assignment{0, 9, 5, 5}, 1, "x3 = 5 is outside its domain"},
		{model.Assignment{-1, 10, 5, 3}, 3, "a = -1 is outside its domain"},
	} {
		if got := m.Violation(test.a); got != test.violation {
			t.Errorf("Violation(%v) = %d, want %d", test.a, got, test.violation)
		}
		got := ""
		if err := m.Check(test.a); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("Check(%v): got error %q, want %q", test.a, got, test.want)
		}
	}
	if err := m.Check(model.Assignment{1}); err == nil || !strings.Contains(err.Error(), "1 values") {
		t.Errorf("Check of a short assignment: got error %v", err)
	}
	for want, a := range []model.Assignment{{-1, 64, 70}, {64, 64, 63}, {70, 70, 70}, {63, 62, 0}} {
		if got := (model.AllDifferent{Vars: []model.Var{0, 1, 2}}).Violation(a); got != want%3 {
			t.Errorf("values %v beyond 0..63: violation %d, want %d", a, got, want%3)
		}
	}
	m.Vars[0].Domain = model.Domain{}
	if err := m.Validate(); err != nil {
		t.Errorf("Validate with an empty domain: got error %v, want none", err)
	}
	if got := m.Violation(model.Assignment{0, 0, 0, 2}); got != 1 {
		t.Errorf("violation %d with an empty domain, want 1", got)
	}
}

// TestLargeAllDifferent has variables enough that comparing all pairs of them would take minutes.
func TestLargeAllDifferent(t *testing.T) {
	const n = 1 << 19
	c := model.AllDifferent{Vars: make([]model.Var, n)}
	a := make(model.Assignment, n)
	m := &model.Model{Vars: make([]model.Variable, n), Constraints: []model.Constraint{c}}
	for v := range c.Vars {
		c.Vars[v], a[v] = model.Var(v), v/2
		m.Vars[v].Domain = model.Values(v)
	}
	if got := c.Violation(a); got != n/2 {
		t.Errorf("violation %d, want %d", got, n/2)
	}
	if err := m.Validate(); err != nil {
		t.Error(err)
	}
	c.Vars[n-1] = 0
	const want = "constraint 0 (alldifferent): mentions a variable twice"
	if err := m.Validate(); err == nil || err.Error() != want {
		t.Errorf("a variable twice: error %v", err)
	}
}
