// Package query puts questions to a complete solver about one base model under changing givens: which solutions are
// there? Packages backbone, explain, generate and minimal are built on it. An [Oracle] checks every solution before it
// counts, and counts the queries. If a solver finds no solution and does not prove that there is none, the error is
// [ErrIncomplete].
//
//	o, err := query.Prepare(ctx, native.Solver{}, sudoku.Order(3).Model())
//	...
//	solution, found, err := o.First(ctx, puzzle.Given(nil))
package query

import (
	"context"
	"errors"
	"slices"

	"nonet/model"
	"nonet/model/hitting"
)

// ErrIncomplete reports that the solver found no solution and did not prove that there is none.
var ErrIncomplete = errors.New("the solver stopped without a solution or a proof that there is none")

// An Oracle answers queries about one base model under changing givens. It must not be used by two goroutines at once.
type Oracle struct {
	Queries int64 // number of queries so far

	// Check checks a solution under the givens; nil means Model.CheckGivens. A caller may set a faster check, which
	// must be independent of the solver.
	Check func(a model.Assignment, givens []model.Given) error

	base     *model.Model
	prepared model.Prepared
	scratch  []model.Given // buffer of DifferenceSet
}

// New returns an Oracle for base that asks prepared, which must be a complete solver of base. base must be valid and
// without objective.
func New(base *model.Model, search model.Prepared) *Oracle {
	return &Oracle{base: base, prepared: search}
}

// Prepare returns an Oracle for base that asks s, which must be complete. base must have no objective, since with an
// objective a solver passes on only solutions that improve on the last.
func Prepare(ctx context.Context, s model.Solver, base *model.Model) (*Oracle, error) {
	if err := base.Validate(); err != nil {
		return nil, err
	}
	if base.Objective != nil {
		return nil, model.ErrObjective
	}
	search, err := model.Prepare(ctx, s, base)
	if err != nil {
		return nil, err
	}
	return New(base, search), nil
}

// Each passes the solutions under the givens to yield, until yield returns false. Each solution is checked, and valid
// only during the call. Each reports whether it passed on all solutions. If there was none and the search was
// incomplete, the error is ErrIncomplete.
func (o *Oracle) Each(ctx context.Context, givens []model.Given,
	yield func(model.Assignment) bool) (complete bool, err error) {
	return o.enumerate(givens, yield, func(yield func(model.Assignment) bool) (model.Result, error) {
		return o.prepared.SolveGiven(ctx, givens, yield)
	})
}

// EachUsing is Each with another solver instead of the Oracle's own.
func (o *Oracle) EachUsing(ctx context.Context, s model.Solver, givens []model.Given,
	yield func(model.Assignment) bool) (complete bool, err error) {
	return o.enumerate(givens, yield, func(yield func(model.Assignment) bool) (model.Result, error) {
		return s.Solve(ctx, o.base.WithGivens(givens), yield)
	})
}

// enumerate is Each over a given search.
func (o *Oracle) enumerate(givens []model.Given, yield func(model.Assignment) bool,
	search func(func(model.Assignment) bool) (model.Result, error)) (complete bool, err error) {
	o.Queries++
	check := o.Check
	if check == nil {
		check = o.base.CheckGivens
	}
	found := false
	var wrong error
	r, err := search(func(a model.Assignment) bool {
		if wrong = check(a, givens); wrong != nil {
			return false
		}
		found = true
		return yield(a)
	})
	switch {
	case wrong != nil:
		return false, &model.WrongAnswerError{Reason: wrong}
	case err == nil && !found && !r.Complete:
		err = ErrIncomplete
	}
	return r.Complete, err
}

// First returns a solution under the givens, and reports whether there is one.
func (o *Oracle) First(ctx context.Context, givens []model.Given) (a model.Assignment, found bool, err error) {
	_, err = o.Each(ctx, givens, func(b model.Assignment) bool {
		a, found = slices.Clone(b), true
		return false
	})
	return a, found, err
}

// First returns a checked solution of m that s finds, and reports whether there is one.
func First(ctx context.Context, s model.Solver, m *model.Model) (a model.Assignment, found bool, err error) {
	o := Oracle{base: m}
	_, err = o.EachUsing(ctx, s, nil, func(b model.Assignment) bool {
		a, found = slices.Clone(b), true
		return false
	})
	return a, found, err
}

// A subset of the givens of a solution has that solution as its only one if and only if it intersects the difference to
// every other solution. Such a difference is an unavoidable set.

// DifferenceSet looks for a solution that agrees with always and with the chosen givens and differs from at least one
// of the givens. It returns the set of indices of the givens from which the solution differs, or nil if there is no
// such solution.
func (o *Oracle) DifferenceSet(ctx context.Context, always, givens []model.Given,
	chosen hitting.Set) (difference hitting.Set, err error) {
	o.scratch = append(o.scratch[:0], always...)
	for _, i := range chosen.Elements() {
		o.scratch = append(o.scratch, givens[i])
	}
	_, err = o.Each(ctx, o.scratch, func(a model.Assignment) bool {
		for i, g := range givens {
			if a[g.Var] == g.Value {
				continue
			}
			if difference == nil {
				difference = hitting.NewSet(len(givens))
			}
			difference.Add(i)
		}
		return difference == nil
	})
	return difference, err
}

// UnavoidableSet is DifferenceSet with a difference that is minimal with respect to inclusion: no other solution
// differs in a proper subset. After the first query it takes at most one for each element of the first difference.
func (o *Oracle) UnavoidableSet(ctx context.Context, always, givens []model.Given,
	chosen hitting.Set) (hitting.Set, error) {
	set, err := o.DifferenceSet(ctx, always, givens, chosen)
	if set == nil || err != nil {
		return nil, err
	}
	// Fix all givens outside the set: the other solution agrees with them. Then try to fix each element of the set. If
	// another solution remains, it differs in fewer givens and its difference replaces the set.
	fixed := hitting.NewSet(len(givens))
	fixOutside := func() {
		for i := range givens {
			if !set.Has(i) {
				fixed.Add(i)
			}
		}
	}
	fixOutside()
	for _, i := range set.Elements() {
		if !set.Has(i) {
			continue
		}
		fixed.Add(i)
		smaller, err := o.DifferenceSet(ctx, always, givens, fixed)
		switch {
		case err != nil:
			return nil, err
		case smaller == nil:
			fixed.Remove(i)
		default:
			set = smaller
			fixOutside()
		}
	}
	return set, nil
}
