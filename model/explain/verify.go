package explain

import (
	"context"
	"fmt"
	"slices"

	"nonet/model"
	"nonet/model/query"
)

// Verify has another solver look at a conflict: that its members clash, and, if it is said to be minimal, that they do not without any one of
// them. The solutions that show the latter are checked against the constraints. A *model.WrongAnswerError says that one of the two solvers is
// wrong.
func (e *Explainer) Verify(ctx context.Context, other model.Solver, c *Conflict) error {
	members := e.Members(c)
	m := &model.Model{Vars: e.base.Vars, Constraints: members}
	if _, found, err := query.First(ctx, other, m); err != nil {
		return err
	} else if found {
		return &model.WrongAnswerError{Reason: fmt.Errorf("the %d clues and %d rules that were said to clash do not", len(c.Clues), len(c.Rules))}
	}
	if !c.Minimal {
		return nil
	}
	for i, member := range members {
		m.Constraints = slices.Delete(slices.Clone(members), i, i+1)
		_, found, err := query.First(ctx, other, m)
		if err != nil {
			return err
		}
		if !found {
			return &model.WrongAnswerError{Reason: fmt.Errorf("the conflict is not minimal: it remains without %s", m.Describe(member))}
		}
	}
	return nil
}
