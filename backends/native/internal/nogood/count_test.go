package nogood

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/search"
)

// TestCounts compares grids in which values are counted, some values with a coefficient that depends on a 0-1 variable,
// with a filter of all grids.
func TestCounts(t *testing.T) {
	grids := order2(t)
	divided := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		const cells = 16
		counts := 1 + r.IntN(3)
		domains, bits := slices.Repeat([]uint64{15}, cells), slices.Repeat([]uint64{3}, counts*(cells+1))
		cell, bit := int32(0), int32(cells) // the first ones
		if domains = append(domains, bits...); seed%2 > 0 {
			domains = append(bits, domains[:cells]...)
			cell, bit = int32(len(bits)), 0
		}
		p := NewProblem(domains)
		for i := range int32(4) {
			var row, column, box []int32
			for k := range int32(4) {
				row, column = append(row, cell+4*i+k), append(column, cell+4*k+i)
				box = append(box, cell+i/2*8+i%2*2+k/2*4+k%2)
			}
			p.AllDifferent(row)
			p.AllDifferent(column)
			p.AllDifferent(box)
		}
		var checks []func(g []int) bool
		for n := range counts {
			first, value, often := bit+int32(n*(cells+1)), r.IntN(4), 1+r.IntN(4)
			var terms []Term
			in := r.Perm(cells)[:4+r.IntN(9)]
			for c := range int32(cells) {
				p.Relation(cell+c, first+c, func(x int) uint64 {
					if x == value {
						return 2
					}
					return 1
				})
				if slices.Contains(in, int(c)) {
					terms = append(terms, Term{first + c, 1})
				}
			}
			switch extra := first + cells; r.IntN(2) {
			case 0: // often times or never
				terms = append(terms, Term{extra, -often})
				p.Linear(terms, 0, 0)
			default: // so often or more
				p.Linear(terms, often, cells)
				p.Linear([]Term{{extra, 1}}, 0, 0)
			}
			times := func(g []int) (n int) {
				for _, c := range in {
					if g[c] == value {
						n++
					}
				}
				return n
			}
			never := terms[len(terms)-1].Coef < 0
			checks = append(checks, func(g []int) bool {
				n := times(g)
				return never && (n == 0 || n == often) || !never && n >= often
			})
		}
		want := 0
		for _, g := range grids {
			if !slices.ContainsFunc(checks, func(check func([]int) bool) bool { return !check(g) }) {
				want++
			}
		}
		s := New(p)
		if len(s.initial) > len(domains) {
			divided++
		}
		s.Start(domains)
		got, values := 0, make([]int, len(domains))
		for {
			e, _ := s.Next(math.MaxInt)
			if e == search.Exhausted {
				break
			}
			s.Solution(values)
			if slices.ContainsFunc(checks, func(check func([]int) bool) bool { return !check(values[cell:][:cells]) }) {
				t.Fatalf("seed %d: a grid with another count: %v", seed, values)
			}
			got++
		}
		if got != want {
			t.Fatalf("seed %d: %d grids, want %d", seed, got, want)
		}
	}
	if divided < 200 {
		t.Errorf("only %d problems have counts by houses", divided)
	}
}

// TestLongSums propagates sums of a Latin square: one over parts of all rows with the least total that the rows allow,
// and an arrow over the whole square, of which rows leave an equation of the digits of its pill.
func TestLongSums(t *testing.T) {
	const n = 9
	grid := func() *Problem {
		p := NewProblem(slices.Repeat([]uint64{(1<<n - 1) << 1}, n*n))
		for i := range int32(n) {
			var row, column []int32
			for k := range int32(n) {
				row, column = append(row, i*n+k), append(column, k*n+i)
			}
			p.AllDifferent(row)
			p.AllDifferent(column)
		}
		return p
	}
	p := grid()
	var terms []Term
	least := 0
	lengths := []int32{8, 6, 0, 3}
	for column := range int32(n) { // by column, so that the first groups are columns
		for row, length := range lengths {
			if column < length {
				terms = append(terms, Term{int32(row)*n + column, 1})
				least += int(column) + 1
			}
		}
	}
	if !p.Linear(terms, 0, least) {
		t.Fatal("the sum does not fit")
	}
	s := New(p)
	s.Start(p.initial)
	if !s.propagate() {
		t.Fatal("no values are left")
	}
	for row, length := range lengths {
		for column := range length {
			if d := s.domains[int32(row)*n+column]; d&^(1<<length<<1-2) != 0 {
				t.Errorf("row %d, column %d: %b, want values up to %d", row, column, d, length)
			}
		}
	}

	p = grid()
	pill := map[int32]int{4: -100, 3: -10, 2: -1}
	terms = nil
	for c := range int32(n * n) {
		coef := 1
		if k, ok := pill[c]; ok {
			coef = k
		}
		terms = append(terms, Term{c, coef})
	}
	if !p.Linear(terms, 0, 0) {
		t.Fatal("the arrow does not fit")
	}
	s = New(p)
	s.Start(p.initial)
	if !s.propagate() || s.domains[4] != 1<<3 || s.domains[3] != 1<<8 || s.domains[2] != 1<<7 {
		t.Errorf("pill: %b %b %b", s.domains[4], s.domains[3], s.domains[2]) // 405 = 101*3 + 11*8 + 2*7
	}
}
