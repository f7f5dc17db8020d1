package backtrack

import (
	"context"

	"nonet/backends"
	"nonet/model"
)

// An Order says which variable is given a value next.
type Order string

const (
	// Fewest takes a variable with the fewest candidates: values of its domain that clash with none assigned so far. Ties: the first.
	Fewest Order = "fewest"
	// RowMajor takes the variables in the order of the model.
	RowMajor Order = "row-major"
	// Random takes the variables in an order drawn from Solver.Seed once, the same for all puzzles.
	Random Order = "random"
	// NearlyComplete takes the first blank variable of an AllDifferent that has the fewest blank ones. Ties: the first.
	NearlyComplete Order = "nearly-complete"
)

// Orders returns the orders, the default first.
func Orders() []Order { return []Order{Fewest, RowMajor, Random, NearlyComplete} }

// A Solver assigns values to one variable after another, increasing values first, and takes the last one back when all values of a
// variable clash with those before. Nothing is propagated: a value is tried, and checked against the AllDifferents and NotEquals of the
// variable, and against other constraints once all their variables have values.
//
// It keeps a bit for each variable and each value that occurs in any domain.
type Solver struct {
	Order Order  // "" means Fewest
	Seed  uint64 // of Random

	// Nodes is the number of nodes at most, as counted in Effort; 0 means no limit. A search that ends there is not complete.
	Nodes int64
}

var _ model.Preparer = Solver{}

// Solve implements model.Solver. It returns an error, besides that of ctx, if m is ill-formed or the order unknown.
//
// Effort holds Probes: values tried; Nodes: those of them that clash with no variable assigned before, and were assigned; Failures: times
// it went back because a variable had no value left to try. What the model gives is not counted.
func (s Solver) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return backends.Compiler(s.newSearch).Solve(ctx, m, yield)
}

// Prepare implements model.Preparer: it analyses base once. SolveGiven allocates nothing. It returns an error if a given mentions a
// variable that does not exist.
func (s Solver) Prepare(base *model.Model) (model.Prepared, error) {
	return backends.Compiler(s.newSearch).Prepare(base)
}
