package cli

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"nonet/backends/methods"
	"nonet/model"
)

// A crossCheck is what a second method counted.
type crossCheck struct {
	method  string
	count   *big.Int
	exact   bool
	agrees  bool
	elapsed time.Duration
}

// automatic has the second method picked by the first and by the number.
const automatic = "auto"

// fewSolutions is up to how many solutions a SAT solver lists them: each adds a clause.
const fewSolutions = 2000

// secondMethod returns the method that checks what a first one has counted. It is another formalism: clauses where there are few solutions,
// so that what is listed is their projection on the shown variables, and otherwise exact cover, which counts millions in seconds. What
// these count themselves is checked by native.
func secondMethod(named string, first methods.Method, n *big.Int) (methods.Method, error) {
	switch {
	case named != automatic:
	case first.Backend != "native":
		named = "native"
	case n.Cmp(big.NewInt(fewSolutions)) <= 0:
		named = "gini"
	default:
		named = "dlx"
	}
	m, err := methods.Parse(named)
	switch {
	case err != nil:
		return m, fmt.Errorf("--cross-check %s", plainly(err))
	case m.Kind == methods.Stochastic:
		return m, fmt.Errorf("--cross-check %s: it finds a solution and cannot count", m.Name)
	case m.Name == first.Name:
		return m, fmt.Errorf("--cross-check %s: expected another method than the one that counts", m.Name)
	}
	return m, nil
}

// A disagreement says that two methods count differently, so that one of them is wrong.
type disagreement struct {
	first, second           string
	firstCount, secondCount string
}

func (d *disagreement) Error() string {
	return fmt.Sprintf("the counts differ: %s %s, %s %s", d.first, d.firstCount, d.second, d.secondCount)
}

// crossCheck has a second method count what the first has counted, up to the same limit.
func (w *worker) crossCheck(ctx context.Context, a *answer) {
	m, err := secondMethod(w.cross, w.method, a.count)
	if err != nil {
		a.err = err
		return
	}
	r := w.others[m.Name]
	if r == nil {
		r = newRunner(m.Solver(), w.flags.timeout)
		if w.others == nil {
			w.others = map[string]*runner{}
		}
		w.others[m.Name] = r
	}
	begin := time.Now()
	n, result, err := r.count(ctx, a.puzzle, w.limit)
	c := &crossCheck{method: m.Name, count: n, exact: result.Complete, elapsed: time.Since(begin)}
	if err != nil {
		a.err = fmt.Errorf("cross-check by %s: %w", m.Name, err)
		return
	}
	a.cross = c
	c.agrees = n.Cmp(a.count) == 0
	if !c.agrees {
		a.err = &disagreement{w.method.Name, m.Name, atLeast(a.count, a.result), atLeast(n, result)}
	}
}

// atLeast writes a count, and whether it is exact.
func atLeast(n *big.Int, r model.Result) string {
	if r.Complete {
		return groups(n.String())
	}
	return "at least " + groups(n.String())
}

// appendCrossCheck appends the JSON field.
func appendCrossCheck(b []byte, c *crossCheck) []byte {
	b = fmt.Appendf(b, `,"cross_check":{"method":%q,"count":"%s","exact":%t,"agrees":%t,"seconds":`, c.method, c.count, c.exact, c.agrees)
	return append(appendSeconds(b, c.elapsed), '}')
}

// sentence says that the other agrees.
func (c *crossCheck) sentence() string {
	switch {
	case !c.agrees:
		return c.method + " counts " + groups(c.count.String())
	case c.count.Sign() == 0:
		return c.method + " finds none either"
	}
	return "and " + c.method + " counts as many"
}
