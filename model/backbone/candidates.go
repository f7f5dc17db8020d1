package backbone

import (
	"cmp"
	"context"
	"slices"

	"nonet/model"
	"nonet/model/query"
)

// Candidates are the true candidates of each variable.
type Candidates struct {
	Values    []model.Domain // Values[v]: the values that v takes in some solution
	Complete  bool           // Values is complete; false if the search was cut short
	Undecided int            // number of variable-value pairs that no query has decided; 0 if Complete

	// Solutions is the number of all solutions, or -1 if Finder.SampleLimit was reached before all were enumerated.
	Solutions int

	Queries int // number of variable-value pairs decided by a query
	Refuted int // number of queries without a solution

	solutions []model.Assignment // solutions, each with a value that none before it had
}

// Solvable reports whether there is a solution.
func (c *Candidates) Solvable() bool { return len(c.solutions) > 0 }

// Forced returns the value that v has in every solution, and whether there is such a value. c must be complete, and
// there must be a solution.
func (c *Candidates) Forced(v model.Var) (int, bool) {
	if c.Values[v].Size() != 1 {
		return 0, false
	}
	return c.Values[v].Min(), true
}

// Backbone returns the variables with one value in all solutions, as givens.
func (c *Candidates) Backbone() []model.Given {
	var all []model.Given
	for v := range c.Values {
		if x, ok := c.Forced(model.Var(v)); ok {
			all = append(all, model.Given{Var: model.Var(v), Value: x})
		}
	}
	return all
}

// Find returns the true candidates under the givens. If ctx ends, it returns the candidates found so far and ctx.Err().
//
// It asks at most one query for each value that propagation of singles leaves. For a Sudoku with one solution it asks
// none: the search for a second solution has already proved that there is no other.
func (f *Finder) Find(ctx context.Context, givens []model.Given) (*Candidates, error) {
	c := &seenValues{Candidates: &Candidates{Solutions: -1}, base: f.base, seen: make([][]bool, f.base.Shown())}
	for v, variable := range f.base.Vars[:f.base.Shown()] {
		c.seen[v] = make([]bool, variable.Domain.Size())
	}
	err := f.find(ctx, givens, c)
	if c.Complete = err == nil; !c.Complete {
		c.Undecided = len(f.undecided(ctx, givens, c))
	}
	c.Values = make([]model.Domain, f.base.Shown())
	for v, shown := range c.seen {
		d := f.base.Vars[v].Domain
		c.Values[v] = d.Filter(func(x int) bool { return shown[indexOf(d, x)] })
	}
	return c.Candidates, err
}

// find fills c: by the CoverSolver if there is one, and otherwise by samples and then queries.
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
		a, found, err := f.findSolution(ctx, givens, g)
		switch {
		case err != nil:
			return err
		case found:
			c.add(a)
		default:
			c.Refuted++
		}
	}
	return nil
}

// sample enumerates solutions until it has SampleLimit of them or idleLimit in a row show no new value. It reports
// whether these are all solutions.
func (f *Finder) sample(ctx context.Context, givens []model.Given, c *seenValues) (done bool, err error) {
	limit := cmp.Or(f.SampleLimit, 1000)
	idle, n, different, isNew := 0, 0, 0, f.newSolution()
	done, err = f.oracle.Each(ctx, givens, func(a model.Assignment) bool {
		if n++; isNew(a) {
			different++
		}
		if idle++; c.add(a) {
			idle = 0
		}
		return n < limit && idle < idleLimit
	})
	if done {
		c.Solutions = different
	}
	return done, err
}

// findByCover finds all candidates in one search of f.CoverSolver.
func (f *Finder) findByCover(ctx context.Context, givens []model.Given, c *seenValues) error {
	n := 0
	complete, err := f.oracle.EachUsing(ctx, f.CoverSolver, givens, func(a model.Assignment) bool {
		n++
		c.add(a)
		return true
	})
	if err == nil && !complete {
		err = query.ErrIncomplete
	}
	if err == nil && n < 2 { // A second solution would have a new value, and the solver would have found it.
		c.Solutions = n
	}
	return err
}

// undecided returns the values that propagation of singles leaves and no solution has shown.
func (f *Finder) undecided(ctx context.Context, givens []model.Given, c *seenValues) []model.Given {
	var all []model.Given
	for v, variable := range f.reduce(ctx, givens).Vars[:f.base.Shown()] {
		for x := range variable.Domain.All {
			if !c.contains(model.Var(v), x) {
				all = append(all, model.Given{Var: model.Var(v), Value: x})
			}
		}
	}
	return all
}

// seenValues are the candidates that solutions have shown so far.
type seenValues struct {
	*Candidates
	base *model.Model
	seen [][]bool // seen[v][i]: some solution has the i-th value of the domain of v
}

// add records the values of a solution, and reports whether some are new.
func (c *seenValues) add(a model.Assignment) bool {
	isNew := false
	for v, x := range a[:len(c.seen)] {
		if seen := &c.seen[v][indexOf(c.base.Vars[v].Domain, x)]; !*seen {
			*seen, isNew = true, true
		}
	}
	if isNew || len(c.solutions) == 0 { // The solution of a model without variables has no values.
		c.solutions = append(c.solutions, slices.Clone(a))
	}
	return isNew
}

func (c *seenValues) contains(v model.Var, value int) bool {
	return c.seen[v][indexOf(c.base.Vars[v].Domain, value)]
}
