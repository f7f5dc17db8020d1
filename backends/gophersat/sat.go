package gophersat

import (
	"context"

	"github.com/crillab/gophersat/solver"

	"nonet/backends"
	"nonet/backends/cdcl"
	"nonet/encode/cnf"
	"nonet/internal/slice"
	"nonet/model"
)

// SAT solves CNF formulas. It builds one solver per formula, and adds a clause for each solution that excludes it.
type SAT struct{}

var _ backends.Engine[*cnf.Formula, cnf.Valuation] = SAT{}

// Solve implements backends.Engine.
func (SAT) Solve(ctx context.Context, f *cnf.Formula, yield func(cnf.Valuation) bool) (model.Result, error) {
	var r model.Result
	if err := ctx.Err(); err != nil {
		return r, err
	}
	list, ok := clauses(ctx, f)
	if err := ctx.Err(); err != nil {
		return r, err
	}
	if !ok {
		return model.Result{Complete: true}, nil
	}
	var s *solver.Solver
	var fixed []int8 // of a large formula: 1 and -1 for variables that unit propagation has set, and 0
	if len(f.Body) <= largeFormula {
		s = solver.New(solver.ParseSliceNb(list, f.Vars))
	} else {
		var err error
		if s, fixed, err = load(ctx, f, list); err != nil || s == nil {
			r.Complete = err == nil
			return r, err
		}
	}
	valuation := make(cnf.Valuation, f.Vars+1)
	var next []cnf.Lit
	for {
		status, err := search(ctx, s)
		r.Stats.Effort = effort(s)
		if err != nil {
			return r, err
		}
		if status != solver.Sat {
			r.Complete = true
			return r, nil
		}
		copy(valuation[1:], s.Model())
		for v, value := range fixed {
			if value != 0 {
				valuation[v] = value > 0
			}
		}
		r.Solutions++
		if !yield(valuation) {
			return r, nil
		}
		next = f.CutOff(next[:0], valuation)
		for c := range cnf.Clauses(next) {
			c, satisfied := free(c, fixed)
			if satisfied {
				continue
			}
			if len(c) == 0 {
				r.Complete = true // it was the only solution, or the best
				return r, nil
			}
			lits := slice.Map(c, func(l cnf.Lit) solver.Lit { return solver.IntToLit(int32(l)) })
			s.AppendClause(solver.NewClause(lits))
		}
	}
}

// free returns a clause without the literals whose variables are fixed, or reports that one of these is true. It reuses
// the memory of the clause. fixed may be nil.
func free[L int | cnf.Lit](c []L, fixed []int8) (rest []L, satisfied bool) {
	if fixed == nil {
		return c, false
	}
	rest = c[:0]
	for _, l := range c {
		switch value := fixed[max(l, -l)]; {
		case value == 0:
			rest = append(rest, l)
		case (value > 0) == (l > 0):
			return nil, true
		}
	}
	return rest, false
}

// BytesPerLiteral implements backends.Sizer.
func (SAT) BytesPerLiteral() int64 { return 80 }

// largeFormula is the number of literals from which a formula is loaded clause by clause. The library takes a tenth of
// a second to read one of this size, and cannot be interrupted meanwhile.
var largeFormula = 1 << 20

// load returns a solver with the given clauses of f, simplified by unit propagation; nil if that refutes f. It leaves
// out the variables that propagation sets. The error is ctx.Err().
func load(ctx context.Context, f *cnf.Formula, list [][]int) (s *solver.Solver, fixed []int8, err error) {
	implied, consistent, err := cdcl.Propagate(ctx, f)
	if err != nil || !consistent {
		return nil, nil, err
	}
	fixed = make([]int8, f.Vars+1)
	for _, l := range implied {
		fixed[max(l, -l)] = int8(l / max(l, -l))
	}
	s = solver.New(solver.ParseSliceNb(nil, f.Vars))
	for i, c := range list {
		if i%(1<<12) == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if rest, satisfied := free(c, fixed); !satisfied {
			lits := slice.Map(rest, func(l int) solver.Lit { return solver.IntToLit(int32(l)) })
			s.AppendClause(solver.NewClause(lits))
		}
	}
	return s, fixed, nil
}

// clauses returns the clauses of f without repeated literals, repeated units and tautologies. It returns false if a
// clause is empty or two units contradict each other, or if ctx ends.
func clauses(ctx context.Context, f *cnf.Formula) ([][]int, bool) {
	list := make([][]int, 0, f.Clauses)
	lits := make([]int, 0, len(f.Body)-f.Clauses)
	last := make([]int, 2*f.Vars+1)  // last[f.Vars+l]: the number of the last clause with the literal l
	unit := make([]bool, 2*f.Vars+1) // unit[f.Vars+l]: l is a clause
	number := 0
	for c := range f.All() {
		if number++; number%(1<<14) == 0 && ctx.Err() != nil {
			return nil, false
		}
		start, tautology := len(lits), false
		for _, l := range c {
			if l := int(l); last[f.Vars+l] != number {
				last[f.Vars+l] = number
				tautology = tautology || last[f.Vars-l] == number
				lits = append(lits, l)
			}
		}
		short := lits[start:len(lits):len(lits)]
		switch {
		case tautology:
			continue
		case len(short) == 0:
			return nil, false
		case len(short) == 1:
			l := short[0]
			if unit[f.Vars-l] {
				return nil, false
			}
			if unit[f.Vars+l] {
				continue
			}
			unit[f.Vars+l] = true
		}
		list = append(list, short)
	}
	return list, true
}
