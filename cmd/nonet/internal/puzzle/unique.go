package puzzle

import (
	"nonet/backends/ask"
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

func uniqueCommand(e *term.Env) *cobra.Command {
	var minimal bool
	var proofs string
	var cubes cubes
	c := &cobra.Command{
		Use:   "unique [PUZZLES]",
		Short: "Say whether each puzzle has exactly one solution",
		Long: `Unique says for each puzzle one of

  unique    there is exactly one solution
  multiple  there are several; two are shown
  none      there is none, and why, if that can be seen without a search
  unknown   the time limit was reached, or the method is incomplete

With --minimal it says of a puzzle that is unique which clues could go, each alone, and so whether the puzzle is minimal; nonet minimize takes
them away. JSON has then also minimal and redundant (cells), CSV has columns of these names.

With --proof, a certificate of each unique and none goes to a file: a text that lets anybody check the verdict without trust in nonet.
See nonet help check-proof.

` + cubesHelp + ` The second solution ends it.

The exit code is 0 if all puzzles are unique, and 1 if some are not.`,
		Example: term.Examples(
			"nonet unique 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			"nonet unique --method gini puzzles.txt",
			"nonet unique --output json puzzles.txt | jq -r 'select(.verdict != \"unique\") | .puzzle'",
			"nonet unique --quiet puzzles.txt | grep -v ^unique",
			"nonet unique --minimal puzzles.txt",
			"nonet unique --proof puzzles.cert puzzles.txt && nonet check-proof puzzles.cert",
			"nonet unique --cubes 64 hard.txt",
		),
		RunE: func(c *cobra.Command, args []string) error {
			q := request{Question: ask.Question{Kind: ask.Unique}, minimal: minimal, cubes: &cubes}
			if proofs != "" {
				return askProofs(c.Context(), e, q, proofs, args)
			}
			return askAll(c.Context(), e, q, args)
		},
	}
	solveFlags(e, c)
	c.Flags().BoolVar(&minimal, "minimal", false, "say which clues could go, each alone")
	c.Flags().StringVar(&proofs, "proof", "", "write certificates of the verdicts to this file")
	cubeFlags(c, &cubes, "minimal", "proof")
	return c
}
