package split

import (
	"context"
	"fmt"
	"slices"

	"nonet/model"
)

// A MissingError says that cubes leave something out.
type MissingError struct {
	Model *model.Model
	Cube  Cube // no cube has a solution that has these values, and no single constraint forbids them
}

func (e *MissingError) Error() string {
	return "split: the cubes do not cover " + e.Cube.Text(e.Model)
}

// An OverlapError says that two cubes share something.
type OverlapError struct {
	Model *model.Model
	I, J  int // the numbers of the cubes, counted from 0, I < J
	Cube  Cube
}

func (e *OverlapError) Error() string {
	return fmt.Sprintf("split: cubes %d and %d overlap: both have %s", e.I+1, e.J+1, e.Cube.Text(e.Model))
}

// Covers returns nil if every solution of m lies in exactly one of the cubes. It knows nothing of how they were made, does not propagate, and
// leaves out only what violates a single constraint, whatever values the other variables have. So cubes may cover all solutions
// and yet fail. The error is a *MissingError or an *OverlapError if cubes are missing or overlap, another one if a cube is none of m, and that
// of ctx if that ends.
//
// Cubes that are the leaves of a tree, as those of Split, take time in proportion to their number, their length and the size of a domain.
func Covers(ctx context.Context, m *model.Model, cubes []Cube) error {
	if err := m.Validate(); err != nil {
		return err
	}
	all := make([]int, len(cubes))
	for i, c := range cubes {
		all[i] = i
		if err := c.Validate(m); err != nil {
			return fmt.Errorf("%w (cube %d)", err, i+1)
		}
	}
	w := &walk{ctx: ctx, partial: newPartial(m), cubes: cubes, constraintsOn: make([][]model.Constraint, len(m.Vars))}
	for _, c := range m.Constraints {
		for _, v := range c.Scope() {
			w.constraintsOn[v] = append(w.constraintsOn[v], c)
		}
	}
	for _, c := range m.Constraints {
		g, ok := c.(model.Given)
		switch {
		case !ok || w.assigned[g.Var]:
		case !m.Vars[g.Var].Domain.Contains(g.Value):
			return nil // there is no solution
		default:
			w.assigned[g.Var], w.value[g.Var] = true, g.Value
		}
	}
	if slices.ContainsFunc(m.Constraints, w.violates) {
		return nil // there is no solution
	}
	return w.checkCovered(w.consistentCubes(all))
}

// A walk goes through all partial assignments that the cubes tell apart.
type walk struct {
	*partial
	ctx           context.Context
	cubes         []Cube
	constraintsOn [][]model.Constraint // by variable: those that mention it
	path          Cube                 // the values on the way, but for the givens of the model
}

// checkCovered returns nil if each solution that has the values on the way lies in exactly one of some cubes, given by their numbers: those
// that do not contradict the values on the way.
func (w *walk) checkCovered(some []int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if len(some) == 0 {
		return &MissingError{w.m, slices.Clone(w.path)}
	}
	v, found := w.chooseVar(some)
	if !found { // every one of them holds here
		if len(some) > 1 {
			return &OverlapError{w.m, some[0], some[1], slices.Clone(w.path)}
		}
		return nil
	}
	w.assigned[v] = true
	defer func() { w.assigned[v] = false }()
	for _, x := range w.m.Vars[v].Domain {
		w.value[v] = x
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

// chooseVar returns the variable without a value that most of some cubes mention, and of several the one that they mention first. In a tree that is
// the variable branched on.
func (w *walk) chooseVar(some []int) (best model.Var, found bool) {
	mentions := map[model.Var]int{}
	for _, i := range some {
		for _, g := range w.cubes[i] {
			if !w.assigned[g.Var] {
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

// consistentCubes returns those of some cubes that do not contradict the values on the way.
func (w *walk) consistentCubes(some []int) []int {
	contradicts := func(g model.Given) bool { return w.assigned[g.Var] && w.value[g.Var] != g.Value }
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool { return slices.ContainsFunc(w.cubes[i], contradicts) })
}
