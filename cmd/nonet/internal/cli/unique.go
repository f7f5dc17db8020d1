package cli

import "github.com/spf13/cobra"

func (e *env) uniqueCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "unique [PUZZLES]",
		Short: "Say whether each puzzle has exactly one solution",
		Long: `Unique says for each puzzle one of

  unique    there is exactly one solution
  multiple  there are several; two are shown
  none      there is none, and why, if that can be seen without a search
  unknown   the time limit was reached, or the method is incomplete

The exit code is 0 if all puzzles are unique, and 1 if some are not.`,
		Example: examples(
			"nonet unique 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			"nonet unique --method gini puzzles.txt",
			"nonet unique --output json puzzles.txt | jq -r 'select(.verdict != \"unique\") | .puzzle'",
			"nonet unique --quiet puzzles.txt | grep -v ^unique",
		),
		RunE: func(c *cobra.Command, args []string) error {
			return e.askAll(c.Context(), asking{question: askUnique}, args)
		},
	}
	e.solveFlags(c)
	return c
}
