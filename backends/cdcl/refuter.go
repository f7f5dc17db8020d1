package cdcl

import (
	"bufio"
	"context"
	"io"
	"slices"

	"nonet/encode/cnf"
	"nonet/model"
)

// A Refuter refutes formulas that have clauses in common, which it loads once. The search and the proof do not depend
// on earlier formulas. A Refuter is not for concurrent use.
type Refuter struct {
	vars    int
	refuted bool    // by the common clauses
	units   []lit   // the literals that the common clauses imply when loaded
	arena   []lit   // the longer common clauses that are not groups
	binary  [][]lit // by literal: as in solver, without duplicates

	s solver
}

// NewRefuter loads the common clauses. The error is ctx.Err().
func NewRefuter(ctx context.Context, common *cnf.Formula) (*Refuter, error) {
	r := &Refuter{vars: common.Vars}
	s := &r.s
	s.reset(common.Vars)
	if err := s.loadFormula(ctx, common); err != nil {
		return nil, err
	}
	r.refuted, r.units, r.arena = s.refuted, slices.Clone(s.trail), slices.Clone(s.arena)
	for _, list := range s.binary {
		slices.Sort(list)
		r.binary = append(r.binary, slices.Clip(slices.Compact(list)))
	}
	return r, nil
}

// Refute is like the function Refute for the formula of the common clauses and the clauses of more, which may have
// further variables.
func (r *Refuter) Refute(
	ctx context.Context, more *cnf.Formula, w io.Writer,
) (refuted bool, v cnf.Valuation, effort model.Effort, err error) {
	s := &r.s
	n := max(r.vars, more.Vars)
	s.reset(n)
	s.groups.start(n)
	s.proof = &proofWriter{out: bufio.NewWriter(w)}
	s.refuted = r.refuted
	copy(s.binary, r.binary) // clipped: appending to a list copies it
	s.arena = append(s.arena, r.arena...)
	for c := range s.laterClauses {
		s.watch(c)
	}
	for _, l := range r.units {
		s.assign(l, noClause)
	}
	if err := s.load(ctx, more, false); err != nil {
		return false, nil, effort, err
	}
	s.original = len(s.arena)
	return s.refute(ctx)
}
