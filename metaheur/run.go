package metaheur

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"nonet/model"
	"nonet/model/parallel"
)

// A run is one search from one seed. It is the source of a method's random numbers, counts its work, and enforces the
// limits.
type run struct {
	*rand.Rand
	*problem
	ctx     context.Context
	opt     *Options
	job     int
	traceMu *sync.Mutex // held while Trace is called; shared by all runs

	moves, restarts int64
	nodes, failures int64 // of tree searches
	best            int   // lowest cost so far, or -1
	refuted         bool  // propagation has proved that there is no solution
}

var _ = []model.Solver{
	Annealing{}, Ants{}, Boltzmann{}, EDA{}, Gibbs{}, Guided{}, HillClimbing{}, IteratedLocalSearch{}, RESEDA{},
	Tempering{},
}

// A search looks for a solution of r.problem. It returns the values of the cells, or nil when the run ends before it
// has found one.
type search func(r *run) []uint8

// addMoves adds to the moves, records the cost of the current assignment, and reports whether the run continues.
// Methods call it every few thousand moves, so that a run ends soon after its context.
func (r *run) addMoves(moves int64, cost int) bool {
	r.moves += moves
	r.observe(cost)
	return r.running()
}

// running reports whether neither the context nor the limit on moves has ended the run.
func (r *run) running() bool {
	return r.ctx.Err() == nil && (r.opt.Moves == 0 || r.moves < r.opt.Moves)
}

// observe records a cost.
func (r *run) observe(cost int) {
	if r.best < 0 || cost < r.best {
		r.best = cost
	}
}

// remaining returns how many of the next n moves the limit allows.
func (r *run) remaining(n int64) int64 {
	if r.opt.Moves == 0 {
		return n
	}
	return max(0, min(n, r.opt.Moves-r.moves))
}

// traceEvent calls Trace with the state of the run.
func (r *run) traceEvent(cost int, temperature float64) {
	r.observe(cost)
	if r.opt.Trace == nil {
		return
	}
	r.traceMu.Lock()
	defer r.traceMu.Unlock()
	r.opt.Trace(Event{Job: r.job, Moves: r.moves, Restarts: r.restarts, Cost: cost, Best: r.best,
		Temperature: temperature})
}

// solve makes one run of find, or several concurrent runs, and passes the first solution to yield. It does not look for
// a second, since most methods cannot prove that there is none. The result is complete only if propagation or a
// complete method proves that there is no solution.
func (o *Options) solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool,
	find search) (model.Result, error) {
	if err := ctx.Err(); err != nil {
		return model.Result{}, err
	}
	begin := time.Now()
	p, err := newProblem(m)
	if err != nil {
		return model.Result{}, err
	}
	result := model.Result{Stats: model.Stats{Size: m.Size()}}
	if p.infeasible {
		result.Complete = true
		return result, nil
	}
	runs := make([]*run, max(1, o.Jobs))
	found := make([]model.Assignment, len(runs))
	var trace sync.Mutex
	parallel.Do(ctx, len(runs), func(ctx context.Context, i int) (stop bool) {
		runs[i] = &run{Rand: rand.New(rand.NewPCG(o.Seed, uint64(i))), problem: p, ctx: ctx, opt: o, job: i,
			traceMu: &trace, best: -1}
		value := find(runs[i])
		if value != nil {
			found[i] = p.assignment(value)
		}
		return value != nil || runs[i].refuted
	})
	result.Stats.Solve = time.Since(begin)
	for i, r := range runs {
		result.Stats.Effort.Add(model.Effort{Iterations: r.moves, Restarts: r.restarts, Nodes: r.nodes,
			Failures: r.failures})
		result.Complete = result.Complete || r.refuted
		if i == 0 || r.best >= 0 && r.best < result.Stats.Cost {
			result.Stats.Cost = r.best
		}
	}
	for _, a := range found {
		if a != nil {
			if err := m.Check(a); err != nil {
				return result, &model.WrongAnswerError{Reason: err}
			}
			result.Solutions, result.Stats.Cost = 1, 0
			yield(a)
			return result, nil
		}
	}
	if result.Complete {
		return result, nil
	}
	return result, ctx.Err()
}
