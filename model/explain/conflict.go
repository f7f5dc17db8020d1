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

	AtLeast int // every conflict has so many clues; len(Clues) if that is known to be the least
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
	c := &Conflict{Clues: all, Rules: upTo(len(e.base.Constraints))}
	var best []int
	for try := range max(1, e.Orders) {
		if c.Minimal && len(c.Clues) <= 2 {
			break // one clue alone clashes only if hardly anything is possible at all
		}
		chosen, err := e.fewClues(ctx, all, try)
		if err == nil && c.Minimal && len(chosen) >= len(best) {
			continue
		}
		if err := e.settle(ctx, c, all, chosen, err); err != nil {
			return c, err
		}
		best = chosen
	}
	if !e.Smallest {
		return c, nil
	}
	chosen, err := e.fewestClues(ctx, all, best, c)
	if err != nil || len(chosen) < len(best) {
		if err := e.settle(ctx, c, all, chosen, err); err != nil {
			c.Smallest = false
			return c, err
		}
	}
	err = e.fewestRules(ctx, c)
	c.Smallest = c.Smallest && err == nil
	return c, err
}

// settle makes c the conflict of the chosen clues, unless it fails and c is minimal already. err says that the clues were not found as they
// should be.
func (e *Explainer) settle(ctx context.Context, c *Conflict, clues []model.Given, chosen []int, err error) error {
	slices.Sort(chosen)
	some, rules := slices.Clone(e.pick(clues, chosen)), c.Rules
	if err == nil {
		rules, err = e.fewRules(ctx, some)
	}
	if err == nil || !c.Minimal {
		c.Clues, c.Rules, c.Minimal = some, rules, err == nil
	}
	return err
}

// fewClues returns the indices of clues that clash under all rules, and none of which can go, trying them in one of many orders. If it ends
// early, what is left comes with the error.
func (e *Explainer) fewClues(ctx context.Context, clues []model.Given, try int) ([]int, error) {
	easy := func(left []int) (bool, error) { return impossible(e.reduce(ctx, e.pick(clues, left))), ctx.Err() }
	if try%2 == 1 {
		easy = nil // half of the orders without it: it may lead past a conflict with fewer clues
	}
	return fewest(e.order(len(clues), try), easy, e.clash(ctx, clues))
}

// clash returns the property of clues that they clash under all rules.
func (e *Explainer) clash(ctx context.Context, clues []model.Given) func([]int) (bool, error) {
	return func(left []int) (bool, error) {
		_, ok, err := e.oracle.First(ctx, e.pick(clues, left))
		return !ok, err
	}
}

// fewestClues returns the indices of the fewest clues that clash under all rules, given some that do, and notes in c what is proved.
func (e *Explainer) fewestClues(ctx context.Context, clues []model.Given, some []int, c *Conflict) ([]int, error) {
	l, err := hitting.Implicit(ctx, len(clues), some, 0, e.budget(), func(taken hitting.Set) (hitting.Set, error) {
		return correction(len(clues), taken, func(kept []int) (model.Assignment, bool, error) { return e.oracle.First(ctx, e.pick(clues, kept)) },
			func(i int) model.Constraint { return clues[i] })
	})
	c.AtLeast, c.Smallest = l.AtLeast, l.Exact
	if l.Exact || err != nil {
		return l.Members, err
	}
	return shrink(l.Members, e.clash(ctx, clues))
}

// fewestRules finds the fewest rules under which the clues of c clash.
func (e *Explainer) fewestRules(ctx context.Context, c *Conflict) error {
	n := len(e.base.Constraints)
	l, err := hitting.Implicit(ctx, n, c.Rules, 0, e.budget(), func(taken hitting.Set) (hitting.Set, error) {
		return correction(n, taken, func(kept []int) (model.Assignment, bool, error) { return e.solvePart(ctx, kept, c.Clues) },
			func(i int) model.Constraint { return e.base.Constraints[i] })
	})
	if l.Exact {
		c.Rules = l.Members
	}
	c.Smallest = c.Smallest && l.Exact
	return err
}

// fewRules does the same as fewClues with rules, for clues that clash under all of them. Of rules that would do as well, those that come first in the
// base model stay, which are rows before boxes.
func (e *Explainer) fewRules(ctx context.Context, clues []model.Given) ([]int, error) {
	order := upTo(len(e.base.Constraints))
	slices.Reverse(order)
	left, err := fewest(order, func(left []int) (bool, error) {
		small, err := deduce.Singles{}.Preprocess(ctx, e.part(left, clues))
		return err == nil && impossible(small), err
	}, func(left []int) (bool, error) {
		_, ok, err := e.solvePart(ctx, left, clues)
		return !ok, err
	})
	slices.Sort(left)
	return left, err
}

// fewest shrinks members that clash, first as long as they do so easily.
func fewest(members []int, easy, clash func([]int) (bool, error)) ([]int, error) {
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

// correction returns the members that a largest solvable set leaves out which contains those taken, or nil if those clash. Every set that
// clashes has one of them. solve finds a solution under some of n members, and member returns one.
func correction(n int, taken hitting.Set, solve func([]int) (model.Assignment, bool, error), member func(int) model.Constraint) (hitting.Set, error) {
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

// order returns the numbers 0..n-1 in a random order, another for each try.
func (e *Explainer) order(n, try int) []int {
	return rand.New(rand.NewPCG(e.Seed, uint64(try))).Perm(n)
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
