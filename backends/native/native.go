package native

import (
	"context"
	"math"

	"nonet/backends"
	"nonet/model"
)

// A Solver is the project's own propagation-and-search solver. The zero value picks the fastest engine that suits each model.
type Solver struct {
	// Engine insists on one of Engines(); empty means automatic. Solving a model that the engine does not suit is then an error.
	Engine string

	// Options are those of the general engine. Any that is not zero insists on it, as if Engine did.
	Options

	// Jobs is the number of workers that CountSolutions may set to one model, where it can; less than 2 means one. Answers and effort do
	// not depend on it.
	Jobs int
}

var (
	_ model.Counter  = Solver{}
	_ model.Preparer = Solver{}
)

// Solve implements model.Solver. It returns an error, besides that of ctx, if m is ill-formed or a linear constraint's sums could exceed
// 2^60. Stats.Encode is the time to compile m for the engine. Effort holds Nodes, Failures and, from the general engine, Propagations and Restarts.
func (s Solver) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return s.compiler(false).Solve(ctx, m, yield)
}

// compiler makes searches, and readies them to be repeated if again is set.
func (s Solver) compiler(reuse bool) backends.Compiler {
	return func(m *model.Model) (backends.Search, error) {
		search, err := s.newSearcher(m)
		if err == nil && reuse {
			search.prepare()
		}
		return &backendSearch{search, make(model.Assignment, len(m.Vars))}, err
	}
}

// backendSearch is a searcher that passes its solutions on, each in buffer.
type backendSearch struct {
	searcher
	buffer model.Assignment
}

// Run implements backends.Search.
func (d *backendSearch) Run(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) (r model.Result, err error) {
	d.start(givens)
	var invalid error
	r.Complete, err = enumerate(ctx, d.searcher, func() bool {
		if invalid = d.solution(d.buffer); invalid != nil {
			return false
		}
		r.Solutions++
		return yield(d.buffer)
	})
	r.Stats.Effort = d.effort()
	if invalid != nil {
		return r, &model.WrongAnswerError{Reason: invalid}
	}
	return r, err
}

// checkInterval is the number of steps after which the context is looked at.
const checkInterval = 4096

// enumerate calls visit at each solution until it returns false, and reports whether the search was exhausted. If ctx ends it, the error is
// that of ctx. A context that cannot end costs nothing.
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

// Prepare implements model.Preparer: it compiles base once. SolveGiven then allocates nothing of its own, checks every solution as Solve
// does, and leaves Stats.Size at that of base. It returns an error if a given mentions a variable that does not exist; a given outside
// its variable's domain means that there is no solution.
func (s Solver) Prepare(base *model.Model) (model.Prepared, error) {
	return s.compiler(true).Prepare(base)
}
