package split

import (
	"context"
	"fmt"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
)

// A MissingError reports a partial assignment that no cube covers.
type MissingError struct {
	Model *model.Model
	Cube  Cube // compatible with no cube, and violating no single constraint
}

func (e *MissingError) Error() string {
	return "the cubes do not cover " + e.Cube.Text(e.Model)
}

// An OverlapError reports a partial assignment that two cubes cover.
type OverlapError struct {
	Model *model.Model
	I, J  int // indices of the cubes, I < J
	Cube  Cube
}

func (e *OverlapError) Error() string {
	return fmt.Sprintf("cubes %d and %d overlap: both have %s", e.I+1, e.J+1, e.Cube.Text(e.Model))
}

// Covers returns nil if every solution of m lies in exactly one of the cubes. It makes no assumption on the origin of
// the cubes and does not propagate: it excludes only partial assignments that violate a single constraint. So Covers
// may fail for cubes that do cover all solutions. The error is a *MissingError or an *OverlapError if the cubes leave a
// gap or overlap, another error if a cube is not valid for m, and ctx.Err() if ctx ends.
//
// For cubes that are the leaves of a tree, such as the result of Split, the time is proportional to their number, their
// length and the size of a domain.
func Covers(ctx context.Context, m *model.Model, cubes []Cube) error {
	if err := m.Validate(); err != nil {
		return err
	}
	for i, c := range cubes {
		if err := c.Validate(m); err != nil {
			return fmt.Errorf("%w (cube %d)", err, i+1)
		}
	}
	w := &walk{ctx: ctx, partial: newPartial(m), cubes: cubes,
		constraintsOn: make([][]model.Constraint, len(m.Vars))}
	for _, c := range m.Constraints {
		for _, v := range c.Scope() {
			w.constraintsOn[v] = append(w.constraintsOn[v], c)
		}
	}
	for _, c := range m.Constraints {
		g, ok := c.(model.Given)
		switch {
		case !ok || w.Assigned[g.Var]:
		case !m.Vars[g.Var].Domain.Contains(g.Value):
			return nil // m has no solution
		default:
			w.Assigned[g.Var], w.Value[g.Var] = true, g.Value
		}
	}
	if slices.ContainsFunc(m.Constraints, w.violates) {
		return nil // m has no solution
	}
	return w.checkCovered(w.consistentCubes(slice.Indices[int](len(cubes))))
}

// A walk enumerates the partial assignments that the cubes distinguish.
type walk struct {
	*partial
	ctx           context.Context
	cubes         []Cube
	constraintsOn [][]model.Constraint // by variable: the constraints that mention it
	path          Cube                 // the assigned values, without the givens of the model
}

// checkCovered returns nil if each solution with the assigned values lies in exactly one of the cubes with the given
// indices, which must be those consistent with the assigned values.
func (w *walk) checkCovered(some []int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if len(some) == 0 {
		return &MissingError{w.Model, slices.Clone(w.path)}
	}
	v, found := w.chooseVar(some)
	if !found { // All these cubes hold for the assigned values.
		if len(some) > 1 {
			return &OverlapError{w.Model, some[0], some[1], slices.Clone(w.path)}
		}
		return nil
	}
	w.Assigned[v] = true
	defer func() { w.Assigned[v] = false }()
	for x := range w.Model.Vars[v].Domain.All {
		w.Value[v] = x
		if slices.ContainsFunc(w.constraintsOn[v], w.violates) {
			continue
		}
		w.path = append(w.path, model.Given{Var: v, Value: x})
		err := w.checkCovered(w.consistentCubes(some))
		w.path = w.path[:len(w.path)-1]
		if err != nil {
			return err
		}
	}
	return nil
}

// chooseVar returns the unassigned variable that most of the cubes mention, and the first mentioned of several. In a
// tree that is the variable branched on.
func (w *walk) chooseVar(some []int) (best model.Var, found bool) {
	mentions := map[model.Var]int{}
	for _, i := range some {
		for _, g := range w.cubes[i] {
			if !w.Assigned[g.Var] {
				mentions[g.Var]++
			}
		}
	}
	most := 0
	for _, i := range some {
		for _, g := range w.cubes[i] {
			if n := mentions[g.Var]; n > most {
				best, most = g.Var, n
			}
		}
	}
	return best, most > 0
}

// consistentCubes returns the indices among some of the cubes that agree with the assigned values.
func (w *walk) consistentCubes(some []int) []int {
	contradicts := func(g model.Given) bool { return w.Assigned[g.Var] && w.Value[g.Var] != g.Value }
	return slice.Filter(some, func(i int) bool { return !slices.ContainsFunc(w.cubes[i], contradicts) })
}
