package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nonet/model"
	"nonet/model/deduce"
)

// An Explainer explains puzzles over one base model. It is used by one goroutine.
type Explainer struct {
	// Parts decides about clues under some of the rules, where one that learns from its failures is called for: propagation is weak there,
	// and a search that does not learn was seen to take minutes for what takes a SAT solver milliseconds. Nil means the solver of New.
	Parts model.Solver

	// Orders is the number of random orders in which Conflict tries to do without clues, and Complete without further ones; the fewest are
	// kept. Zero means 1.
	Orders int

	// Seed is that of the orders.
	Seed uint64

	// Smallest has Conflict look for the fewest clues, and prove it. The time may grow exponentially with their number.
	Smallest bool

	// Few is the number of solutions up to which Complete looks at all of them; zero means 300.
	Few int

	// Budget limits the search for a smallest set to so many nodes (hitting.Minimum), beyond which the smallest that was found comes
	// back without a proof; zero means 1,000,000.
	Budget int64

	// Questions is the number of times a solver was asked so far.
	Questions int64

	base   *model.Model  // without clues
	clues  []model.Given // of the base
	solver model.Solver
	search model.Prepared
	reduce func(context.Context, []model.Given) *model.Model
	givens []model.Given // scratch
}

// New returns an Explainer for puzzles that extend base by clues. Givens of base are clues, too. The solver must be complete.
func New(s model.Solver, base *model.Model) (*Explainer, error) {
	if err := base.Validate(); err != nil {
		return nil, err
	}
	e := &Explainer{base: &model.Model{Name: base.Name, Vars: base.Vars}, solver: s}
	for _, c := range base.Constraints {
		if g, ok := c.(model.Given); ok {
			e.clues = append(e.clues, g)
		} else {
			e.base.Constraints = append(e.base.Constraints, c)
		}
	}
	var err error
	if e.search, err = model.Prepare(s, e.base); err != nil {
		return nil, err
	}
	e.reduce = deduce.Singles{}.Prepare(e.base)
	return e, nil
}

// Rules returns the constraints of the base model that are no clues, in their order. The caller must not modify them.
func (e *Explainer) Rules() []model.Constraint { return e.base.Constraints }

// ErrIncomplete says that the solver does not decide whether there is a solution.
var ErrIncomplete = errors.New("explain: the solver does not decide whether there is a solution")

// solutions passes the solutions under all rules and the clues to yield, each checked and valid only during the call, until yield
// returns false. It reports whether these are all.
func (e *Explainer) solutions(ctx context.Context, clues []model.Given, yield func(model.Assignment) bool) (bool, error) {
	e.Questions++
	n := 0
	var wrong error
	r, err := e.search.SolveGiven(ctx, clues, func(a model.Assignment) bool {
		if wrong = check(e.base, clues, a); wrong != nil {
			return false
		}
		n++
		return yield(a)
	})
	switch {
	case wrong != nil:
		return false, &model.WrongAnswerError{Reason: wrong}
	case err == nil && n == 0 && !r.Complete:
		err = ErrIncomplete
	}
	return r.Complete, err
}

// check says what is wrong with a as a solution of m under the clues.
func check(m *model.Model, clues []model.Given, a model.Assignment) error {
	if err := m.Check(a); err != nil {
		return err
	}
	for _, g := range clues {
		if g.Violation(a) != 0 {
			return fmt.Errorf("model: clue is violated: %s", m.Describe(g))
		}
	}
	return nil
}

// solve returns a solution under all rules and the clues, and reports whether there is one.
func (e *Explainer) solve(ctx context.Context, clues []model.Given) (a model.Assignment, ok bool, err error) {
	_, err = e.solutions(ctx, clues, func(found model.Assignment) bool {
		a, ok = slices.Clone(found), true
		return false
	})
	return a, ok, err
}

// part returns the model of the rules with these indices and the clues.
func (e *Explainer) part(rules []int, clues []model.Given) *model.Model {
	m := &model.Model{Vars: e.base.Vars}
	for _, i := range rules {
		m.Constraints = append(m.Constraints, e.base.Constraints[i])
	}
	for _, g := range clues {
		m.Constraints = append(m.Constraints, g)
	}
	return m
}

// solvePart returns a solution under some rules and the clues, and reports whether there is one.
func (e *Explainer) solvePart(ctx context.Context, rules []int, clues []model.Given) (model.Assignment, bool, error) {
	e.Questions++
	s := e.Parts
	if s == nil {
		s = e.solver
	}
	return verdict(ctx, s, e.part(rules, clues))
}

// verdict returns a solution of m, checked, and reports whether there is one.
func verdict(ctx context.Context, s model.Solver, m *model.Model) (model.Assignment, bool, error) {
	a, r, err := model.First(ctx, s, m)
	switch {
	case err != nil:
	case r.Solutions > 0:
		if wrong := m.Check(a); wrong != nil {
			err = &model.WrongAnswerError{Reason: wrong}
		}
	case !r.Complete:
		err = ErrIncomplete
	}
	return a, r.Solutions > 0, err
}

// impossible reports whether some domain of a reduced model is empty, so that it has no solution.
func impossible(m *model.Model) bool {
	return slices.ContainsFunc(m.Vars, func(v model.Variable) bool { return len(v.Domain) == 0 })
}

// pick returns the givens with these indices. The result is valid until the next call.
func (e *Explainer) pick(givens []model.Given, indices []int) []model.Given {
	e.givens = e.givens[:0]
	for _, i := range indices {
		e.givens = append(e.givens, givens[i])
	}
	return e.givens
}
