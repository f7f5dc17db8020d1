package cli

import (
	"context"
	"fmt"
	"math/big"

	"nonet/backends/ask"
	"nonet/backends/methods"
)

// automatic has the second method picked by the first and by the number.
const automatic = "auto"

// secondMethod returns the method that checks what a first one has counted.
func secondMethod(named string, first methods.Method, n *big.Int) (methods.Method, error) {
	if named == automatic {
		named = ask.Second(first, n)
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

// crossCheck has a second method count what the first has counted, up to the same limit.
func (w *worker) crossCheck(ctx context.Context, a *answer) {
	m, err := secondMethod(w.cross, w.method, a.Count)
	if err != nil {
		a.Err = err
		return
	}
	second := w.others[m.Name]
	if second == nil {
		second = ask.New(m, w.flags.timeout)
		if w.others == nil {
			w.others = map[string]*ask.Asker{}
		}
		w.others[m.Name] = second
	}
	a.cross, a.Err = second.Check(ctx, m.Name, w.method.Name, &a.Answer, a.puzzle)
}

// appendCrossCheck appends the JSON field.
func appendCrossCheck(b []byte, c *ask.CrossCheck) []byte {
	b = fmt.Appendf(b, `,"cross_check":{"method":%q,"count":"%s","exact":%t,"agrees":%t,"seconds":`, c.Method, c.Count, c.Exact, c.Agrees)
	return append(appendSeconds(b, c.Elapsed), '}')
}

// sentence says that the other agrees.
func crossSentence(c *ask.CrossCheck) string {
	switch {
	case !c.Agrees:
		return c.Method + " counts " + groups(c.Count.String())
	case c.Count.Sign() == 0:
		return c.Method + " finds none either"
	}
	return "and " + c.Method + " counts as many"
}
