package ask

import (
	"fmt"
	"slices"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

func solveCommand(e *term.Env) *cobra.Command {
	q := request{cubes: new(cubes)}
	c := &cobra.Command{
		Use:   "solve [PUZZLES | MODELS]",
		Short: "Print a solution of each puzzle",
		RunE: func(c *cobra.Command, args []string) error {
			q.All = q.All || q.Limit > 0
			return runRequest(c, e, q, args)
		},
	}
	solveFlags(e, c, slices.Concat(print.Outputs, print.OwnForms)...)
	input.ModelFlags(e, c)
	c.Flags().BoolVarP(&q.All, "all", "a", false, "print all solutions, one per line")
	term.LimitFlag(c, &q.Limit, "number of solutions after which to stop (default: none); implies --all")
	c.Flags().StringVar(&q.proofFile, "proof", "",
		"write certificates that there is no solution, no better one or, with --all, no other ones, to this file")
	verifyFlag(c, &q, "cubes")
	cubeFlags(c, q.cubes, "all", "limit")
	term.Without(c, "proof", "limit")
	return c
}

func uniqueCommand(e *term.Env) *cobra.Command {
	q := request{Question: ask.Question{Kind: ask.Unique}, cubes: new(cubes)}
	c := &cobra.Command{
		Use:   "unique [PUZZLES | MODELS]",
		Short: "Decide whether each puzzle has exactly one solution",
		RunE:  func(c *cobra.Command, args []string) error { return runRequest(c, e, q, args) },
	}
	solveFlags(e, c)
	input.ModelFlags(e, c)
	c.Flags().BoolVar(&q.minimal, "minimal", false, "list the clues, or constraints, that could be removed, each alone")
	c.Flags().StringVar(&q.proofFile, "proof", "", "write certificates of the verdicts to this file")
	verifyFlag(c, &q, "minimal", "cubes")
	cubeFlags(c, q.cubes, "minimal", "proof")
	return c
}

// runRequest answers a request for the problems that the arguments name, with the method of --method.
func runRequest(c *cobra.Command, e *term.Env, q request, args []string) error {
	s, err := input.Open(c, e, args)
	if err != nil {
		return err
	}
	if q.method, err = s.Method(c); err != nil {
		return err
	}
	s.Mixed = q.Kind == ask.Solve && !q.All && !q.verify && q.proofFile == "" && !q.cubes.splits()
	s.Classic = "" // --output csv has columns for rules
	q.jobs = e.Flags.Jobs
	q.method.RunOptions.Seed, q.method.RunOptions.Moves = e.Flags.Seed, e.Flags.Moves
	if q.cubes.splits() {
		if q.method.Kind == methods.Stochastic && e.Flags.Moves == 0 {
			return fmt.Errorf("--cubes: %s never ends on a piece without a solution: expected --moves, too",
				q.method.Name)
		}
		q.cubes.jobs, q.jobs = q.jobs, 1 // all cores are for the pieces of one puzzle
	} else if q.together(e) && input.IsSingle(e, s) || s.Models {
		q.method.RunOptions.Jobs = q.jobs
	}
	if s.Models {
		q.jobs = 1
		if f := c.Flags().Lookup("verbose"); f.Changed {
			q.improved = func(it *input.Item, value int) {
				e.Note("%s: %s", it.Place.File, it.File.ObjectiveText(value))
			}
		}
	}
	if !input.Interactive(e, s) {
		s.Progress = e.StartProgress(0, "puzzles")
	}
	if q.cubes.splits() {
		q.cubes.progress = s.Progress
	}
	if q.proofFile == "" {
		return askAll(c.Context(), e, q, s)
	}
	if err := term.RefuseOverwriting(args, q.proofFile, ask.FormulaFile(q.proofFile)); err != nil {
		return err
	}
	return writeProofs(e, q.proofFile, func(p *certificates) error {
		q.proofs = p
		return askAll(c.Context(), e, q, s)
	})
}

// together reports whether the method may use all cores for a single puzzle. It may for a count, since the result is
// the same. Parallel runs of a stochastic method find a solution sooner, but the result is not reproducible: only with
// --jobs.
func (q *request) together(e *term.Env) bool {
	if q.method.Kind == methods.Stochastic {
		return e.Flags.JobsGiven
	}
	return q.Kind == ask.Count
}
