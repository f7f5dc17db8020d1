package metaheur

import (
	"context"
	"math"

	"nonet/internal/option"
	"nonet/model"
)

// Annealing is Lewis's simulated annealing. A state keeps every block a permutation; its cost is the number of values
// absent from the lines; a move swaps two free cells of a block. The initial temperature is the variance of the costs
// along a short random walk. The temperature falls by a constant factor after each chain of moves, and returns to its
// initial value after a number of chains without progress (reheating). With the preprocessor lewis it is Lewis's
// hybrid.
//
// A move is a swap evaluated, accepted or not. Trace is called after each chain.
//
// Source: R. Lewis, On the Combination of Constraint Programming and Stochastic Search: The Sudoku Case, Hybrid
// Metaheuristics 2007, LNCS 4771, pp. 96-107. The zero value follows the paper where it is definite; elsewhere the
// field states what was chosen.
type Annealing struct {
	Options

	Cooling float64 `default:"0.99" most:"1" help:"factor of the temperature after each chain"`
	Chain   int     `least:"0" help:"moves per chain; 0: as length says"`
	Reheat  int     `default:"20" help:"chains without progress before reheating"`
	Sample  int     `default:"100" most:"65536" help:"number of costs in the sample for the initial temperature"`

	// The paper squares the number of free cells of all blocks together.
	Length Length `help:"moves per chain, from the free cells"`

	// The paper says "no improvement in the cost".
	Progress Progress `help:"when a chain has made progress"`
	// The paper takes the variance, later works the standard deviation.
	Temperature Temperature `help:"statistic of the sample that is the initial temperature"`
	// The paper does not say.
	Start Start `help:"where the sample is taken"`

	Choice Choice `help:"how the two cells of a move are drawn"`
}

// Length is the number of moves of a chain, from the numbers of free cells.
type Length int

func (Length) Names() []string { return []string{"free-squared", "blocks-squared"} }

const (
	FreeSquared   Length = iota // the square of the number of free cells
	BlocksSquared               // the sum of the squares of the numbers of the blocks: about twice the number of swaps
)

// Progress is the criterion for a chain with progress, which postpones reheating.
type Progress int

func (Progress) Names() []string {
	return []string{"below-last-chain", "below-reheat", "any-descent"}
}

const (
	BelowLastChain Progress = iota // the lowest cost of the chain is below the lowest cost of the chain before
	BelowReheat                    // below all costs since the last reheating: literal, but reheats while still hot
	AnyDescent                     // some improving move was accepted
)

// Temperature is the statistic of the sampled costs that is the initial temperature.
type Temperature int

func (Temperature) Names() []string { return []string{"variance", "deviation|standard-deviation"} }

const (
	Variance Temperature = iota
	StandardDeviation
)

// Start is where the costs of the sample are taken.
type Start int

func (Start) Names() []string { return []string{"along-walk", "neighbours"} }

const (
	AlongWalk Start = iota // along a random walk; the annealing continues from its end
	Neighbors              // at neighbours of the initial state
)

// minTemperature is the least initial temperature: the costs of tiny puzzles may have a variance of 0.
const minTemperature = 0.1

// Solve implements model.Solver: see Options.solve.
func (a Annealing) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return a.solve(ctx, m, yield, option.Defaults(a).search)
}

func (a Annealing) search(r *run) []uint8 {
	w := newWalker(r, newNeighborhood(r.problem, a.Choice))
	if w.neighborhood == nil {
		found := r.solutionOf(w) // without swaps, there is one assignment
		r.observe(w.cost)
		return found
	}
	chain := int64(a.Chain)
	switch {
	case chain > 0:
	case a.Length == BlocksSquared:
		for _, b := range r.blocks {
			chain += int64(len(b.free)) * int64(len(b.free))
		}
	default:
		chain = r.numFree() * r.numFree()
	}
	start := a.initialTemperature(r, w)
	t, last, coldest := start, w.cost, w.cost
	for idle := 0; r.running(); {
		w.setTemperature(t)
		w.lowestCost, w.improved = w.cost, false
		if found := r.runWalker(w, chain); found != nil {
			return found
		}
		r.traceEvent(w.cost, t)
		progress := false
		switch a.Progress {
		case BelowLastChain:
			progress = w.lowestCost < last
		case BelowReheat:
			progress = w.lowestCost < coldest
		case AnyDescent:
			progress = w.improved
		}
		last, coldest = w.lowestCost, min(coldest, w.lowestCost)
		t *= a.Cooling
		if idle++; progress {
			idle = 0
		}
		if idle == a.Reheat {
			t, idle, coldest = start, 0, w.cost
			r.restarts++
		}
	}
	return nil
}

// initialTemperature returns the temperature to start from. Its moves count. It stops early if the walk reaches cost 0.
func (a Annealing) initialTemperature(r *run, w *walker) float64 {
	var sum, squares, n float64
	for range r.remaining(int64(a.Sample)) {
		if w.cost == 0 {
			break
		}
		x, y := w.draw(w.rng)
		d := w.delta(x, y)
		cost := float64(w.cost + d)
		sum, squares, n = sum+cost, squares+cost*cost, n+1
		if a.Start == AlongWalk {
			w.swap(x, y, d)
		}
	}
	r.addMoves(int64(n), w.cost)
	if n == 0 {
		return minTemperature
	}
	t := squares/n - sum*sum/(n*n)
	if a.Temperature == StandardDeviation {
		t = math.Sqrt(max(0, t))
	}
	return max(t, minTemperature)
}
