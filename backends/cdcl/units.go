package cdcl

import (
	"context"

	"nonet/encode/cnf"
)

// Propagate returns the literals that unit propagation derives from f, in order of derivation. consistent is false if
// it derives the empty clause. The error is ctx.Err().
func Propagate(ctx context.Context, f *cnf.Formula) (implied []cnf.Lit, consistent bool, err error) {
	s, err := newSolver(ctx, f, nil)
	if err != nil {
		return nil, false, err
	}
	defer s.release()
	conflict, err := s.propagate(ctx)
	if err != nil || s.refuted || conflict != noClause {
		return nil, false, err
	}
	for _, l := range s.trail {
		implied = append(implied, cnf.Lit(l.dimacs()))
	}
	return implied, true, nil
}
