package ask

import (
	"errors"
	"fmt"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

func countCommand(e *term.Env) *cobra.Command {
	var limit int64
	var cross, proofs string
	var estimate, verify bool
	var probes int
	var cubes cubes
	c := &cobra.Command{
		Use:   "count [PUZZLES | MODELS]",
		Short: "Count the solutions of each puzzle",
		RunE: func(c *cobra.Command, args []string) error {
			if estimate {
				return estimateAll(c, e, probes, args)
			}
			return runRequest(c, e, request{Question: ask.Question{Kind: ask.Count, Limit: limit}, cross: cross,
				verify: verify, cubes: &cubes, proofFile: proofs}, args)
		},
	}
	solveFlags(e, c)
	input.ModelFlags(e, c)
	term.LimitFlag(c, &limit, "number at which counting stops (default: none)")
	f := c.Flags()
	f.StringVar(&cross, "cross-check", "", "a second method must count the same: auto, or a method after =")
	f.Lookup("cross-check").NoOptDefVal = automatic
	f.BoolVar(&estimate, "estimate", false, "estimate the number from random probes")
	f.IntVar(&probes, "probes", defaultProbes, "number of probes of --estimate")
	input.CompleteMethodFlag(c, "cross-check")
	f.StringVar(&proofs, "proof", "", "write certificates of the counts, which list all solutions, to this file")
	verifyFlag(c, &verify, "cross-check", "estimate", "cubes")
	cubeFlags(c, &cubes, "limit", "cross-check", "estimate", "proof")
	term.AddCheck(c, func() error {
		switch {
		case proofs != "" && (estimate || limit > 0):
			return errors.New("--proof: expected without --estimate and --limit, since a certificate has all solutions")
		case estimate && (cross != "" || limit > 0):
			return errors.New("--estimate: expected without --limit and --cross-check, which are for exact numbers")
		case probes < 2:
			return fmt.Errorf("--probes %d: expected 2 or more", probes)
		case f.Changed("probes") && !estimate:
			return errors.New("--probes: expected with --estimate")
		case cross == "" || cross == automatic:
			return nil
		}
		first, err := input.ParseReduced("--method", e.Flags.Method)
		if err != nil {
			return err
		}
		_, err = secondMethod(cross, first, nil)
		return err
	})
	return c
}
