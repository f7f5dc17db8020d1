package ask

import (
	"cmp"
	"errors"

	"nonet/backends/ask"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/model/human"

	"github.com/spf13/cobra"
)

func rateCommand(e *term.Env) *cobra.Command {
	var q print.Rating
	var ladder, html string
	var steps, hint, noUniqueness bool
	c := &cobra.Command{
		Use:   "rate [PUZZLES]",
		Short: "Rate puzzles by the steps of a person; print steps and hints",
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
				return term.CheckOneOf("--ladder", ladder, ladderNames())
			}
			q.Ladder, q.Uniqueness = l, !noUniqueness
			if noUniqueness {
				q.Ladder = l.Sound()
			}
			r := request{Question: ask.Question{Kind: ask.Unique}, rates: true, rating: q}
			if html != "" {
				r.page = &ratePage{ladder: q.Ladder.Name(), puzzles: map[int]string{}}
			}
			err := runRequest(c, e, r, args)
			if r.page != nil && len(r.page.puzzles) > 0 {
				err = cmp.Or(err, r.page.write(html))
			}
			return err
		},
	}
	solveFlags(e, c, "text", "json", "csv")
	f := c.Flags()
	f.BoolVar(&steps, "steps", false, "print each step")
	f.BoolVar(&hint, "hint", false, "print the next step only")
	f.BoolVar(&q.Grid, "grid", false, "print the candidates before each step; implies --steps")
	f.StringVar(&html, "html", "", "also write a page with a picture of each step to this file")
	f.StringVar(&ladder, "ladder", "human", "rules to use: "+term.JoinOr(ladderNames()))
	f.BoolVar(&noUniqueness, "no-uniqueness", false, "leave out rules that assume that there is only one solution")
	term.CompleteFlag(c, "ladder", ladderNames()...)
	return c
}

func ladderNames() []string { return term.Names(human.Ladders(), (*human.Ladder).Name) }
