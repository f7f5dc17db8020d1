package native

import (
	"context"
	"fmt"

	"nonet/model"
)

// Closure propagates the constraints of m to their fixpoint and returns the remaining domains: domains[v] is a subset
// of the domain of variable v, and contains the values of v in all solutions of m. consistent is false, and domains
// nil, if propagation proves that there is no solution. If every remaining domain has one value, these are a solution,
// since propagators decide constraints over fixed variables.
//
// The result does not depend on the order of the constraints. A stronger s removes at least the values that a weaker
// one removes. Closure ignores the objective. It returns an error if ctx ends, if m is invalid, or if the sums of a
// linear constraint could exceed 2^60.
//
// Shaving takes one propagation per remaining value in each round; everything else is polynomial of low degree.
//
// Source: H. Simonis, Sudoku as a Constraint Problem, CP Workshop on Modelling and Reformulating Constraint
// Satisfaction Problems, 2005, compares such strengths on Sudoku.
func Closure(ctx context.Context, m *model.Model, s Strength) (domains []model.Domain, consistent bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	if s.AllDifferent < Automatic || s.AllDifferent > Domain {
		return nil, false, fmt.Errorf("native: unknown level %d of AllDifferent", int(s.AllDifferent))
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

// remainingDomains returns the current domains of the variables of m. The engine must have been compiled from m.
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

// propagateAll runs the scheduled propagators to their fixpoint. It returns false if one fails.
func (e *engine) propagateAll(ctx context.Context) (bool, error) {
	return runWithContext(ctx, e.fixpoint)
}

func (s *shaver) shave(ctx context.Context) (bool, error) {
	return runWithContext(ctx, s.run)
}

// runWithContext calls run until it does not pause, checks ctx at each pause, and reports whether run ended without
// failure.
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
