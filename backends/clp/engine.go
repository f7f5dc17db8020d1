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

	// Plain is branch and bound as in Thein's thesis, which used GLPK: no presolve, the relaxation of all rows and columns first, with the
	// objective, then branching on the most fractional column. Below the root the rows tighten bounds before each relaxation, which
	// GLPK does unless told not to (pp_tech). It differs in the simplex method (CLP's dual; GLPK's primal), in the order of the
	// nodes (depth first; best bound, which a constant objective leaves open) and in the branching rule (GLPK's default is that
	// of Driebeck and Tomlin, which looks at an objective).
	// Source: M. Thein, An in depth analysis of Sudoku with focus in integer and constraint programming, M.S. thesis, Penn State 2014.
	Plain Variant = "plain"

	// Lanl is Default through the package github.com/lanl/clp alone, which costs a load of the program per relaxation.
	Lanl Variant = "clp-lanl"
)

// Variants returns all variants, the default first.
func Variants() []Variant { return []Variant{Default, Probe, Plain, Lanl} }

func (v Variant) config() (config, error) {
	switch v {
	case Default:
		return config{newRelaxation: openCoin, startBasis: true, probeLate: true}, nil
	case Probe:
		return config{newRelaxation: openCoin, startBasis: true, probeFirst: true}, nil
	case Plain:
		return config{newRelaxation: openCoin, wholeProgram: true}, nil
	case Lanl:
		return config{newRelaxation: openLanl, probeLate: true}, nil
	}
	return config{}, fmt.Errorf("clp: unknown variant %q", string(v))
}

// An Engine solves 0-1 programs. The zero value is the default. It may be used by many goroutines: each call has its own CLP.
type Engine struct {
	Variant Variant
}

var _ backends.Engine[*ip.Program, ip.Point] = Engine{}

// Solve passes solutions of p to yield, different from one another on the shown columns, until yield returns false, there is no other,
// or ctx ends; with an objective, each improves on the last. An objective that is constant because p.OneHot holds and it counts
// the shown columns is no objective. It returns an error that wraps backends.ErrUnavailable if this build
// is without CLP, and others if a row mentions a column that does not exist or one column twice, or if the coefficients of a row add up
// to more than MaxActivity.
//
// In the Effort that it returns, Nodes are those of the search tree, Failures the nodes closed by propagation, probing or a relaxation,
// LPs and Iterations those of CLP (0 iterations where the wrapper does not tell), Probes the columns tried, and Propagations the
// fixings, those of tries included. LPs is 0 if no node needed one.
func (e Engine) Solve(ctx context.Context, p *ip.Program, yield func(ip.Point) bool) (model.Result, error) {
	d, err := e.Variant.config()
	if err != nil {
		return model.Result{}, err
	}
	if _, err := libraryVersion(); err != nil {
		return model.Result{}, err
	}
	return d.solve(ctx, p, yield)
}

// Version returns the version of the CLP library, such as "1.17.6", or an error that wraps backends.ErrUnavailable.
func Version() (string, error) { return libraryVersion() }
