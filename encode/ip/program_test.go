package ip_test

import (
	"testing"

	"nonet/encode/ip"
)

func TestOptimizes(t *testing.T) {
	program := func(exactly bool, shown int, objective ...ip.Entry) *ip.Program {
		return &ip.Program{Columns: make([]ip.Column, 3), Shown: shown, OneHot: exactly, Objective: objective}
	}
	a, b, c := ip.Entry{Column: 0, Coef: 2}, ip.Entry{Column: 1, Coef: 2}, ip.Entry{Column: 2, Coef: 2}
	for _, test := range []struct {
		name string
		p    *ip.Program
		want bool
	}{
		{"no objective", program(true, 3), false},
		{"all shown columns alike", program(true, 3, a, b, c), false},
		{"in another order", program(true, 3, c, a, b), false},
		{"an auxiliary column not in the objective", program(true, 2, a, b), false},
		{"an auxiliary column in the objective", program(true, 2, a, b, c), true},
		{"an auxiliary column in place of a shown one", program(true, 2, a, c), true},
		{"a column twice", program(true, 2, a, a), true},
		{"a shown column missing", program(true, 3, a, b), true},
		{"different coefficients", program(true, 2, a, ip.Entry{Column: 1, Coef: 3}), true},
		{"not one-hot", program(false, 3, a, b, c), true},
	} {
		if got := test.p.Optimizes(); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestCutOff(t *testing.T) {
	p := &ip.Program{
		Columns:   []ip.Column{{Upper: 1}, {Upper: 1}},
		Objective: []ip.Entry{{Column: 0, Coef: 3}, {Column: 1, Coef: -2}},
		Offset:    7,
	}
	x := ip.Point{1, 1} // its objective value is 1 without the offset
	cut := func() ip.Row {
		q := *p
		q.CutOff(x)
		return q.Rows[len(q.Rows)-1]
	}
	if r := cut(); r.Lower != -ip.Infinity || r.Upper != 0 {
		t.Errorf("minimize: got %+v, want the upper bound 0", r)
	}
	p.Maximize = true
	if r := cut(); r.Lower != 2 || r.Upper != ip.Infinity {
		t.Errorf("maximize: got %+v, want the lower bound 2", r)
	}
	p.Objective, p.Shown = nil, 2
	if r := cut(); r.Lower != -ip.Infinity || r.Upper != 1 || len(r.Entries) != 2 {
		t.Errorf("without an objective: got %+v, want two entries and the upper bound 1", r)
	}
}
