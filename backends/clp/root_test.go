package clp

import (
	"context"
	"errors"
	"math"
	"testing"

	"nonet/backends"
	"nonet/encode/ip"
)

// TestRelax solves relaxations whose optimal points are known by hand.
func TestRelax(t *testing.T) {
	columns := func(n int) []ip.Column {
		all := make([]ip.Column, n)
		for j := range all {
			all[j].Upper = 1
		}
		return all
	}
	pair := func(i, j, upper int) ip.Row {
		return ip.Row{Entries: []ip.Entry{{Column: i, Coef: 1}, {Column: j, Coef: 1}},
			Lower: -ip.Infinity, Upper: upper}
	}
	all := []ip.Entry{{Column: 0, Coef: 1}, {Column: 1, Coef: 1}, {Column: 2, Coef: 1}}
	fixed := columns(3)
	fixed[0].Lower = 1
	for name, test := range map[string]struct {
		program ip.Program
		want    Root
	}{
		// The odd cycle: at most one of each two of three columns. All one half is the optimum.
		"odd cycle": {ip.Program{Columns: columns(3), Shown: 3, Maximize: true, Objective: all, Offset: 10,
			Rows: []ip.Row{pair(0, 1, 1), pair(1, 2, 1), pair(0, 2, 1)}},
			Root{Feasible: true, Value: 11.5, Fractional: 3}},
		"one column fixed": {ip.Program{Columns: fixed, Shown: 3, Maximize: true, Objective: all,
			Rows: []ip.Row{pair(0, 1, 1), pair(1, 2, 1), pair(0, 2, 1)}}, Root{Feasible: true, Value: 1}},
		"minimum": {ip.Program{Columns: columns(3), Shown: 3, Objective: all,
			Rows: []ip.Row{{Entries: all, Lower: 2, Upper: 2}}}, Root{Feasible: true, Value: 2}},
		"no objective": {ip.Program{Columns: columns(3), Shown: 3,
			Rows: []ip.Row{{Entries: all, Lower: 3, Upper: 3}}}, Root{Feasible: true}},
		"infeasible": {ip.Program{Columns: columns(3), Shown: 3,
			Rows: []ip.Row{pair(0, 1, 0), {Entries: all, Lower: 2, Upper: 2}}}, Root{}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Relax(context.Background(), &test.program)
			if errors.Is(err, backends.ErrUnavailable) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			got.Iterations = 0
			if math.Abs(got.Value-test.want.Value) > 1e-6 {
				t.Errorf("value %v, want %v", got.Value, test.want.Value)
			}
			got.Value, test.want.Value = 0, 0
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Relax(ctx, &ip.Program{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}
