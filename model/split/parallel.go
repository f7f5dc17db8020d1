package split

import (
	"context"
	"math/big"
	"runtime"
	"sync"
	"time"

	"nonet/model"
	"nonet/model/parallel"
)

// Options configures Parallel.
type Options struct {
	Cubes int // number of cubes that Split is asked for; 0 means Jobs
	Jobs  int // number of cubes searched concurrently; 0 means GOMAXPROCS
	// Done, if not nil, is called after each cube, by one goroutine at a time.
	Done func(Piece)
}

// A Piece reports how the search of one cube ended.
type Piece struct {
	Total  int           // number of cubes
	Wall   time.Duration // time of this cube
	Result model.Result  // result of this cube; incomplete if its search failed or was stopped
}

// Parallel returns a solver that splits each model into cubes and solves them concurrently with inner. It is a
// [model.Counter] if inner is.
//
// The solutions of the cubes come in no fixed order. When the caller has enough, all searches stop. The result is
// complete if the result of each cube is complete; [Covers] has checked the cubes. The statistics are sums over the
// cubes, so the times may exceed the elapsed time; the size is the largest of a cube. Stats.Settled is true if no cube
// reached the solver. With an objective, each solution improves on the last over all cubes.
//
// An error of inner stops all searches and is returned. A panic of inner or of yield is raised again in the goroutine
// of the caller.
func Parallel(inner model.Solver, o Options) model.Solver {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Cubes <= 0 {
		o.Cubes = o.Jobs
	}
	p := splitting{inner, o}
	if _, ok := inner.(model.Counter); ok {
		return splittingCounter{p}
	}
	return p
}

type splitting struct {
	inner model.Solver
	Options
}

type splittingCounter struct{ splitting }

// Solve implements model.Solver.
func (p splitting) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	var mu sync.Mutex // held while yield is called
	passed, best, enough := 0, 0, false
	total, err := p.searchAll(ctx, m, func(ctx context.Context, piece *model.Model) (model.Result, bool, error) {
		r, err := p.inner.Solve(ctx, piece, func(a model.Assignment) bool {
			mu.Lock()
			defer mu.Unlock()
			if enough || ctx.Err() != nil {
				return false
			}
			if o := m.Objective; o != nil {
				value := o.Value(a)
				if passed > 0 && (value == best || value > best != o.Maximize) {
					return true
				}
				best = value
			}
			passed++
			enough = !yield(a)
			return !enough
		})
		mu.Lock()
		defer mu.Unlock()
		return r, enough, err
	})
	total.Solutions = passed
	return total, err
}

// CountSolutions implements model.Counter.
func (p splittingCounter) CountSolutions(ctx context.Context, m *model.Model,
	limit int64) (*big.Int, model.Result, error) {
	var mu sync.Mutex
	sum := new(big.Int)
	total, err := p.searchAll(ctx, m, func(ctx context.Context, piece *model.Model) (model.Result, bool, error) {
		n, r, err := p.inner.(model.Counter).CountSolutions(ctx, piece, limit)
		mu.Lock()
		defer mu.Unlock()
		if n != nil {
			sum.Add(sum, n)
		}
		return r, limit > 0 && sum.Cmp(big.NewInt(limit)) >= 0, err
	})
	return sum, total, err
}

// searchAll splits m, calls ask for the pieces until one call returns enough, and merges the results.
func (p splitting) searchAll(ctx context.Context, m *model.Model,
	ask func(context.Context, *model.Model) (r model.Result, enough bool, err error)) (
	total model.Result, err error) {
	start := time.Now()
	cubes, err := Split(ctx, m, p.Cubes)
	if err == nil {
		err = Covers(ctx, m, cubes)
	}
	total.Stats.Preprocess = time.Since(start)
	if err != nil {
		return total, err
	}
	var mu sync.Mutex // guards total and the variables below
	var failed error
	enough, asked, complete := false, false, 0
	parallel.Each(ctx, p.Jobs, len(cubes), func(work context.Context, _, i int) (stop bool) {
		start := time.Now()
		r, last, err := ask(work, m.WithGivens(cubes[i]))
		r.Complete = r.Complete && err == nil
		mu.Lock()
		defer mu.Unlock()
		addStats(&total.Stats, r.Stats)
		if r.Complete {
			complete++
		}
		asked = asked || !r.Stats.Settled
		if p.Done != nil {
			p.Done(Piece{Total: len(cubes), Wall: time.Since(start), Result: r})
		}
		if enough = enough || last; !last && err != nil && work.Err() == nil && failed == nil {
			failed = err
		}
		return enough || failed != nil
	})
	total.Complete = complete == len(cubes)
	total.Stats.Settled = !asked && (total.Complete || enough)
	switch {
	case failed != nil:
		return total, failed
	case total.Complete || enough:
		return total, nil
	}
	return total, ctx.Err()
}

// addStats adds the statistics of a piece to the total; the size is the maximum.
func addStats(total *model.Stats, s model.Stats) {
	total.Preprocess, total.Encode, total.Solve = total.Preprocess+s.Preprocess, total.Encode+s.Encode,
		total.Solve+s.Solve
	total.Removed += s.Removed
	total.Effort.Add(s.Effort)
	if s.Size.Variables+s.Size.Clauses > total.Size.Variables+total.Size.Clauses {
		total.Size = s.Size
	}
}
