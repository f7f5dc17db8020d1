package cdcl

import "nonet/encode/cnf"

// Propagate returns the literals that unit propagation derives from f, in order of derivation. consistent is false if
// it derives the empty clause.
func Propagate(f *cnf.Formula) (implied []cnf.Lit, consistent bool) {
	s := newSolver(f, nil)
	if s.refuted || s.propagate() != noClause {
		return nil, false
	}
	for _, l := range s.trail {
		implied = append(implied, cnf.Lit(l.dimacs()))
	}
	return implied, true
}
