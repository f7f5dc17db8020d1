package backtrack

import (
	"context"

	"nonet/backends"
	"nonet/model"
)

// An Order is a rule that chooses the next variable to assign.
type Order string

const (
	// Fewest takes the first variable with the fewest candidates: values of its domain that clash with no assigned
	// variable.
	Fewest Order = "fewest"
	// RowMajor takes the variables in the order of the model.
	RowMajor Order = "row-major"
	// Random takes the variables in an order that is drawn once from Solver.Seed, the same for all puzzles.
	Random Order = "random"
	// NearlyComplete takes the first unassigned variable of the first AllDifferent with the fewest unassigned
	// variables.
	NearlyComplete Order = "nearly-complete"
)

// Orders returns the orders, the default first.
func Orders() []Order { return []Order{Fewest, RowMajor, Random, NearlyComplete} }

// A Solver assigns one variable after another, values in increasing order, and backtracks when all values of a variable
// clash with the assigned variables. There is no propagation: a value is tried, and checked against the AllDifferents
// and NotEquals of the variable, and against other constraints once all their variables are assigned.
//
// Its memory is one bit per variable and per value that occurs in any domain.
type Solver struct {
	Order Order  // "" means Fewest
	Seed  uint64 // for Random

	// Nodes limits the nodes, as counted in Effort; 0 means no limit. A search that reaches the limit is incomplete.
	Nodes int64
}

var _ model.Preparer = Solver{}

// Solve implements model.Solver. It returns an error, besides ctx.Err(), if m is invalid or the order unknown.
//
// In Effort, Probes are the values tried; Nodes the assignments of values that clash with no assigned variable;
// Failures the backtracks from a variable without a value left. The givens of the model are not counted.
func (s Solver) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return backends.Compiler(s.newSearch).Solve(ctx, m, yield)
}

// Prepare implements model.Preparer: it analyses base once. SolveGiven does not allocate. It returns an error if a
// given mentions a variable that does not exist.
func (s Solver) Prepare(ctx context.Context, base *model.Model) (model.Prepared, error) {
	return backends.Compiler(s.newSearch).Prepare(ctx, base)
}
