// Package query asks a complete solver one question about one base model under changing givens: which solutions are there? Packages
// backbone, explain, generate and minimal are made of this question. Every solution is checked before it counts, every question is counted, and
// a solver that leaves the question open gives one error, [ErrIncomplete].
//
//	o, err := query.Prepare(native.Solver{}, sudoku.Order(3).Model())
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

// ErrIncomplete says that the solver found no solution and does not prove that there is none.
var ErrIncomplete = errors.New("query: the solver does not decide whether there is a solution")

// An Oracle answers questions about one base model under changing givens. It is used by one goroutine.
type Oracle struct {
	Queries int64 // asked so far

	// Check checks a solution under the givens. nil means with the constraints of the model, as naively as they state their meaning. A caller that
	// knows a faster check of its own, sharing nothing with the solver, sets it.
	Check func(a model.Assignment, givens []model.Given) error

	base     *model.Model
	prepared model.Prepared
	scratch  []model.Given // scratch
}

// New returns an Oracle for base over a solver that was prepared for it. The solver must be complete, and base valid and without objective.
func New(base *model.Model, search model.Prepared) *Oracle {
	return &Oracle{base: base, prepared: search}
}

// Prepare returns an Oracle for base over s. The solver must be complete. base must have no objective, since with one a solver passes on only
// solutions that improve on the last.
func Prepare(s model.Solver, base *model.Model) (*Oracle, error) {
	if err := base.Validate(); err != nil {
		return nil, err
	}
	if base.Objective != nil {
		return nil, errors.New("query: the model has an objective, expected none")
	}
	search, err := model.Prepare(s, base)
	if err != nil {
		return nil, err
	}
	return New(base, search), nil
}

// Each passes the solutions under the givens to yield, each checked and valid only during the call, until yield returns false. It reports
// whether these are all. If there is none although the search was incomplete, the error is ErrIncomplete.
func (o *Oracle) Each(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) (complete bool, err error) {
	return o.enumerate(givens, yield, func(yield func(model.Assignment) bool) (model.Result, error) {
		return o.prepared.SolveGiven(ctx, givens, yield)
	})
}

// EachUsing is Each with another solver than that of the Oracle.
func (o *Oracle) EachUsing(ctx context.Context, s model.Solver, givens []model.Given, yield func(model.Assignment) bool) (complete bool, err error) {
	return o.enumerate(givens, yield, func(yield func(model.Assignment) bool) (model.Result, error) {
		return s.Solve(ctx, o.base.WithGivens(givens), yield)
	})
}

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

// First returns a solution of any model m that s finds, checked, and reports whether there is one.
func First(ctx context.Context, s model.Solver, m *model.Model) (a model.Assignment, found bool, err error) {
	o := Oracle{base: m}
	_, err = o.EachUsing(ctx, s, nil, func(b model.Assignment) bool {
		a, found = slices.Clone(b), true
		return false
	})
	return a, found, err
}

// Givens of one solution leave it the only one exactly if they meet the difference to every other solution. Such a difference is an
// unavoidable set.

// DifferenceSet looks for a solution under the always given values and the chosen ones of givens that differs from some of givens. It returns the
// indices of the givens from which it differs, or nil if there is no such solution.
func (o *Oracle) DifferenceSet(ctx context.Context, always, givens []model.Given, chosen hitting.Set) (difference hitting.Set, err error) {
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

// UnavoidableSet is Other with a smallest difference in the sense that no other solution differs in a part of it.
func (o *Oracle) UnavoidableSet(ctx context.Context, always, givens []model.Given, chosen hitting.Set) (hitting.Set, error) {
	set, err := o.DifferenceSet(ctx, always, givens, chosen)
	if set == nil || err != nil {
		return nil, err
	}
	// All givens outside the set are fixed: the other solution agrees with them. Then each member is fixed, if this leaves another solution,
	// which differs in fewer.
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
