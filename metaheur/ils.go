package metaheur

import (
	"context"
	"slices"

	"nonet/internal/option"
	"nonet/model"
)

// IteratedLocalSearch alternates between tabu search and perturbation by constraint propagation. The tabu search swaps
// cells in conflict within their blocks until a number of iterations bring no improvement. Its result becomes the
// incumbent if it is no worse, or with a small probability even if it is. The perturbation frees the incumbent's cells
// in conflict and some others, fills what it can of them by propagation and a short depth-first search, and the rest at
// random.
//
// A move is a swap evaluated or a perturbation; nodes are the nodes of the perturbations. Trace is called after each
// tabu search.
//
// Source: the family of N. Musliu, F. Winter, A Hybrid Approach for the Sudoku Problem: Using Constraint Programming in
// Iterated Local Search, IEEE Intelligent Systems 32(2), 2017, pp. 52-62. The parameters, the weights in the
// depth-first search and the share of freed cells are the project's own.
type IteratedLocalSearch struct {
	Options

	Idle   int     `default:"300" help:"iterations without improvement that end a local search"`
	Tenure int     `default:"5" help:"least tabu tenure of a value that a cell has lost, in iterations"`
	Spread int     `default:"10" help:"range of a random addition to the tenure"`
	Share  float64 `default:"0.6" help:"addition to the tenure for each cell in conflict"`

	Loosened float64 `default:"0.2" most:"1" help:"share of the cells not in conflict that are freed"`
	Failures int     `default:"100" help:"contradictions after which the depth-first search stops"`
	Worse    float64 `default:"0.02" most:"1" help:"probability of accepting a worse incumbent"`
}

// Solve implements model.Solver: see Options.solve.
func (o IteratedLocalSearch) Solve(ctx context.Context, m *model.Model,
	yield func(model.Assignment) bool) (model.Result, error) {
	return o.solve(ctx, m, yield, option.Defaults(o).search)
}

func (o IteratedLocalSearch) search(r *run) []uint8 {
	fix := newRepairer(r)
	if r.refuted {
		return nil
	}
	s := newTabuSearch(r, o)
	s.completeFrom(fix.value)
	incumbent, cost := slices.Clone(s.value), s.cost
	for {
		r.observe(s.cost)
		s.descend()
		if s.cost == 0 {
			return s.value
		}
		r.traceEvent(s.cost, 0)
		if !r.running() {
			return nil
		}
		if s.bestCost <= cost || r.Float64() < o.Worse {
			copy(incumbent, s.best)
			cost = s.bestCost
		}
		copy(s.value, incumbent)
		s.recount()
		for c := range fix.free {
			fix.free[c] = s.inConflict(c) || r.Float64() < o.Loosened
		}
		if found := fix.repair(incumbent, o.Failures); found != nil {
			return found
		}
		r.restarts++
		r.addMoves(1, s.cost)
		s.completeFrom(fix.fullest)
	}
}
