package explain

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/human"
	"nonet/model/query"
)

// An Explainer explains puzzles over one base model. It must not be used by two goroutines at once.
type Explainer struct {
	// SubmodelSolver decides whether clues have a solution under a subset of the rules; nil means the solver passed to
	// New. Propagation is weak there, so it should learn from conflicts: a search without learning was seen to take
	// minutes where a SAT solver took milliseconds.
	SubmodelSolver model.Solver

	// Groups are rules that consist of several constraints, such as the sum and the different values of a cage: indices
	// as in Conflict.Rules, increasing. A conflict has all constraints of a group or none. A constraint in no group is
	// a rule of its own. New sets none.
	Groups [][]int

	// Board compiles the rules of a conflict, indices as in Conflict.Rules, for the steps of Derive.
	Board func(rules []int) (*human.Board, error)

	// Orders is the number of random orders in which Conflict and Complete try to remove clues; they keep the smallest
	// result. Zero means 1.
	Orders int

	// Seed is the seed of the random orders.
	Seed uint64

	// Smallest makes Conflict search for the fewest clues, with a proof. The time may grow exponentially with their
	// number.
	Smallest bool

	// TargetLimit is the number of solutions up to which Complete tries each as the target; zero means 300.
	TargetLimit int

	// Budget limits the nodes of the search for a smallest set (hitting.Minimum). Beyond it the smallest set found so
	// far is returned without a proof. Zero means 1,000,000.
	Budget int64

	base    *model.Model  // the rules: the base model without its givens
	clues   []model.Given // the givens of the base model
	solver  model.Solver
	oracle  *query.Oracle
	reduce  func(context.Context, []model.Given) *model.Model
	scratch []model.Given
}

// New returns an Explainer for puzzles that extend base by clues. Givens of base count as clues, too. The solver must
// be complete.
func New(ctx context.Context, s model.Solver, base *model.Model) (*Explainer, error) {
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
	if e.oracle, err = query.Prepare(ctx, s, e.base); err != nil {
		return nil, err
	}
	e.reduce = deduce.Singles.Prepare(e.base)
	return e, nil
}

// rules returns the constraints of each rule, in the order of their first constraints: the groups, and each constraint
// in no group.
func (e *Explainer) rules() [][]int {
	all := slice.Make(len(e.base.Constraints), func(i int) []int { return []int{i} })
	for _, group := range e.Groups {
		for _, i := range group {
			all[i] = nil
		}
		all[group[0]] = group
	}
	return slices.DeleteFunc(all, func(rule []int) bool { return rule == nil })
}

// submodel returns the model of the clues and the rules with these indices.
func (e *Explainer) submodel(rules []int, clues []model.Given) *model.Model {
	m := &model.Model{Vars: e.base.Vars}
	for _, i := range rules {
		m.Constraints = append(m.Constraints, e.base.Constraints[i])
	}
	return m.WithGivens(clues)
}

// solveSubmodel returns a solution of the clues and the rules with these indices, and reports whether there is one.
func (e *Explainer) solveSubmodel(ctx context.Context, rules []int,
	clues []model.Given) (model.Assignment, bool, error) {
	return query.First(ctx, cmp.Or(e.SubmodelSolver, e.solver), e.submodel(rules, clues))
}

// hasEmptyDomain reports whether some domain is empty, so that the model has no solution.
func hasEmptyDomain(m *model.Model) bool {
	return slices.ContainsFunc(m.Vars, func(v model.Variable) bool { return v.Domain.Size() == 0 })
}

// selectGivens returns some givens, and then the elements of a list with these indices. The result is valid until the
// next call.
func (e *Explainer) selectGivens(list []model.Given, indices []int, some ...model.Given) []model.Given {
	e.scratch = append(e.scratch[:0], some...)
	for _, i := range indices {
		e.scratch = append(e.scratch, list[i])
	}
	return e.scratch
}

// nodeBudget returns a new counter of the nodes that the search for a smallest set may still take.
func (e *Explainer) nodeBudget() *int64 {
	n := cmp.Or(max(0, e.Budget), 1_000_000)
	return &n
}

// Verify checks a conflict with another solver: the members must be unsatisfiable together, and, if c.Minimal is set,
// satisfiable without any one of them. Each solution that shows this is checked against the constraints. A
// *model.WrongAnswerError means that one of the two solvers is wrong.
func (e *Explainer) Verify(ctx context.Context, other model.Solver, c *Conflict) error {
	members := e.Members(c)
	m := &model.Model{Vars: e.base.Vars, Constraints: members}
	if _, found, err := query.First(ctx, other, m); err != nil {
		return err
	} else if found {
		return &model.WrongAnswerError{
			Reason: fmt.Errorf("the conflict of %d clues and %d rules has a solution", len(c.Clues), len(c.Rules))}
	}
	if !c.Minimal {
		return nil
	}
	needed := func(from, to int) error {
		m.Constraints = slices.Delete(slices.Clone(members), from, to)
		_, found, err := query.First(ctx, other, m)
		if err == nil && !found {
			err = &model.WrongAnswerError{Reason: fmt.Errorf(
				"the conflict is not minimal: there is no solution without %s either", m.Describe(members[from]))}
		}
		return err
	}
	at := 0
	for range c.Clues {
		if err := needed(at, at+1); err != nil {
			return err
		}
		at++
	}
	for _, rule := range e.rules() {
		if slices.Contains(c.Rules, rule[0]) {
			if err := needed(at, at+len(rule)); err != nil {
				return err
			}
			at += len(rule)
		}
	}
	return nil
}
