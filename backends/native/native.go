package native

import (
	"context"
	"math"

	"nonet/backends"
	"nonet/model"
)

// A Solver is the project's own propagation and search solver. The zero value uses the fastest engine that supports the
// model.
type Solver struct {
	// Engine is one of Engines(); empty means the fastest one that supports the model. It is an error if the engine
	// does not support the model.
	Engine string

	// Options are for the general engine. Any nonzero option selects that engine, as Engine: "general" does.
	Options

	// Jobs is the number of workers that CountSolutions may use for one model, where the method allows it; less than 2
	// means one. Neither the answers nor the effort depend on it.
	Jobs int
}

var (
	_ model.Counter  = Solver{}
	_ model.Preparer = Solver{}
)

// Solve implements model.Solver. It returns an error if ctx ends, if m is invalid, or if the sums of a linear
// constraint could exceed 2^60. Stats.Encode is the time to compile m for the engine. Effort holds Nodes and Failures;
// the general and the learning engine add Propagations and Restarts, and the learning engine adds Iterations, the moves
// of its local search.
func (s Solver) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return s.compiler(false).Solve(ctx, m, yield)
}

// compiler returns a function that compiles a model to a search. With reuse the search is also prepared for repeated
// runs.
func (s Solver) compiler(reuse bool) backends.Compiler {
	return func(ctx context.Context, m *model.Model) (backends.Search, error) {
		search, err := s.newSearcher(ctx, m)
		if err == nil && reuse {
			err = search.prepare(ctx)
		}
		if err != nil {
			return nil, err
		}
		return &backendSearch{search, m, make(model.Assignment, len(m.Vars))}, nil
	}
}

// A backendSearch is a searcher as a backends.Search. It writes each solution to buffer before it passes it on.
type backendSearch struct {
	searcher
	m      *model.Model
	buffer model.Assignment
}

// Run implements backends.Search.
func (d *backendSearch) Run(
	ctx context.Context, givens []model.Given, yield func(model.Assignment) bool,
) (r model.Result, err error) {
	if s, ok := d.searcher.(*mixed); ok {
		s.ctx = ctx // it constructs its second engine during the search
	}
	d.start(givens)
	var invalid error
	isBest := false
	r.Complete, err = enumerate(ctx, d.searcher, func() bool {
		if invalid = d.solution(d.buffer); invalid != nil {
			return false
		}
		r.Solutions++
		more := yield(d.buffer)
		isBest = more && reachesBound(d.m, d.buffer)
		return more && !isBest
	})
	r.Complete = r.Complete || isBest
	r.Stats.Effort = d.effort()
	if invalid != nil {
		return r, &model.WrongAnswerError{Reason: invalid}
	}
	return r, err
}

// checkInterval is the number of steps between two checks of the context, and checkCompile of constraints.
const (
	checkInterval = 4096
	checkCompile  = 64
)

// enumerate calls visit at each solution until visit returns false, and reports whether the search was exhausted. If
// ctx ends first, enumerate returns ctx.Err(). A context that cannot be cancelled is not checked and costs nothing.
func enumerate(ctx context.Context, search searcher, visit func() bool) (complete bool, err error) {
	interval := checkInterval
	if ctx.Done() == nil {
		interval = math.MaxInt
	}
	for steps := interval; ; {
		var e event
		switch e, steps = search.next(steps); e {
		case found:
			if !visit() {
				return false, nil
			}
		case exhausted:
			return true, nil
		case outOfSteps:
			if err := ctx.Err(); err != nil {
				return false, err
			}
			steps = interval
		}
	}
}

// Prepare implements model.Preparer: it compiles base once and propagates its constraints. SolveGiven then allocates
// nothing, checks every solution as Solve does, and reports the Stats.Size of base. It returns an error if a given
// mentions a variable that does not exist. A given outside its variable's domain means that there is no solution.
func (s Solver) Prepare(ctx context.Context, base *model.Model) (model.Prepared, error) {
	return s.compiler(true).Prepare(ctx, base)
}
