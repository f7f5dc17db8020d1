package cli

import "github.com/spf13/cobra"

func (e *env) countCommand() *cobra.Command {
	var limit int64
	c := &cobra.Command{
		Use:   "count [PUZZLES]",
		Short: "Count the solutions of each puzzle",
		Long: `Count prints the exact number of solutions of each puzzle. With --limit it stops there and says "at least"; the field "exact" of
--output json and csv tells the two apart. If the time limit or Ctrl-C ends it, the number so far is printed as "at least", too.

The method native counts grids of 4x4, 6x6, 8x8 and 9x9 cells without walking through their solutions: even an empty one takes seconds, and
9x9 puzzles with 5 to 12 clues, which take longest, up to minutes. A single puzzle is counted on all cores (--jobs). With --limit, solutions
are walked through up to that number.`,
		Example: examples(
			"nonet count ................",
			"nonet count --limit 1000 puzzles.txt",
			"nonet count --timeout 10s --output json puzzles.txt",
			"nonet count --box 2x3 ....................................",
		),
		RunE: func(c *cobra.Command, args []string) error {
			return e.askAll(c.Context(), asking{question: askCount, limit: limit}, args)
		},
	}
	e.solveFlags(c)
	limitFlag(c, &limit, "stop counting at so many (default: none)")
	return c
}
