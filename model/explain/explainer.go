package explain

import (
	"context"
	"slices"

	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/query"
)

// An Explainer explains puzzles over one base model. It is used by one goroutine.
type Explainer struct {
	// SubmodelSolver decides about clues under some of the rules, where one that learns from its failures is called for: propagation is weak there,
	// and a search that does not learn was seen to take minutes for what takes a SAT solver milliseconds. Nil means the solver of New.
	SubmodelSolver model.Solver

	// Orders is the number of random orders in which Conflict tries to do without clues, and Complete without further ones. Both keep the fewest.
	// Zero means 1.
	Orders int

	// Seed is that of the orders.
	Seed uint64

	// Smallest has Conflict look for the fewest clues, and prove it. The time may grow exponentially with their number.
	Smallest bool

	// TargetLimit is the number of solutions up to which Complete looks at all of them; zero means 300.
	TargetLimit int

	// Budget limits the search for a smallest set to so many nodes (hitting.Minimum), beyond which the smallest that was found comes
	// back without a proof; zero means 1,000,000.
	Budget int64

	base    *model.Model  // without clues
	clues   []model.Given // of the base
	solver  model.Solver
	oracle  *query.Oracle
	reduce  func(context.Context, []model.Given) *model.Model
	scratch []model.Given // scratch
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
	if e.oracle, err = query.Prepare(s, e.base); err != nil {
		return nil, err
	}
	e.reduce = deduce.Singles{}.Prepare(e.base)
	return e, nil
}

// submodel returns the model of the rules with these indices and the clues.
func (e *Explainer) submodel(rules []int, clues []model.Given) *model.Model {
	m := &model.Model{Vars: e.base.Vars}
	for _, i := range rules {
		m.Constraints = append(m.Constraints, e.base.Constraints[i])
	}
	for _, g := range clues {
		m.Constraints = append(m.Constraints, g)
	}
	return m
}

// solveSubmodel returns a solution under some rules and the clues, and reports whether there is one.
func (e *Explainer) solveSubmodel(ctx context.Context, rules []int, clues []model.Given) (model.Assignment, bool, error) {
	s := e.SubmodelSolver
	if s == nil {
		s = e.solver
	}
	return query.First(ctx, s, e.submodel(rules, clues))
}

// hasEmptyDomain reports whether some domain of a reduced model is empty, so that it has no solution.
func hasEmptyDomain(m *model.Model) bool {
	return slices.ContainsFunc(m.Vars, func(v model.Variable) bool { return len(v.Domain) == 0 })
}

// selectGivens returns the givens with these indices. The result is valid until the next call.
func (e *Explainer) selectGivens(givens []model.Given, indices []int) []model.Given {
	e.scratch = e.scratch[:0]
	for _, i := range indices {
		e.scratch = append(e.scratch, givens[i])
	}
	return e.scratch
}

// nodeBudget returns the nodes that the search for a smallest set may take.
func (e *Explainer) nodeBudget() *int64 {
	n := e.Budget
	if n <= 0 {
		n = 1_000_000
	}
	return &n
}
