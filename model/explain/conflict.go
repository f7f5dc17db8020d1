package explain

import (
	"context"
	"math/rand/v2"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/hitting"
)

// A Conflict is a set of clues and rules that no assignment satisfies together: an unsatisfiable subset of the model.
type Conflict struct {
	Clues []model.Given // in the order of the arguments of Conflict
	Rules []int         // indices of the constraints of the base model without its givens, by rule

	// Minimal reports a minimal unsatisfiable subset (MUS): without any one of its clues and rules it has a solution. A
	// rule is a constraint or, if Explainer.Groups has them, several constraints.
	Minimal bool

	// Smallest reports that no conflict has fewer clues, whatever its rules, and that no conflict with these clues has
	// fewer rules.
	Smallest bool

	LowerBound int // every conflict has at least this many clues; len(Clues) if that is proved to be the minimum
}

// Members returns the clues and then the rules as constraints.
func (e *Explainer) Members(c *Conflict) []model.Constraint {
	clues := slice.Map(c.Clues, func(g model.Given) model.Constraint { return g })
	return append(clues, slice.Map(c.Rules, func(i int) model.Constraint { return e.base.Constraints[i] })...)
}

// Conflict returns a minimal unsatisfiable subset (MUS) of the clues and rules, or nil if there is a solution. If
// e.Smallest is set, it is a MUS with the fewest clues. If ctx ends, Conflict returns the conflict so far, which may
// not be minimal or may be nil, and ctx.Err().
//
// A reader looks at the clues first, so Conflict keeps their number small. It minimizes the clues under all rules, and
// then the rules under these clues. The result is minimal as a whole, since no proper subset of the clues is
// unsatisfiable even under all rules. If propagation of singles alone reaches a contradiction, Conflict first minimizes
// the clues under that test: such a conflict is easy to follow, and needs no search.
func (e *Explainer) Conflict(ctx context.Context, clues []model.Given) (*Conflict, error) {
	all := slices.Concat(e.clues, clues)
	_, ok, err := e.oracle.First(ctx, all)
	if ok || err != nil {
		return nil, err
	}
	c := &Conflict{Clues: all, Rules: slice.Indices[int](len(e.base.Constraints))}
	var best []int
	for try := range max(1, e.Orders) {
		if c.Minimal && len(c.Clues) <= 2 {
			break // One clue alone is unsatisfiable only under rules that admit almost nothing.
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

// setConflict minimizes the rules for the chosen clues and stores the conflict in c. If that fails, or err is not nil
// because the minimization of the clues failed, a conflict that is minimal already is kept.
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

// minimizeClues returns the indices of a minimal set of clues that is unsatisfiable under all rules. It tries to remove
// them in random order number try. On an error it returns the set so far.
func (e *Explainer) minimizeClues(ctx context.Context, clues []model.Given, try int) ([]int, error) {
	easy := func(left []int) (bool, error) {
		return hasEmptyDomain(e.reduce(ctx, e.selectGivens(clues, left))), ctx.Err()
	}
	if try%2 == 1 {
		easy = nil // Half of the orders skip this test, since it may miss a conflict with fewer clues.
	}
	return shrinkInStages(e.randomOrder(len(clues), try), easy, e.unsatTest(ctx, clues))
}

// unsatTest returns a function that reports whether the clues with some indices are unsatisfiable under all rules.
func (e *Explainer) unsatTest(ctx context.Context, clues []model.Given) func([]int) (bool, error) {
	return func(left []int) (bool, error) {
		_, ok, err := e.oracle.First(ctx, e.selectGivens(clues, left))
		return !ok, err
	}
}

// minimumClues returns the indices of the fewest clues that are unsatisfiable under all rules. some is such a set to
// start from. It records the bound in c, and whether it is reached.
func (e *Explainer) minimumClues(ctx context.Context, clues []model.Given, some []int, c *Conflict) ([]int, error) {
	l, err := hitting.Implicit(ctx, len(clues), some, 0, e.nodeBudget(), func(taken hitting.Set) (hitting.Set, error) {
		return correctionSet(len(clues), taken, func(kept []int) (model.Assignment, bool, error) {
			return e.oracle.First(ctx, e.selectGivens(clues, kept))
		}, func(i int, a model.Assignment) bool { return clues[i].Violation(a) == 0 })
	})
	c.LowerBound, c.Smallest = l.LowerBound, l.Exact
	if l.Exact || err != nil {
		return l.Elements, err
	}
	return shrink(l.Elements, e.unsatTest(ctx, clues))
}

// minimumRules reduces the rules of c to the fewest under which its clues are unsatisfiable.
func (e *Explainer) minimumRules(ctx context.Context, c *Conflict) error {
	rules := e.rules()
	var start []int
	for r, rule := range rules {
		if slices.Contains(c.Rules, rule[0]) {
			start = append(start, r)
		}
	}
	n := len(rules)
	l, err := hitting.Implicit(ctx, n, start, 0, e.nodeBudget(), func(taken hitting.Set) (hitting.Set, error) {
		return correctionSet(n, taken, func(kept []int) (model.Assignment, bool, error) {
			return e.solveSubmodel(ctx, constraintsOf(rules, kept), c.Clues)
		}, func(r int, a model.Assignment) bool {
			return !slices.ContainsFunc(rules[r], func(i int) bool { return e.base.Constraints[i].Violation(a) != 0 })
		})
	})
	if l.Exact {
		c.Rules = constraintsOf(rules, l.Elements)
	}
	c.Smallest = c.Smallest && l.Exact
	return err
}

// minimizeRules is minimizeClues for rules, with fixed clues that are unsatisfiable under all rules. It tries to remove
// later rules first. So if either of two rules would do, the earlier one in the base model stays: rows before boxes.
func (e *Explainer) minimizeRules(ctx context.Context, clues []model.Given) ([]int, error) {
	rules := e.rules()
	order := slice.Indices[int](len(rules))
	slices.Reverse(order)
	left, err := shrinkInStages(order, func(left []int) (bool, error) {
		small, err := deduce.Singles.Preprocess(ctx, e.submodel(constraintsOf(rules, left), clues))
		return err == nil && hasEmptyDomain(small), err
	}, func(left []int) (bool, error) {
		_, ok, err := e.solveSubmodel(ctx, constraintsOf(rules, left), clues)
		return !ok, err
	})
	slices.Sort(left)
	return constraintsOf(rules, left), err
}

// constraintsOf returns the constraints of the rules with these indices.
func constraintsOf(rules [][]int, indices []int) []int {
	return slices.Concat(slice.Map(indices, func(r int) []int { return rules[r] })...)
}

// shrinkInStages shrinks an unsatisfiable set of members, first under the cheap test easy, if that holds, and then
// under unsat.
func shrinkInStages(members []int, easy, unsat func([]int) (bool, error)) ([]int, error) {
	if easy != nil {
		ok, err := easy(members)
		if ok && err == nil {
			members, err = shrink(members, easy)
		}
		if err != nil {
			return members, err
		}
	}
	return shrink(members, unsat)
}

// correctionSet returns the complement of a maximal satisfiable set of members that contains taken, or nil if taken is
// unsatisfiable. Every unsatisfiable set contains an element of it. solve finds a solution under some of the n members,
// and member returns a member.
func correctionSet(n int, taken hitting.Set, solve func([]int) (model.Assignment, bool, error),
	satisfied func(i int, a model.Assignment) bool) (hitting.Set, error) {
	a, ok, err := solve(taken.Elements())
	if !ok || err != nil {
		return nil, err
	}
	kept := hitting.NewSet(n)
	keep := func(a model.Assignment) {
		for i := range n {
			if satisfied(i, a) {
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

// randomOrder returns the numbers 0..n-1 in random order, a different one for each try.
func (e *Explainer) randomOrder(n, try int) []int {
	return rand.New(rand.NewPCG(e.Seed, uint64(try))).Perm(n)
}
