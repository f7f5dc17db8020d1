package puzzle

import (
	"context"

	"nonet/cmd/nonet/internal/inquiry"
	"nonet/cmd/nonet/internal/print"
	"nonet/model/human"
)

// rate decides uniqueness, rates the path to the only solution, and formats the steps to print.
func (w *worker) rate(ctx context.Context, a *print.Answer) {
	inquiry.Rate(ctx, w.asker, w.rating, a, func(r *print.Rated, s *human.Step, p *human.Position) {
		if form, ok := w.form.(print.StepPrinter); ok {
			r.Path = form.Step(r.Path, a, r.Shown, s, p)
		}
	})
}
