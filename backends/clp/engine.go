package clp

import (
	"context"

	"nonet/backends"
	"nonet/encode/ip"
	"nonet/model"
)

// An Engine solves 0-1 programs. It is safe for concurrent use: each call has its own CLP model.
//
// The zero value probes columns to a fixpoint at each node. If columns are left, it solves the relaxation of the root,
// and branches on the fractional column with the largest product of fixings. Below the root, without an objective, it
// solves a relaxation at every fourth level only, until one closes a node: on the hardest Sudokus none does. Probing
// solves all Sudokus with 17 clues, so that they need no relaxation.
type Engine struct {
	// Plain selects branch and bound as in Thein's thesis, which used GLPK: no presolve, first the relaxation of all
	// rows and columns with the objective, then branching on the most fractional column. Below the root the rows
	// tighten bounds before each relaxation, as GLPK does by default (pp_tech). It differs in the simplex method (CLP:
	// dual, GLPK: primal), in the order of the nodes (depth-first; GLPK: best bound, which a constant objective leaves
	// open) and in the branching rule (GLPK's default is by Driebeck and Tomlin, which uses the objective).
	//
	// Source: M. Thein, An in depth analysis of Sudoku with focus in integer and constraint programming, M.S. thesis,
	// Penn State 2014.
	Plain bool
}

var _ backends.Engine[*ip.Program, ip.Point] = Engine{}

// Solve passes solutions of p to yield, pairwise different on the shown columns, until yield returns false, no further
// solution exists, or ctx ends. With an objective, each solution improves on the last. An objective that counts the
// shown columns is constant, and ignored, if p.OneHot holds. The error wraps backends.ErrUnavailable if this build is
// without CLP. Other errors report a row that mentions a missing column or one column twice, or whose coefficients add
// up to more than MaxActivity.
//
// In Effort, Nodes are the nodes of the search tree, Failures the nodes pruned by propagation, probing or a relaxation,
// LPs and Iterations those of CLP, Probes the columns tried, and Propagations the fixings, probes included.
func (e Engine) Solve(ctx context.Context, p *ip.Program, yield func(ip.Point) bool) (model.Result, error) {
	if _, err := libraryVersion(); err != nil {
		return model.Result{}, err
	}
	return config{openCoin, e.Plain}.solve(ctx, p, yield)
}

// BuiltFor returns the version of CLP that the program is built for, or "" if it is built without the tag clp. The
// library of this version may be missing; see Version.
func BuiltFor() string { return builtFor }

// Version returns the version of the CLP library, such as "1.17.6", or an error that wraps backends.ErrUnavailable.
func Version() (string, error) { return libraryVersion() }
