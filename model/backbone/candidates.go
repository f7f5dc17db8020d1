package backbone

import (
	"context"
	"slices"

	"nonet/model"
	"nonet/model/query"
)

// Candidates are the true candidates of each variable.
type Candidates struct {
	Values    []model.Domain // Values[v]: the values that v has in some solution
	Complete  bool           // these are all; otherwise the search was ended, and there may be more
	Undecided int            // pairs of a variable and a value that were still to be asked for; 0 if Complete

	// Solutions is the number of all solutions if Few were enough to look at, and otherwise -1.
	Solutions int

	Queries int // pairs that were asked for by a given
	Refuted int // of these: without a solution

	solutions []model.Assignment // solutions, each with something that none before had
}

// Solvable reports whether there is a solution.
func (c *Candidates) Solvable() bool { return len(c.solutions) > 0 }

// Forced returns the value that v has in every solution, and whether there is such a value. It may be called if c is complete and there is
// a solution.
func (c *Candidates) Forced(v model.Var) (int, bool) {
	if len(c.Values[v]) != 1 {
		return 0, false
	}
	return c.Values[v][0], true
}

// Backbone returns the variables that have one value in all solutions, as givens.
func (c *Candidates) Backbone() []model.Given {
	var all []model.Given
	for v := range c.Values {
		if x, ok := c.Forced(model.Var(v)); ok {
			all = append(all, model.Given{Var: model.Var(v), Value: x})
		}
	}
	return all
}

// Find returns the true candidates under the givens. If ctx ends it, what was found so far comes back together with ctx.Err().
//
// The number of questions is at most that of the values which remain after singles; for a Sudoku with one solution it is 0, since looking for
// a second solution has settled the matter.
func (f *Finder) Find(ctx context.Context, givens []model.Given) (*Candidates, error) {
	c := &seenValues{Candidates: &Candidates{Solutions: -1}, base: f.base, seen: make([][]bool, len(f.base.Vars))}
	for v, variable := range f.base.Vars {
		c.seen[v] = make([]bool, len(variable.Domain))
	}
	err := f.find(ctx, givens, c)
	if c.Complete = err == nil; !c.Complete {
		c.Undecided = len(f.undecided(ctx, givens, c))
	}
	c.Values = make([]model.Domain, len(f.base.Vars))
	for v, shown := range c.seen {
		for i, yes := range shown {
			if yes {
				c.Values[v] = append(c.Values[v], f.base.Vars[v].Domain[i])
			}
		}
	}
	return c.Candidates, err
}

func (f *Finder) find(ctx context.Context, givens []model.Given, c *seenValues) error {
	if f.CoverSolver != nil {
		return f.findByCover(ctx, givens, c)
	}
	done, err := f.sample(ctx, givens, c)
	if done || err != nil {
		return err
	}
	for _, g := range f.undecided(ctx, givens, c) {
		if c.contains(g.Var, g.Value) {
			continue
		}
		c.Queries++
		found, err := f.findSolution(ctx, givens, func(a model.Assignment) { c.add(a) }, g)
		if err != nil {
			return err
		}
		if !found {
			c.Refuted++
		}
	}
	return nil
}

// sample looks at a few solutions, and reports whether these are all.
func (f *Finder) sample(ctx context.Context, givens []model.Given, c *seenValues) (done bool, err error) {
	few := f.SampleLimit
	if few == 0 {
		few = 1000
	}
	idle, looked := 0, 0
	done, err = f.oracle.Each(ctx, givens, func(a model.Assignment) bool {
		looked++
		if idle++; c.add(a) {
			idle = 0
		}
		return looked < few && idle < idleLimit
	})
	if done {
		c.Solutions = looked
	}
	return done, err
}

// findByCover has f.Cover find all candidates.
func (f *Finder) findByCover(ctx context.Context, givens []model.Given, c *seenValues) error {
	looked := 0
	complete, err := f.oracle.EachUsing(ctx, f.CoverSolver, givens, func(a model.Assignment) bool {
		looked++
		c.add(a)
		return true
	})
	if err == nil && !complete {
		err = query.ErrIncomplete
	}
	if err == nil && looked < 2 { // another solution would have another value
		c.Solutions = looked
	}
	return err
}

// undecided returns the values that singles leave and no solution has shown.
func (f *Finder) undecided(ctx context.Context, givens []model.Given, c *seenValues) []model.Given {
	var all []model.Given
	for v, variable := range f.reduce(ctx, givens).Vars {
		for _, x := range variable.Domain {
			if !c.contains(model.Var(v), x) {
				all = append(all, model.Given{Var: model.Var(v), Value: x})
			}
		}
	}
	return all
}

// A seenValues is the candidates that solutions have shown so far.
type seenValues struct {
	*Candidates
	base *model.Model
	seen [][]bool // shown[v][i]: the i-th value of the domain of v is in some solution
}

// add notes the values of a solution, and reports whether some were not known.
func (c *seenValues) add(a model.Assignment) bool {
	news := false
	for v, x := range a {
		if seen := &c.seen[v][indexOf(c.base.Vars[v].Domain, x)]; !*seen {
			*seen, news = true, true
		}
	}
	if news || len(c.solutions) == 0 { // a model without variables has a solution that shows nothing
		c.solutions = append(c.solutions, slices.Clone(a))
	}
	return news
}

func (c *seenValues) contains(v model.Var, value int) bool {
	return c.seen[v][indexOf(c.base.Vars[v].Domain, value)]
}
