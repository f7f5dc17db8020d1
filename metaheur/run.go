package metaheur

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"nonet/model"
)

// A run is one search from one seed. Methods draw all their randomness from it, count their work in it, and ask it whether to go on.
type run struct {
	*rand.Rand
	*problem
	ctx     context.Context
	opt     *Options
	job     int
	traceMu *sync.Mutex

	moves, restarts int64
	nodes, failures int64 // of searches with propagation
	best            int   // least cost so far, or -1 before the first
	refuted         bool  // propagation has found that there is no solution
}

var _ = []model.Solver{
	Annealing{}, Ants{}, Boltzmann{}, EDA{}, Gibbs{}, Guided{}, HillClimbing{}, IteratedLocalSearch{}, RESEDA{}, Tempering{},
}

// A search looks for a solution of r.problem until it finds one, which it returns as a value for each cell, or r.on says no, when it
// returns nil.
type search func(r *run) []uint8

// addMoves adds moves that were made, takes note of the cost of the current assignment, and reports whether the run goes on. Methods call it
// every few thousand moves, so that a run ends soon after its context.
func (r *run) addMoves(moves int64, cost int) bool {
	r.moves += moves
	r.observe(cost)
	return r.running()
}

// running reports whether neither the context nor the limit has ended the run.
func (r *run) running() bool {
	return r.ctx.Err() == nil && (r.opt.Moves == 0 || r.moves < r.opt.Moves)
}

// observe takes note of a cost.
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

// traceEvent reports a point of the run's course.
func (r *run) traceEvent(cost int, temperature float64) {
	r.observe(cost)
	if r.opt.Trace == nil {
		return
	}
	r.traceMu.Lock()
	defer r.traceMu.Unlock()
	r.opt.Trace(Event{Job: r.job, Moves: r.moves, Restarts: r.restarts, Cost: cost, Best: r.best, Temperature: temperature})
}

// solve runs a search, or several side by side, and passes the first solution to yield. It does not look for a second: it could never tell
// that there is none. So the result is complete only if no solution exists for reasons that are seen before the search.
func (o *Options) solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool, find search) (model.Result, error) {
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
	runCtx, stop := context.WithCancel(ctx)
	defer stop()
	runs := make([]*run, max(1, o.Jobs))
	found := make([]model.Assignment, len(runs))
	var trace sync.Mutex
	var group sync.WaitGroup
	for i := range runs {
		runs[i] = &run{Rand: rand.New(rand.NewPCG(o.Seed, uint64(i))), problem: p, ctx: runCtx, opt: o, job: i, traceMu: &trace, best: -1}
		group.Go(func() {
			if value := find(runs[i]); value != nil {
				found[i] = p.assignment(value)
				stop()
			} else if runs[i].refuted {
				stop()
			}
		})
	}
	group.Wait()
	result.Stats.Solve = time.Since(begin)
	for i, r := range runs {
		result.Stats.Effort.Add(model.Effort{Iterations: r.moves, Restarts: r.restarts, Nodes: r.nodes, Failures: r.failures})
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
