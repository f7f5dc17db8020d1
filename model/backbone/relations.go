package backbone

import (
	"context"
	"slices"

	"nonet/model"
)

// Relations are the pairs of variables that are equal, or different, in all solutions. Variables with one candidate are
// left out: their relations follow from the candidates.
type Relations struct {
	// Equal holds classes of two or more variables that are equal in every solution. Each class is increasing, and the
	// classes are sorted by their first variable.
	Equal [][]model.Var

	// Different holds the pairs of variables that differ in every solution, have a candidate in common, and are in no
	// common AllDifferent or NotEqual.
	Different [][2]model.Var
}

// Relate returns the relations under the givens. c must be the result of Find for the same givens, and complete. If ctx
// ends, it returns only ctx.Err().
//
// A solution in which two variables differ shows that they are not always equal; one in which they are equal shows that
// they do not always differ. If the solutions found so far do not show it, Relate asks for such a solution: one query
// for each suitable pair of values, until a query finds one.
func (f *Finder) Relate(ctx context.Context, givens []model.Given, c *Candidates) (*Relations, error) {
	k := &relationFinder{Finder: f, givens: givens, Candidates: c, solutions: slices.Clone(c.solutions),
		result: &Relations{}}
	var open []model.Var
	for v, values := range c.Values {
		if values.Size() > 1 && (f.Shown == nil || slices.Contains(f.Shown, model.Var(v))) {
			open = append(open, model.Var(v))
		}
	}
	if err := k.findEqual(ctx, open); err != nil {
		return nil, err
	}
	if err := k.findDifferent(ctx, open); err != nil {
		return nil, err
	}
	return k.result, nil
}

type relationFinder struct {
	*Finder
	*Candidates
	givens    []model.Given
	solutions []model.Assignment // all solutions found so far
	result    *Relations
}

// findEqual finds the classes of equal variables. Equality is transitive, so each variable is compared with the first
// of a class only.
func (k *relationFinder) findEqual(ctx context.Context, open []model.Var) error {
	member := make(map[model.Var]bool)
	for i, v := range open {
		if member[v] {
			continue
		}
		class := []model.Var{v}
		for _, w := range open[i+1:] {
			if member[w] || !k.Values[v].Equal(k.Values[w]) {
				continue
			}
			differ, err := k.witness(ctx, v, w, true)
			if err != nil {
				return err
			}
			if !differ {
				class = append(class, w)
				member[w] = true
			}
		}
		if len(class) > 1 {
			k.result.Equal = append(k.result.Equal, class)
		}
	}
	return nil
}

// findDifferent finds the pairs of different variables.
func (k *relationFinder) findDifferent(ctx context.Context, open []model.Var) error {
	stated := make(map[[2]model.Var]bool)
	for _, c := range k.base.Constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			for i, v := range c.Vars {
				for _, w := range c.Vars[:i] {
					stated[orderedPair(v, w)] = true
				}
			}
		case model.NotEqual:
			if c.Offset == 0 {
				stated[orderedPair(c.A, c.B)] = true
			}
		}
	}
	for i, v := range open {
		for _, w := range open[i+1:] {
			if stated[orderedPair(v, w)] || k.Values[v].Intersect(k.Values[w]).Size() == 0 {
				continue
			}
			agree, err := k.witness(ctx, v, w, false)
			if err != nil {
				return err
			}
			if !agree {
				k.result.Different = append(k.result.Different, orderedPair(v, w))
			}
		}
	}
	return nil
}

// witness reports whether some solution has different values for v and w, or equal ones if different is false.
func (k *relationFinder) witness(ctx context.Context, v, w model.Var, different bool) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err // known solutions may answer for all pairs, without a query
	}
	if slices.ContainsFunc(k.solutions, func(a model.Assignment) bool { return a[v] != a[w] == different }) {
		return true, nil
	}
	for x := range k.Values[v].All {
		for y := range k.Values[w].All {
			if x != y != different {
				continue
			}
			a, found, err := k.findSolution(ctx, k.givens, model.Given{Var: v, Value: x}, model.Given{Var: w, Value: y})
			if found {
				k.solutions = append(k.solutions, a)
			}
			if found || err != nil {
				return found, err
			}
		}
	}
	return false, nil
}

// orderedPair returns the two variables in increasing order.
func orderedPair(v, w model.Var) [2]model.Var { return [2]model.Var{min(v, w), max(v, w)} }
