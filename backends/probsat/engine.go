package probsat

import (
	"context"

	"nonet/backends"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/parallel"
)

// Engine searches for one valuation of a CNF formula. The zero value is probSAT with seed 0 and no limit.
//
// Effort.Iterations counts the flips of all walks and Restarts their restarts. Cost is the smallest number of false
// clauses seen, sampled every few thousand flips.
type Engine struct {
	Choice Choice
	// Seed selects the walk: the same seed gives the same walk.
	Seed uint64
	// FlipBudget limits the flips of a walk. 0 means no limit: the walk runs until ctx ends.
	FlipBudget int64
	// MaxFlips is the number of flips after which a walk restarts from a random valuation (MAX-FLIPS in the literature,
	// where a try is the sequence of flips between restarts). 0 means no restarts, as in probSAT.
	MaxFlips int64
	// Jobs is the number of parallel walks, with distinct seeds derived from Seed. The first walk to find a solution
	// ends the others. 0 means 1.
	Jobs int

	// Base of ProbSAT is the factor by which each broken clause lowers the probability of a flip, cb in the paper. The
	// paper tunes it to the class of formulas: 2.5 for random 3-SAT, more for longer clauses. 0 means the constant
	// Base, which is good at all orders of Sudokus with the extended clauses; with 2.5, order 5 is out of reach.
	Base float64
	// Noise of SKC is the probability of a random flip when every flip breaks a clause. 0 means the constant Noise.
	Noise float64
}

// Defaults of the parameters, good for Sudokus of all orders.
const (
	Base  = 4.5
	Noise = 0.4
)

var _ backends.Engine[*cnf.Formula, cnf.Valuation] = Engine{}

// Solve implements backends.Engine. It passes on at most one solution. The result is complete only if unit propagation
// refutes the formula, or fixes all shown variables and a solution is found.
func (e Engine) Solve(ctx context.Context, f *cnf.Formula, yield func(cnf.Valuation) bool) (model.Result, error) {
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	p, err := newInstance(ctx, f)
	if err != nil {
		return model.Result{}, err
	}
	if p == nil {
		return model.Result{Complete: true}, nil
	}
	runs := make([]run, max(1, e.Jobs))
	parallel.Do(ctx, len(runs), func(ctx context.Context, i int) (stop bool) {
		runs[i] = e.run(ctx, newWalk(p, e.Seed, uint64(i)))
		return runs[i].found
	})
	var r model.Result
	var winner *walk
	for i, one := range runs {
		r.Stats.Effort.Add(model.Effort{Iterations: one.flips, Restarts: one.restarts})
		if i == 0 || one.minFalse < r.Stats.Cost {
			r.Stats.Cost = one.minFalse
		}
		if one.found && winner == nil {
			winner = one.walk
		}
	}
	if winner == nil {
		return r, ctx.Err()
	}
	r.Solutions = 1
	r.Complete = yield(p.valuation(winner.isTrue)) && p.shownFixed
	return r, nil
}

// A run is the outcome of one walk.
type run struct {
	*walk
	flips, restarts int64
	minFalse        int // fewest false clauses seen
	found           bool
}

// checkInterval is the number of flips between two checks of the context: a few milliseconds.
const checkInterval = 1 << 14

// run walks until every clause is true, the budget is spent, or ctx ends.
func (e Engine) run(ctx context.Context, w *walk) run {
	choose := e.chooser(w.maxOccurrences)
	r := run{walk: w, minFalse: w.clauses.Len()}
	if !w.randomize(ctx) {
		return r
	}
	r.minFalse = len(w.falseClauses)
	for tryLeft := e.MaxFlips; len(w.falseClauses) > 0 && ctx.Err() == nil &&
		(e.FlipBudget == 0 || r.flips < e.FlipBudget); {
		if e.MaxFlips > 0 && tryLeft == 0 {
			if !w.randomize(ctx) {
				return r
			}
			tryLeft = e.MaxFlips
			r.restarts++
		}
		n := int64(checkInterval)
		if e.FlipBudget > 0 {
			n = min(n, e.FlipBudget-r.flips)
		}
		if e.MaxFlips > 0 {
			n = min(n, tryLeft)
		}
		made := w.makeFlips(n, choose)
		r.flips += made
		tryLeft -= made
		r.minFalse = min(r.minFalse, len(w.falseClauses))
	}
	r.found = len(w.falseClauses) == 0
	return r
}

func (e Engine) chooser(most int) chooser {
	if e.Choice == SKC {
		if e.Noise <= 0 {
			e.Noise = Noise
		}
		return skc(min(e.Noise, 1))
	}
	if e.Base <= 0 {
		e.Base = Base
	}
	return proportional(e.Base, most)
}

// makeFlips makes up to n flips and stops when no clause is false. It returns the number of flips made.
func (w *walk) makeFlips(n int64, choose chooser) int64 {
	for i := range n {
		if len(w.falseClauses) == 0 {
			return i
		}
		random := w.random.Uint64()
		clause := w.clauses.Get(w.falseClauses[uniformBelow(uint32(random>>32), uint32(len(w.falseClauses)))])
		w.flip(choose(w, clause, uint32(random)))
	}
	return n
}
