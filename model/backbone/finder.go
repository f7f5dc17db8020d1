package backbone

import (
	"context"

	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/query"
)

// A Finder computes properties of all solutions of a base model under changing givens. It must not be used by two
// goroutines at once.
type Finder struct {
	base   *model.Model
	solver model.Solver
	oracle *query.Oracle
	reduce func(context.Context, []model.Given) *model.Model

	// CoverSolver, if not nil, does the work of Find in one search. It must pass on only solutions with a value that no
	// earlier solution had, and report the search as complete when no such solution is left. Such a search can reuse
	// what it learns from one solution for the next.
	CoverSolver model.Solver

	// SampleLimit is the number of solutions that Find enumerates before it queries single values; zero means 1000.
	// Enumeration ends earlier if 50 solutions in a row show no new value. A larger limit saves queries on puzzles with
	// many solutions, and costs time with a slow solver.
	SampleLimit int

	// EnumerationLimit is the number of solutions that Count enumerates before it uses a model.Counter, if the solver
	// is one. The Counter counts the solutions of each candidate separately. Zero means 10,000,000.
	EnumerationLimit int64

	// Shown are the variables that distinguish solutions: Solutions and Counts count solutions that differ in others
	// once, and Relate compares these variables only. nil stands for all that are not auxiliary.
	Shown []model.Var

	scratch []model.Given // buffer of findSolution
}

// idleLimit is the number of solutions without a new value after which sample stops.
const idleLimit = 50

// NewFinder returns a Finder for models that extend base by givens. The solver must be complete. base must have no
// objective, since with an objective a solver passes on only solutions that improve on the last.
func NewFinder(ctx context.Context, s model.Solver, base *model.Model) (*Finder, error) {
	if err := base.CheckValues(nil); err != nil {
		return nil, err
	}
	oracle, err := query.Prepare(ctx, s, base)
	if err != nil {
		return nil, err
	}
	return &Finder{base: base, solver: s, oracle: oracle, reduce: deduce.Singles.Prepare(base)}, nil
}

// findSolution returns a solution under givens and more, or false if there is none.
func (f *Finder) findSolution(ctx context.Context, givens []model.Given,
	more ...model.Given) (model.Assignment, bool, error) {
	f.scratch = append(append(f.scratch[:0], givens...), more...)
	return f.oracle.First(ctx, f.scratch)
}

// newSolution returns a function that reports whether a solution differs from all earlier ones in a shown variable.
func (f *Finder) newSolution() func(model.Assignment) bool {
	if f.Shown == nil {
		return func(model.Assignment) bool { return true }
	}
	seen := make(map[string]bool)
	var key []byte
	return func(a model.Assignment) bool {
		key = a.AppendKey(key[:0], f.Shown)
		known := seen[string(key)]
		seen[string(key)] = true
		return !known
	}
}

// indexOf returns the index of value in d, which must contain it.
func indexOf(d model.Domain, value int) int {
	i, _ := d.Index(value)
	return i
}
