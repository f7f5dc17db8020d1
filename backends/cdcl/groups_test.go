package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/encode/cnf"
	"nonet/model/sudoku"
)

// TestGroups enumerates the solutions of random formulas with many positive clauses, some with repeated literals. It
// compares their number with enumeration, and the counters of the groups with the trail after each search.
func TestGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	byGroups, conflicts := map[bool]int{}, int64(0)
	for seed := range 2000 {
		f := positiveFormula(r, 3+r.IntN(8))
		s, err := newSolver(t.Context(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		v := make(cnf.Valuation, f.Vars+1)
		found := 0
		for {
			ok, err := s.search(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			checkCounters(t, s)
			if !ok {
				break
			}
			s.valuation(v)
			if !f.Satisfied(v) {
				t.Fatalf("seed %d: %v does not satisfy %v", seed, v, f.Body)
			}
			found++
			s.backtrack(0)
			checkCounters(t, s)
			s.addClause(f.Exclude(nil, v))
		}
		if want := Enumerate(f); found != want {
			t.Fatalf("seed %d: %d solutions, want %d: %v", seed, found, want, f.Body)
		}
		byGroups[s.byGroups]++
		conflicts += s.effort.Conflicts
		s.release()
	}
	if byGroups[true] < 300 || byGroups[false] < 300 || conflicts < 1000 {
		t.Errorf("decisions by groups: %v, %d conflicts: too one-sided", byGroups, conflicts)
	}
}

// positiveFormula returns a formula over n variables: positive clauses, pairs of which at most one is true, and others.
func positiveFormula(r *rand.Rand, n int) *cnf.Formula {
	f := &cnf.Formula{Vars: n, Shown: n}
	for range 1 + r.IntN(n) {
		var c []cnf.Lit
		for range 2 + r.IntN(4) {
			c = append(c, cnf.Lit(1+r.IntN(n)))
		}
		f.Add(c...)
	}
	for range r.IntN(2 * n) {
		f.Add(-cnf.Lit(1+r.IntN(n)), -cnf.Lit(1+r.IntN(n)))
	}
	for range r.IntN(4) {
		f.Add(-cnf.Lit(1+r.IntN(n)), cnf.Lit(1+r.IntN(n)), cnf.Lit(1+r.IntN(n)))
	}
	return f
}

// Enumerate returns the number of valuations that satisfy f.
func Enumerate(f *cnf.Formula) (n int) {
	v := make(cnf.Valuation, f.Vars+1)
	for x := range 1 << f.Vars {
		for k := range f.Vars {
			v[k+1] = x>>k&1 == 1
		}
		if f.Satisfied(v) {
			n++
		}
	}
	return n
}

// checkCounters compares the counters of the groups with the propagated part of the trail.
func checkCounters(t *testing.T, s *solver) {
	t.Helper()
	for k, got := range s.groups.state {
		var want counter
		for _, l := range s.groups.literals.Get(int32(k)) {
			if !slices.Contains(s.trail[:s.qhead], l.not()) {
				want.free++
				want.rest ^= l
			}
		}
		if got != want {
			t.Fatalf("group %d: counter %+v, want %+v", k, got, want)
		}
	}
}

// The formula of a classic grid has a group for each cell and for each value of a house, and groups choose its
// decisions. With a variable that is in no positive clause, activity does.
func TestGridHasGroups(t *testing.T) {
	e, err := cnf.Encoder{}.Encode(t.Context(), sudoku.Order(3).Model())
	if err != nil {
		t.Fatal(err)
	}
	for _, extra := range []bool{false, true} {
		f := *e.Formula
		if extra {
			f.Add(-f.NewVar(), 1)
		}
		s, err := newSolver(t.Context(), &f, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(s.groups.state); n != 4*81 || s.decidesByGroups() == extra {
			t.Errorf("%d groups, want 324; they decide: %v, extra variable: %v", n, s.decidesByGroups(), extra)
		}
		s.release()
	}
}

// A decision is made in the group with the greatest weight for each literal left, among those without a true literal.
// Weights are rescaled before they overflow.
func TestGroupDecisions(t *testing.T) {
	f := &cnf.Formula{Vars: 7, Shown: 7}
	f.Add(1, 2, 3, 4)
	f.Add(5, 6, 7)
	s, err := newSolver(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	decide := func(want lit) {
		t.Helper()
		if l, ok := s.decideByGroup(); !ok || l != want {
			t.Errorf("decision %d, %v, want %d", l.dimacs(), ok, want.dimacs())
		}
	}
	decide(literal(5)) // the smaller group
	s.groups.weights.Bump(0)
	decide(literal(1))
	for range 10000 {
		s.groups.weights.Decay(groupDecay)
	}
	decide(literal(5))
	s.groups.weights.Bump(0)
	decide(literal(1))
	if w := s.groups.weights.Of[0]; w > 1e100 {
		t.Errorf("weight %v", w)
	}
	s.trailLim = append(s.trailLim, 0)
	s.assign(literal(2), noClause)
	s.propagate(t.Context())
	decide(literal(5)) // the other group is satisfied
	s.assign(literal(7), noClause)
	s.propagate(t.Context())
	decide(literal(1)) // all groups are
}

// Unit propagation derives what its definition does, in clauses of all lengths, with literals that occur twice or are
// assigned before the clause is loaded.
func TestPropagateIsComplete(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	conflicts, implied := 0, 0
	for range 3000 {
		f := &cnf.Formula{Vars: 8, Shown: 8}
		for range 4 + r.IntN(12) {
			var clause []cnf.Lit
			for range []int{1, 2, 2, 3, 4, 5}[r.IntN(6)] {
				clause = append(clause, cnf.Lit((1+r.IntN(f.Vars))*(1-2*r.IntN(2))))
			}
			f.Add(clause...)
		}
		value := map[cnf.Lit]bool{}
		consistent := true
		for changed := true; changed && consistent; {
			changed = false
			for c := range f.All() {
				unit := cnf.Lit(0)
				satisfied, open := false, 0
				for i, l := range c {
					satisfied = satisfied || value[l] || slices.Contains(c[:i], -l)
					if !value[-l] && !slices.Contains(c[:i], l) {
						unit = l
						open++
					}
				}
				if !satisfied && open < 2 {
					consistent, changed = open == 1, true
					value[unit] = true
				}
			}
		}
		got, ok, err := Propagate(t.Context(), f)
		if err != nil || ok != consistent || ok && len(got) != len(value) {
			t.Fatalf("%v: %v, consistent %v, error %v, want %v, consistent %v", f.Body, got, ok, err, value, consistent)
		}
		for _, l := range got {
			if !value[l] {
				t.Fatalf("%v: %d is implied", f.Body, l)
			}
			implied++
		}
		if !ok {
			conflicts++
		}
	}
	if conflicts < 300 || implied < 2000 {
		t.Errorf("%d conflicts, %d implied literals; too few", conflicts, implied)
	}
}

// reduce deletes half of the learned clauses whose LBD is above 2: those with the greatest.
func TestReduceDeletesTheWorse(t *testing.T) {
	f := positiveFormula(rand.New(rand.NewPCG(5, 1)), 10)
	s, err := newSolver(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	for i := range 40 { // learned clauses, in no order
		s.learnedClause = append(s.learnedClause[:0], positive(0), positive(1), positive(2+i%5))
		from := clause(len(s.arena))
		s.arena = append(s.arena, 3, lit(2+i*7%10))
		s.arena = append(s.arena, s.learnedClause...)
		s.watch(from)
		s.learned++
	}
	s.reduce()
	kept := map[lit]int{}
	for c := range s.laterClauses {
		kept[s.arena[c+1]]++
	}
	// Four clauses have each LBD from 2 to 11: of 36 above 2, those of 8 to 11 and half of those of 7 are deleted.
	for lbd := lit(2); lbd < 12; lbd++ {
		want := 4
		if lbd == 7 {
			want = 2
		} else if lbd > 7 {
			want = 0
		}
		if kept[lbd] != want {
			t.Errorf("%d clauses of LBD %d are kept, want %d", kept[lbd], lbd, want)
		}
	}
	if s.learned != 22 || s.maxLearned != 22+firstMaxLearned {
		t.Errorf("%d learned clauses, at most %d", s.learned, s.maxLearned)
	}
}
