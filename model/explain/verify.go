package explain

import (
	"context"
	"fmt"
	"slices"

	"nonet/model"
	"nonet/model/query"
)

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
