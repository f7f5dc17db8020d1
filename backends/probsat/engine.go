package probsat

import (
	"context"
	"sync"

	"nonet/backends"
	"nonet/encode/cnf"
	"nonet/model"
)

// Engine searches for one valuation of a CNF formula. The zero value is probSAT from seed 0 without a limit of its own.
//
// Effort.Iterations counts the flips of all walks, Restarts the tries after the first; Cost is the least number of false clauses seen every
// few thousand flips.
type Engine struct {
	Choice Choice
	Seed   uint64 // the same seed gives the same walk
	Flips  int64  // limit on the flips of a walk; 0 means none: it goes on until ctx ends
	Try    int64  // flips after which a walk starts anew from a random valuation ("MAX-FLIPS"); 0 means never, as in probSAT
	Jobs   int    // walks side by side, each with a seed of its own derived from Seed; the first to arrive ends the others; 0 means 1

	// Base of ProbSAT is the factor by which each broken clause makes a flip less likely, the paper's cb. The paper tunes it to the class of
	// formulas: 2.5 for random 3-SAT, more for longer clauses. 0 means the constant Base, which on Sudokus with the extended clauses is good at all
	// orders; with 2.5, order 5 is out of reach.
	Base float64
	// Noise of SKC is how often a flip that breaks something is chosen blindly. 0 means the constant Noise.
	Noise float64
}

// The defaults of the engine's parameters, good for Sudokus of all orders.
const (
	Base  = 4.5
	Noise = 0.4
)

var _ backends.Engine[*cnf.Formula, cnf.Valuation] = Engine{}

// Solve implements backends.Engine. It passes one solution on at most, and is complete only if unit propagation refutes the formula, or
// fixes all shown variables and a solution is found.
func (e Engine) Solve(ctx context.Context, f *cnf.Formula, yield func(cnf.Valuation) bool) (model.Result, error) {
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	p := newInstance(f)
	if p == nil {
		return model.Result{Complete: true}, nil
	}
	race, stop := context.WithCancel(ctx)
	defer stop()
	runs := make([]run, max(1, e.Jobs))
	var group sync.WaitGroup
	for i := range runs {
		group.Go(func() {
			runs[i] = e.run(race, newWalk(p, e.Seed, uint64(i)))
			if runs[i].found {
				stop()
			}
		})
	}
	group.Wait()
	var r model.Result
	var arrived *walk
	for i, one := range runs {
		r.Stats.Effort.Add(model.Effort{Iterations: one.flips, Restarts: one.restarts})
		if i == 0 || one.least < r.Stats.Cost {
			r.Stats.Cost = one.least
		}
		if one.found && arrived == nil {
			arrived = one.walk
		}
	}
	if arrived == nil {
		return r, ctx.Err()
	}
	r.Solutions = 1
	r.Complete = yield(p.valuation(arrived.holds)) && p.settled
	return r, nil
}

// A run is how far a walk came.
type run struct {
	*walk
	flips, restarts int64
	least           int // false clauses
	found           bool
}

// chunk is the number of flips between two looks at the context: a few milliseconds.
const chunk = 1 << 14

// run walks until no clause is false, or ctx or the limit ends it.
func (e Engine) run(ctx context.Context, w *walk) run {
	choose := e.chooser(w.most)
	w.start()
	r := run{walk: w, least: len(w.broken)}
	for try := e.Try; len(w.broken) > 0 && ctx.Err() == nil && (e.Flips == 0 || r.flips < e.Flips); {
		if e.Try > 0 && try == 0 {
			w.start()
			try = e.Try
			r.restarts++
		}
		n := int64(chunk)
		if e.Flips > 0 {
			n = min(n, e.Flips-r.flips)
		}
		if e.Try > 0 {
			n = min(n, try)
		}
		made := w.walk(n, choose)
		r.flips += made
		try -= made
		r.least = min(r.least, len(w.broken))
	}
	r.found = len(w.broken) == 0
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

// walk makes up to n flips, and returns how many it made until no clause was false.
func (w *walk) walk(n int64, choose chooser) int64 {
	for i := range n {
		if len(w.broken) == 0 {
			return i
		}
		random := w.random.Uint64()
		clause := w.clauses.at(w.broken[below(uint32(random>>32), uint32(len(w.broken)))])
		w.flip(choose(w, clause, uint32(random)))
	}
	return n
}
