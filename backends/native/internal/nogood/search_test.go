package nogood

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/search"
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
		p.Table(vars, rows)
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
		p.Table(vars, slices.DeleteFunc(rows, func(row []uint8) bool {
			n := 0
			for _, x := range row {
				n += int(inside >> x & 1)
			}
			return n != size
		}))
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

// TestSearch compares the solutions of random problems with trying all assignments, with restarts at each conflict,
// with pauses, and on repeated searches; all solutions must satisfy all learned nogoods.
func TestSearch(t *testing.T) {
	learned, restarts := 0, int64(0)
	for seed := range uint64(2500) {
		r := rand.New(rand.NewPCG(seed, 1))
		variables, values := 2+r.IntN(6), 1+r.IntN(4)
		if seed%25 == 0 { // more values than a maskSet can have
			variables, values = 2+r.IntN(2), 11+r.IntN(4)
		}
		p := newRandomProblem(r, variables, values, 1+r.IntN(6), false)
		s := New(p.Problem)
		for range 3 {
			domains := restrictions(r, p.domains)
			want := p.solutions(domains)
			s.Start(domains)
			s.FailuresLeft = r.IntN(5)
			got := collect(t, s, []int{1, 7, math.MaxInt}[r.IntN(3)], want)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("seed %d: %d solutions, want %d", seed, len(got), len(want))
			}
			learned += s.Learned
			restarts += s.Restarts
		}
	}
	if learned < 25 || restarts < 100 {
		t.Errorf("only %d nogoods and %d restarts", learned, restarts)
	}
}

// order2 returns the 288 grids with boxes of 2x2, with values from 0.
func order2(t *testing.T) (grids [][]int) {
	plain := newRandomProblem(rand.New(rand.NewPCG(0, 0)), 16, 4, 0, true)
	low := bits.TrailingZeros64(plain.domains[0])
	s := New(plain.Problem)
	s.Start(plain.domains)
	for _, g := range collect(t, s, math.MaxInt, nil) {
		for c := range g {
			g[c] -= low
		}
		grids = append(grids, g)
	}
	if len(grids) != 288 {
		t.Fatalf("%d grids", len(grids))
	}
	return grids
}

// solutionsAmong returns the solutions of p with values of domains, given all grids, in order.
func (p *randomProblem) solutionsAmong(grids [][]int, domains []uint64) (all [][]int) {
	low := bits.TrailingZeros64(p.domains[0])
grids:
	for _, g := range grids {
		g = slices.Clone(g)
		for c := range g {
			if g[c] += low; domains[c]>>g[c]&1 == 0 {
				continue grids
			}
		}
		for _, check := range p.checks {
			if !check(g) {
				continue grids
			}
		}
		all = append(all, g)
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

// TestGrids is TestSearch on 4x4 grids with further constraints; all solutions of a grid without them are filtered.
func TestGrids(t *testing.T) {
	grids := order2(t)
	learned := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := newRandomProblem(r, 16, 4, 1+r.IntN(7), true)
		domains := restrictions(r, p.domains)
		want := p.solutionsAmong(grids, domains)
		s := New(p.Problem)
		s.Start(domains)
		s.Limit = 4
		if got := collect(t, s, 5, want); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("seed %d: %d solutions, want %d", seed, len(got), len(want))
		}
		learned += s.Learned
	}
	if learned < 60 {
		t.Errorf("only %d nogoods", learned)
	}
}

// collect returns the solutions that the search finds, in lexicographic order. It pauses after a number of steps. It
// fails for learned nogoods that exclude one of the given solutions, unless the search has returned that solution
// before.
func collect(t *testing.T, s *Search, steps int, solutions [][]int) (all [][]int) {
	t.Helper()
	found := map[string]bool{}
	for {
		e, _ := s.Next(steps)
		switch e {
		case search.Exhausted:
			slices.SortFunc(all, slices.Compare)
			return all
		case search.Found:
			values := make([]int, len(s.domains))
			s.Solution(values)
			all = append(all, values)
		}
		s.checkNogoods(t, solutions, found)
		if e == search.Found {
			found[fmt.Sprint(all[len(all)-1])] = true
		}
	}
}

// checkNogoods reports learned nogoods that exclude a solution which has not been found.
func (s *Search) checkNogoods(t *testing.T, solutions [][]int, found map[string]bool) {
	t.Helper()
	for ref := 1; ref < len(s.Arena); ref += 1 + int(s.Arena[ref].v) {
		entries := s.Arena[ref+1:][:s.Arena[ref].v]
		for _, values := range solutions {
			if !slices.ContainsFunc(entries, func(e entry) bool { return e.values>>values[e.v]&1 != 0 }) &&
				!found[fmt.Sprint(values)] {
				t.Fatalf("a nogood excludes the solution %v: %v", values, entries)
			}
		}
	}
}

// TestConsistency propagates a single constraint and compares with its solutions: no value of a solution may be
// removed, and only values of solutions may be left. Houses are weaker.
func TestConsistency(t *testing.T) {
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := newRandomProblem(r, 2+r.IntN(5), 2+r.IntN(4), 1, false)
		s := New(p.Problem)
		domains := restrictions(r, p.domains)
		s.Start(domains)
		consistent := s.propagate()
		want := make([]uint64, len(domains))
		for _, values := range p.solutions(domains) {
			for v, x := range values {
				want[v] |= 1 << x
			}
		}
		switch {
		case want[0] == 0 && consistent && !p.sized:
			t.Fatalf("seed %d: no conflict without solutions", seed)
		case want[0] != 0 && !slices.Equal(s.domains, want) && !p.sized && !slices.ContainsFunc(p.different, p.isHouse):
			t.Fatalf("seed %d: domains %b, want %b", seed, s.domains, want)
		}
	}
}

// TestExplanations narrows domains at random, propagates a single constraint, and checks the explanation of each event
// and of a conflict by trying all assignments: the required domains contain the domains at that time, and imply the
// removal.
func TestExplanations(t *testing.T) {
	events, conflicts, confined, inSubsets, inAreas := 0, 0, 0, 0, 0
	grids := order2(t)
	for seed := range uint64(5500) {
		r := rand.New(rand.NewPCG(seed, 4))
		var p *randomProblem
		var solutions [][]int
		switch {
		case seed < 4000:
			p = newRandomProblem(r, 2+r.IntN(6), 2+r.IntN(4), 1, false)
			solutions = p.solutions(p.domains)
		case seed < 5000:
			p = newRandomProblem(r, 16, 4, r.IntN(2), true)
			solutions = p.solutionsAmong(grids, p.domains)
		default: // a house
			p = newHouse(r, 6)
			solutions = p.solutions(p.domains)
		}
		s := New(p.Problem)
		s.Start(p.domains)
		if !s.propagate() {
			continue
		}
		root := slices.Clone(s.domains)
		consistent := true
		for consistent && s.open > 0 {
			s.levelStart = append(s.levelStart, int32(len(s.trail)))
			for v := range s.domains {
				if keep := s.domains[v] & r.Uint64(); keep != 0 && (seed < 4000 || seed >= 5000 || r.IntN(8) == 0) {
					s.narrow(int32(v), keep, byDecision)
				}
			}
			consistent = s.propagate()
		}
		for len(s.atEvent) <= len(s.trail) {
			s.atEvent = append(s.atEvent, false)
		}
		// check derives requirements at an event and compares; with v < 0 they must contradict the constraint.
		check := func(at, v int32, gone uint64, derive func()) {
			derive()
			for u, required := range s.required {
				if before := s.domainBefore(int32(u), at); before&^required != 0 {
					t.Fatalf("seed %d: variable %d: domain %b, required %b", seed, u, before, required)
				}
			}
			for _, values := range solutions {
				meets := v < 0 || gone>>values[v]&1 != 0
				for u, x := range values {
					meets = meets && root[u]>>x&1 != 0 && (int32(u) == v || s.required[u]>>x&1 != 0)
				}
				if meets {
					t.Fatalf("seed %d: %v meets all that is required for the removal of %b from variable %d",
						seed, values, gone, v)
				}
			}
			s.forget()
		}
		for i, e := range s.trail {
			if e.by != byDecision && e.level > 0 {
				gone := e.old &^ e.new
				if subset := gone & r.Uint64(); subset != 0 {
					gone = subset
				}
				check(int32(i), e.v, gone, func() { s.explain(int32(i), gone) })
				events++
				if e.by&reasonKindMask == byPropagator {
					switch s.propagators[e.by&^reasonKindMask].(type) {
					case *locked:
						confined++
					case *subsets:
						inSubsets++
					case *area:
						inAreas++
					}
				}
			}
		}
		if !consistent && s.conflict >= 0 {
			at := int32(len(s.trail))
			check(at, -1, 0, func() { s.propagators[s.conflict].explain(s, at, -1, 0) })
			conflicts++
		}
	}
	if events < 2000 || conflicts < 100 || confined < 100 || inSubsets < 100 || inAreas < 50 {
		t.Errorf("only %d events, %d of confined values, %d of subsets, %d of areas, and %d conflicts",
			events, confined, inSubsets, inAreas, conflicts)
	}
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
