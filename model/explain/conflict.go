package explain

import (
	"context"
	"math/rand/v2"
	"slices"

	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/hitting"
)

// A Conflict is a set of clues and rules that clash: no assignment satisfies them all.
type Conflict struct {
	Clues []model.Given // in the order in which they were stated
	Rules []int         // indices of Explainer.Rules, increasing

	// Minimal says that the clues and rules do not clash without any one of them.
	Minimal bool

	// Smallest says that no conflict has fewer clues, whatever its rules, and none with these clues has fewer rules.
	Smallest bool

	LowerBound int // every conflict has so many clues; len(Clues) if that is known to be the least
}

// Members returns the clues and then the rules as constraints.
func (e *Explainer) Members(c *Conflict) []model.Constraint {
	members := make([]model.Constraint, 0, len(c.Clues)+len(c.Rules))
	for _, g := range c.Clues {
		members = append(members, g)
	}
	for _, i := range c.Rules {
		members = append(members, e.base.Constraints[i])
	}
	return members
}

// Conflict returns a minimal set of clues and rules that clash (a minimal unsatisfiable subset, MUS), or nil if there is a solution. With
// Smallest it is a MUS with the fewest clues. If ctx ends it, what it has so far comes back together with ctx.Err(): a conflict that may not be
// minimal, or nil.
//
// A person looks at the clues, so Conflict keeps them few: it first makes the clues minimal under all rules, then the rules under these clues.
// The result is minimal as a whole, since fewer clues do not clash even under all rules. Where singles alone lead to a contradiction,
// Conflict first looks for clues with which they still do: such a conflict is easy to follow, and found without a search.
func (e *Explainer) Conflict(ctx context.Context, clues []model.Given) (*Conflict, error) {
	all := slices.Concat(e.clues, clues)
	_, ok, err := e.oracle.First(ctx, all)
	if ok || err != nil {
		return nil, err
	}
	c := &Conflict{Clues: all, Rules: indices(len(e.base.Constraints))}
	var best []int
	for try := range max(1, e.Orders) {
		if c.Minimal && len(c.Clues) <= 2 {
			break // one clue alone clashes only if hardly anything is possible at all
		}
		chosen, err := e.minimizeClues(ctx, all, try)
		if err == nil && c.Minimal && len(chosen) >= len(best) {
			continue
		}
		if err := e.setConflict(ctx, c, all, chosen, err); err != nil {
			return c, err
		}
		best = chosen
	}
	if !e.Smallest {
		return c, nil
	}
	chosen, err := e.minimumClues(ctx, all, best, c)
	if err != nil || len(chosen) < len(best) {
		if err := e.setConflict(ctx, c, all, chosen, err); err != nil {
			c.Smallest = false
			return c, err
		}
	}
	err = e.minimumRules(ctx, c)
	c.Smallest = c.Smallest && err == nil
	return c, err
}

// setConflict makes c the conflict of the chosen clues, unless it fails and c is minimal already. err says that the clues were not found as they
// should be.
func (e *Explainer) setConflict(ctx context.Context, c *Conflict, clues []model.Given, chosen []int, err error) error {
	slices.Sort(chosen)
	some, rules := slices.Clone(e.selectGivens(clues, chosen)), c.Rules
	if err == nil {
		rules, err = e.minimizeRules(ctx, some)
	}
	if err == nil || !c.Minimal {
		c.Clues, c.Rules, c.Minimal = some, rules, err == nil
	}
	return err
}

// minimizeClues returns the indices of clues that clash under all rules, and none of which can go, trying them in one of many orders. If it ends
// early, what is left comes with the error.
func (e *Explainer) minimizeClues(ctx context.Context, clues []model.Given, try int) ([]int, error) {
	easy := func(left []int) (bool, error) {
		return hasEmptyDomain(e.reduce(ctx, e.selectGivens(clues, left))), ctx.Err()
	}
	if try%2 == 1 {
		easy = nil // half of the orders without it: it may lead past a conflict with fewer clues
	}
	return shrinkInStages(e.randomOrder(len(clues), try), easy, e.unsatTest(ctx, clues))
}

// unsatTest returns the property of clues that they clash under all rules.
func (e *Explainer) unsatTest(ctx context.Context, clues []model.Given) func([]int) (bool, error) {
	return func(left []int) (bool, error) {
		_, ok, err := e.oracle.First(ctx, e.selectGivens(clues, left))
		return !ok, err
	}
}

// minimumClues returns the indices of the fewest clues that clash under all rules, given some that do, and notes in c what is proved.
func (e *Explainer) minimumClues(ctx context.Context, clues []model.Given, some []int, c *Conflict) ([]int, error) {
	l, err := hitting.Implicit(ctx, len(clues), some, 0, e.nodeBudget(), func(taken hitting.Set) (hitting.Set, error) {
		return correctionSet(len(clues), taken, func(kept []int) (model.Assignment, bool, error) {
			return e.oracle.First(ctx, e.selectGivens(clues, kept))
		},
			func(i int) model.Constraint { return clues[i] })
	})
	c.LowerBound, c.Smallest = l.LowerBound, l.Exact
	if l.Exact || err != nil {
		return l.Elements, err
	}
	return shrink(l.Elements, e.unsatTest(ctx, clues))
}

// minimumRules finds the fewest rules under which the clues of c clash.
func (e *Explainer) minimumRules(ctx context.Context, c *Conflict) error {
	n := len(e.base.Constraints)
	l, err := hitting.Implicit(ctx, n, c.Rules, 0, e.nodeBudget(), func(taken hitting.Set) (hitting.Set, error) {
		return correctionSet(n, taken, func(kept []int) (model.Assignment, bool, error) { return e.solveSubmodel(ctx, kept, c.Clues) },
			func(i int) model.Constraint { return e.base.Constraints[i] })
	})
	if l.Exact {
		c.Rules = l.Elements
	}
	c.Smallest = c.Smallest && l.Exact
	return err
}

// minimizeRules does the same as fewClues with rules, for clues that clash under all of them. Of rules that would do as well, those that come first in the
// base model stay, which are rows before boxes.
func (e *Explainer) minimizeRules(ctx context.Context, clues []model.Given) ([]int, error) {
	order := indices(len(e.base.Constraints))
	slices.Reverse(order)
	left, err := shrinkInStages(order, func(left []int) (bool, error) {
		small, err := deduce.Singles{}.Preprocess(ctx, e.submodel(left, clues))
		return err == nil && hasEmptyDomain(small), err
	}, func(left []int) (bool, error) {
		_, ok, err := e.solveSubmodel(ctx, left, clues)
		return !ok, err
	})
	slices.Sort(left)
	return left, err
}

// shrinkInStages shrinks members that clash, first as long as they do so easily.
func shrinkInStages(members []int, easy, clash func([]int) (bool, error)) ([]int, error) {
	if easy != nil {
		ok, err := easy(members)
		if ok && err == nil {
			members, err = shrink(members, easy)
		}
		if err != nil {
			return members, err
		}
	}
	return shrink(members, clash)
}

// correctionSet returns the members that a largest solvable set leaves out which contains those taken, or nil if those clash. Every set that
// clashes has one of them. solve finds a solution under some of n members, and member returns one.
func correctionSet(n int, taken hitting.Set, solve func([]int) (model.Assignment, bool, error), member func(int) model.Constraint) (hitting.Set, error) {
	a, ok, err := solve(taken.Elements())
	if !ok || err != nil {
		return nil, err
	}
	kept := hitting.NewSet(n)
	keep := func(a model.Assignment) {
		for i := range n {
			if member(i).Violation(a) == 0 {
				kept.Add(i)
			}
		}
	}
	keep(a)
	left := hitting.NewSet(n)
	for i := range n {
		if kept.Has(i) {
			continue
		}
		kept.Add(i)
		a, ok, err := solve(kept.Elements())
		if err != nil {
			return nil, err
		}
		if ok {
			keep(a)
		} else {
			kept.Remove(i)
			left.Add(i)
		}
	}
	return left, nil
}

// randomOrder returns the numbers 0..n-1 in a random order, another for each try.
func (e *Explainer) randomOrder(n, try int) []int {
	return rand.New(rand.NewPCG(e.Seed, uint64(try))).Perm(n)
}

func indices(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
