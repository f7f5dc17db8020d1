package metaheur

import (
	"context"
	"math"

	"nonet/metaheur/enum"
	"nonet/metaheur/option"
	"nonet/model"
)

// Tempering is replica exchange: several assignments walk as in annealing, each at a temperature of its own that does not change; now and
// then two of neighbouring temperatures change places, with the probability that leaves the distribution at each temperature as it is. So
// an assignment that is caught in a valley comes to the hot end and out of it again. Moves are those of Annealing.
//
// The domains that a preprocessor leaves guide the search: a value outside the domain of its cell costs one, like a value absent from a line.
// Such swaps are not forbidden, since those that respect all domains do not connect the assignments that do.
//
// Near misses are completed: the cells of an assignment of low cost that stand in the way are freed, and depth-first search with
// propagation has a short try at them.
//
// A move is a swap evaluated; nodes are those of the completions. Trace is called after each round with the cost of the coldest
// assignment.
//
// Source: K. Hukushima, K. Nemoto, Exchange Monte Carlo Method and Application to Spin Glass Simulations, J. Physical Society of Japan
// 65(6), 1996, pp. 1604-1608. The temperatures, between which these puzzles neither melt nor freeze, and the completion are the project's own.
type Tempering struct {
	Options

	Replicas int     `default:"8" most:"1024" help:"assignments"`
	Coldest  float64 `default:"0.25" help:"the lowest temperature"`
	Hottest  float64 `default:"0.6" help:"the highest"` // Those between are in geometric progression
	Sweep    int     `default:"5000" help:"moves of each assignment between exchanges"`

	Domains    Domains    `help:"what a value outside the domain of its cell costs"`
	Completion Completion `help:"what is done about near misses"`
	Every      int        `default:"10" help:"rounds between completions"`
	Near       int        `default:"12" help:"the highest cost of a near miss"`
	Loosened   float64    `default:"0.2" most:"1" help:"share of the cells not in the way that are freed with the others"`
	Failures   int        `default:"200" help:"contradictions after which a completion is given up"`
}

// Domains says how local search takes the domains of the cells, which are smaller than what the blocks lack when a preprocessor has been at
// work.
type Domains = enum.Option[domainsNames]
type domainsNames struct{}

func (domainsNames) Names() []string { return []string{"counted", "ignored"} }

const (
	DomainsCounted Domains = iota // each value outside its domain costs one
	DomainsIgnored                // as in the papers: only the lines count, unless the domains turn out to say more than they
)

// Completion says whether local search hands near misses to exact search.
type Completion = enum.Option[completionNames]
type completionNames struct{}

func (completionNames) Names() []string { return []string{"exact", "nothing"} }

const (
	ExactCompletion Completion = iota // they are completed by search with propagation
	NoCompletion                      // pure local search
)

// Defaults returns t with the default in the place of every option that is zero or out of range.
func (t Tempering) Defaults() Tempering { return option.Defaults(t) }

// Solve implements model.Solver: see Options.solve.
func (t Tempering) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return t.solve(ctx, m, yield, t.Defaults().search)
}

func (t Tempering) search(r *run) []uint8 {
	n := newNeighborhood(r.problem, CellThenMate)
	walkers := make([]*walker, t.Replicas) // hottest first
	for k := range walkers {
		walkers[k] = newWalker(r, n)
		walkers[k].setStrict(t.Domains == DomainsCounted)
		walkers[k].setTemperature(t.temperature(k))
		if found := r.solutionOf(walkers[k]); found != nil || n == nil {
			r.observe(walkers[k].cost)
			return found
		}
	}
	var fix *repairer
	if t.Completion == ExactCompletion {
		if fix = newRepairer(r); r.refuted {
			return nil
		}
	}
	for round := 1; r.running(); round++ {
		for _, w := range walkers {
			w.lowestCost = w.cost
			if found := r.runWalker(w, int64(t.Sweep)); found != nil {
				return found
			}
			if fix != nil && round%t.Every == 0 && w.cost <= t.Near {
				if found := t.complete(fix, w.permutations); found != nil {
					return found
				}
			}
		}
		coldest := len(walkers) - 1
		r.traceEvent(walkers[coldest].cost, t.temperature(coldest))
		t.exchange(r, walkers, round)
	}
	return nil
}

// complete frees the lines of s that repeat a value, and a share of the other cells.
func (t Tempering) complete(fix *repairer, s *permutations) []uint8 {
	for c := range fix.free {
		fix.free[c] = fix.run.Float64() < t.Loosened
	}
	for i, cells := range s.lines {
		for _, c := range cells {
			if s.count[s.offsetOf(i)+lineOffset(s.value[c])] > 1 {
				for _, c := range cells {
					fix.free[c] = true
				}
				break
			}
		}
	}
	return fix.repair(s.value, t.Failures)
}

// temperature returns that of the k-th replica, counted from the hottest.
func (t Tempering) temperature(k int) float64 {
	return geometricTemperature(t.Hottest, t.Coldest, k, t.Replicas)
}

// geometricTemperature returns the k-th of n temperatures in geometric progression.
func geometricTemperature(hottest, coldest float64, k, n int) float64 {
	return hottest * math.Pow(coldest/hottest, float64(k)/float64(max(1, n-1)))
}

// exchange lets neighbours change places: pairs that begin at an even number in one round, at an odd one in the next.
func (t Tempering) exchange(r *run, walkers []*walker, round int) {
	for k := round % 2; k+1 < len(walkers); k += 2 {
		hot, cold := walkers[k], walkers[k+1]
		gain := float64(hot.cost-cold.cost) * (1/t.temperature(k) - 1/t.temperature(k+1))
		if gain >= 0 || r.Float64() < math.Exp(gain) {
			walkers[k], walkers[k+1] = cold, hot
			hot.accept, cold.accept = cold.accept, hot.accept
		}
	}
}
