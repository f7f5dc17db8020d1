package lcg

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/search"
	"nonet/model"
)

// Hall intervals are looked for among 3 to 200 variables.
func TestHallLimits(t *testing.T) {
	for n, want := range map[int]int{2: 0, 3: 1, maxHall: 1, maxHall + 1: 0} {
		p := new(Problem)
		p.AllDifferent(p.variables(n, 1, 2))
		if len(p.alldiffs) != want || len(p.peers) != n*(n-1) {
			t.Errorf("%d variables: %d propagators, %d peers", n, len(p.alldiffs), len(p.peers))
		}
	}
}

// A sum of terms is nothing if it always holds, one clause of variables with two values if it excludes one assignment,
// and else a propagator; one that never holds is refused.
func TestAtMost(t *testing.T) {
	for _, c := range []struct {
		domain  []int
		coefs   []int
		bound   int
		clauses int // -1: a propagator, -2: refused
	}{
		{[]int{0, 1}, []int{1, 1, 1}, 3, 0}, {[]int{0, 1}, []int{1, 1, 1}, 2, 1}, {[]int{0, 1}, []int{1, 1, 1}, 1, -1},
		{[]int{0, 1}, []int{1, 1, 1}, 0, -1}, {[]int{0, 1}, []int{1, 1, 1}, -1, -2}, {[]int{0, 1}, []int{2, 3}, 3, 1},
		{[]int{0, 1}, []int{2, 3}, 2, -1}, {[]int{0, 1}, []int{-2, 3}, 1, 1}, {[]int{0, 1}, []int{-2, 3}, 0, -1},
		{[]int{0, 1}, []int{-2, 3}, -3, -2}, {[]int{-4, 3}, []int{1, -1}, 6, 1}, {[]int{-4, 3}, []int{1, -1}, 7, 0},
		{[]int{0, 1, 2}, []int{1, 1}, 3, -1}, {[]int{0, 1, 2}, []int{1, 1}, 4, 0}, {[]int{5}, []int{1, 1}, 10, 0},
		{[]int{5}, []int{1, 1}, 9, -2},
	} {
		p := new(Problem)
		vars := p.variables(len(c.coefs), c.domain...)
		var terms []Term
		for i, coef := range c.coefs {
			terms = append(terms, Term{coef, vars[i]})
		}
		got := -2
		if p.AtMost(terms, c.bound) {
			got = len(p.clauses) - len(p.propagators)
		}
		if got != c.clauses {
			t.Errorf("%+v: got %d", c, got)
		}
	}
}

// Variables with intervals that must all differ keep just the bounds that solutions have.
func TestBoundsOfAllDifferent(t *testing.T) {
	tightened, failed := 0, 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 6))
		p := new(Problem)
		for range 3 + r.IntN(3) {
			low := r.IntN(5)
			p.Variable(model.Values(interval(low, low+r.IntN(4), 1)...))
		}
		var vars []int32
		for _, v := range r.Perm(len(p.initial)) {
			vars = append(vars, int32(v))
		}
		p.AllDifferent(vars)
		all := solutions(p, []constraint{func(values []int) bool {
			sorted := slices.Sorted(slices.Values(values))
			return len(slices.Compact(sorted)) == len(values)
		}})
		s := New(p)
		s.Start(nil)
		if s.propagate() != (len(all) > 0) {
			t.Fatalf("seed %d: %v have %d solutions", seed, p.initial, len(all))
		}
		for v, d := range p.initial {
			if len(all) == 0 {
				failed++
				break
			}
			low, high := all[0][v], all[0][v]
			for _, x := range all {
				low, high = min(low, x[v]), max(high, x[v])
			}
			if s.lo[v] != low || s.hi[v] != high {
				t.Fatalf("seed %d: %v: variable %d from %d to %d, want %d to %d", seed, p.initial, v, s.lo[v], s.hi[v],
					low, high)
			}
			if low > d.Min() || high < d.Max() {
				tightened++
			}
		}
	}
	if tightened < 100 || failed < 20 {
		t.Errorf("only %d bounds tightened, %d failures", tightened, failed)
	}
}

// A value that only one variable has left is its value, if there are as many values as variables.
func TestEachValueIsTaken(t *testing.T) {
	for last := 3; last <= 4; last++ {
		p := new(Problem)
		a, b := p.Variable(model.Interval(1, 3)), p.Variable(model.Interval(1, 3))
		c := p.Variable(model.Interval(1, last))
		p.AllDifferent([]int32{a, b, c})
		s := New(p)
		s.Start(nil)
		s.openLevel()
		s.remove(a, 2, reason{})
		s.remove(b, 2, reason{})
		if !s.propagate() || s.fixed(c) != (last == 3) || s.fixed(c) && s.lo[c] != 2 {
			t.Errorf("values up to %d: %d to %d", last, s.lo[c], s.hi[c])
		}
	}
}

// A variable with a wide domain, whose removed values are in a map, is searched as one whose values have bits: the same
// decisions, nogoods and solutions.
func TestWideIsTheSame(t *testing.T) {
	run := func(seed uint64, wide func(v int) bool) (trace []string) {
		r := rand.New(rand.NewPCG(seed, 1))
		p, _, possible := random(r)
		if !possible {
			return nil
		}
		if r.IntN(2) == 0 {
			p.Branch(Branch{Vars: []int32{1, 0}, Score: func(low, values int) int { return values }})
		}
		if r.IntN(2) == 0 {
			p.Minimize([]Term{{1, 0}, {-2, 1}})
		}
		s := New(p)
		for v := range s.base {
			if wide(v) {
				s.base[v] = -1
			}
		}
		values := make([]int, len(p.initial))
		for range 2 { // the second run finds the first one undone
			s.Start(nil)
			for e := search.Found; e == search.Found; {
				var left int
				e, left = s.Next(100_000)
				s.Solution(values)
				trace = append(trace, fmt.Sprint(e, left, s.Effort, s.Learned, values, s.Arena))
			}
		}
		return trace
	}
	compared := 0
	for seed := range uint64(1500) {
		want := run(seed, func(int) bool { return false })
		compared += len(want)
		for _, wide := range []func(v int) bool{
			func(int) bool { return true }, func(v int) bool { return v%2 == 0 },
		} {
			if got := run(seed, wide); !slices.Equal(got, want) {
				t.Fatalf("seed %d: with wide domains\n%q, want\n%q", seed, got, want)
			}
		}
	}
	if compared < 3000 {
		t.Errorf("only %d events compared", compared)
	}
}
