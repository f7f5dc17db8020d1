package clp

import (
	"context"
	"fmt"

	"nonet/backends"
	"nonet/encode/ip"
	"nonet/model"
)

// A Variant names a way of searching.
type Variant string

const (
	// Default solves the relaxation at every node that propagation leaves open. Only if its point is fractional are columns tried, to a
	// fixpoint; then it branches on the fractional column with the largest product of fixings.
	Default Variant = ""

	// Probe tries columns to a fixpoint before each relaxation and branches on the most fractional column. It is the faster one where
	// most relaxations are spared: no Sudoku with 17 clues ever reaches one.
	Probe Variant = "probe"

	// Plain is linear-programming based branch and bound as in Thein's thesis: all rows and columns, the objective kept, no presolve and no
	// propagation, branching on the most fractional column. The simplex method is CLP's dual instead of GLPK's primal, and GLPK's
	// cuts are left out.
	Plain Variant = "plain"

	// Lanl is Default through the package github.com/lanl/clp alone, which costs a load of the program per relaxation.
	Lanl Variant = "clp-lanl"
)

// Variants returns all variants, the default first.
func Variants() []Variant { return []Variant{Default, Probe, Plain, Lanl} }

func (v Variant) design() (design, error) {
	switch v {
	case Default:
		return design{open: openCoin, startBasis: true, probeLate: true}, nil
	case Probe:
		return design{open: openCoin, startBasis: true, probeFirst: true}, nil
	case Plain:
		return design{open: openCoin, everything: true}, nil
	case Lanl:
		return design{open: openLanl, probeLate: true}, nil
	}
	return design{}, fmt.Errorf("clp: unknown variant %q", string(v))
}

// An Engine solves 0-1 programs. The zero value is the default. It may be used by many goroutines: each call has its own CLP.
type Engine struct {
	Variant Variant
}

var _ backends.Engine[*ip.Program, ip.Point] = Engine{}

// Solve passes solutions of p to yield as the package comment says. It returns an error that wraps backends.ErrUnavailable if this build
// is without CLP, and others if a row mentions a column that does not exist or one column twice, or if the coefficients of a row add up
// to more than MaxActivity.
//
// In the Effort that it returns, Nodes are those of the search tree, Failures the nodes closed by propagation, probing or a relaxation,
// LPs and Iterations those of CLP (0 iterations where the wrapper does not tell), Probes the columns tried, and Propagations the
// fixings, those of tries included. LPs is 0 if no node needed one.
func (e Engine) Solve(ctx context.Context, p *ip.Program, yield func(ip.Point) bool) (model.Result, error) {
	d, err := e.Variant.design()
	if err != nil {
		return model.Result{}, err
	}
	if _, err := library(); err != nil {
		return model.Result{}, err
	}
	return d.solve(ctx, p, yield)
}

// Version returns the version of the CLP library, such as "1.17.6", or an error that wraps backends.ErrUnavailable.
func Version() (string, error) { return library() }
