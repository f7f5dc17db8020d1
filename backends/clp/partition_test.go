package clp

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model/sudoku"
)

// randomPartition returns a program whose rows say "exactly one", "at most one" or "at least one" of some columns, or
// nothing.
func randomPartition(r *rand.Rand) *ip.Program {
	n := 3 + r.IntN(80)
	p := &ip.Program{Shown: n}
	for j := range n {
		p.Columns = append(p.Columns, ip.Column{Name: fmt.Sprint("x", j), Upper: 1})
	}
	for i := range 2 + r.IntN(2*n) {
		row := ip.Row{Name: fmt.Sprint("r", i), Lower: 1, Upper: 1}
		for _, j := range r.Perm(n)[:min(n, 2+r.IntN(5))] {
			row.Entries = append(row.Entries, ip.Entry{Column: j, Coef: 1})
		}
		switch r.IntN(6) {
		case 0:
			row.Lower = -ip.Infinity
		case 1:
			row.Upper = ip.Infinity
		case 2:
			row.Lower, row.Upper = 0, len(row.Entries)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// A probe by a partition succeeds as one by the state does, with as many fixings; and so does a fixpoint.
func TestPartitionProbesAsTheState(t *testing.T) {
	programs := []*ip.Program{sudokuProgram(backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle))}
	for i := range 1000 {
		programs = append(programs, randomPartition(rand.New(rand.NewPCG(uint64(i), 10))))
	}
	probes, failures := 0, 0
	for i, p := range programs {
		m, err := compile(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		slow, fast := newProber(newState(m)), newProber(newState(m))
		both := [...]*prober{slow, fast}
		fixBoth := func(l lit) bool {
			if slow.value[l.column()] != free {
				return true
			}
			for _, s := range both {
				s.fix(l)
			}
			ok := slow.propagate()
			return fast.propagate() && ok
		}
		if !slow.propagate() || !fast.propagate() {
			continue
		}
		if fast.partition = newPartition(fast.state); fast.partition == nil {
			t.Fatalf("program %d has no partition", i)
		}
		r := rand.New(rand.NewPCG(uint64(i), 11))
		if !fixBoth(litOf(int32(r.IntN(m.columns)), 0)) {
			continue
		}
		fast.partition.load(fast.state)
		before := len(fast.trail)
		if !fixBoth(litOf(int32(r.IntN(m.columns)), int8(r.IntN(2)))) {
			continue
		}
		fast.partition.follow(fast.trail[before:])
		for j := range int32(m.columns) {
			for v := int8(0); v < 2 && slow.value[j] == free; v++ {
				want, got := slow.probe(litOf(j, v), false), fast.probe(litOf(j, v), true)
				if got != want {
					t.Fatalf("program %d, x%d = %d: %d fixings, want %d", i, j, v, got, want)
				}
				probes++
				if want == 0 {
					failures++
				}
			}
		}
		never := func() bool { return false }
		wantOK, gotOK := slow.fixpoint(never), fast.fixpoint(never)
		if gotOK != wantOK || wantOK && fixed(fast.state) != fixed(slow.state) {
			t.Fatalf("program %d: fixpoint %v %s, want %v %s", i, gotOK, fixed(fast.state), wantOK, fixed(slow.state))
		}
		if n := fast.probes; gotOK && (!fast.fixpoint(never) || fast.probes != n) {
			t.Fatalf("program %d: a second fixpoint probes or fails", i)
		}
	}
	if probes < 20_000 || failures < 500 {
		t.Errorf("%d probes, %d failures: too few for a test", probes, failures)
	}
}

// Rows of other kinds, unless they are redundant, and an objective have no partition.
func TestPartitionKnowsItsRows(t *testing.T) {
	entries := func(coefs ...int) (all []ip.Entry) {
		for j, c := range coefs {
			all = append(all, ip.Entry{Column: j, Coef: c})
		}
		return all
	}
	for _, test := range []struct {
		name string
		row  ip.Row
		cost []int64
		want bool
	}{
		{"exactly one", ip.Row{Entries: entries(1, 1, 1), Lower: 1, Upper: 1}, nil, true},
		{"at most one", ip.Row{Entries: entries(1, 1, 1), Lower: 0, Upper: 1}, nil, true},
		{"at least one", ip.Row{Entries: entries(1, 1, 1), Lower: 1, Upper: 3}, nil, true},
		{"nothing", ip.Row{Entries: entries(2, -3, 4), Lower: -9, Upper: 9}, nil, true},
		{"at most two", ip.Row{Entries: entries(1, 1, 1), Lower: 0, Upper: 2}, nil, false},
		{"at least two", ip.Row{Entries: entries(1, 1, 1), Lower: 2, Upper: 3}, nil, false},
		{"exactly two", ip.Row{Entries: entries(1, 1, 1, 1), Lower: 2, Upper: 2}, nil, false},
		{"coefficient 2", ip.Row{Entries: entries(1, 2, 2), Lower: 1, Upper: 3}, nil, false},
		{"negative coefficient", ip.Row{Entries: entries(1, -1, 1), Lower: 0, Upper: 1}, nil, false},
		{"objective", ip.Row{Entries: entries(1, 1, 1), Lower: 1, Upper: 1}, []int64{1, 1, 1, 1}, false},
	} {
		p := &ip.Program{Columns: make([]ip.Column, 4), Rows: []ip.Row{test.row}}
		m, err := compile(p, test.cost)
		if err != nil {
			t.Fatal(err)
		}
		s := newState(m)
		if !s.propagate() {
			t.Fatalf("%s: refuted", test.name)
		}
		if got := newPartition(s) != nil; got != test.want {
			t.Errorf("%s: partition %v, want %v", test.name, got, test.want)
		}
	}
}
