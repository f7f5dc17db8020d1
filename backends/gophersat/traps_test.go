package gophersat

import (
	"slices"
	"testing"

	"github.com/crillab/gophersat/solver"
)

// These tests pin the defects of gophersat v1.4.0 that doc.go lists and the engines avoid.

func TestTrapCardinality(t *testing.T) {
	// x2, and at least two of x2, x4, x1
	s := solver.New(solver.ParseCardConstrs([]solver.CardConstr{{Lits: []int{2}, AtLeast: 1},
		{Lits: []int{2, 4, 1}, AtLeast: 2}}))
	if s.Solve() != solver.Sat {
		t.Fatal("no solution at all")
	}
	if m := s.Model(); m[3] || m[0] {
		t.Errorf("%v satisfies both constraints: the second is no longer dropped", m)
	}
}

func TestTrapCountModels(t *testing.T) {
	clauses := func() [][]int { return [][]int{{-3, -5, -2}, {-3, -6, 2}} } // 48 of the 64 valuations of six variables
	if n := solver.New(solver.ParseSliceNb(clauses(), 6)).CountModels(); n != 50 {
		t.Errorf("CountModels = %d; the defect returns 50, the right count is 48", n)
	}
	if n := solver.New(solver.ParseSliceNb(clauses(), 6)).Enumerate(nil, nil); n != 50 {
		t.Errorf("Enumerate = %d; the defect returns 50, the right count is 48", n)
	}
}

func TestTrapAssume(t *testing.T) {
	s := solver.New(solver.ParseSlice([][]int{{-1}}))
	if assumed := s.Assume([]solver.Lit{solver.IntToLit(1)}); assumed == solver.Unsat || s.Solve() != solver.Sat {
		t.Error("x1 is no longer possible beside the clause not x1")
	}
}

func TestTrapArgumentsRewritten(t *testing.T) {
	lits, weights := []int{1, 2, 3}, []int{1, -2, 3}
	solver.GtEq(lits, weights, 1)
	if slices.Equal(lits, []int{1, 2, 3}) || slices.Equal(weights, []int{1, -2, 3}) {
		t.Errorf("GtEq leaves its arguments alone: %v %v", lits, weights)
	}
	lits, weights = []int{1, 2, 3}, []int{1, 2, 3}
	solver.ParsePBConstrs([]solver.PBConstr{{Lits: lits, Weights: weights, AtLeast: 4}})
	if slices.Equal(weights, []int{1, 2, 3}) {
		t.Errorf("ParsePBConstrs leaves its argument alone: %v %v", lits, weights)
	}
}

func TestTrapNewVariable(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	s := solver.New(solver.ParseSlice([][]int{{1, 2}}))
	for _, c := range [][]int32{{3, 4}, {3, -4}, {-3, 4}, {-3, -4}} {
		s.AppendClause(solver.NewClause(solver.IntsToLits(c...)))
	}
	s.Solve()
}

func TestTrapLargeNumbers(t *testing.T) {
	// not x3; two of the three make 2^30+2, one does not make 2^30+1
	weight := 1<<29 + 1
	s := solver.New(solver.ParsePBConstrs([]solver.PBConstr{
		{Lits: []int{1, 2, 3}, Weights: []int{weight, weight, weight}, AtLeast: 1<<30 + 1},
		{Lits: []int{-3}, Weights: []int{1}, AtLeast: 1},
	}))
	if s.Solve() != solver.Sat {
		t.Fatal("no solution at all")
	}
	if m := s.Model(); m[0] && m[1] {
		t.Errorf("%v satisfies the constraint: right-hand sides beyond 2^30 are kept", m)
	}
}
