package explain

import (
	"context"
	"slices"

	"nonet/model"
	"nonet/model/hitting"
)

// A Completion is a set of further clues that leave one solution.
type Completion struct {
	Target model.Assignment // the solution that is left
	Clues  []model.Given    // in the order of their variables

	AtLeast   int  // so many are needed: for Target if Solutions is -1, and else for whatever solution
	Exact     bool // AtLeast is the number of Clues
	Solutions int  // that there are, if all of them were looked at; otherwise -1, and Target is the first of them
}

// Complete returns the fewest further clues that leave one solution, or nil if there is none without them. If there are few solutions, each is
// taken for the target, and the fewest are the fewest over all. Otherwise the target is the first solution that the solver finds, and another
// may need fewer. If ctx ends it, the fewest that were found come back together with ctx.Err().
//
// A set of clues that agree with the target leaves it alone exactly if it meets the difference to every other solution.
func (e *Explainer) Complete(ctx context.Context, clues []model.Given) (*Completion, error) {
	few := e.Few
	if few <= 0 {
		few = 300
	}
	all := slices.Concat(e.clues, clues)
	var solutions []model.Assignment
	complete, err := e.solutions(ctx, all, func(a model.Assignment) bool {
		solutions = append(solutions, slices.Clone(a))
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

// completeAny completes to any of the solutions, which are all there are.
func (e *Explainer) completeAny(ctx context.Context, solutions []model.Assignment) (*Completion, error) {
	n := len(e.base.Vars)
	c := &Completion{Solutions: len(solutions)}
	best := upTo(n)
	c.Target = solutions[0]
	atLeast, exact := n, true
	budget := e.budget()
	for i, target := range solutions {
		l, err := findLeast(ctx, n, upTo(n), len(best), budget, func(taken hitting.Set) (hitting.Set, error) {
			var nearest hitting.Set
			for j, other := range solutions {
				if i == j {
					continue
				}
				if d := difference(target, other); !d.Meets(taken) && (nearest == nil || d.Len() < nearest.Len()) {
					nearest = d
				}
			}
			return nearest, ctx.Err()
		})
		if len(l.members) < len(best) {
			best, c.Target = l.members, target
		}
		atLeast, exact = min(atLeast, l.atLeast), exact && (l.exact || l.atLeast >= len(best))
		if err != nil { // the targets that are left may need no more than one
			c.set(best, min(1, len(solutions)-1), false)
			return c, err
		}
	}
	c.set(best, atLeast, exact)
	return c, nil
}

// completeOne completes to one solution out of many.
func (e *Explainer) completeOne(ctx context.Context, clues []model.Given, target model.Assignment) (*Completion, error) {
	c := &Completion{Target: target, Solutions: -1}
	n := len(target)
	other := func(taken []int) (d hitting.Set, err error) {
		e.givens = append(e.givens[:0], clues...)
		for _, v := range taken {
			e.givens = append(e.givens, model.Given{Var: model.Var(v), Value: target[v]})
		}
		_, err = e.solutions(ctx, e.givens, func(a model.Assignment) bool {
			if !slices.Equal(a, target) {
				d = difference(target, a)
			}
			return d == nil
		})
		return d, err
	}
	start := upTo(n)
	for try := range max(1, e.Orders) {
		left, err := shrink(e.order(n, try), func(left []int) (bool, error) {
			d, err := other(left)
			return d == nil, err
		})
		if len(left) < len(start) {
			start = left
		}
		if err != nil {
			c.set(start, 1, false)
			return c, err
		}
	}
	l, err := findLeast(ctx, n, start, 0, e.budget(), func(taken hitting.Set) (hitting.Set, error) {
		d, err := other(taken.Elements())
		if d == nil || err != nil {
			return nil, err
		}
		// What lies outside of the difference may be taken, too. Then each of its members is, as long as another solution is left.
		fixed := hitting.NewSet(n)
		free := func() {
			for v := range n {
				if !d.Has(v) {
					fixed.Add(v)
				}
			}
		}
		free()
		for _, v := range d.Elements() {
			if !d.Has(v) {
				continue
			}
			fixed.Add(v)
			smaller, err := other(fixed.Elements())
			if err != nil {
				return nil, err
			}
			if smaller == nil {
				fixed.Remove(v)
				continue
			}
			d = smaller
			free()
		}
		return d, nil
	})
	c.set(l.members, l.atLeast, l.exact)
	return c, err
}

// set states what was found out about the clues.
func (c *Completion) set(vars []int, atLeast int, exact bool) {
	slices.Sort(vars)
	for _, v := range vars {
		c.Clues = append(c.Clues, model.Given{Var: model.Var(v), Value: c.Target[v]})
	}
	c.AtLeast, c.Exact = atLeast, exact
	if exact {
		c.AtLeast = len(c.Clues)
	}
}

// difference returns the variables in which a and b differ.
func difference(a, b model.Assignment) hitting.Set {
	d := hitting.NewSet(len(a))
	for v := range a {
		if a[v] != b[v] {
			d.Add(v)
		}
	}
	return d
}
