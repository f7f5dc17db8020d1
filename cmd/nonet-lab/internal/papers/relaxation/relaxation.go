// Package relaxation measures the linear relaxation of the 0-1 program of a model with one solution.
package relaxation

import (
	"context"
	"errors"

	"nonet/backends/clp"
	"nonet/encode"
	"nonet/encode/ip"
	"nonet/model"
)

// Measure solves the relaxation twice, without an objective and as far from the solution as possible.
//
//   - fractional: the columns that are neither 0 nor 1 in the point that CLP finds without an objective, 0 if it is
//     integral.
//   - gap: the largest number of variables in which a point of the relaxation differs from the solution. It is 0 if the
//     relaxation proves by itself that there is no other. The 0-1 program that maximizes this number has the optimum 0,
//     so it is the integrality gap.
//
// The error wraps backends.ErrUnavailable if this build is without CLP.
func Measure(ctx context.Context, m *model.Model, solution model.Assignment) (fractional, gap float64, err error) {
	e, err := ip.Encoder{}.Encode(ctx, m)
	if err != nil {
		return 0, 0, err
	}
	plain, err := clp.Relax(ctx, e.Formula)
	if err != nil {
		return 0, 0, err
	}
	Differ(e, solution)
	far, err := clp.Relax(ctx, e.Formula)
	if err != nil {
		return 0, 0, err
	}
	if !plain.Feasible || !far.Feasible {
		return 0, 0, errors.New("the relaxation refutes a puzzle that has a solution")
	}
	return float64(plain.Fractional), far.Value, nil
}

// Differ gives a program the objective to maximize the number of variables that differ from the solution.
func Differ(e encode.Encoding[*ip.Program, ip.Point], solution model.Assignment) {
	e.Formula.Maximize, e.Formula.Objective, e.Formula.Offset = true, nil, 0
	for column, atom := range e.Map.Shown {
		if solution[atom.Var] == atom.Value {
			e.Formula.Objective = append(e.Formula.Objective, ip.Entry{Column: column, Coef: -1})
			e.Formula.Offset++
		}
	}
}
