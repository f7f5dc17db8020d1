package puzzle

import (
	"nonet/backends/ask"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/modelfile"

	"github.com/spf13/cobra"
)

func uniqueCommand(e *term.Env) *cobra.Command {
	var minimal, verify bool
	var proofs string
	var cubes cubes
	var files modelfile.Options
	c := &cobra.Command{
		Use:   "unique [PUZZLES | MODELS]",
		Short: "Decide whether each puzzle has exactly one solution",
		RunE: func(c *cobra.Command, args []string) error {
			if models, err := modelfile.Named(e, args); err != nil {
				return err
			} else if models {
				q := ask.Question{Kind: ask.Unique}
				r := modelfile.Request{Options: files, Question: q, Verify: verify}
				return askModels(c, e, r, &cubes, proofs, args)
			}
			q := request{Question: ask.Question{Kind: ask.Unique}, minimal: minimal, verify: verify,
				cubes: &cubes}
			if proofs != "" {
				return askProofs(c.Context(), e, q, proofs, args)
			}
			return runRequest(c.Context(), e, q, args)
		},
	}
	solveFlags(e, c)
	modelfile.Flags(c, &files)
	c.Flags().BoolVar(&minimal, "minimal", false, "list the clues that could be removed, each alone")
	c.Flags().StringVar(&proofs, "proof", "", "write certificates of the verdicts to this file")
	verifyFlag(c, &verify, "minimal", "cubes")
	cubeFlags(c, &cubes, "minimal", "proof")
	return c
}
