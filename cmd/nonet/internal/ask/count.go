package ask

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

func countCommand(e *term.Env) *cobra.Command {
	q := request{Question: ask.Question{Kind: ask.Count}, cubes: new(cubes)}
	var estimate bool
	var probes int
	c := &cobra.Command{
		Use:   "count [PUZZLES | MODELS]",
		Short: "Count the solutions of each puzzle",
		RunE: func(c *cobra.Command, args []string) error {
			if estimate {
				return estimateAll(c, e, probes, args)
			}
			return runRequest(c, e, q, args)
		},
	}
	solveFlags(e, c)
	input.ModelFlags(e, c)
	term.LimitFlag(c, &q.Limit, "number at which counting stops (default: none)")
	f := c.Flags()
	f.StringVar(&q.cross, "cross-check", "", "a second method must count the same: auto, or a method after =")
	f.Lookup("cross-check").NoOptDefVal = automatic
	f.BoolVar(&estimate, "estimate", false, "estimate the number from random probes")
	f.IntVar(&probes, "probes", defaultProbes, "number of probes of --estimate")
	term.AtLeast(c, "probes", &probes, 2)
	input.CompleteMethodFlag(c, "cross-check")
	f.StringVar(&q.proofFile, "proof", "", "write certificates of the counts, which list all solutions, to this file")
	verifyFlag(c, &q, "cross-check", "estimate", "cubes")
	cubeFlags(c, q.cubes, "limit", "cross-check", "estimate", "proof")
	term.AddCheck(c, func() error {
		switch {
		case q.proofFile != "" && (estimate || q.Limit > 0):
			return errors.New("--proof: expected without --estimate and --limit, since a certificate has all solutions")
		case estimate && (q.cross != "" || q.Limit > 0):
			return errors.New("--estimate: expected without --limit and --cross-check, which are for exact numbers")
		case f.Changed("probes") && !estimate:
			return errors.New("--probes: expected with --estimate")
		case q.cross == "" || q.cross == automatic:
			return nil
		}
		first, err := input.ParseReduced("--method", e.Flags.Method)
		if err == nil {
			_, err = secondMethod(q.cross, first, nil)
		}
		return err
	})
	return c
}

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
		w.others[m.Name] = second
	}
	a.Cross, a.Err = second.CrossCheck(a.Item.Label(ctx, m.Name), m.Name, w.method.Name, &a.Answer,
		a.Problem())
}
