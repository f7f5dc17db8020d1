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
	events, conflicts, confined, needed, inSubsets, inAreas := 0, 0, 0, 0, 0, 0
	grids := order2(t)
	for seed := range uint64(6500) {
		r := rand.New(rand.NewPCG(seed, 4))
		var p *randomProblem
		var solutions [][]int
		switch {
		case seed < 4000:
			p = newRandomProblem(r, 2+r.IntN(6), 2+r.IntN(4), 1, false)
			solutions = p.solutions(p.domains)
		case seed < 6000:
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
				if keep := s.domains[v] & r.Uint64(); keep != 0 && (seed < 4000 || seed >= 6000 || r.IntN(8) == 0) {
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
					case confiner:
						needed++
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
	if events < 2000 || conflicts < 100 || confined < 100 || needed < 50 || inSubsets < 100 || inAreas < 50 {
		t.Errorf("only %d events, %d of confined values, %d of values that sums need, %d of subsets, %d of areas, "+
			"and %d conflicts", events, confined, needed, inSubsets, inAreas, conflicts)
	}
}
