package metaheur

import (
	"context"
	"math"

	"nonet/internal/option"
	"nonet/model"
)

// Tempering is replica exchange. Several assignments walk as in annealing, each at its own fixed temperature. After
// each round, assignments at neighbouring temperatures are exchanged with the probability that keeps the distribution
// at each temperature. So an assignment in a local minimum can move to a high temperature, escape, and cool down again.
// Moves are the moves of Annealing.
//
// The domains that a preprocessor leaves guide the search: a value outside the domain of its cell costs one, like a
// value absent from a line. Such swaps are not forbidden: the assignments that respect all domains are not connected by
// swaps that respect all domains.
//
// Near misses are completed: in an assignment of low cost, the lines with repeated values are freed, and a short
// depth-first search with propagation tries to fill them.
//
// A move is a swap evaluated; nodes are the nodes of the completions. Trace is called after each round with the cost of
// the coldest assignment.
//
// Source: K. Hukushima, K. Nemoto, Exchange Monte Carlo Method and Application to Spin Glass Simulations, J. Physical
// Society of Japan 65(6), 1996, pp. 1604-1608. The range of temperatures, in which these puzzles neither melt nor
// freeze, and the completion are the project's own.
type Tempering struct {
	Options

	Replicas int     `default:"8" most:"1024" help:"number of assignments"`
	Coldest  float64 `default:"0.25" help:"the lowest temperature"`
	// The temperatures between Coldest and Hottest are in geometric progression.
	Hottest float64 `default:"0.6" help:"the highest temperature"`
	Sweep   int     `default:"5000" help:"moves of each assignment between exchanges"`

	Domains    Domains    `help:"what a value outside the domain of its cell costs"`
	Completion Completion `help:"how near misses are completed"`
	Every      int        `default:"10" help:"rounds between completions"`
	Near       int        `default:"12" help:"the highest cost of a near miss"`
	Loosened   float64    `default:"0.2" most:"1" help:"share of the other cells that are freed with these lines"`
	Failures   int        `default:"200" help:"contradictions after which a completion stops"`
}

// Domains is how local search treats the domains of the cells, which are smaller than the missing values of their
// blocks after a preprocessor.
type Domains int

func (Domains) Names() []string { return []string{"counted", "ignored"} }

const (
	DomainsCounted Domains = iota // each value outside its domain costs one
	DomainsIgnored                // as in the papers, only lines count, until an assignment of cost 0 violates a domain
)

// Completion is whether local search hands near misses to a complete search.
type Completion int

func (Completion) Names() []string { return []string{"exact", "nothing"} }

const (
	ExactCompletion Completion = iota // near misses are completed by tree search with propagation
	NoCompletion                      // pure local search
)

// Solve implements model.Solver: see Options.solve.
func (t Tempering) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return t.solve(ctx, m, yield, option.Defaults(t).search)
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

// complete frees the lines of s with repeated values and a share of the other cells, and repairs the assignment.
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

// temperature returns the temperature of replica k; replica 0 is the hottest.
func (t Tempering) temperature(k int) float64 {
	return geometricTemperature(t.Hottest, t.Coldest, k, t.Replicas)
}

// geometricTemperature returns temperature k of n in geometric progression from hottest to coldest.
func geometricTemperature(hottest, coldest float64, k, n int) float64 {
	return hottest * math.Pow(coldest/hottest, float64(k)/float64(max(1, n-1)))
}

// exchange exchanges assignments at neighbouring temperatures: pairs that begin at an even index in even rounds, at an
// odd index in odd rounds.
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
