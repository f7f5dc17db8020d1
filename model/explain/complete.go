package explain

import (
	"cmp"
	"context"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/hitting"
)

// A Completion is a set of further clues that leave one solution.
type Completion struct {
	Target model.Assignment // the remaining solution, without auxiliary variables
	Clues  []model.Given    // the further clues, in the order of their variables

	// Solutions is the number of all solutions if each was tried as a target, and otherwise -1.
	Solutions int

	// LowerBound is a lower bound on the number of further clues: for any target, or for Target alone if Solutions is
	// -1.
	LowerBound int
	Exact      bool // LowerBound is the number of Clues
}

// Complete returns a minimum completion: the fewest further clues that leave one solution, or nil if the puzzle has no
// solution. If there are at most TargetLimit solutions, each is tried as the target, and the result is the minimum over
// all. Otherwise the target is the first solution that the solver finds, and another target may need fewer clues. If
// ctx ends, Complete returns the smallest completion found so far and ctx.Err().
//
// Clues of the target leave it as the only solution if and only if they hit the difference to every other solution.
func (e *Explainer) Complete(ctx context.Context, clues []model.Given) (*Completion, error) {
	few := cmp.Or(max(0, e.TargetLimit), 300)
	all := slices.Concat(e.clues, clues)
	var solutions []model.Assignment
	complete, err := e.oracle.Each(ctx, all, func(a model.Assignment) bool {
		solutions = append(solutions, slices.Clone(a[:e.base.Shown()]))
		return len(solutions) <= few
	})
	if err != nil || len(solutions) == 0 {
		return nil, err
	}
	if complete {
		return e.completeAny(ctx, solutions)
	}
	return e.completeOne(ctx, all, solutions[0])
}

// completeAny completes to any of the solutions, which must be all that exist.
func (e *Explainer) completeAny(ctx context.Context, solutions []model.Assignment) (*Completion, error) {
	n := e.base.Shown()
	c := &Completion{Solutions: len(solutions)}
	every := slice.Indices[int](n)
	best := every
	c.Target = solutions[0]
	atLeast, exact := n, true
	budget := e.nodeBudget()
	for i, target := range solutions {
		l, err := hitting.Implicit(ctx, n, every, len(best), budget, func(taken hitting.Set) (hitting.Set, error) {
			var nearest hitting.Set
			for j, other := range solutions {
				if i == j {
					continue
				}
				if d := difference(target, other); !d.Intersects(taken) && (nearest == nil || d.Len() < nearest.Len()) {
					nearest = d
				}
			}
			return nearest, ctx.Err()
		})
		if len(l.Elements) < len(best) {
			best, c.Target = l.Elements, target
		}
		atLeast, exact = min(atLeast, l.LowerBound), exact && (l.Exact || l.LowerBound >= len(best))
		if err != nil { // The remaining targets may need only one clue.
			c.setClues(best, min(1, len(solutions)-1), false)
			return c, err
		}
	}
	c.setClues(best, atLeast, exact)
	return c, nil
}

// completeOne completes to one target among more solutions than TargetLimit.
func (e *Explainer) completeOne(ctx context.Context, clues []model.Given,
	target model.Assignment) (*Completion, error) {
	c := &Completion{Target: target, Solutions: -1}
	n := len(target)
	values := slice.Make(n, func(v int) model.Given { return model.Given{Var: model.Var(v), Value: target[v]} })
	start := slice.Indices[int](n)
	for try := range max(1, e.Orders) {
		left, err := shrink(e.randomOrder(n, try), func(left []int) (bool, error) {
			d, err := e.oracle.DifferenceSet(ctx, clues, values, hitting.NewSet(n, left...))
			return d == nil, err
		})
		if len(left) < len(start) {
			start = left
		}
		if err != nil {
			c.setClues(start, 1, false)
			return c, err
		}
	}
	l, err := hitting.Implicit(ctx, n, start, 0, e.nodeBudget(), func(taken hitting.Set) (hitting.Set, error) {
		return e.oracle.UnavoidableSet(ctx, clues, values, taken)
	})
	c.setClues(l.Elements, l.LowerBound, l.Exact)
	return c, err
}

// setClues sets Clues to the values of the target at vars, and the bound.
func (c *Completion) setClues(vars []int, atLeast int, exact bool) {
	slices.Sort(vars)
	c.Clues = slice.Map(vars, func(v int) model.Given { return model.Given{Var: model.Var(v), Value: c.Target[v]} })
	c.LowerBound, c.Exact = atLeast, exact
	if exact {
		c.LowerBound = len(c.Clues)
	}
}

// difference returns the set of variables in which a and b differ.
func difference(a, b model.Assignment) hitting.Set {
	d := hitting.NewSet(len(a))
	for v := range a {
		if a[v] != b[v] {
			d.Add(v)
		}
	}
	return d
}
