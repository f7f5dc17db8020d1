package ask

import (
	"context"
	"fmt"
	"math/big"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
)

// automatic is the value of --cross-check for a second method chosen by the first method and its count.
const automatic = "auto"

// secondMethod returns the method that checks the count n of the first; n is nil if it is not known yet.
func secondMethod(named string, first methods.Method, n *big.Int) (methods.Method, error) {
	if named == automatic {
		named = ask.CrossCheckMethod(first, n)
	}
	m, err := input.ParseReduced("--cross-check", named)
	switch {
	case err != nil:
		return m, err
	case m.Kind == methods.Stochastic:
		return m, fmt.Errorf("--cross-check %s: it finds a solution and cannot count", m.Name)
	case m.Name == first.Name:
		return m, fmt.Errorf("--cross-check %s: expected another method than the one that counts", m.Name)
	}
	return m, nil
}

// crossCheck counts with a second method, up to the same limit, and records whether the counts agree.
func (w *worker) crossCheck(ctx context.Context, a *print.Answer) {
	m, err := secondMethod(w.cross, w.method, a.Count)
	if err != nil {
		a.Err = err
		return
	}
	second := w.others[m.Name]
	if second == nil {
		second = ask.New(m, w.Flags.Timeout)
		if w.others == nil {
			w.others = map[string]*ask.Asker{}
		}
		w.others[m.Name] = second
	}
	a.Cross, a.Err = second.CrossCheck(a.Item.Label(ctx, m.Name), m.Name, w.method.Name, &a.Answer,
		a.Problem())
}
