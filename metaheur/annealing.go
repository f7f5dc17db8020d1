package metaheur

import (
	"context"
	"math"

	"nonet/model"
)

// Annealing is Lewis's simulated annealing. A state keeps every block a permutation; its cost is the number of values absent from the
// lines; a move swaps two free cells of a block. The temperature starts at the variance of the costs along a short random walk, falls by a
// constant factor after each chain of moves, and returns to its start when chain after chain brings nothing. Behind the preprocessor
// lewis it is Lewis's hybrid.
//
// A move is a swap evaluated, accepted or not. Trace is called after each chain.
//
// Source: R. Lewis, On the Combination of Constraint Programming and Stochastic Search: The Sudoku Case, Hybrid Metaheuristics 2007,
// LNCS 4771, pp. 96-107; the zero value is the paper where it is definite. Where it is not, the field says what was chosen.
type Annealing struct {
	Options

	Cooling float64 // factor of the temperature after each chain; 0 means 0.99
	Chain   int     // moves of a chain; 0 means the square of the number of free cells
	Reheat  int     // chains without progress until the temperature returns to its start; 0 means 20
	Sample  int     // costs that the first temperature is computed from; 0 means 100

	Progress    Progress    // what progress of a chain is: the paper says "no improvement in the cost"
	Temperature Temperature // statistic that the first temperature is; the paper's is the variance, later works take the standard deviation
	Start       Start       // where the sampled costs are from: the paper does not say
	Choice      Choice      // how the two cells of a move are drawn
}

// Progress tells chains that keep the annealing going from those that bring it nearer to reheating.
type Progress int

const (
	BelowLastChain Progress = iota // the least cost of the chain is below that of the chain before
	BelowReheat                    // below all costs since the last reheating
	AnyDescent                     // some improving move was accepted
)

// Temperature is how the costs of the sample become the first temperature.
type Temperature int

const (
	Variance Temperature = iota
	StandardDeviation
)

// Start is where the sample's costs are taken.
type Start int

const (
	AlongWalk  Start = iota // along a random walk, from whose end the annealing goes on
	Neighbours              // at neighbours of the initial state
)

// Choice is the distribution of moves.
type Choice int

const (
	CellThenMate Choice = iota // a free cell, then another of its block
	AnyPair                    // all pairs alike
	BlockFirst                 // a block, then a pair in it
)

// lowestStart is the least first temperature: tiny puzzles may have a variance of 0.
const lowestStart = 0.1

var _ model.Solver = Annealing{}

// Solve implements model.Solver: see Options.solve.
func (a Annealing) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	if a.Cooling == 0 {
		a.Cooling = 0.99
	}
	if a.Reheat == 0 {
		a.Reheat = 20
	}
	if a.Sample == 0 {
		a.Sample = 100
	}
	return a.solve(ctx, m, yield, a.search)
}

func (a Annealing) search(r *run) []uint8 {
	s := newPermutations(r.problem)
	s.shuffle(r.Rand)
	if len(s.movers) == 0 || s.cost == 0 {
		r.saw(s.cost)
		return s.solution()
	}
	draw := a.Choice.of(s)
	chain := int64(a.Chain)
	if chain == 0 {
		chain = int64(s.free() * s.free())
	}
	start := a.firstTemperature(s, r, draw)
	for t, last, idle, coldest := start, s.cost, 0, s.cost; ; {
		lowest, descended, made := a.anneal(s, r, draw, t, r.left(chain))
		goOn := r.on(made, lowest)
		r.event(s.cost, t)
		if s.cost == 0 {
			return s.solution()
		}
		if !goOn {
			return nil
		}
		progress := false
		switch a.Progress {
		case BelowLastChain:
			progress = lowest < last
		case BelowReheat:
			progress = lowest < coldest
		case AnyDescent:
			progress = descended
		}
		last, coldest = lowest, min(coldest, lowest)
		t *= a.Cooling
		if idle++; progress {
			idle = 0
		}
		if idle == a.Reheat {
			t, idle, coldest = start, 0, s.cost
			r.restarts++
		}
	}
}

var _ = math.Exp
