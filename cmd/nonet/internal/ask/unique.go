package ask

import (
	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

func uniqueCommand(e *term.Env) *cobra.Command {
	var minimal, verify bool
	var proofs string
	var cubes cubes
	c := &cobra.Command{
		Use:   "unique [PUZZLES | MODELS]",
		Short: "Decide whether each puzzle has exactly one solution",
		RunE: func(c *cobra.Command, args []string) error {
			return runRequest(c, e, request{Question: ask.Question{Kind: ask.Unique}, minimal: minimal, verify: verify,
				cubes: &cubes, proofFile: proofs}, args)
		},
	}
	solveFlags(e, c)
	input.ModelFlags(e, c)
	c.Flags().BoolVar(&minimal, "minimal", false, "list the clues, or constraints, that could be removed, each alone")
	c.Flags().StringVar(&proofs, "proof", "", "write certificates of the verdicts to this file")
	verifyFlag(c, &verify, "minimal", "cubes")
	cubeFlags(c, &cubes, "minimal", "proof")
	return c
}
