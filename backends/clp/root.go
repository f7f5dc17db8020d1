package clp

import (
	"context"
	"fmt"
	"math"

	"nonet/encode/ip"
)

// A Root is the linear relaxation of a whole program: columns may have any value within their bounds. Its numbers are
// floating-point results of CLP and are not certified.
type Root struct {
	Feasible   bool
	Value      float64 // of the objective, which is 0 without terms
	Fractional int     // number of columns that are neither 0 nor 1
	Iterations int64   // of the simplex method
}

// Relax solves the linear relaxation of p, all of its rows and columns, without presolve or propagation. Among several
// optimal points it returns the one that CLP finds. The error wraps backends.ErrUnavailable if this build is without
// CLP; other errors are those of Engine.Solve.
func Relax(ctx context.Context, p *ip.Program) (Root, error) {
	if err := ctx.Err(); err != nil {
		return Root{}, err
	}
	s, err := config{openCoin, true}.search(ctx, p, nil)
	if err != nil {
		return Root{}, err
	}
	defer s.guide.close()
	if err := s.openRelaxation(s.linearize(s.objectiveCost, true)); err != nil {
		return Root{}, err
	}
	if !s.fixBounds() {
		return Root{}, nil
	}
	result := s.solveRelaxation()
	switch {
	case ctx.Err() != nil:
		return Root{}, ctx.Err()
	case s.err != nil:
		return Root{}, s.err
	case result == unknown:
		return Root{}, fmt.Errorf("the relaxation was not solved")
	}
	r := Root{Feasible: result != closed, Iterations: s.effort.Iterations}
	if !r.Feasible {
		return r, nil
	}
	value := 0.0
	for j, x := range s.x {
		if math.Abs(x-math.Round(x)) > integrality {
			r.Fractional++
		}
		if s.objectiveCost != nil {
			value += float64(s.objectiveCost[j]) * x
		}
	}
	if p.Maximize {
		value = -value
	}
	r.Value = value + float64(p.Offset)
	return r, nil
}
