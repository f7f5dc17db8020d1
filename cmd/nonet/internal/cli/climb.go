package cli

import (
	"context"
	"time"

	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// A rated puzzle is what the command rate found out beyond the verdict.
type rated struct {
	deduce.Rating
	class deduce.Class
	shown int    // number of steps in steps
	steps []byte // as the printer puts them
}

// rate proves that there is one solution and rates the path to it. Of a puzzle with several solutions it takes the steps that hold in all
// of them, if steps are to be shown.
func (w *worker) rate(ctx context.Context, a *answer) {
	start := time.Now()
	w.unique(ctx, a)
	if a.err != nil || a.verdict != model.One && (a.verdict != model.Multiple || w.rating.show == showNothing) {
		return
	}
	var solution model.Assignment
	if a.verdict == model.One {
		solution = model.Assignment(a.solution)
	}
	proved := time.Now()
	r := &rated{}
	err := w.runner.climb(ctx, a.puzzle, start, func(ctx context.Context, p *deduce.Position) error {
		if solution != nil && w.rating.show != showHint {
			r.class = deduce.Classify(p)
			p.Reset(a.puzzle.Given(nil))
		}
		var err error
		r.Rating, err = w.rating.ladder.Rate(p, solution, func(s *deduce.Step) bool {
			if ctx.Err() != nil {
				return false
			}
			if form, ok := w.form.(stepPrinter); ok && w.rating.show != showNothing {
				r.shown++
				r.steps = form.step(r.steps, a, r.shown, s, p)
			}
			return w.rating.show != showHint
		})
		if err == nil {
			err = ctx.Err()
		}
		return err
	})
	a.rated, a.err = r, err
	a.result.Stats.Solve += time.Since(proved)
}

// climb calls f with the position in which the puzzle begins, under what is left of the time limit, which has been running since start.
func (r *runner) climb(ctx context.Context, p sudoku.Puzzle, start time.Time, f func(context.Context, *deduce.Position) error) error {
	return r.guardSince(ctx, start, p, func(ctx context.Context, b *base) error {
		if b.position == nil {
			board, err := deduce.NewBoard(p.Ground())
			if err != nil {
				return err
			}
			b.position = board.NewPosition(nil)
		}
		b.position.Reset(p.Given(nil))
		return f(ctx, b.position)
	})
}
