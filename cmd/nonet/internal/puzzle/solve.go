package puzzle

import (
	"context"
	"errors"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/modelfile"

	"github.com/spf13/cobra"
)

func solveCommand(e *term.Env) *cobra.Command {
	var all, verify bool
	var limit int64
	var proofs string
	var cubes cubes
	var files modelfile.Options
	c := &cobra.Command{
		Use:   "solve [PUZZLES | MODELS]",
		Short: "Print a solution of each puzzle",
		RunE: func(c *cobra.Command, args []string) error {
			if models, err := modelfile.Named(e, args); err != nil {
				return err
			} else if models {
				q := ask.Question{Kind: ask.Solve, All: all || limit > 0, Limit: limit}
				r := modelfile.Request{Options: files, Question: q, Verify: verify}
				return askModels(c, e, r, &cubes, proofs, args)
			}
			q := request{Question: ask.Question{Kind: ask.Solve, All: all || limit > 0, Limit: limit}, verify: verify,
				cubes: &cubes}
			if proofs != "" {
				return askProofs(c.Context(), e, q, proofs, args)
			}
			return runRequest(c.Context(), e, q, args)
		},
	}
	solveFlags(e, c)
	modelfile.Flags(c, &files)
	c.Flags().BoolVarP(&all, "all", "a", false, "print all solutions, one per line")
	term.LimitFlag(c, &limit, "number of solutions after which to stop (default: none); implies --all")
	c.Flags().StringVar(&proofs, "proof", "",
		"write certificates that there is no solution, or no better one, to this file")
	verifyFlag(c, &verify, "cubes")
	cubeFlags(c, &cubes, "all", "limit")
	term.AddCheck(c, func() error {
		if proofs != "" && (all || limit > 0) {
			return errors.New("--proof: expected without --all and --limit")
		}
		return nil
	})
	return c
}

// askModels answers a request about model files, with their pieces if they are to be split. It writes certificates to
// the file proofs, unless this is "".
func askModels(c *cobra.Command, e *term.Env, r modelfile.Request, o *cubes, proofs string, args []string) error {
	if err := modelfile.Refuse(c, "minimal", "cross-check", "estimate", "probes"); err != nil {
		return err
	}
	if o.splits() {
		m, err := input.ParseMethod("--method", e.Flags.Method)
		if err != nil {
			return err
		}
		if err := o.refuseEndless(e, m); err != nil {
			return err
		}
		o.jobs, e.Flags.Jobs = e.Flags.Jobs, 1
		r.Wrap, r.Pieces = o.wrap, o.takePieces
	}
	if proofs == "" {
		return modelfile.Ask(c, e, r, args)
	}
	return writeProofs(e, proofs, func(p *certificates) error {
		r.Certify = p.put
		return modelfile.Ask(c, e, r, args)
	})
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
		if err := q.cubes.refuseEndless(e, q.method); err != nil {
			return err
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
