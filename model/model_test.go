package model_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nonet/model"
)

func TestDomain(t *testing.T) {
	for _, test := range []struct {
		lo, hi int
		want   model.Domain
	}{
		{1, 4, model.Values(1, 2, 3, 4)}, {-1, 1, model.Values(-1, 0, 1)}, {5, 5, model.Values(5)},
		{3, 2, model.Domain{}},
		{3, -9, model.Domain{}},
		{math.MaxInt - 1, math.MaxInt, model.Values(math.MaxInt-1, math.MaxInt)},
	} {
		if got := model.Interval(test.lo, test.hi); !got.Equal(test.want) {
			t.Errorf("Interval(%d, %d) = %v, want %v", test.lo, test.hi, got, test.want)
		}
	}
	for set := range 1 << 6 { // all subsets of -2..3
		in := func(v int) bool { return set>>(v+2)&1 == 1 }
		d := model.Interval(-2, 3).Filter(in)
		for v := -4; v <= 5; v++ {
			if got := d.Contains(v); got != (-2 <= v && v <= 3 && in(v)) {
				t.Errorf("%v.Contains(%d) = %v, want %v", d, v, got, !got)
			}
		}
	}
}

// TestValidate breaks a valid model in one way at a time.
func TestValidate(t *testing.T) {
	const tooLarge = "constraint 1 (linear): the sum may be too large for an int"
	add := func(c model.Constraint) func(*model.Model) {
		return func(m *model.Model) { m.Constraints = append(m.Constraints, c) }
	}
	addBit := func(terms []model.Term) func(*model.Model) { // where x3 is 0 or 1
		return func(m *model.Model) {
			m.Vars[3].Domain = model.Interval(0, 1)
			m.Constraints = append(m.Constraints, model.Linear{Terms: terms})
		}
	}
	for _, test := range []struct {
		name string
		edit func(m *model.Model)
		want string
	}{
		{"well-formed", func(*model.Model) {}, ""},
		{"no name", func(m *model.Model) { m.Vars[0].Name, m.Vars[1].Name = "", "" }, ""},
		{"same name", func(m *model.Model) { m.Vars[2].Name = "a" },
			"variable 2 (a): has the same name as variable 0"},
		{"auxiliary variables at the end",
			func(m *model.Model) { m.Vars[2].Auxiliary, m.Vars[3].Auxiliary = true, true }, ""},
		{"an auxiliary variable before another one", func(m *model.Model) { m.Vars[1].Auxiliary = true },
			"variable 2 (c): follows an auxiliary variable, but is none"},
		{"an auxiliary variable before all others", func(m *model.Model) { m.Vars[0].Auxiliary = true },
			"variable 1 (b): follows an auxiliary variable, but is none"},
		{"no constraint", add(nil), "constraint 1: is nil"},
		{"variable below zero", add(model.Given{Var: -1}), "constraint 1 (given): mentions variable -1 of 4"},
		{"variable too large", add(model.NotEqual{A: 0, B: 4}),
			"constraint 1 (notequal): mentions variable 4 of 4"},
		{"variable too large in a sum", add(model.Linear{Terms: []model.Term{{Coef: 1, Var: 9}}}),
			"constraint 1 (linear): mentions variable 9 of 4"},
		{"same variable twice", add(model.AllDifferent{Vars: []model.Var{1, 2, 1}}),
			"constraint 1 (alldifferent): mentions a variable twice"},
		{"relation", add(model.Linear{Relation: 3}), "constraint 1 (linear): unknown relation"},
		{"negative relation", add(model.Linear{Relation: -1}), "constraint 1 (linear): unknown relation"},
		{"row of a table", add(model.Table{Vars: []model.Var{0, 1}, Rows: [][]int{{1, 2}, {1}}}),
			"constraint 1 (table): row 1 has 1 values, the scope has 2 variables"},
		{"sum that fits", add(model.Linear{Terms: []model.Term{{Coef: math.MaxInt / 9, Var: 0}},
			Relation: model.AtLeast,
			Bound:    math.MinInt}), ""},
		{"a sum of the largest int", addBit(terms(math.MaxInt/9, 0, math.MaxInt%9, 3)), ""},
		{"a sum beyond the largest int", addBit(terms(math.MaxInt/9, 0, math.MaxInt%9+1, 3)), tooLarge},
		{"a product of 2^63", add(model.Linear{Terms: terms(1<<62, 3)}), tooLarge},
		{"product that overflows", add(model.Linear{Terms: []model.Term{{Coef: math.MinInt, Var: 0}}}), tooLarge},
		{"sum that overflows", add(model.Linear{Terms: []model.Term{{Coef: 1 << 59, Var: 0},
			{Coef: -1 << 59, Var: 1}}}), tooLarge},
		{"offset that overflows", add(model.NotEqual{A: 0, B: 1, Offset: math.MaxInt}),
			"constraint 1 (notequal): the sum may be too large for an int"},
		{"negative offset that overflows", add(model.NotEqual{A: 0, B: 1, Offset: math.MinInt}),
			"constraint 1 (notequal): the sum may be too large for an int"},
		{"offset beyond the largest", add(model.NotEqual{A: 0, B: 1, Offset: math.MaxInt - 8}),
			"constraint 1 (notequal): the sum may be too large for an int"},
		{"offset of a single value beyond the largest", func(m *model.Model) {
			m.Vars[1].Domain = model.Values(math.MaxInt)
			m.Constraints = append(m.Constraints, model.NotEqual{A: 0, B: 1, Offset: 1})
		}, "constraint 1 (notequal): the sum may be too large for an int"},
		{"offset of a single value below the smallest", func(m *model.Model) {
			m.Vars[0].Domain = model.Values(math.MinInt)
			m.Constraints = append(m.Constraints, model.NotEqual{A: 0, B: 1, Offset: -1})
		}, "constraint 1 (notequal): the sum may be too large for an int"},
		{"offset without a value", func(m *model.Model) {
			m.Vars[0].Domain = model.Domain{}
			m.Constraints = append(m.Constraints, model.NotEqual{A: 0, B: 1, Offset: 1})
		}, ""},
		{"a product of the largest int", addBit(terms(math.MaxInt, 3)), ""},
		{"largest offset", add(model.NotEqual{A: 0, B: 1, Offset: math.MaxInt - 9}), ""},
		{"extreme values that differ", func(m *model.Model) {
			m.Vars[0].Domain = model.Values(math.MinInt, math.MaxInt)
			m.Constraints = append(m.Constraints, model.NotEqual{A: 0, B: 1})
		}, ""},
		{"a single value that overflows", func(m *model.Model) {
			m.Vars[0].Domain = model.Values(math.MaxInt)
			m.Constraints = append(m.Constraints, model.Linear{Terms: []model.Term{{Coef: 2, Var: 0}}})
		}, tooLarge},
		{"no value", func(m *model.Model) {
			m.Vars[0].Domain = model.Domain{}
			m.Constraints = append(m.Constraints, model.Linear{Terms: terms(math.MinInt, 0)})
		}, ""},
		{"objective that overflows", func(m *model.Model) {
			m.Objective = &model.Objective{Terms: []model.Term{{Coef: math.MaxInt, Var: 1}}}
		}, "objective: the sum may be too large for an int"},
		{"objective of the largest int", func(m *model.Model) {
			m.Objective = &model.Objective{Terms: terms(1, 1), Constant: math.MaxInt - 9}
		}, ""},
		{"objective of the largest int alone", func(m *model.Model) {
			m.Objective = &model.Objective{Constant: math.MaxInt}
		}, ""},
		{"objective of one more", func(m *model.Model) {
			m.Objective = &model.Objective{Terms: terms(1, 1), Constant: math.MaxInt - 8}
		}, "objective: the sum may be too large for an int"},
		{"objective of the smallest int", func(m *model.Model) {
			m.Objective = &model.Objective{Constant: math.MinInt}
		}, "objective: the sum may be too large for an int"},
		{"objective", func(m *model.Model) { m.Objective = &model.Objective{Terms: []model.Term{{Coef: 1, Var: 4}}} },
			"objective: mentions variable 4 of 4"},
		{"branch", func(m *model.Model) { m.Branches = []model.Branch{{}, {Vars: []model.Var{3, -1}}} },
			"branch: mentions variable -1 of 4"},
		{"product", func(m *model.Model) { m.Products = []model.Product{{X: 0, Y: 3, Z: 4}} },
			"product: mentions variable 4 of 4"},
	} {
		m := &model.Model{Vars: vars(4), Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}}}}
		test.edit(m)
		err := m.Validate()
		var invalid *model.InvalidError
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: got error %v, want none", test.name, err)
		case test.want != "" && (err == nil || err.Error() != test.want || !errors.As(err, &invalid)):
			t.Errorf("%s: got error %v, want %s", test.name, err, test.want)
		}
	}
}

// TestWith extends a model twice and checks that the two results are independent.
func TestWith(t *testing.T) {
	constraints := make([]model.Constraint, 1, 10) // spare capacity: With must not append in place
	constraints[0] = model.NotEqual{A: 0, B: 1}
	base := &model.Model{Name: "base", Vars: vars(2), Constraints: constraints, Objective: &model.Objective{}}
	one := base.With(model.Given{Var: 0, Value: 1})
	two := base.With(model.Given{Var: 0, Value: 2}, model.Given{Var: 1, Value: 3})
	if len(base.Constraints) != 1 || len(one.Constraints) != 2 || len(two.Constraints) != 3 {
		t.Fatalf("got %d, %d, %d constraints, want 1, 2, 3", len(base.Constraints), len(one.Constraints),
			len(two.Constraints))
	}
	if one.Constraints[1] != (model.Given{Var: 0, Value: 1}) || two.Constraints[1] != (model.Given{Var: 0, Value: 2}) {
		t.Errorf("got constraints %v and %v, want the added givens", one.Constraints, two.Constraints)
	}
	if one.Name != "base" || one.Objective != base.Objective || len(one.Vars) != 2 {
		t.Errorf("With = %+v, want the name, variables and objective of base", one)
	}
}

// TestSteps has steps of two areas, one of which is in no constraint.
func TestSteps(t *testing.T) {
	m := &model.Model{
		Vars:  make([]model.Variable, 6),
		Areas: []model.Area{{Vars: []model.Var{0, 1}, Steps: []model.Var{3, 2}}, {Steps: []model.Var{5}}},
		Constraints: []model.Constraint{
			model.Linear{Terms: []model.Term{{Coef: 1, Var: 3}, {Coef: 1, Var: 2}, {Coef: 1, Var: 4}}},
			model.AllDifferent{Vars: []model.Var{0, 1, 4}},
			model.Table{Vars: []model.Var{2, 1}},
		},
	}
	isStep, last := m.Steps()
	if !slices.Equal(isStep, []bool{2: true, 3: true, 5: true}) || !slices.Equal(last, []model.Var{3, -1, 2}) {
		t.Errorf("steps %v, last %v", isStep, last)
	}
}

func TestObjectiveValue(t *testing.T) {
	o := &model.Objective{Terms: []model.Term{{Coef: 3, Var: 1}, {Coef: -1, Var: 0}}, Constant: 5}
	if got := o.Value(model.Assignment{5, 4}); got != 12 {
		t.Errorf("value %d, want 12", got)
	}
	for _, maximize := range []bool{false, true} {
		o.Maximize = maximize
		if o.Better(3, 3) || o.Better(2, 3) == maximize || o.Better(3, 2) != maximize {
			t.Errorf("maximize %v: 2 is better than 3: %v, 3 than 2: %v, 3 than 3: %v", maximize, o.Better(2, 3),
				o.Better(3, 2), o.Better(3, 3))
		}
	}
}

// An assignment must be a solution of the model and agree with all givens.
func TestCheckGivens(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Name: "a", Domain: model.Values(1, 2, 3)},
		{Name: "b", Domain: model.Values(1, 2, 3)}},
		Constraints: []model.Constraint{model.AllDifferent{Vars: []model.Var{0, 1}}}}
	for _, c := range []struct {
		a      model.Assignment
		givens []model.Given
		want   string
	}{
		{model.Assignment{1, 2}, nil, ""},
		{model.Assignment{1, 2}, []model.Given{{Var: 0, Value: 1}, {Var: 1, Value: 2}}, ""},
		{model.Assignment{1, 2}, []model.Given{{Var: 0, Value: 1}, {Var: 1, Value: 3}}, "given is violated"},
		{model.Assignment{1, 1}, []model.Given{{Var: 0, Value: 1}}, "constraint 0 is violated"},
	} {
		err := m.CheckGivens(c.a, c.givens)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v with %v: error %v, want %q", c.a, c.givens, err, c.want)
		}
	}
}

// TestEffortAdd sets every counter by reflection, so that it fails if Add omits one.
func TestEffortAdd(t *testing.T) {
	var e, f model.Effort
	for i := range reflect.TypeFor[model.Effort]().NumField() {
		reflect.ValueOf(&e).Elem().Field(i).SetInt(int64(100 * (i + 1)))
		reflect.ValueOf(&f).Elem().Field(i).SetInt(int64(i + 1))
	}
	e.Add(f)
	for i := range reflect.TypeFor[model.Effort]().NumField() {
		if got, want := reflect.ValueOf(e).Field(i).Int(), int64(101*(i+1)); got != want {
			t.Errorf("%s = %d, want %d", reflect.TypeFor[model.Effort]().Field(i).Name, got, want)
		}
	}
}
