package clp

import (
	"math/rand/v2"
	"testing"

	"nonet/encode/ip"
)

// TestImpliedRows checks by enumeration that no solution of random programs violates a row that is added to them,
// whatever the point of the relaxation.
func TestImpliedRows(t *testing.T) {
	lifted, reduced := 0, 0
	for i := range 20_000 {
		r := rand.New(rand.NewPCG(uint64(i), 5))
		p := randomProgram(r)
		for j := range p.Columns {
			p.Objective = append(p.Objective, ip.Entry{Column: j, Coef: 1 + r.IntN(9)})
		}
		d := config{newRelaxation: func() (relaxation, error) { return &liar{random: r}, nil }}
		s, err := d.search(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		added := s.impliedRows()
		s.guide.close()
		for _, row := range added {
			unit := true
			for _, e := range row.Entries {
				unit = unit && max(e.Coef, -e.Coef) == 1
			}
			if unit {
				lifted++
			} else {
				reduced++
			}
			q := &ip.Program{Columns: p.Columns, Rows: []ip.Row{row}}
			x := make(ip.Point, len(p.Columns))
			for b := range 1 << len(x) {
				for j := range x {
					x[j] = b >> j & 1
				}
				if p.Check(x) == nil && q.Check(x) != nil {
					t.Fatalf("program %d: the row %+v excludes %v\n%+v", i, row, x, p)
				}
			}
		}
	}
	if lifted < 100 || reduced < 100 {
		t.Errorf("only %d rows with coefficients 1 and %d others", lifted, reduced)
	}
}

// TestCovers compares rows with those of the definition: x + y + z <= 2 is the cover of 5x + 5y + 5z <= 14, and a
// heavier column has a larger coefficient.
func TestCovers(t *testing.T) {
	k := knapsack{capacity: 14}
	for j, weight := range []int64{5, 5, 5, 10, 3} {
		k.items = append(k.items, item{litOf(int32(j), 1), weight, 0.9})
	}
	k.items[3].x, k.items[4].x = 0, 0
	row, violated := k.cover()
	want := map[int]int{0: 1, 1: 1, 2: 1, 3: 2}
	if !violated || row.Upper != 2 || len(row.Entries) != len(want) {
		t.Fatalf("got %+v, violated %t", row, violated)
	}
	for _, e := range row.Entries {
		if want[e.Column] != e.Coef {
			t.Errorf("column %d has the coefficient %d, want %d", e.Column, e.Coef, want[e.Column])
		}
	}
}
