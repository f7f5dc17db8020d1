package cdcl

import (
	"slices"
	"testing"

	"nonet/encode/cnf"
	"nonet/internal/search"
)

// TestMerge merges the literals that became false through binary clauses with the same literal. A single one, and those
// with other reasons, stay.
func TestMerge(t *testing.T) {
	f := &cnf.Formula{Vars: 9, Shown: 9}
	s, err := newSolver(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	for range 2 { // the second time, Merge finds its scratch memory clean
		s.learnedClause = s.learnedClause[:0]
		for _, x := range []struct{ literal, cause cnf.Lit }{
			{1, 0}, {2, -8}, {3, -9}, {4, -8}, {5, 0}, {6, -8},
		} {
			l := literal(x.literal)
			s.reason[l.variable()] = noClause
			if x.cause != 0 {
				s.reason[l.variable()] = isBinary | clause(literal(x.cause))
			}
			s.learnedClause = append(s.learnedClause, l)
		}
		s.reason[7], s.reason[8] = noClause, noClause
		s.learnedClause = search.Merge(s.learnedClause, s.place, s.cause)
		want := []lit{literal(1), literal(-8), literal(3), literal(5)}
		if !slices.Equal(s.learnedClause, want) {
			t.Errorf("merged to %v, want %v", s.learnedClause, want)
		}
	}
}
