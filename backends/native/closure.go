package native

import (
	"context"
	"fmt"

	"nonet/model"
)

// Closure propagates the constraints of m until none has anything to remove, and returns what is left: domains[v] is a subset of the
// domain of variable v, and all solutions of m are within. It returns false, and no domains, if propagation shows that there is no
// solution. A model with domains of one value each is solved, since every constraint is then decided.
//
// The result does not depend on the order of the constraints, and grows weaker in no place as s grows stronger. An objective is ignored.
// The error is that of ctx, of model.Validate, or says that the sums of a linear constraint could exceed 2^60.
//
// Shaving costs one propagation for each value that is left and round; all else is polynomial of low degree.
//
// Source of the comparison: H. Simonis, Sudoku as a Constraint Problem, CP Workshop on Modelling and Reformulating Constraint Satisfaction
// Problems, 2005.
func Closure(ctx context.Context, m *model.Model, s Strength) (domains []model.Domain, consistent bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	if s.AllDifferent < Automatic || s.AllDifferent > Domain {
		return nil, false, fmt.Errorf("native: there is no level %d", int(s.AllDifferent))
	}
	if err := m.Validate(); err != nil {
		return nil, false, err
	}
	e, _, err := compile(m, s)
	if e == nil || err != nil {
		return nil, false, err
	}
	e.scheduleAll()
	consistent, err = e.settle(ctx)
	if consistent && s.Shaving {
		consistent, err = e.shave(ctx)
	}
	if !consistent || err != nil {
		return nil, false, err
	}
	return e.left(m), true, nil
}

// left returns what is left of the domains of m, which the engine was compiled from.
func (e *engine) left(m *model.Model) []model.Domain {
	domains := make([]model.Domain, len(m.Vars))
	for v, x := range m.Vars {
		domains[v] = make(model.Domain, 0, e.size(int32(v)))
		for _, value := range x.Domain {
			if r, _ := e.rank(value); e.has(int32(v), r) {
				domains[v] = append(domains[v], value)
			}
		}
	}
	return domains
}

// settle runs the scheduled propagators until none is left. It returns false if that fails, and looks at ctx now and then.
func (e *engine) settle(ctx context.Context) (bool, error) {
	for {
		steps := lookUp
		switch e.fixpoint(&steps) {
		case stable:
			return true, nil
		case failed:
			return false, nil
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
	}
}

// shave removes every value whose assignment fails, until none does. Nothing may be scheduled. It returns false if a variable has no
// value left.
//
// The result is unique: what fails in some domains fails in all subsets of them, so the order of the removals does not matter.
// Source: R. Debruyne, C. Bessière, Some Practicable Filtering Techniques for the Constraint Satisfaction Problem, IJCAI 1997.
func (e *engine) shave(ctx context.Context) (bool, error) {
	n := len(e.domains)
	for v, quiet := 0, 0; quiet < n; v = (v + 1) % n { // quiet: how many variables in a row have lost nothing
		quiet++
		if err := ctx.Err(); err != nil {
			return false, err
		}
		for rank := e.min(int32(v)); rank <= e.max(int32(v)); rank++ {
			if e.fixed(int32(v)) || !e.has(int32(v), rank) {
				continue
			}
			consistent, err := e.tries(ctx, int32(v), rank)
			if err != nil {
				return false, err
			}
			if consistent {
				continue
			}
			quiet = 0
			e.remove(int32(v), rank) // others are left, since v is not fixed
			if ok, err := e.settle(ctx); !ok || err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// tries reports whether the domains survive the propagation of v = rank, and changes nothing.
func (e *engine) tries(ctx context.Context, v int32, rank int) (bool, error) {
	e.mark()
	defer e.undo()
	if !e.assign(v, rank) {
		return false, nil
	}
	ok, err := e.settle(ctx)
	if err != nil {
		e.clearQueues()
	}
	return ok, err
}
