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
	if consistent, err = e.propagateAll(ctx); consistent && s.Shaving {
		consistent, err = newShaver(e).shave(ctx)
	}
	if !consistent || err != nil {
		return nil, false, err
	}
	return e.remainingDomains(m), true, nil
}

// remainingDomains returns what is left of the domains of m, which the engine was compiled from.
func (e *engine) remainingDomains(m *model.Model) []model.Domain {
	domains := make([]model.Domain, len(m.Vars))
	for v, x := range m.Vars {
		domains[v] = make(model.Domain, 0, e.size(int32(v)))
		for _, value := range x.Domain {
			if r, _ := e.rank(value); e.contains(int32(v), r) {
				domains[v] = append(domains[v], value)
			}
		}
	}
	return domains
}

// propagateAll runs the scheduled propagators until none is left. It returns false if that fails, and looks at ctx now and then.
func (e *engine) propagateAll(ctx context.Context) (bool, error) {
	return runWithContext(ctx, e.fixpoint)
}

func (s *shaver) shave(ctx context.Context) (bool, error) {
	return runWithContext(ctx, s.run)
}

// runWithContext drives what pauses, looks at ctx in the pauses, and reports whether it ends without failure.
func runWithContext(ctx context.Context, run func(steps *int) outcome) (bool, error) {
	for {
		steps := checkInterval
		switch run(&steps) {
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
