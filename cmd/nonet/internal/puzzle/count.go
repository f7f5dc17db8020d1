package puzzle

import (
	"errors"
	"fmt"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

func countCommand(e *term.Env) *cobra.Command {
	var limit int64
	var cross string
	var estimate bool
	var probes int
	var cubes cubes
	c := &cobra.Command{
		Use:   "count [PUZZLES]",
		Short: "Count the solutions of each puzzle",
		Long: `Count prints the exact number of solutions of each puzzle. With --limit it stops there and says "at least"; the field "exact" of
--output json and csv tells the two apart. If the time limit or Ctrl-C ends it, the number so far is printed as "at least", too.

The method native counts grids of 4x4, 6x6, 8x8 and 9x9 cells without walking through their solutions: even an empty one takes seconds, and
9x9 puzzles with 5 to 12 clues, which take longest, up to minutes. A single puzzle is counted on all cores (--jobs). With --limit, solutions
are walked through up to that number.

With --cross-check a second method of another kind must count the same, or the exit code is 4 and both numbers are told: gini where there are
few solutions, dlx where there are more, native for what is not counted by it; or the one that is named, as in --cross-check=clasp.

With --estimate the number is estimated from random probes into a search tree (Knuth 1975), with an interval of 95 %. The estimate has no bias;
but where few probes carry most of the weight the interval is too narrow, and it is said so. --seed gives other probes; --timeout ends them.

` + cubesHelp + ` What native counts without walking through the solutions takes longer in
pieces, since each is counted anew; other methods, and other sizes, gain as many times as there are cores.`,
		Example: term.Examples(
			"nonet count ................",
			"nonet count --limit 1000 puzzles.txt",
			"nonet count --timeout 10s --output json puzzles.txt",
			"nonet count --box 2x3 ....................................",
			"nonet count --cross-check puzzles.txt",
			"nonet count --estimate --probes 100000 puzzle.sdk",
			"nonet count --cubes 64 --method dlx puzzle.sdk",
		),
		RunE: func(c *cobra.Command, args []string) error {
			if estimate {
				return estimateAll(c.Context(), e, probes, args)
			}
			return askAll(c.Context(), e, request{Question: ask.Question{Kind: ask.Count, Limit: limit}, cross: cross, cubes: &cubes}, args)
		},
	}
	solveFlags(e, c)
	term.LimitFlag(c, &limit, "stop counting at so many (default: none)")
	f := c.Flags()
	f.StringVar(&cross, "cross-check", "", "a second method must count the same: auto, or a method after =")
	f.Lookup("cross-check").NoOptDefVal = automatic
	f.BoolVar(&estimate, "estimate", false, "estimate the number from random probes")
	f.IntVar(&probes, "probes", defaultProbes, "with --estimate: how many")
	input.CompleteMethods(c, "cross-check")
	cubeFlags(c, &cubes, "limit", "cross-check", "estimate")
	term.Validate(c, func() error {
		switch {
		case estimate && (cross != "" || limit > 0):
			return errors.New("--estimate: expected without --limit and --cross-check, which are for exact numbers")
		case probes < 2:
			return fmt.Errorf("--probes %d: expected 2 or more", probes)
		case f.Changed("probes") && !estimate:
			return errors.New("--probes: expected with --estimate")
		case cross == "" || cross == automatic:
			return nil
		}
		first, err := methods.Parse(e.Flags.Method)
		if err != nil {
			return fmt.Errorf("--method %s", term.Plain(err))
		}
		_, err = secondMethod(cross, first, nil)
		return err
	})
	return c
}
