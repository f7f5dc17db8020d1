package gophersat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model"
)

// points returns the feasible points of p, found by enumeration.
func points(p *ip.Program) []ip.Point {
	var all []ip.Point
	for bits := range 1 << len(p.Columns) {
		x := make(ip.Point, len(p.Columns))
		for j := range x {
			x[j] = bits >> j & 1
		}
		if p.Check(x) == nil {
			all = append(all, x)
		}
	}
	return all
}

// randomProgram returns a small program with coefficients of either sign, fixed columns, rows with one bound, two or
// none, and empty rows.
func randomProgram(seed uint64) *ip.Program {
	r := rand.New(rand.NewPCG(seed, 5))
	p := &ip.Program{Columns: make([]ip.Column, r.IntN(8))}
	for j := range p.Columns {
		p.Columns[j] = ip.Column{Name: fmt.Sprintf("x%d", j), Upper: 1}
		switch r.IntN(10) {
		case 0:
			p.Columns[j].Lower = 1
		case 1:
			p.Columns[j].Upper = 0
		}
	}
	p.Shown = len(p.Columns)
	if r.IntN(3) == 0 {
		p.Shown = r.IntN(len(p.Columns) + 1)
	}
	for i := range r.IntN(6) {
		row := ip.Row{Name: fmt.Sprintf("row%d", i), Lower: -ip.Infinity, Upper: ip.Infinity}
		for j := range p.Columns {
			if r.IntN(2) == 0 {
				row.Entries = append(row.Entries, ip.Entry{Column: j, Coef: 1 + r.IntN(4)})
				if r.IntN(3) == 0 {
					row.Entries[len(row.Entries)-1].Coef *= -1
				}
			}
		}
		bound := r.IntN(12) - 4
		switch r.IntN(8) {
		case 0, 1:
			row.Lower, row.Upper = bound, bound
		case 2, 3, 4:
			row.Upper = bound
		case 5, 6:
			row.Lower = bound
		default:
			row.Lower, row.Upper = bound, bound+r.IntN(4)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

func TestRandomPrograms(t *testing.T) {
	infeasible := 0
	for seed := range uint64(backendtest.Rounds(750, 3000)) {
		p := randomProgram(seed)
		before := fmt.Sprintf("%+v", p)
		want := map[string]bool{}
		for _, x := range points(p) {
			want[fmt.Sprint(x[:p.Shown])] = true
		}
		got := map[string]bool{}
		r, err := PB{}.Solve(t.Context(), p, func(x ip.Point) bool {
			if err := p.Check(x); err != nil {
				t.Fatalf("seed %d: %v\n%+v", seed, err, p)
			}
			got[fmt.Sprint(x[:p.Shown])] = true
			return true
		})
		if err != nil || !r.Complete || r.Solutions != len(got) || len(got) != len(want) {
			t.Fatalf("seed %d: %+v, error %v, %d different solutions; want %d\n%+v", seed, r, err,
				len(got), len(want), p)
		}
		if len(want) == 0 {
			infeasible++
		}
		if after := fmt.Sprintf("%+v", p); after != before {
			t.Fatalf("seed %d: the program was modified:\n%s\n%s", seed, before, after)
		}
	}
	if infeasible < 100 || infeasible > 2900 {
		t.Errorf("%d programs are infeasible: the test is too one-sided", infeasible)
	}
}

func TestObjective(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(500, 2000)) {
		p := randomProgram(seed)
		r := rand.New(rand.NewPCG(seed, 6))
		p.Maximize = seed%2 == 0
		for j := range p.Columns {
			p.Objective = append(p.Objective, ip.Entry{Column: j, Coef: r.IntN(11) - 5})
		}
		if len(p.Objective) == 0 {
			continue
		}
		better := func(a, b int) bool { return p.Maximize && a > b || !p.Maximize && a < b }
		feasible := points(p)
		best := 0
		for i, x := range feasible {
			if v := p.Value(x); i == 0 || better(v, best) {
				best = v
			}
		}
		var values []int
		res, err := PB{}.Solve(t.Context(), p, func(x ip.Point) bool {
			values = append(values, p.Value(x))
			return true
		})
		if err != nil || !res.Complete || (len(feasible) > 0) != (len(values) > 0) {
			t.Fatalf("seed %d: %+v, error %v; %d feasible points", seed, res, err, len(feasible))
		}
		for i := 1; i < len(values); i++ {
			if !better(values[i], values[i-1]) {
				t.Fatalf("seed %d: objective values %v do not improve", seed, values)
			}
		}
		if len(values) > 0 && values[len(values)-1] != best {
			t.Fatalf("seed %d: objective values %v, the best is %d", seed, values, best)
		}
	}
}

// An objective that is constant, as in the thesis, does not restrict the search: all solutions are found.
func TestConstantObjective(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Domain: model.Interval(1, 3)}, {Domain: model.Interval(1, 3)}},
		Constraints: []model.Constraint{model.NotEqual{A: 0, B: 1}}}
	r, err := backends.Bind(nil, ip.Thesis(), PB{}).Solve(t.Context(), m, func(model.Assignment) bool { return true })
	if r.Solutions != 6 || !r.Complete || err != nil {
		t.Errorf("%+v, error %v; want 6 solutions", r, err)
	}
}

func TestLargeNumbers(t *testing.T) {
	program := func(coef, lower int) *ip.Program {
		return &ip.Program{
			Columns: []ip.Column{{Upper: 1}, {Upper: 1}, {Upper: 1}},
			Rows: []ip.Row{{Lower: lower, Upper: ip.Infinity,
				Entries: []ip.Entry{{Column: 0, Coef: coef}, {Column: 1, Coef: coef}, {Column: 2, Coef: coef + 1}}}},
			Shown: 3,
		}
	}
	// 2^30 is the largest right-hand side that the library supports.
	r, err := PB{}.Solve(t.Context(), program(1<<29, 1<<30), func(ip.Point) bool { return true })
	if r.Solutions != 4 || !r.Complete || err != nil {
		t.Errorf("%+v, error %v; want 4 solutions", r, err)
	}
	r, err = PB{}.Solve(t.Context(), program(1<<29, 1<<30+1), func(ip.Point) bool { return true })
	if err == nil || !strings.HasPrefix(err.Error(), "row c1: ") || r.Complete || r.Solutions != 0 {
		t.Errorf("%+v, error %v; want an error that names the row", r, err)
	}
}

// Sums of many terms are refused, unless they are clauses or at-most-ones.
func TestManyTerms(t *testing.T) {
	p := &ip.Program{Columns: make([]ip.Column, 1<<15+1), Shown: 1<<15 + 1}
	row := ip.Row{Name: "sum"}
	for j := range p.Columns {
		p.Columns[j].Upper = 1
		row.Entries = append(row.Entries, ip.Entry{Column: j, Coef: 1})
	}
	for _, test := range []struct {
		lower, upper int
		refused      bool
	}{{1, ip.Infinity, false}, {-ip.Infinity, 1, false}, {2, ip.Infinity, true}, {-ip.Infinity, 2, true}} {
		row.Lower, row.Upper = test.lower, test.upper
		p.Rows = []ip.Row{row}
		r, err := PB{}.Solve(t.Context(), p, func(ip.Point) bool { return false })
		if refused := err != nil && strings.HasPrefix(err.Error(), "sums of too many terms"); refused != test.refused {
			t.Errorf("%+v: %+v, error %v", test, r, err)
		}
	}
}

// pigeons states that n+1 pigeons fit into n holes, at most one in each.
func pigeons(n int) *ip.Program {
	p := &ip.Program{Columns: make([]ip.Column, (n+1)*n), Shown: (n + 1) * n, OneHot: true}
	for j := range p.Columns {
		p.Columns[j].Upper = 1
	}
	for pigeon := range n + 1 {
		row := ip.Row{Lower: 1, Upper: 1}
		for hole := range n {
			row.Entries = append(row.Entries, ip.Entry{Column: pigeon*n + hole, Coef: 1})
		}
		p.Rows = append(p.Rows, row)
	}
	for hole := range n {
		row := ip.Row{Lower: -ip.Infinity, Upper: 1}
		for pigeon := range n + 1 {
			row.Entries = append(row.Entries, ip.Entry{Column: pigeon*n + hole, Coef: 1})
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

func TestProgramCancelled(t *testing.T) {
	skipUnderRaceDetector(t)
	before := runtime.NumGoroutine()
	for _, after := range []time.Duration{0, 100 * time.Microsecond, 200 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		r, err := PB{}.Solve(ctx, pigeons(13), func(ip.Point) bool { return true })
		if !errors.Is(err, context.DeadlineExceeded) || r.Complete || r.Solutions != 0 {
			t.Errorf("after %v: %+v, error %v", after, r, err)
		}
		cancel()
	}
	backendtest.CheckGoroutines(t, before)
}
