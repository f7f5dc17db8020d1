package native

import (
	"fmt"
	"strings"

	"nonet/model"
)

// A tier is a way to search that suits some models. All tiers give the same answers; those that suit fewer models are faster on them.
type tier struct {
	name string
	// newSearcher returns a searcher for m, or nil if the tier does not suit it.
	newSearcher func(m *model.Model) (searcher, error)
}

// tiers lists all tiers, the most special first. A new one (another size, another processor) is one more line here; the tests run every
// tier of the list against the others.
var tiers = append(classicTiers(), tier{"learning", newLearning}, tier{generalName, func(m *model.Model) (searcher, error) { return newGeneral(m, Options{}) }})

// generalName is the name of the tier that suits every model and has options.
const generalName = "general"

// Engines returns the names that Solver.Engine may have, the most special first.
func Engines() []string {
	names := make([]string, len(tiers))
	for i, t := range tiers {
		names[i] = t.name
	}
	return names
}

// newSearcher returns a searcher of the first tier that suits m, or of the one that s insists on.
func (s Solver) newSearcher(m *model.Model) (searcher, error) {
	if s.Options != (Options{}) && (s.Engine == "" || s.Engine == generalName) {
		return newGeneral(m, s.Options)
	}
	known := false
	for _, t := range tiers {
		if s.Engine != "" && s.Engine != t.name {
			continue
		}
		known = true
		if s.Options != (Options{}) {
			return nil, fmt.Errorf("native: engine %s has no options", t.name)
		}
		if found, err := t.newSearcher(m); found != nil || err != nil {
			return found, err
		}
	}
	if !known {
		return nil, fmt.Errorf("native: unknown engine %q; there are %s", s.Engine, strings.Join(Engines(), ", "))
	}
	return nil, fmt.Errorf("native: engine %s does not suit this model", s.Engine)
}

// A searcher walks through the solutions of one base model under changing givens. It is all that the rest of the package knows of a
// tier. It reads no context and calls nobody back: whoever drives it decides when to look up and when to stop.
type searcher interface {
	// prepare does once what need not be repeated for each search. It is called before the first start, if at all.
	prepare()

	// start begins a search for the solutions of the base model with the givens, which are of its variables, and drops the last one. givens
	// must not change until the search ends.
	start(givens []model.Given)

	// next goes on to the next solution. It may take so many steps and pauses when there are none left; it returns how many are left.
	// Finding a solution takes a step too. A step is a few microseconds at most on models of ordinary size.
	next(steps int) (event, int)

	// solution writes the solution that next has found into a, which has one element per variable. It returns an error if the solution
	// violates the model, as decided by code that shares nothing with the search.
	solution(a model.Assignment) error

	// effort returns what the search has cost since start.
	effort() model.Effort
}

// An event says how a call of searcher.next ended.
type event int

const (
	found      event = iota // at a solution
	exhausted               // there is no further solution
	outOfSteps              // no steps are left; calling again goes on
)
