package ip_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"nonet/encode"
	"nonet/encode/ip"
	"nonet/model"
)

func TestObjectiveOfTheModel(t *testing.T) {
	m := &model.Model{
		Vars: []model.Variable{{Name: "a", Domain: model.Interval(-1, 2)}, {Name: "b", Domain: model.Values(5)}},
		Constraints: []model.Constraint{
			model.Given{Var: 1, Value: 5},
		},
		Objective: &model.Objective{Maximize: true, Terms: []model.Term{{Coef: 3, Var: 0}, {Coef: -2, Var: 1}}},
	}
	enc := encoded(t, ip.Thesis(), m)
	points := 0
	solve(enc.Formula, func(x ip.Point) {
		points++
		a, err := enc.Decode(x)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := enc.Formula.Value(x), m.Objective.Value(a); got != want {
			t.Errorf("%v: objective of the program is %d, want %d as in the model", a, got, want)
		}
	})
	if points != 4 || !enc.Formula.Maximize {
		t.Errorf("got %d points, maximize %v; want 4 points, maximize true", points, enc.Formula.Maximize)
	}
}

// A variable of linear constraints is a column; one of other constraints, too, has a column for each value and, with
// integers, an auxiliary one for the sums.
func TestIntegerColumns(t *testing.T) {
	m := &model.Model{
		Vars: []model.Variable{{Name: "bit", Domain: model.Interval(0, 1)},
			{Name: "wide", Domain: model.Interval(-3, 500)}, {Name: "both", Domain: model.Interval(1, 3)},
			{Name: "holes", Domain: model.Values(1, 4)},
			{Name: "e5", Domain: model.Interval(0, 2)}, {Name: "never", Domain: model.Interval(4, 6)}},
		Constraints: []model.Constraint{
			model.Linear{Terms: []model.Term{{Coef: 2, Var: 0}, {Coef: 1, Var: 1}, {Coef: 3, Var: 2},
				{Coef: 1, Var: 3}}, Relation: model.AtMost, Bound: 9},
			model.NotEqual{A: 2, B: 3},
			model.Given{Var: 4, Value: 1},
		},
		Objective: &model.Objective{Maximize: true, Terms: []model.Term{{Coef: 1, Var: 1}, {Coef: 1, Var: 2}}},
	}
	for _, c := range []struct {
		integers bool
		columns  string
		shown    int
	}{
		{true, "bit 0..1, wide -3..500, x_both_v1 0..1, x_both_v2 0..1, x_both_v3 0..1, x_holes_v1 0..1, " +
			"x_holes_v4 0..1, x_e5 1..1, never 4..6, both 1..3", 9},
		{false, "bit 0..1", 1 + 504 + 3 + 2 + 3 + 3},
	} {
		p := encoded(t, ip.Encoder{Integers: c.integers, Names: true}, m).Formula
		var columns []string
		for j, column := range p.Columns {
			columns = append(columns, fmt.Sprintf("%s %d..%d", p.ColumnName(j), column.Lower, column.Upper))
		}
		if got := strings.Join(columns, ", "); !strings.HasPrefix(got, c.columns) || p.Shown != c.shown ||
			p.ZeroOne() == c.integers || p.OneHot {
			t.Errorf("integers %v: %d shown of %s\nwant %d of %s", c.integers, p.Shown, got, c.shown, c.columns)
		}
		for _, f := range ip.Formats() {
			var checked, encoded bytes.Buffer
			err := ip.Write(&checked, p, f)
			if f == ip.OPB && c.integers {
				if err == nil {
					t.Error("integers written as OPB")
				}
				continue
			}
			err = cmp.Or(err, ip.WriteEncoded(&encoded, p, f, p.ColumnNames(f)))
			if err != nil || !bytes.Equal(checked.Bytes(), encoded.Bytes()) {
				t.Errorf("%s: error %v, %d and %d bytes", f, err, checked.Len(), encoded.Len())
			}
		}
	}
}

// A sum over values that no column can have is stated with the columns of the values.
func TestSumsBeyondColumns(t *testing.T) {
	for _, c := range []struct {
		domain model.Domain
		whole  bool
	}{
		{model.Values(0, 5, 999_999), true}, {model.Values(0, 5, 1_000_000), false},
		{model.Values(-999_999, 0, 5), true},
		{model.Values(-1_000_000, 0, 5), false}, {model.Values(0, 5), false},
	} {
		m := &model.Model{Vars: []model.Variable{{Domain: c.domain}},
			Constraints: []model.Constraint{model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}}, Bound: 5}}}
		p := encoded(t, ip.Encoder{Integers: true}, m).Formula
		if whole := len(p.Columns) > c.domain.Size(); whole != c.whole {
			t.Errorf("%v: an auxiliary column: %v", c.domain, whole)
		}
	}
}

// Exclude leaves all other values of the shown columns, and no more.
func TestExcludeOfIntegers(t *testing.T) {
	for _, oneHot := range []bool{false, true} {
		all := &ip.Program{Shown: 3, OneHot: oneHot, Columns: []ip.Column{{Upper: 1}, {Upper: 1}, {Lower: -1, Upper: 2},
			{Upper: 1}}}
		if oneHot {
			all.Rows = []ip.Row{{Entries: []ip.Entry{{0, 1}, {1, 1}}, Lower: 1, Upper: 1}}
		}
		count := func(p *ip.Program) map[string]bool {
			seen := map[string]bool{}
			solve(p, func(x ip.Point) { seen[fmt.Sprint(x[:3])] = true })
			return seen
		}
		want := count(all)
		solve(all, func(x ip.Point) {
			p := *all
			p.Columns, p.Rows = slices.Clone(p.Columns), slices.Clone(p.Rows)
			p.Exclude(x)
			got := count(&p)
			if got[fmt.Sprint(x[:3])] || len(got) != len(want)-1 {
				t.Errorf("one-hot %v: without %v, %d of %d points are left", oneHot, x[:3], len(got), len(want))
			}
		})
	}
}

func TestNumbersThatAreTooLarge(t *testing.T) {
	huge := model.Values(math.MinInt, -1, 1<<52, math.MaxInt)
	for _, terms := range [][]model.Term{
		{{Coef: 1, Var: 0}},
		{{Coef: math.MinInt, Var: 0}},
		{{Coef: 1 << 53, Var: 1}, {Coef: 1 << 53, Var: 1}},
		{{Coef: 1 << 52, Var: 1}},
	} {
		m := &model.Model{
			Vars:        []model.Variable{{Name: "a", Domain: huge}, {Name: "b", Domain: model.Interval(1, 4)}},
			Constraints: []model.Constraint{model.Linear{Terms: terms, Bound: 3}},
		}
		var unsupported *encode.UnsupportedError
		if _, err := (ip.Encoder{}).Encode(t.Context(), m); !errors.As(err, &unsupported) {
			t.Errorf("%v: error %v, want an UnsupportedError", terms, err)
		}
		if _, err := (ip.Encoder{}).Encode(t.Context(), m); !errors.As(err, &unsupported) {
			t.Errorf("%v with a context: error %v, want an UnsupportedError", terms, err)
		}
		m.Constraints, m.Objective = nil, &model.Objective{Terms: terms}
		if _, err := (ip.Encoder{}).Encode(t.Context(), m); !errors.As(err, &unsupported) {
			t.Errorf("objective %v: error %v, want an UnsupportedError", terms, err)
		}
	}
}

// Sums whose terms add up to 2^53 are stated, and no larger ones.
func TestLargestNumbers(t *testing.T) {
	const most = 1 << 53
	bits := []model.Variable{{Name: "a", Domain: model.Interval(0, 1)}, {Name: "b", Domain: model.Interval(0, 1)},
		{Name: "c", Domain: model.Interval(-4, 2)}, {Name: "d", Domain: model.Interval(0, 4)},
		{Name: "e", Domain: model.Values(0)}, {Name: "f", Domain: model.Values(0, 4)},
		{Name: "g", Domain: model.Values(1)}}
	for _, c := range []struct {
		ok              bool
		constant, bound int
		terms           []model.Term
	}{
		{true, 0, most, []model.Term{{Coef: most, Var: 0}}}, {true, 0, -most, []model.Term{{Coef: -most, Var: 0}}},
		{false, 0, most + 1, []model.Term{{Coef: 1, Var: 0}}}, {false, 0, -most - 1, []model.Term{{Coef: 1, Var: 0}}},
		{true, 0, 0, []model.Term{{Coef: most - 1, Var: 0}, {Coef: 1, Var: 1}}},
		{false, 0, 0, []model.Term{{Coef: most - 1, Var: 0}, {Coef: 2, Var: 1}}},
		{true, 0, 0, []model.Term{{Coef: most, Var: 0}, {Coef: -1, Var: 0}, {Coef: 1, Var: 1}}},
		{false, 0, 0, []model.Term{{Coef: most + 1, Var: 0}, {Coef: -1, Var: 0}}},
		{false, 0, 0, []model.Term{{Coef: most, Var: 0}, {Coef: 1, Var: 0}, {Coef: -1, Var: 0}}},
		{false, 0, 0, []model.Term{{Coef: -2, Var: 0}, {Coef: most + 1, Var: 0}}},
		{true, 0, 0, []model.Term{{Coef: most / 4, Var: 2}}}, {false, 0, 0, []model.Term{{Coef: most/4 + 1, Var: 2}}},
		{true, 0, 0, []model.Term{{Coef: -most / 4, Var: 3}}}, {false, 0, 0, []model.Term{{Coef: most/4 + 1, Var: 3}}},
		{true, 0, 0, []model.Term{{Coef: most, Var: 4}}},
		{true, 0, 0, []model.Term{{Coef: most / 4, Var: 5}}}, {false, 0, 0, []model.Term{{Coef: most/4 + 1, Var: 5}}},
		{true, -1, most, []model.Term{{Coef: most, Var: 6}}}, {false, 1, most, []model.Term{{Coef: most, Var: 6}}},
		{true, most, 0, nil}, {false, most + 1, 0, nil}, {true, -most, 0, nil}, {false, -most - 1, 0, nil},
	} {
		for _, integers := range []bool{false, true} {
			m := &model.Model{Vars: bits, Objective: &model.Objective{Constant: c.constant},
				Constraints: []model.Constraint{model.Given{Var: 6, Value: 1},
					model.Linear{Terms: c.terms, Bound: c.bound, Relation: model.AtMost}}}
			if c.bound == most && c.constant != 0 {
				m.Objective.Terms = c.terms
			}
			e, err := ip.Encoder{Integers: integers}.Encode(t.Context(), m)
			sum := 0 // with a column for each value, the sum over all values counts
			for _, t := range c.terms {
				if t.Var == 2 && !integers {
					sum = 13 * max(t.Coef, -t.Coef)
				} else if t.Var == 3 && !integers {
					sum = 10 * max(t.Coef, -t.Coef)
				}
			}
			if ok := c.ok && sum <= most; (err == nil) != ok {
				t.Errorf("integers %v, %+v: error %v", integers, c, err)
			} else if ok && e.Formula.Validate() != nil {
				t.Errorf("integers %v, %+v: %v", integers, c, e.Formula.Validate())
			}
		}
	}
}

// A column with bounds costs nothing for each value.
func TestWideColumn(t *testing.T) {
	m := &model.Model{
		Vars: []model.Variable{{Domain: model.Interval(0, 1<<40)}, {Domain: model.Interval(1, 3)}},
		Constraints: []model.Constraint{
			model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 1}}, Bound: 5},
			model.NotEqual{A: 1, B: 1, Offset: 1},
		},
	}
	e, err := ip.Encoder{Integers: true}.Encode(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := e.Formula.Columns[0], (ip.Column{Upper: 1 << 40}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
