package backbone

import (
	"context"
	"slices"

	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/query"
)

// A Finder answers questions about all solutions of a base model under changing givens. It is used by one goroutine.
type Finder struct {
	base   *model.Model
	solver model.Solver
	oracle *query.Oracle
	reduce func(context.Context, []model.Given) *model.Model

	// CoverSolver, if not nil, does the work of Find: a solver of the same models that passes solutions on only as long as each has a value that
	// none before it had, and is complete when there is no such solution. One search of this kind can learn from each solution for the next.
	CoverSolver model.Solver

	// SampleLimit is how many solutions are looked at before single values are asked for; zero means 1000. They are looked at as long as one in
	// fifty shows something new. More of them find the last value of a puzzle with many solutions sooner, and cost a slow solver more.
	SampleLimit int

	// EnumerationLimit is how many solutions Count enumerates before it has a model.Counter count those of each candidate apart, which takes as many
	// counts as there are candidates; zero means 10,000,000.
	EnumerationLimit int64

	scratch []model.Given // of the question at hand
}

// idleLimit is the number of solutions without anything new after which it is better to ask.
const idleLimit = 50

// NewFinder returns a Finder for models that extend base by givens. The solver must be complete. base must have no objective, since with
// one a solver passes on only solutions that improve on the last.
func NewFinder(s model.Solver, base *model.Model) (*Finder, error) {
	oracle, err := query.Prepare(s, base)
	if err != nil {
		return nil, err
	}
	return &Finder{base: base, solver: s, oracle: oracle, reduce: deduce.Singles{}.Prepare(base)}, nil
}

// findSolution looks for one solution with the givens and more, and passes it to yield. It reports whether there is one.
func (f *Finder) findSolution(ctx context.Context, givens []model.Given, yield func(model.Assignment), more ...model.Given) (bool, error) {
	f.scratch = append(append(f.scratch[:0], givens...), more...)
	found := false
	_, err := f.oracle.Each(ctx, f.scratch, func(a model.Assignment) bool {
		found = true
		yield(a)
		return false
	})
	return found, err
}

// indexOf returns the place of a value, which passed the check, in a domain.
func indexOf(d model.Domain, value int) int {
	if d[len(d)-1]-d[0] == len(d)-1 { // as is almost always so
		return value - d[0]
	}
	i, _ := slices.BinarySearch(d, value)
	return i
}
