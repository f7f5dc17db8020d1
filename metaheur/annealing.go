package metaheur

import (
	"context"
	"math"

	"nonet/metaheur/enum"
	"nonet/metaheur/option"
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

	Cooling float64 `default:"0.99" most:"1" help:"factor of the temperature after each chain"`
	Chain   int     `least:"0" help:"moves of a chain; 0: the square of the number of free cells"`
	Reheat  int     `default:"20" help:"chains without progress before the temperature returns to its start"`
	Sample  int     `default:"100" most:"65536" help:"costs that the first temperature is computed from"`

	Progress    Progress    `help:"what progress of a chain is"`                           // the paper says "no improvement in the cost"
	Temperature Temperature `help:"statistic of the sample that the first temperature is"` // the paper's is the variance, later works take the standard deviation
	Start       Start       `help:"where the sample is taken"`                             // the paper does not say
	Choice      Choice      `help:"how the two cells of a move are drawn"`
}

// Progress tells chains that keep the annealing going from those that bring it nearer to reheating.
type Progress = enum.Option[progressNames]
type progressNames struct{}

func (progressNames) Names() []string {
	return []string{"below-last-chain", "below-reheat", "any-descent"}
}

const (
	BelowLastChain Progress = iota // the least cost of the chain is below that of the chain before
	BelowReheat                    // below all costs since the last reheating: the literal reading, which reheats long before it is cold
	AnyDescent                     // some improving move was accepted
)

// Temperature is how the costs of the sample become the first temperature.
type Temperature = enum.Option[temperatureNames]
type temperatureNames struct{}

func (temperatureNames) Names() []string { return []string{"variance", "deviation|standard-deviation"} }

const (
	Variance Temperature = iota
	StandardDeviation
)

// Start is where the sample's costs are taken.
type Start = enum.Option[startNames]
type startNames struct{}

func (startNames) Names() []string { return []string{"along-walk", "neighbours"} }

const (
	AlongWalk Start = iota // along a random walk, from whose end the annealing goes on
	Neighbors              // at neighbours of the initial state
)

// minTemperature is the least first temperature: tiny puzzles may have a variance of 0.
const minTemperature = 0.1

// Defaults returns a with the default in the place of every option that is zero or out of range.
func (a Annealing) Defaults() Annealing { return option.Defaults(a) }

// Solve implements model.Solver: see Options.solve.
func (a Annealing) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return a.solve(ctx, m, yield, a.Defaults().search)
}

func (a Annealing) search(r *run) []uint8 {
	w := newWalker(r, newNeighborhood(r.problem, a.Choice))
	if w.neighborhood == nil {
		return r.single(w)
	}
	chain := int64(a.Chain)
	if chain == 0 {
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

// initialTemperature returns the temperature to start from. Its moves count; if they come to cost 0, that is where they end.
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
