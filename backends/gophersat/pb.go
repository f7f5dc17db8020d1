package gophersat

import (
	"context"
	"slices"

	"github.com/crillab/gophersat/solver"

	"nonet/backends"
	"nonet/encode/ip"
	"nonet/model"
)

// PB solves 0-1 programs as pseudo-Boolean problems. After each solution it builds a new solver for the program with
// one more row, which excludes the solution or, with an objective, requires a better one (Program.CutOff). Enumeration
// therefore takes at least quadratic time in the number of solutions.
type PB struct{}

var _ backends.Engine[*ip.Program, ip.Point] = PB{}

// Solve implements backends.Engine. It returns an error if a right-hand side is too large for the library.
func (PB) Solve(ctx context.Context, p *ip.Program, yield func(ip.Point) bool) (model.Result, error) {
	var r model.Result
	if err := ctx.Err(); err != nil {
		return r, err
	}
	list, ok, err := constraints(p)
	cut := *p
	for err == nil && ok {
		s := solver.New(solver.ParsePBConstrs(clonePB(list)))
		status, failure := search(ctx, s)
		r.Stats.Effort.Add(effort(s))
		if failure != nil {
			return r, failure
		}
		if status != solver.Sat {
			break
		}
		point := make(ip.Point, len(p.Columns)) // columns that no constraint mentions are 0
		for j, one := range s.Model() {
			if one {
				point[j] = 1
			}
		}
		r.Solutions++
		if !yield(point) {
			return r, nil
		}
		cut.Rows = nil
		cut.CutOff(point)
		list, ok, err = appendRow(list, &cut, 0)
	}
	r.Complete = err == nil
	return r, err
}

// clonePB returns a deep copy of the constraints, which the library modifies.
func clonePB(list []solver.PBConstr) []solver.PBConstr {
	c := slices.Clone(list)
	for i := range c {
		c[i].Lits, c[i].Weights = slices.Clone(c[i].Lits), slices.Clone(c[i].Weights)
	}
	return c
}
