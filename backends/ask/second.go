package ask

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"nonet/backends"
	"nonet/backends/gini"
	"nonet/backends/methods"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// fewSolutions is up to how many solutions a SAT solver lists them: each adds a clause.
const fewSolutions = 2000

// CrossCheckMethod returns the name of a method that can check what a first one has counted. It solves another formalism: clauses where there are few
// solutions, so that the listed ones are projected on the shown variables, and otherwise exact cover, which counts millions in seconds.
// native checks the counts of both.
func CrossCheckMethod(first methods.Method, n *big.Int) string {
	switch {
	case first.Backend != "native":
		return "native"
	case n.Cmp(big.NewInt(fewSolutions)) <= 0:
		return "gini"
	default:
		return "dlx"
	}
}

// A CrossCheck is the count of a second method.
type CrossCheck struct {
	Method  string
	Count   *big.Int
	Exact   bool
	Agrees  bool
	Elapsed time.Duration
}

// A DisagreementError says that two methods count differently, so that one of them is wrong.
type DisagreementError struct {
	First, Second CrossCheck // First has Method, Count and Exact only
}

func (e *DisagreementError) Error() string {
	text := func(c CrossCheck) string {
		if c.Exact {
			return fmt.Sprintf("%s %v", c.Method, c.Count)
		}
		return fmt.Sprintf("%s at least %v", c.Method, c.Count)
	}
	return "the counts differ: " + text(e.First) + ", " + text(e.Second)
}

// CrossCheck has a second method count what the first has counted, up to the same limit. The error is a *DisagreementError if the counts differ.
func (k *Asker) CrossCheck(ctx context.Context, second string, first string, a *Answer, p sudoku.Puzzle) (*CrossCheck, error) {
	b := k.Ask(ctx, Question{Kind: Count, Limit: a.Limit}, p)
	if b.Err != nil {
		return nil, fmt.Errorf("cross-check by %s: %w", second, b.Err)
	}
	c := &CrossCheck{Method: second, Count: b.Count, Exact: b.Result.Complete, Elapsed: b.Wall, Agrees: b.Count.Cmp(a.Count) == 0}
	if !c.Agrees {
		return c, &DisagreementError{CrossCheck{Method: first, Count: a.Count, Exact: a.Result.Complete}, *c}
	}
	return c, nil
}

// Explainers returns two methods that learn clauses, which pays where some rules are left out. The first helps the method with this backend to
// explain a contradiction. The second is neither of the two and checks the result.
func Explainers(backend string) (helper, checker methods.Method) {
	names := [...]string{"gini", "cdcl"}
	if backend == names[1] {
		names[0], names[1] = names[1], names[0]
	}
	for i, m := range []*methods.Method{&helper, &checker} {
		var err error
		if *m, err = methods.Parse(names[i]); err != nil {
			panic("ask: " + err.Error()) // both are always there
		}
	}
	return helper, checker
}

// NewFinder returns a finder of true candidates that makes the best of the method: gini learns from each solution for the next, and other
// solvers than native take longer for a further solution than for a question about a single value.
func NewFinder(m methods.Method, ground *model.Model) (*backbone.Finder, error) {
	f, err := backbone.NewFinder(m.Solver(), ground)
	if err != nil {
		return nil, err
	}
	switch m.Name {
	case "native":
	case "gini":
		f.CoverSolver = backends.Bind(deduce.Locked{}, cnf.Encoder{}, gini.Engine{Cover: true})
	default:
		f.SampleLimit = 20
	}
	return f, nil
}
