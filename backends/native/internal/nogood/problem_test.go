package nogood

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// A random problem with a check of its solutions that shares no code with the package.
type randomProblem struct {
	*Problem
	domains []uint64
	checks  []func(values []int) bool
	sized   bool // it has an area of a given size, which is not made domain consistent
}

// newRandomProblem returns a problem with these numbers of variables and constraints of all kinds. With grid the
// variables are the cells of a 4x4 grid, which has rows, columns and boxes besides.
func newRandomProblem(r *rand.Rand, variables, values, constraints int, grid bool) *randomProblem {
	domains := make([]uint64, variables)
	shift := r.IntN(3)
	for v := range domains {
		if domains[v] = (1<<values - 1) << shift; !grid && r.IntN(3) == 0 {
			domains[v] &= r.Uint64() | 1<<(shift+r.IntN(values))
		}
	}
	p := &randomProblem{Problem: NewProblem(domains), domains: domains}
	if grid {
		for i := range 4 {
			row, column, box := []int32{}, []int32{}, []int32{}
			for k := range 4 {
				row = append(row, int32(4*i+k))
				column = append(column, int32(4*k+i))
				box = append(box, int32(i/2*8+i%2*2+k/2*4+k%2))
			}
			p.allDifferent(row)
			p.allDifferent(column)
			p.allDifferent(box)
		}
	}
	for range constraints {
		p.addRandom(r)
	}
	return p
}

// newHouse returns a problem of n variables that must differ, with n values.
func newHouse(r *rand.Rand, n int) *randomProblem {
	shift := r.IntN(3)
	domains := slices.Repeat([]uint64{(1<<n - 1) << shift}, n)
	p := &randomProblem{Problem: NewProblem(domains), domains: domains}
	vars := make([]int32, n)
	for i, v := range r.Perm(n) {
		vars[i] = int32(v)
	}
	p.allDifferent(vars)
	return p
}

func (p *randomProblem) allDifferent(vars []int32) {
	p.AllDifferent(vars)
	p.checks = append(p.checks, func(values []int) bool {
		for i, a := range vars {
			for _, b := range vars[:i] {
				if values[a] == values[b] {
					return false
				}
			}
		}
		return true
	})
}

func (p *randomProblem) addRandom(r *rand.Rand) {
	var vars []int32
	for _, v := range r.Perm(len(p.domains))[:2+r.IntN(min(5, len(p.domains)-1))] {
		vars = append(vars, int32(v))
	}
	value := func(v int32) int {
		for {
			if x := r.IntN(64); p.domains[v]>>x&1 != 0 {
				return x
			}
		}
	}
	switch r.IntN(6) {
	case 0:
		p.allDifferent(vars)
	case 5:
		p.area(r, vars)
	case 1: // a cage
		p.allDifferent(vars)
		p.linear(r, vars, value, func() int { return 1 })
	case 2:
		p.linear(r, vars, value, func() int { return []int{-2, -1, 1, 1, 3}[r.IntN(5)] })
	case 3:
		a, b, least := vars[0], vars[1], r.IntN(3)
		p.Relation(a, b, func(x int) (fits uint64) {
			for y := range 64 {
				if max(x-y, y-x) >= least {
					fits |= 1 << y
				}
			}
			return fits
		})
		p.checks = append(p.checks, func(values []int) bool {
			return max(values[a]-values[b], values[b]-values[a]) >= least
		})
	case 4:
		vars = vars[:min(3, len(vars))]
		var rows [][]uint8
		for range 10 + r.IntN(90) {
			row := make([]uint8, len(vars))
			for i, v := range vars {
				row[i] = uint8(value(v))
			}
			rows = append(rows, row)
		}
		p.Table(vars, slices.Concat(rows...))
		p.checks = append(p.checks, func(values []int) bool {
			return slices.ContainsFunc(rows, func(row []uint8) bool {
				for i, v := range vars {
					if values[v] != int(row[i]) {
						return false
					}
				}
				return true
			})
		})
	}
}

// area adds an area in a random graph: of any size, or of a size that a table states.
func (p *randomProblem) area(r *rand.Rand, vars []int32) {
	size := 0
	if len(vars) < 5 {
		size = r.IntN(len(vars))
	}
	inside := r.Uint64()
	beside := make([][]int, len(vars))
	for i := range vars {
		for j := range i {
			if r.IntN(3) > 0 {
				beside[i], beside[j] = append(beside[i], j), append(beside[j], i)
			}
		}
	}
	if size > 0 {
		p.sized = true
		rows := [][]uint8{{}}
		for _, v := range vars {
			var longer [][]uint8
			for _, row := range rows {
				for m := p.domains[v]; m != 0; m &= m - 1 {
					longer = append(longer, append(slices.Clone(row), uint8(bits.TrailingZeros64(m))))
				}
			}
			rows = longer
		}
		p.Table(vars, slices.Concat(slices.DeleteFunc(rows, func(row []uint8) bool {
			n := 0
			for _, x := range row {
				n += int(inside >> x & 1)
			}
			return n != size
		})...))
	}
	p.Area(vars, beside, inside, size)
	p.checks = append(p.checks, func(values []int) bool {
		var group []int // the indices inside that the first of them is connected with
		n := 0
		for i, v := range vars {
			if inside>>values[v]&1 != 0 {
				if n++; n == 1 {
					group = append(group, i)
				}
			}
		}
		for k := 0; k < len(group); k++ {
			for _, j := range beside[group[k]] {
				if inside>>values[vars[j]]&1 != 0 && !slices.Contains(group, j) {
					group = append(group, j)
				}
			}
		}
		return len(group) == n && (size == 0 || n == size)
	})
}

func (p *randomProblem) linear(r *rand.Rand, vars []int32, value func(int32) int, coef func() int) {
	var terms []Term
	total := 0
	for _, v := range vars {
		terms = append(terms, Term{v, coef()})
		total += terms[len(terms)-1].Coef * value(v)
	}
	lo, hi := total, total
	switch r.IntN(5) {
	case 0:
		lo -= 1000
	case 1:
		hi += 1000
	}
	p.Linear(terms, lo, hi)
	p.checks = append(p.checks, func(values []int) bool {
		sum := 0
		for _, t := range terms {
			sum += t.Coef * values[t.Var]
		}
		return lo <= sum && sum <= hi
	})
}

// solutions returns all solutions in lexicographic order, by trying all assignments.
func (p *randomProblem) solutions(domains []uint64) (all [][]int) {
	values := make([]int, len(domains))
	var try func(v int)
	try = func(v int) {
		if v == len(domains) {
			for _, check := range p.checks {
				if !check(values) {
					return
				}
			}
			all = append(all, slices.Clone(values))
			return
		}
		for m := domains[v]; m != 0; m &= m - 1 {
			values[v] = bits.TrailingZeros64(m)
			try(v + 1)
		}
	}
	try(0)
	return all
}

// restrictions returns domains, each of which is a random nonempty subset of its domain in some cases.
func restrictions(r *rand.Rand, domains []uint64) []uint64 {
	d := slices.Clone(domains)
	for v := range d {
		if m := d[v] & r.Uint64(); m != 0 && r.IntN(3) == 0 {
			d[v] = m
		}
	}
	return d
}

// TestClauses compares the clauses that linear constraints become with the constraints, by trying all assignments.
func TestClauses(t *testing.T) {
	clauses := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 7))
		var domains []uint64
		var terms []Term
		for v := range 3 + r.IntN(2) {
			domains = append(domains, 1<<r.IntN(4)|r.Uint64()&15)
			terms = append(terms, Term{int32(v), 1 + r.IntN(3)})
			if r.IntN(2) == 0 {
				terms[v].Coef = -terms[v].Coef
			}
		}
		bound := r.IntN(25) - 12
		lo, hi := -1000, bound
		if r.IntN(2) == 0 {
			lo, hi = bound, 1000
		}
		p := &randomProblem{Problem: NewProblem(domains), domains: domains}
		p.Linear(terms, lo, hi)
		if len(p.clauses) == 0 {
			continue
		}
		clauses++
		for _, values := range p.solutions(domains) { // without checks: all assignments
			sum := 0
			for v, x := range values {
				sum += terms[v].Coef * x
			}
			holds := slices.ContainsFunc(p.clauses[0], func(e entry) bool { return e.values>>values[e.v]&1 != 0 })
			if holds != (lo <= sum && sum <= hi) {
				t.Fatalf("seed %d: %v: the clause holds: %v", seed, values, holds)
			}
		}
	}
	if clauses < 100 {
		t.Errorf("only %d clauses", clauses)
	}
}

// Sums with up to 2,048 totals fit, and all that always hold; two variables need no propagator.
func TestLinearLimits(t *testing.T) {
	for _, c := range []struct {
		coefs  []int
		lo, hi int
		fits   bool
		sums   int
	}{
		{[]int{maxTotals - 3, 1, 1}, 2, maxTotals, true, 1}, {[]int{maxTotals - 2, 1, 1}, 2, maxTotals, false, 0},
		{[]int{maxTotals, 1, 1}, 1, maxTotals + 2, true, 0},
		{[]int{maxTotals, -1, 1}, -1, maxTotals + 1, true, 0}, {[]int{maxTotals, -1, 1}, 1, maxTotals + 1, false, 0},
		{[]int{maxTotals, -1, 1}, -1, maxTotals - 1, false, 0}, {[]int{3, 4}, 3, 4, true, 0}, {[]int{3}, 1, 3, true, 1},
	} {
		p := NewProblem(slices.Repeat([]uint64{3}, len(c.coefs)))
		var terms []Term
		for i, coef := range c.coefs {
			terms = append(terms, Term{int32(i), coef})
		}
		if fits := p.Linear(terms, c.lo, c.hi); fits != c.fits || len(p.sums) != c.sums {
			t.Errorf("%+v: fits %v, %d sums", c, fits, len(p.sums))
		}
	}
}
