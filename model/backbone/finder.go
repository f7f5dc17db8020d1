package backbone

import (
	"context"
	"errors"
	"slices"

	"nonet/model"
	"nonet/model/deduce"
)

// A Finder answers questions about all solutions of a base model under changing givens. It is used by one goroutine.
type Finder struct {
	base   *model.Model
	solver model.Solver
	search model.Prepared
	reduce func(context.Context, []model.Given) *model.Model

	// Cover, if not nil, does the work of Find: a solver of the same models that passes solutions on only as long as each has a value that
	// none before it had, and is complete when there is no such solution. One search of this kind can learn from each solution for the next.
	Cover model.Solver

	// Few is how many solutions are looked at before single values are asked for; zero means 1000. They are looked at as long as one in
	// fifty shows something new. More of them find the last value of a puzzle with many solutions sooner, and cost a slow solver more.
	Few int

	// Enough is how many solutions Count enumerates before it has a model.Counter count those of each candidate apart, which takes as many
	// counts as there are candidates; zero means 10,000,000.
	Enough int64

	givens []model.Given // of the question at hand
}

// stale is the number of solutions without anything new after which it is better to ask.
const stale = 50

// NewFinder returns a Finder for models that extend base by givens. The solver must be complete. base must have no objective, since with
// one a solver does not pass all solutions on.
func NewFinder(s model.Solver, base *model.Model) (*Finder, error) {
	if err := base.Validate(); err != nil {
		return nil, err
	}
	if base.Objective != nil {
		return nil, errors.New("backbone: the model has an objective, and its solutions are not all alike")
	}
	search, err := model.Prepare(s, base)
	if err != nil {
		return nil, err
	}
	return &Finder{base: base, solver: s, search: search, reduce: deduce.Singles{}.Prepare(base)}, nil
}

// ErrIncomplete says that the solver is not complete.
var ErrIncomplete = errors.New("backbone: the solver does not decide whether there is a solution")

// solve passes the solutions under f.givens to yield, each checked, until yield returns false.
func (f *Finder) solve(ctx context.Context, yield func(model.Assignment) bool) (model.Result, error) {
	return f.checked(yield, func(yield func(model.Assignment) bool) (model.Result, error) {
		return f.search.SolveGiven(ctx, f.givens, yield)
	})
}

// checked passes the solutions of search to yield, after a check.
func (f *Finder) checked(yield func(model.Assignment) bool, search func(func(model.Assignment) bool) (model.Result, error)) (model.Result, error) {
	var wrong error
	r, err := search(func(a model.Assignment) bool {
		if wrong = f.check(a); wrong != nil {
			return false
		}
		return yield(a)
	})
	if wrong != nil {
		return r, &model.WrongAnswerError{Reason: wrong}
	}
	return r, err
}

func (f *Finder) check(a model.Assignment) error {
	return f.base.CheckGivens(a, f.givens)
}

// ask looks for one solution with the givens and more, and passes it to yield. It reports whether there is one.
func (f *Finder) ask(ctx context.Context, givens []model.Given, yield func(model.Assignment), more ...model.Given) (bool, error) {
	f.givens = append(append(f.givens[:0], givens...), more...)
	found := false
	r, err := f.solve(ctx, func(a model.Assignment) bool {
		found = true
		yield(a)
		return false
	})
	if err == nil && !found && !r.Complete {
		err = ErrIncomplete
	}
	return found, err
}

// with returns the base model with givens.
func (f *Finder) with(givens []model.Given, more ...model.Given) *model.Model {
	all := make([]model.Constraint, 0, len(givens)+len(more))
	for _, g := range givens {
		all = append(all, g)
	}
	for _, g := range more {
		all = append(all, g)
	}
	return f.base.With(all...)
}

// at returns the place of a value, which passed the check, in a domain.
func at(d model.Domain, value int) int {
	if d[len(d)-1]-d[0] == len(d)-1 { // as is almost always so
		return value - d[0]
	}
	i, _ := slices.BinarySearch(d, value)
	return i
}
