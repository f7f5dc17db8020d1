package puzzle

import (
	"errors"
	"fmt"

	"nonet/backends/ask"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/human"

	"github.com/spf13/cobra"
)

func rateCommand(e *term.Env) *cobra.Command {
	var q print.Rating
	var ladder string
	var steps, hint, noUniqueness bool
	c := &cobra.Command{
		Use:   "rate [PUZZLES]",
		Short: "Say how hard each puzzle is for a person, and how a person solves it",
		Long: `Rate solves each puzzle as a person does: it looks for the easiest rule that applies, applies it, and starts again. It says for each
puzzle how hard the steps of this path are, on three scales:

  level and score  HoDoKu's: the points of all steps, and the level of the hardest step or,
                   if that is higher, the one that the points call for
  ER/EP/ED         Sudoku Explainer's: the hardest step of all, up to the first placement,
                   and the first step
  class            QQwing's: simple, easy, intermediate, expert

Where no rule applies, a cell with fewest candidates is given its value in the solution. Each such guess counts 10000 points, and ER is then
a lower bound, printed as >=4.2. nonet rules lists the rules in the order in which they are tried; a rating is one by these rules in this order.

Only a puzzle with exactly one solution can be rated, so this is proved first, by the method that --method names. Rules that assume it are
then used, unless --no-uniqueness leaves them out. For a puzzle with several solutions, --steps prints the steps that hold in all of them.

JSON: besides what nonet unique prints, rating is null or an object with ladder, uniqueness (whether rules may assume it), level, score, er, ep,
ed, lower_bound, class, hardest (a rule), steps, guesses and rules (steps by rule). With --steps or --hint, steps is a list of objects with
number, rule, rating, score, parts (the pattern: role, house, cells, values), placements, eliminations, sentence, and with --grid
candidates: for each cell what may be in it.

The exit code is 0 if all puzzles were rated, also with guesses, 1 if some have no solution or several, 3 if some are undecided.`,
		Example: term.Examples(
			"nonet rate puzzles.txt",
			"nonet rate --steps 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			"nonet rate --hint --grid 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			"nonet rate --ladder singles --output csv puzzles.txt",
			"nonet rate --output json puzzles.txt | jq -r 'select(.rating.hardest == \"x-wing\") | .puzzle'",
		),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case hint:
				q.Show = print.ShowHint
			case steps || q.Grid:
				q.Show = print.ShowSteps
			}
			if q.Show != print.ShowNothing && e.Flags.Output == "csv" {
				return errors.New("--output csv has no place for steps: expected text or json")
			}
			l, ok := human.LadderByName(ladder)
			if !ok {
				return fmt.Errorf("--ladder %s: expected %s", ladder, term.OneOf(ladderNames()))
			}
			q.Ladder, q.Uniqueness = l, !noUniqueness
			if noUniqueness {
				q.Ladder = l.Sound()
			}
			return askAll(c.Context(), e, request{Question: ask.Question{Kind: ask.Unique}, rates: true, rating: q}, args)
		},
	}
	solveFlags(e, c, "text", "json", "csv")
	f := c.Flags()
	f.BoolVar(&steps, "steps", false, "print each step")
	f.BoolVar(&hint, "hint", false, "print the next step only")
	f.BoolVar(&q.Grid, "grid", false, "print the candidates before each step; implies --steps")
	f.StringVar(&ladder, "ladder", "human", "rules to use: "+term.OneOf(ladderNames()))
	f.BoolVar(&noUniqueness, "no-uniqueness", false, "leave out the rules that assume that there is one solution only")
	term.Complete(c, "ladder", ladderNames()...)
	return c
}

func ladderNames() []string {
	var names []string
	for _, l := range human.Ladders() {
		names = append(names, l.Name())
	}
	return names
}
