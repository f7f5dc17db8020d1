package cdcl

import "nonet/encode/cnf"

// Propagate returns the literals that follow from f by unit propagation alone, in the order they are found. It returns false if the
// empty clause follows.
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
