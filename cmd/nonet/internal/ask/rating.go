package ask

import (
	"context"

	"nonet/cmd/internal/print"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/model/human"
)

// rate decides uniqueness, rates the path to the only solution, and formats the steps to print and those of the page.
func (w *worker) rate(ctx context.Context, a *print.Answer) {
	q, onPage := w.rating, w.page.wants(a.Index)
	if onPage && q.Show == print.ShowNothing {
		q.Show = print.ShowSteps
	}
	lines, ok := w.form.(print.Ratings)
	q.SkipClass = ok && !lines.PrintsClass() && !onPage
	var drawn print.HTML
	inquiry.Rate(ctx, w.asker, q, a, func(r *print.Rated, s *human.Step, p *human.Position) {
		switch form := w.form.(type) {
		case print.Ratings:
			if form.How.Show != print.ShowNothing {
				r.Path = form.Step(r.Path, a, r.Shown, s, p)
			}
		case print.JSON:
			if form.How.Show != print.ShowNothing {
				r.Objects = append(r.Objects, form.Step(a, r.Shown, s, p))
			}
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
