package native

import (
	"context"
	"fmt"
	"strings"

	"nonet/internal/search"
	"nonet/internal/slice"
	"nonet/model"
)

// A tier is a search method, by the name that Solver.Engine takes. All tiers give the same answers; the more
// specialized ones are faster on the models they support.
type tier struct {
	name string
	// newSearcher returns a searcher for m, or nil if the tier does not support m. If ctx ends, it may return an error.
	newSearcher func(ctx context.Context, m *model.Model) (searcher, error)
}

// tiers lists all tiers, the most specialized first. A tier for another grid size or processor is one more entry; the
// tests compare all tiers with each other.
var tiers = append(
	classicTiers(),
	tier{"learning", newLearning},
	tier{"nogoods", newNogoods},
	tier{"mixed", newMixed},
	tier{"lazy", newLazy},
	tier{generalName, func(ctx context.Context, m *model.Model) (searcher, error) {
		return newGeneral(ctx, m, Options{})
	}},
)

// generalName is the name of the tier that supports every model and takes options.
const generalName = "general"

// Engines returns the names that Solver.Engine accepts, the most specialized engine first.
func Engines() []string {
	return slice.Map(tiers, func(t tier) string { return t.name })
}

// newSearcher returns a searcher of the first tier that supports m, or of the tier that s selects.
func (s Solver) newSearcher(ctx context.Context, m *model.Model) (searcher, error) {
	if s.Options != (Options{}) && (s.Engine == "" || s.Engine == generalName) {
		return newGeneral(ctx, m, s.Options)
	}
	known := false
	for _, t := range tiers {
		if s.Engine != "" && s.Engine != t.name {
			continue
		}
		known = true
		if s.Options != (Options{}) {
			return nil, fmt.Errorf("engine %s takes no options", t.name)
		}
		if found, err := t.newSearcher(ctx, m); found != nil || err != nil {
			return found, err
		}
	}
	if !known {
		return nil, fmt.Errorf("unknown engine %q: expected %s", s.Engine, strings.Join(Engines(), ", "))
	}
	return nil, fmt.Errorf("engine %s does not support this model", s.Engine)
}

// A searcher enumerates the solutions of one base model under changing givens. The rest of the package uses tiers only
// through this interface. A searcher has no context and no callbacks: its caller decides when to check for cancellation
// and when to stop.
type searcher interface {
	// prepare does the work that repeated searches share. It is called at most once, before the first start. If ctx
	// ends, it returns ctx.Err(), and the searcher must not be used.
	prepare(ctx context.Context) error

	// start begins a search for the solutions of the base model with givens, and drops the previous search. The
	// variables of givens must exist. The caller must not change givens until the search ends.
	start(givens []model.Given)

	// next goes on to the next solution. It uses at most steps steps, pauses when they are used up, and returns the
	// number left. A solution takes a step too. A step takes a few microseconds at most on models of ordinary size.
	next(steps int) (event, int)

	// solution writes the solution that next has found to a, which has one element per variable. It returns an error if
	// the solution violates the model. The check shares no code with the search.
	solution(a model.Assignment) error

	// effort returns the effort since start.
	effort() model.Effort
}

// prepared is the part of a searcher that has nothing to prepare.
type prepared struct{}

func (prepared) prepare(context.Context) error { return nil }

// refuted is the searcher of a model with a constraint that cannot hold.
type refuted struct{ prepared }

func (refuted) start([]model.Given)                   {}
func (refuted) next(steps int) (event, int)           { return exhausted, steps }
func (refuted) solution(model.Assignment) (err error) { return nil }
func (refuted) effort() model.Effort                  { return model.Effort{Nodes: 1, Failures: 1} }

// effortOf returns the effort of a conflict-driven search.
func effortOf(e search.Effort) model.Effort {
	return model.Effort{
		Nodes: e.Nodes, Failures: e.Failures, Propagations: e.Propagations, Restarts: e.Restarts, Iterations: e.Moves}
}

// An event is the result of a call of searcher.next.
type event = search.Event

const (
	found      = search.Found
	exhausted  = search.Exhausted
	outOfSteps = search.Paused
)
