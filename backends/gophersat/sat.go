package gophersat

import (
	"context"

	"github.com/crillab/gophersat/solver"

	"nonet/backends"
	"nonet/encode/cnf"
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
	list, ok := clauses(f)
	if !ok {
		return model.Result{Complete: true}, nil
	}
	s := solver.New(solver.ParseSliceNb(list, f.Vars))
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
		r.Solutions++
		if !yield(valuation) {
			return r, nil
		}
		next = f.CutOff(next[:0], valuation)
		for c := range cnf.Clauses(next) {
			if len(c) == 0 {
				r.Complete = true // it was the only solution, or the best
				return r, nil
			}
			s.AppendClause(clause(c))
		}
	}
}

// clauses returns the clauses of f without repeated literals, repeated units and tautologies. It returns false if a
// clause is empty or two units contradict each other.
func clauses(f *cnf.Formula) ([][]int, bool) {
	list := make([][]int, 0, f.Clauses)
	lits := make([]int, 0, len(f.Body)-f.Clauses)
	last := make([]int, 2*f.Vars+1)  // last[f.Vars+l]: the number of the last clause with the literal l
	unit := make([]bool, 2*f.Vars+1) // unit[f.Vars+l]: l is a clause
	number := 0
	for c := range f.All() {
		number++
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

func clause(lits []cnf.Lit) *solver.Clause {
	c := make([]solver.Lit, len(lits))
	for i, l := range lits {
		c[i] = solver.IntToLit(int32(l))
	}
	return solver.NewClause(c)
}
