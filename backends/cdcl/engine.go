package cdcl

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"
	"slices"
	"strconv"

	"nonet/backends"
	"nonet/encode/cnf"
	"nonet/model"
)

// Engine solves CNF formulas. Effort holds Decisions, Conflicts, Propagations and Restarts.
type Engine struct{}

var _ backends.Engine[*cnf.Formula, cnf.Valuation] = Engine{}

// Solve implements backends.Engine. After each solution it adds the clauses of Formula.CutOff, and continues with all
// learned clauses.
func (Engine) Solve(ctx context.Context, f *cnf.Formula, yield func(cnf.Valuation) bool) (r model.Result, err error) {
	s, err := newSolver(ctx, f, nil)
	if err != nil {
		return r, err
	}
	defer s.release()
	valuation := make(cnf.Valuation, f.Vars+1)
	var next []cnf.Lit
	for {
		found, err := s.search(ctx)
		r.Stats.Effort = s.effort
		if err != nil {
			return r, err
		}
		if !found {
			r.Complete = true
			return r, nil
		}
		s.valuation(valuation)
		r.Solutions++
		if !yield(valuation) {
			return r, nil
		}
		s.backtrack(0)
		next = f.CutOff(next[:0], valuation)
		for c := range cnf.Clauses(next) {
			s.addClause(c)
		}
	}
}

// A Form is a format of proofs.
type Form int

const (
	DRAT       Form = iota // text, one clause per line
	BinaryDRAT             // about a third as large
	LRAT                   // text, lemmas name the clauses that derive them; those of the formula are 1, 2, ...
)

// Refute writes to w a proof that f is unsatisfiable, and reports whether it is. If f is satisfiable, discard the
// output; v then satisfies f. The error is ctx.Err() or an error of w.
func Refute(
	ctx context.Context, f *cnf.Formula, w io.Writer, form Form,
) (refuted bool, v cnf.Valuation, effort model.Effort, err error) {
	p := &proofWriter{out: bufio.NewWriter(w), binary: form == BinaryDRAT}
	if form == LRAT {
		p.ids = &identifiers{
			last: f.Clauses, unit: make([]int, f.Vars), binary: map[[2]lit]int{}, long: map[clause]int{}}
	}
	s, err := newSolver(ctx, f, p)
	if err != nil {
		return false, nil, effort, err
	}
	defer s.release()
	return s.refute(ctx)
}

// refute searches, and ends the proof if there is no solution.
func (s *solver) refute(ctx context.Context) (refuted bool, v cnf.Valuation, effort model.Effort, err error) {
	found, err := s.search(ctx)
	if err != nil {
		return false, nil, s.effort, err
	}
	if found {
		v = make(cnf.Valuation, len(s.level)+1)
		s.valuation(v)
		return false, v, s.effort, nil
	}
	s.proof.write(false, nil)
	return true, nil, s.effort, s.proof.out.Flush()
}

// BytesPerLiteral implements backends.Sizer.
func (Engine) BytesPerLiteral() int64 { return 28 }

// valuation copies the values of all variables, which search has assigned, into v.
func (s *solver) valuation(v cnf.Valuation) {
	for x := range v[1:] {
		v[x+1] = s.value[positive(x)] > 0
	}
}

// A proofWriter writes proof steps. bufio keeps the first write error until Flush returns it. A nil *proofWriter
// discards all steps.
type proofWriter struct {
	out    *bufio.Writer
	binary bool
	ids    *identifiers // nil for DRAT
	buf    []byte
}

// write writes one step, which adds a clause or, except in LRAT, deletes it.
func (p *proofWriter) write(deletes bool, clause []lit) {
	switch {
	case p == nil:
		return
	case p.ids != nil:
		p.writeLRAT(clause)
		return
	case p.binary:
		p.writeBinary(deletes, clause)
		return
	}
	p.buf = p.buf[:0]
	if deletes {
		p.buf = append(p.buf, "d "...)
	}
	for _, l := range clause {
		p.buf = append(strconv.AppendInt(p.buf, int64(l.dimacs()), 10), ' ')
	}
	p.buf = append(p.buf, '0', '\n')
	p.out.Write(p.buf)
}

// writeBinary writes one step in the binary form: a or d, then for each literal twice its variable, plus one if it is
// negated, as a varint, then 0.
func (p *proofWriter) writeBinary(deletes bool, clause []lit) {
	p.buf = append(p.buf[:0], 'a')
	if deletes {
		p.buf[0] = 'd'
	}
	for _, l := range clause {
		x := l.dimacs()
		code := 2 * uint64(x)
		if x < 0 {
			code = 2*uint64(-x) + 1
		}
		p.buf = binary.AppendUvarint(p.buf, code)
	}
	p.out.Write(append(p.buf, 0))
}

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
