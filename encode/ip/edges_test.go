package ip

import (
	"math/big"
	"strings"
	"testing"
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
