package backbone

import (
	"context"
	"slices"

	"nonet/model"
	"nonet/model/query"
)

// Candidates are the true candidates of each variable.
type Candidates struct {
	Values   []model.Domain // Values[v]: the values that v has in some solution
	Complete bool           // these are all; otherwise the search was ended, and there may be more
	InDoubt  int            // pairs of a variable and a value that were still to be asked for; 0 if Complete

	// Solutions is the number of all solutions if Few were enough to look at, and otherwise -1.
	Solutions int

	Questions int // pairs that were asked for by a given
	Refuted   int // of these: without a solution

	seen []model.Assignment // solutions, each with something that none before had
}

// Solvable reports whether there is a solution.
func (c *Candidates) Solvable() bool { return len(c.seen) > 0 }

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
	c := &cover{Candidates: &Candidates{Solutions: -1}, base: f.base, shown: make([][]bool, len(f.base.Vars))}
	for v, variable := range f.base.Vars {
		c.shown[v] = make([]bool, len(variable.Domain))
	}
	err := f.find(ctx, givens, c)
	if c.Complete = err == nil; !c.Complete {
		c.InDoubt = len(f.doubts(ctx, givens, c))
	}
	c.Values = make([]model.Domain, len(f.base.Vars))
	for v, shown := range c.shown {
		for i, yes := range shown {
			if yes {
				c.Values[v] = append(c.Values[v], f.base.Vars[v].Domain[i])
			}
		}
	}
	return c.Candidates, err
}

func (f *Finder) find(ctx context.Context, givens []model.Given, c *cover) error {
	if f.Cover != nil {
		return f.cover(ctx, givens, c)
	}
	done, err := f.look(ctx, givens, c)
	if done || err != nil {
		return err
	}
	for _, g := range f.doubts(ctx, givens, c) {
		if c.has(g.Var, g.Value) {
			continue
		}
		c.Questions++
		found, err := f.ask(ctx, givens, func(a model.Assignment) { c.add(a) }, g)
		if err != nil {
			return err
		}
		if !found {
			c.Refuted++
		}
	}
	return nil
}

// look looks at a few solutions, and reports whether these are all.
func (f *Finder) look(ctx context.Context, givens []model.Given, c *cover) (done bool, err error) {
	few := f.Few
	if few == 0 {
		few = 1000
	}
	idle, looked := 0, 0
	done, err = f.oracle.Each(ctx, givens, func(a model.Assignment) bool {
		looked++
		if idle++; c.add(a) {
			idle = 0
		}
		return looked < few && idle < stale
	})
	if done {
		c.Solutions = looked
	}
	return done, err
}

// cover has f.Cover find all candidates.
func (f *Finder) cover(ctx context.Context, givens []model.Given, c *cover) error {
	looked := 0
	complete, err := f.oracle.EachBy(ctx, f.Cover, givens, func(a model.Assignment) bool {
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

// doubts returns the values that singles leave and no solution has shown.
func (f *Finder) doubts(ctx context.Context, givens []model.Given, c *cover) []model.Given {
	var all []model.Given
	for v, variable := range f.reduce(ctx, givens).Vars {
		for _, x := range variable.Domain {
			if !c.has(model.Var(v), x) {
				all = append(all, model.Given{Var: model.Var(v), Value: x})
			}
		}
	}
	return all
}

// A cover is the candidates that solutions have shown so far.
type cover struct {
	*Candidates
	base  *model.Model
	shown [][]bool // shown[v][i]: the i-th value of the domain of v is in some solution
}

// add notes the values of a solution, and reports whether some were not known.
func (c *cover) add(a model.Assignment) bool {
	news := false
	for v, x := range a {
		if seen := &c.shown[v][at(c.base.Vars[v].Domain, x)]; !*seen {
			*seen, news = true, true
		}
	}
	if news || len(c.seen) == 0 { // a model without variables has a solution that shows nothing
		c.seen = append(c.seen, slices.Clone(a))
	}
	return news
}

func (c *cover) has(v model.Var, value int) bool {
	return c.shown[v][at(c.base.Vars[v].Domain, value)]
}
