package ask

import (
	"cmp"
	"context"
	"errors"

	"nonet/backends/ask"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/internal/slice"
	"nonet/model/human"

	"github.com/spf13/cobra"
)

func rateCommand(e *term.Env) *cobra.Command {
	r := request{Question: ask.Question{Kind: ask.Unique}, rates: true}
	q := &r.rating
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
			q.Ladder, _ = human.LadderByName(ladder)
			if q.Uniqueness = !noUniqueness; noUniqueness {
				q.Ladder = q.Ladder.Sound()
			}
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
	term.ChoiceFlag(c, &ladder, "ladder", "rules to use: "+slice.JoinOr(ladderNames()), ladderNames()...)
	f.BoolVar(&noUniqueness, "no-uniqueness", false, "leave out rules that assume that there is only one solution")
	term.KeepInputs(c, &html)
	return c
}

func ladderNames() []string { return slice.Map(human.Ladders(), (*human.Ladder).Name) }

// rate decides uniqueness, rates the path to the only solution, and formats the steps to print and those of the page.
func (w *worker) rate(ctx context.Context, a *print.Answer) {
	q, onPage := w.rating, w.page.wants(a.Index)
	if onPage && q.Show == print.ShowNothing {
		q.Show = print.ShowSteps
	}
	lines, isText := w.form.(print.Ratings)
	q.SkipClass = isText && !lines.PrintsClass() && !onPage
	var drawn print.HTML
	inquiry.Rate(ctx, w.asker, q, a, func(r *print.Rated, s *human.Step, p *human.Position) {
		if form, ok := w.form.(print.JSON); ok && w.rating.Show != print.ShowNothing {
			r.Objects = append(r.Objects, form.Step(a, r.Shown, s, p))
		} else if w.rating.Show != print.ShowNothing && isText {
			r.Path = lines.Step(r.Path, a, r.Shown, s, p)
		}
		if onPage {
			putStep(&drawn, a, r.Shown, s, p)
		}
	})
	if !onPage {
		return
	}
	w.page.add(a, drawn.String())
	if w.rating.Show == print.ShowNothing && a.Rated != nil {
		a.Rated.Shown = 0 // none of them is printed
	}
}
