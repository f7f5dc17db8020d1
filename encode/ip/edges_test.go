package ip

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"nonet/model"
)

// A point is feasible up to the bounds of rows and columns, and not beyond.
func TestCheckEdges(t *testing.T) {
	p := &Program{Columns: []Column{{Lower: 0, Upper: 3}},
		Rows: []Row{{Entries: []Entry{{0, 1}}, Lower: 1, Upper: 2}}}
	for x, want := range map[int]string{-1: "column", 0: "row", 1: "", 2: "", 3: "row", 4: "column"} {
		err := p.Check(Point{x})
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("x = %d: error %v, want %q", x, err, want)
		}
	}
	if p.Check(Point{}) == nil || p.Check(Point{1, 1}) == nil {
		t.Error("a point of another number of columns is accepted")
	}
}

// Numbers are valid up to their limits.
func TestValidateEdges(t *testing.T) {
	row := func(lower, upper int, entries ...Entry) *Program {
		return &Program{Columns: []Column{{Upper: 1}, {Upper: 1}},
			Rows: []Row{{Lower: lower, Upper: upper, Entries: entries}}}
	}
	column := func(lower, upper int) *Program { return &Program{Columns: []Column{{Lower: lower, Upper: upper}}} }
	for _, c := range []struct {
		p    *Program
		want string
	}{
		{column(-MaxColumn, MaxColumn), ""}, {column(2, 2), ""},
		{column(-MaxColumn-1, 0), "column x1: bounds [-1000000, 0] are not within -999999 and 999999"},
		{column(0, MaxColumn+1), "column x1: bounds [0, 1000000] are not within -999999 and 999999"},
		{column(2, 1), "column x1: bounds [2, 1] are not within -999999 and 999999"},
		{row(-MaxNumber, MaxNumber), ""}, {row(-Infinity, Infinity), ""}, {row(3, 3), ""},
		{row(-MaxNumber-1, 0), "row c1: a bound is beyond 2^53"},
		{row(0, MaxNumber+1), "row c1: a bound is beyond 2^53"},
		{row(3, 2), "row c1: lower bound 3 exceeds upper bound 2"},
		{row(0, 1, Entry{1, MaxNumber}), ""}, {row(0, 1, Entry{1, -MaxNumber}), ""},
		{row(0, 1, Entry{1, MaxNumber - 1}, Entry{0, -1}), ""},
		{row(0, 1, Entry{1, MaxNumber - 1}, Entry{0, -2}), "row c1: the coefficients add up to more than 2^53"},
		{row(0, 1, Entry{1, MaxNumber + 1}), "row c1: a coefficient is beyond 2^53"},
		{row(0, 1, Entry{1, -MaxNumber - 1}), "row c1: a coefficient is beyond 2^53"},
		{row(0, 1, Entry{1, 0}), "row c1: a coefficient is zero"},
		{row(0, 1, Entry{2, 1}), "row c1: column index 2 is not in 0..1"},
		{row(0, 1, Entry{-1, 1}), "row c1: column index -1 is not in 0..1"},
		{row(0, 1, Entry{0, 1}, Entry{1, 1}, Entry{0, 1}), "row c1: column index 0 occurs twice"},
		{&Program{Columns: make([]Column, 1), Objective: []Entry{{0, 1}, {0, 1}}},
			"objective: column index 0 occurs twice"},
		{&Program{Columns: make([]Column, 1), Rows: []Row{{Entries: []Entry{{0, 1}}}}, Objective: []Entry{{0, 1}}}, ""},
		{&Program{Offset: MaxNumber + 1}, "objective: a bound is beyond 2^53"},
		{&Program{Columns: []Column{{Upper: 2}}, Rows: []Row{{}, {Entries: []Entry{{0, MaxNumber/2 + 1}}}}},
			"row c2: its terms add up to more than 2^53"},
		{&Program{Columns: []Column{{Upper: 2}}, Objective: []Entry{{0, MaxNumber/2 + 1}}},
			"objective: its terms add up to more than 2^53"},
		{&Program{Shown: 1}, "1 columns are shown, the program has 0"},
		{&Program{Shown: -1}, "-1 columns are shown, the program has 0"},
		{&Program{Shown: 1, Columns: make([]Column, 1)}, ""},
	} {
		got := ""
		if err := c.p.Validate(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: error %q, want %q", c.p, got, c.want)
		}
	}
}

// A program in the other form, and back.
func TestMixedAndBack(t *testing.T) {
	for _, p := range []*Program{
		{Name: "a", Columns: []Column{{Name: "x", Upper: 1}, {Lower: -3, Upper: 5}, {Upper: 1}}, Shown: 2,
			Maximize: true, Objective: []Entry{{1, 3}, {0, -1}}, Offset: 7, Scale: 10, Comments: []string{"c"},
			Rows: []Row{{Name: "r", Entries: []Entry{{2, 4}, {0, 1}}, Lower: -2, Upper: Infinity},
				{Entries: []Entry{{1, 1}}, Lower: -Infinity, Upper: 3}, {Lower: 0, Upper: 1}}},
		{Columns: []Column{{Upper: 1}}, Objective: []Entry{{0, 3}}, Scale: 4}, {Offset: 1, Scale: 8},
		{Columns: []Column{{Lower: 2, Upper: 2}}, Shown: 1, Rows: []Row{{Entries: []Entry{{0, -1}}, Upper: Infinity}}},
	} {
		q, err := p.Mixed().exact("")
		if err != nil || fmt.Sprintf("%+v", q) != fmt.Sprintf("%+v", p) {
			t.Errorf("got %+v, error %v; want %+v", q, err, p)
		}
	}
}

// OPB has no fractions: an objective is written with the least scale.
func TestScaledObjectiveOfOPB(t *testing.T) {
	p := &Program{Columns: []Column{{Upper: 1}, {Upper: 1}}, Shown: 2, Objective: []Entry{{0, 2}, {1, 4}}}
	for scale, want := range map[int]string{1: "min: +2 x1 +4 x2 ;", 2: "min: +1 x1 +2 x2 ;", 4: "min: +1 x1 +2 x2 ;",
		5: "min: +2 x1 +4 x2 ;"} {
		var b strings.Builder
		p.Scale = scale
		if err := Write(&b, p, OPB); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("scale %d: %q, error %v", scale, b.String(), err)
		}
	}
}

// The names of fixed MPS have seven digits.
func TestFixedNames(t *testing.T) {
	for name, want := range map[string]int{"C0000001": 0, "C1234567": 1234566, "C9999999": 9_999_998, "C000001": -2,
		"C00000001": -2, "R0000001": -2, "C000000x": -2} {
		i, ok := parseFixedName('C', name)
		if ok != (want > -2) || ok && (i != want || fixedName('C', i) != name) {
			t.Errorf("%s: %d, %v", name, i, ok)
		}
	}
}

// Numbers are printed as they are read, and compared by value.
func TestNumbers(t *testing.T) {
	inOrder := []string{"-inf", "-9007199254740993", "-3", "-0.5", "-0.000000000000000001", "0",
		"1e-19", "0.000000000000000012", "0.25", "1", "1.5", "4611686018427387904", "1234567890123456700e1",
		"4611686018427387903e1", "990000000000000000e2", "inf"}
	var numbers []number
	for i, text := range inOrder {
		n, ok := parseBound(text)
		if !ok || n.String() != text || n.rough {
			t.Errorf("%s is read as %v", text, n)
		}
		numbers = append(numbers, n)
		for j, m := range numbers {
			if got := n.compare(m); got > 0 != (i > j) || got < 0 {
				t.Errorf("%v compared with %v: %d", n, m, got)
			}
			if got := m.compare(n); got < 0 != (i > j) || got > 0 {
				t.Errorf("%v compared with %v: %d", m, n, got)
			}
		}
	}
	for _, c := range []struct {
		text         string
		times        int64
		floor, above int
		ok           bool
	}{
		{"2.5", 1, 2, 3, true}, {"-2.5", 1, -3, -2, true}, {"2.5", 2, 5, 5, true}, {"0.3", 7, 2, 3, true},
		{"-7", 1, -7, -7, true}, {"9007199254740992", 1, MaxNumber, MaxNumber, true},
		{"9007199254740993", 1, MaxNumber + 1, MaxNumber + 1, false}, {"3", 2, 6, 6, true},
		{"4503599627370496", 2, MaxNumber, MaxNumber, true},
		{"4503599627370496.5", 2, MaxNumber + 1, MaxNumber + 1, false},
		{"inf", 3, Infinity, Infinity, true}, {"-inf", 3, -Infinity, -Infinity, true},
		{"0.12345678901234567891234", 1, 0, 1, false},
	} {
		n, _ := parseBound(c.text)
		down, fits := n.round(big.NewInt(c.times), false)
		up, ok := n.round(big.NewInt(c.times), true)
		if down != c.floor || up != c.above || fits != c.ok || ok != c.ok {
			t.Errorf("%s times %d: %d and %d, %v and %v", c.text, c.times, down, up, fits, ok)
		}
	}
}

// Solutions have different values of an objective unless each shown column has the same coefficient, once.
func TestOptimizesEdges(t *testing.T) {
	for _, c := range []struct {
		oneHot    bool
		objective []Entry
		want      bool
	}{
		{true, nil, false}, {false, nil, false}, {false, []Entry{{0, 2}, {1, 2}}, true},
		{true, []Entry{{0, 2}, {1, 2}}, false}, {true, []Entry{{1, 2}, {0, 2}}, false},
		{true, []Entry{{0, 2}, {1, 3}}, true}, {true, []Entry{{0, 3}, {1, 2}}, true},
		{true, []Entry{{0, 2}, {0, 2}}, true}, {true, []Entry{{0, 2}, {2, 2}}, true}, {true, []Entry{{0, 2}}, true},
	} {
		p := &Program{Columns: make([]Column, 3), Shown: 2, OneHot: c.oneHot, Objective: c.objective}
		if p.Optimizes() != c.want {
			t.Errorf("%+v: %v, want %v", c, !c.want, c.want)
		}
	}
}

// Sums count the greatest absolute value of each column, and 1 for one that has only the value 0.
func TestExceedsEdges(t *testing.T) {
	for _, c := range []struct {
		column Column
		coef   int
		want   bool
	}{
		{Column{Lower: 0, Upper: 1}, MaxNumber, false}, {Column{Lower: 0, Upper: 1}, MaxNumber + 1, true},
		{Column{Lower: -1, Upper: 1}, -MaxNumber, false}, {Column{Lower: -2, Upper: 1}, MaxNumber/2 + 1, true},
		{Column{Lower: -1, Upper: 2}, MaxNumber / 2, false}, {Column{Lower: -1, Upper: 2}, MaxNumber/2 + 1, true},
		{Column{Lower: 0, Upper: 0}, MaxNumber, false}, {Column{Lower: 0, Upper: 0}, MaxNumber + 1, true},
	} {
		p := &Program{Columns: []Column{c.column}}
		if p.exceeds([]Entry{{0, c.coef}}) != c.want {
			t.Errorf("%+v: %v, want %v", c, !c.want, c.want)
		}
	}
}

// A number with more digits than an int has is cut to a power of ten times an int, and is rough unless zeros are cut.
func TestDecimalEdges(t *testing.T) {
	large := new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)
	for _, c := range []struct {
		num, denom *big.Int
		rough      bool
	}{
		{large, big.NewInt(1), false}, {large, big.NewInt(8), false}, {big.NewInt(-7), large, false},
		{new(big.Int).Add(large, big.NewInt(1)), big.NewInt(1), true}, {big.NewInt(1), big.NewInt(3), true},
	} {
		r := new(big.Rat).SetFrac(c.num, c.denom)
		n := decimal(r)
		if exact := n.rat().Cmp(r) == 0; exact == c.rough || n.rough != c.rough {
			t.Errorf("%v: %+v, which is %v", r, n, n.rat())
		}
	}
	for text, want := range map[string]number{"-3": {m: -3}, ".5": {m: 5, exp: -1}, "5.": {m: 5}, "1.E+2": {m: 100}} {
		if n, ok := parseNumber(text); !ok || n != want {
			t.Errorf("%s: %+v, %v", text, n, ok)
		}
	}
}

// A column without a name and a value is named by its number. Variables without values have no solution, and do not
// disturb constraints.
func TestMissingColumns(t *testing.T) {
	s := Solution{Format: "test", Status: model.Satisfiable, Values: []Value{{Name: "x1", Value: 1}}}
	want := "test answer: no value for column x2 (2 of 2): the answer is incomplete or about another program"
	if _, err := s.PointByName(nil, 2); err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	m := &model.Model{Vars: []model.Variable{{Domain: model.Interval(1, 2)}, {}}, Constraints: []model.Constraint{
		model.Table{Vars: []model.Var{0, 1}, Rows: [][]int{{1, 1}}}, model.NotEqual{A: 0, B: 1},
		model.AllDifferent{Vars: []model.Var{0, 1}}, model.Given{Var: 1, Value: 3}}}
	for k := range m.Constraints {
		one := &model.Model{Vars: m.Vars, Constraints: m.Constraints[k : k+1]}
		e, err := Encoder{}.Encode(t.Context(), one)
		if err != nil {
			t.Fatal(err)
		}
		n := len(e.Formula.Columns)
		for x := range 1 << n {
			point := make(Point, n)
			for j := range point {
				point[j] = x >> j & 1
			}
			if e.Formula.Check(point) == nil {
				t.Errorf("%s has the solution %v", m.Describe(m.Constraints[k]), point)
			}
		}
	}
}
