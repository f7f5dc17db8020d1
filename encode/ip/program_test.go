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
		{"with an auxiliary column that does not count", program(true, 2, a, b), false},
		{"with one that does", program(true, 2, a, b, c), true},
		{"an auxiliary one in place of a shown one", program(true, 2, a, c), true},
		{"one twice", program(true, 2, a, a), true},
		{"not all", program(true, 3, a, b), true},
		{"unlike", program(true, 2, a, ip.Entry{Column: 1, Coef: 3}), true},
		{"their number may change", program(false, 3, a, b, c), true},
	} {
		if got := test.p.Optimizes(); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestNext(t *testing.T) {
	p := &ip.Program{Columns: make([]ip.Column, 2), Objective: []ip.Entry{{Column: 0, Coef: 3}, {Column: 1, Coef: -2}}, Offset: 7}
	x := ip.Point{true, true} // 1 without the offset
	if r := p.CutOff(x); r.Lower != -ip.Infinity || r.Upper != 0 {
		t.Errorf("%+v", r)
	}
	p.Maximize = true
	if r := p.CutOff(x); r.Lower != 2 || r.Upper != ip.Infinity {
		t.Errorf("%+v", r)
	}
	p.Objective, p.Shown = nil, 2
	if r := p.CutOff(x); r.Lower != -ip.Infinity || r.Upper != 1 || len(r.Entries) != 2 {
		t.Errorf("without an objective: %+v", r)
	}
}
