package cli

import (
	"context"
	"fmt"

	"nonet/backends/ask"
	"nonet/backends/methods"

	"github.com/spf13/cobra"
)

// byDefault says what methods.Default does.
const byDefault = `The default method, native, picks its search by the puzzle: 9x9 grids are solved by guesses and bit masks, other grids up to 64x64 by a search
by a search that learns from its failures, and models with further constraints by propagation in general.`

func (e *env) solveCommand() *cobra.Command {
	var all bool
	var limit int64
	var cubes cubes
	c := &cobra.Command{
		Use:   "solve [PUZZLES]",
		Short: "Print a solution of each puzzle",
		Long: `Solve prints a solution of each puzzle, or all of them. Every solution is checked before it is printed, by code that shares nothing with
the solver. One puzzle is answered with a grid, a list with one solution per line.

` + byDefault + `
What is harder than that, as random instances of order 6 with 40 to 50 % given can be, other methods may solve sooner: try --method gini or
--method cadical.

` + cubesHelp + ` The first solution ends it.`,
		Example: examples(
			"nonet solve 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			"nonet solve puzzles.txt",
			"nonet solve --method gini:minimal --output json puzzles.sdm",
			"nonet solve --all 1..4..1..1......",
			"zcat puzzles.gz | nonet solve --output line > solutions.txt",
			"nonet solve --cubes 64 --timeout 1h hard.txt",
		),
		RunE: func(c *cobra.Command, args []string) error {
			return e.askAll(c.Context(), asking{Question: ask.Question{Kind: ask.Solve, All: all || limit > 0, Limit: limit}, cubes: &cubes}, args)
		},
	}
	e.solveFlags(c)
	c.Flags().BoolVarP(&all, "all", "a", false, "print all solutions, one per line")
	limitFlag(c, &limit, "stop after so many solutions of a puzzle (default: none); implies --all")
	cubeFlags(c, &cubes, "all", "limit")
	return c
}

// limitFlag adds --limit.
func limitFlag(c *cobra.Command, limit *int64, help string) {
	c.Flags().Int64Var(limit, "limit", 0, help)
	validate(c, func() error {
		if c.Flags().Changed("limit") && *limit < 1 {
			return fmt.Errorf("--limit %d: expected 1 or more", *limit)
		}
		return nil
	})
}

// askAll puts a question to the puzzles that the arguments name.
func (e *env) askAll(ctx context.Context, q asking, args []string) error {
	var err error
	if q.method, err = methods.Parse(e.flags.method); err != nil {
		return fmt.Errorf("--method %s", plainly(err))
	}
	s, err := e.puzzles(args)
	if err != nil {
		return err
	}
	switch {
	case q.rates:
		s.classic = "nonet rate"
	case q.proofs != nil:
		s.classic = "nonet unique --proof"
	}
	// Runs side by side find a solution sooner, but which of them is the first is another question each time: only if asked for.
	q.method.Chance.Seed, q.method.Chance.Moves = e.flags.seed, e.flags.moves
	// One puzzle is counted by all cores, which changes nothing else.
	together := q.Kind == ask.Count
	if q.method.Kind == methods.Stochastic {
		together = e.flags.jobsGiven
	}
	if q.cubes.splits() {
		if q.method.Kind == methods.Stochastic && e.flags.moves == 0 {
			return fmt.Errorf("--cubes: %s never ends on a piece without a solution: expected --moves, too", q.method.Name)
		}
		q.cubes.jobs, e.flags.jobs = e.flags.jobs, 1 // all cores are for the pieces of one puzzle
	} else if together && !e.typed(s) && len(s.peek(2)) == 1 {
		q.method.Chance.Jobs = e.flags.jobs
	}
	if !e.typed(s) {
		s.watch = e.progress(s.size(), "puzzles")
	}
	if q.cubes.splits() {
		q.cubes.watch = s.watch
	}
	return e.ask(ctx, q, s)
}
