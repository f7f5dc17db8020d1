package gridn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/search"
)

// TestLearned checks everything learned about a puzzle against its only solution: clauses, reasons, and facts at level
// 0.
func TestLearned(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	clauses, unique := 0, 0
	for _, shape := range []Shape{{2, 2}, {2, 3}, {3, 3}, {2, 5}, {3, 4}, {4, 4}} {
		s := New(shape)
		for range 4 {
			domains, solution := uniquePuzzle(s, randomGrid(shape, r), r)
			holds := func(l literal) bool {
				x := l.option()
				return (solution[x>>s.shift]-1 == int(x&s.valueMask)) != l.isExcluded()
			}
			unique++
			s.Start(domains)
			for e, after := search.Paused, false; e != search.Exhausted; e, _ = s.Next(5) {
				s.checkInvariants(t)
				if after = after || e == search.Found; after && s.BacktrackLevel == 0 {
					break // clauses learned from here on may exclude the solution
				}
				for ref := uint32(1); ref < uint32(len(s.Arena)); ref += clauseHeader + s.Arena[ref+2] {
					clauses++
					if !slices.ContainsFunc(s.literals(ref), func(l uint32) bool { return holds(literal(l)) }) {
						t.Fatalf("%v %v: clause %v excludes the solution", shape, domains, s.literals(ref))
					}
				}
				for _, l := range s.trail {
					implied := s.level[l.option()] == 0 && s.BacktrackLevel == 0 && !s.AtSolution &&
						len(s.levelStart) > 0 && s.Nodes < 3
					if implied && !holds(l) {
						t.Fatalf("%v %v: wrong literal %v at level 0", shape, domains, l)
					}
					antecedents := s.explain(nil, l)
					for _, m := range antecedents {
						if s.litValue[m] != 1 {
							t.Fatalf("%v: literal %d follows from %d, which is not true", shape, l, m)
						}
					}
					isFalse := func(m literal) bool { return !holds(m) }
					if len(antecedents) > 0 && isFalse(l) && !slices.ContainsFunc(antecedents, isFalse) {
						t.Fatalf("%v %v: literal %d does not follow from %v", shape, domains, l, antecedents)
					}
				}
			}
		}
	}
	if clauses < 500 {
		t.Errorf("only %d clauses seen in %d puzzles", clauses, unique)
	}
}

// TestMerge merges options that the same chosen option excluded. A single one stays, as do literals with other reasons.
func TestMerge(t *testing.T) {
	s := New(Shape{2, 2})
	for range 2 { // the second time, Merge finds its scratch memory clean
		s.clause = s.clause[:0]
		for _, x := range []struct {
			l literal
			r reason
		}{
			{chosen(1), byDecision}, {chosen(2), byOption | 20}, {chosen(3), byOption | 21}, {chosen(4), byOption | 20},
			{excluded(5), byItem | 20}, {chosen(6), byItem | 20}, {chosen(7), byOption | 20},
		} {
			s.reasons[x.l.option()] = x.r
			s.clause = append(s.clause, x.l)
		}
		s.clause = search.Merge(s.clause, s.place, s.cause)
		want := []literal{chosen(1), excluded(20), chosen(3), excluded(5), chosen(6)}
		if !slices.Equal(s.clause, want) {
			t.Errorf("merged to %v, want %v", s.clause, want)
		}
	}
}

// uniquePuzzle removes clues from a grid, in random order, while it is the only solution.
func uniquePuzzle(s *Search, grid []int, r *rand.Rand) (domains []uint64, solution []int) {
	domains = make([]uint64, len(grid))
	for c, value := range grid {
		domains[c] = 1 << (value - 1)
	}
	for _, c := range r.Perm(len(grid)) {
		domains[c] = ^uint64(0) >> (64 - s.n)
		s.Start(domains)
		s.Next(math.MaxInt)
		if e, _ := s.Next(math.MaxInt); e == search.Found {
			domains[c] = 1 << (grid[c] - 1)
		}
	}
	return domains, grid
}

// TestReduceClauses deletes clauses all the time, in searches that prove puzzles unique.
func TestReduceClauses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	shape := Shape{4, 4}
	s := New(shape)
	for range 2 {
		domains, solution := uniquePuzzle(s, randomGrid(shape, r), r)
		s.Start(domains)
		s.Limit = 20
		before, forgot := 0, false
		for e := search.Paused; e != search.Exhausted; e, _ = s.Next(20) {
			s.Limit = 20
			forgot = forgot || s.Learned < before
			before = s.Learned
			s.checkInvariants(t)
			if e == search.Found {
				grid := make([]int, len(solution))
				if s.Solution(grid); !slices.Equal(grid, solution) {
					t.Fatal("found a second solution")
				}
			}
		}
		if !forgot {
			t.Error("no clause was deleted")
		}
	}
}
