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
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/deduce"
)

// fewSolutions is the largest count that a SAT solver checks by enumeration: each solution adds a clause.
const fewSolutions = 2000

// CrossCheckMethod returns the name of a method that can check the count n of the first method by another formalism:
// SAT where there are few solutions, which enumerates and projects them on the shown variables, otherwise exact cover,
// which counts millions in seconds. native checks the counts of both.
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

// A CrossCheck is a count by a second method.
type CrossCheck struct {
	Method  string
	Count   *big.Int
	Exact   bool
	Agrees  bool
	Elapsed time.Duration
}

// A DisagreementError reports that two methods return different counts, so that one of them is wrong.
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

// CrossCheck counts the solutions of p again, with the method of k, up to the limit of a, the answer of the first
// method. second and first are the names of the methods. The error is a *DisagreementError if the counts differ.
func (k *Asker) CrossCheck(
	ctx context.Context, second string, first string, a *Answer, p *problem.Problem,
) (*CrossCheck, error) {
	b := k.Ask(ctx, Question{Kind: Count, Limit: a.Limit}, p)
	if b.Err != nil {
		return nil, fmt.Errorf("cross-check by %s: %w", second, b.Err)
	}
	c := &CrossCheck{Method: second, Count: b.Count, Exact: b.Result.Complete, Elapsed: b.Wall,
		Agrees: b.Count.Cmp(a.Count) == 0}
	if !c.Agrees {
		return c, &DisagreementError{CrossCheck{Method: first, Count: a.Count, Exact: a.Result.Complete}, *c}
	}
	return c, nil
}

// Explainers returns two clause-learning methods, which are effective where some rules are left out. helper helps the
// method with the given backend to explain a contradiction. checker differs from both and checks the result.
func Explainers(backend string) (helper, checker methods.Method) {
	names := [...]string{"gini", "cdcl"}
	if backend == names[1] {
		names[0], names[1] = names[1], names[0]
	}
	for i, m := range []*methods.Method{&helper, &checker} {
		var err error
		if *m, err = methods.ParseReduced(names[i]); err != nil {
			panic("ask: " + err.Error()) // both are built in
		}
	}
	return helper, checker
}

// NewFinder returns a finder of true candidates tuned to the method. gini searches with clauses learned from earlier
// solutions. For solvers other than native and gini, a further solution takes longer than a query about a single value.
func NewFinder(ctx context.Context, m methods.Method, ground *model.Model) (*backbone.Finder, error) {
	f, err := backbone.NewFinder(ctx, m.Solver(), ground)
	if err != nil {
		return nil, err
	}
	switch _, name := methods.CutPreprocessor(m.Name); name {
	case "native":
	case "gini":
		f.CoverSolver = backends.Bind(deduce.Locked, cnf.Encoder{}, gini.Engine{Cover: true})
	default:
		f.SampleLimit = 20
	}
	return f, nil
}
