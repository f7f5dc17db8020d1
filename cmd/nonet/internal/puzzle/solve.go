package puzzle

import (
	"context"
	"fmt"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/modelfile"
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

func solveCommand(e *term.Env) *cobra.Command {
	var all, verify bool
	var limit int64
	var cubes cubes
	var files modelfile.Options
	c := &cobra.Command{
		Use:   "solve [PUZZLES | MODELS]",
		Short: "Print a solution of each puzzle",
		RunE: func(c *cobra.Command, args []string) error {
			if models, err := modelfile.Named(e, args); err != nil {
				return err
			} else if models {
				return askModels(c, e, files,
					ask.ProblemQuestion{Kind: ask.Solve, All: all || limit > 0, Limit: limit}, args)
			}
			return runRequest(c.Context(), e,
				request{Question: ask.Question{Kind: ask.Solve, All: all || limit > 0, Limit: limit},
					verify: verify, cubes: &cubes}, args)
		},
	}
	solveFlags(e, c)
	modelfile.Flags(c, &files)
	c.Flags().BoolVarP(&all, "all", "a", false, "print all solutions, one per line")
	term.LimitFlag(c, &limit, "number of solutions after which to stop (default: none); implies --all")
	verifyFlag(c, &verify, "cubes")
	cubeFlags(c, &cubes, "all", "limit")
	return c
}

// askModels answers a question about model files.
func askModels(c *cobra.Command, e *term.Env, o modelfile.Options, q ask.ProblemQuestion, args []string) error {
	err := modelfile.Refuse(c, "cubes", "minimal", "proof", "verify", "cross-check", "estimate", "probes")
	if err != nil {
		return err
	}
	return modelfile.Ask(c, e, o, q, args)
}

// runRequest answers a request for the puzzles that the arguments name, with the method of --method.
func runRequest(ctx context.Context, e *term.Env, q request, args []string) error {
	var err error
	if q.method, err = input.ParseReduced("--method", e.Flags.Method); err != nil {
		return err
	}
	s, err := input.NewSource(e, args)
	if err != nil {
		return err
	}
	s.Classic = "" // --output csv has columns for rules
	// Parallel runs of a stochastic method find a solution sooner, but the result is not reproducible: only with
	// --jobs.
	q.method.RunOptions.Seed, q.method.RunOptions.Moves = e.Flags.Seed, e.Flags.Moves
	// A single puzzle is counted on all cores; the result is the same.
	together := q.Kind == ask.Count
	if q.method.Kind == methods.Stochastic {
		together = e.Flags.JobsGiven
	}
	if q.cubes.splits() {
		if q.method.Kind == methods.Stochastic && e.Flags.Moves == 0 {
			return fmt.Errorf("--cubes: %s never ends on a piece without a solution: expected --moves, too",
				q.method.Name)
		}
		q.cubes.jobs, e.Flags.Jobs = e.Flags.Jobs, 1 // all cores are for the pieces of one puzzle
	} else if together && !input.Interactive(e, s) && len(s.Peek(2)) == 1 {
		q.method.RunOptions.Jobs = e.Flags.Jobs
	}
	if !input.Interactive(e, s) {
		s.Progress = e.StartProgress(0, "puzzles")
	}
	if q.cubes.splits() {
		q.cubes.progress = s.Progress
	}
	return askPuzzles(ctx, e, q, s)
}
