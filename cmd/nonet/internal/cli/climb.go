package cli

import (
	"context"
	"time"

	"nonet/backends/ask"
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
	a.Answer = w.asker.Ask(ctx, a.Question, a.puzzle)
	if a.Err != nil || a.Verdict != model.One && (a.Verdict != model.Multiple || w.rating.show == showNothing) {
		return
	}
	var solution model.Assignment
	if a.Verdict == model.One {
		solution = model.Assignment(a.Solution)
	}
	proved := time.Now()
	r := &rated{}
	err := climb(ctx, w.asker, a.puzzle, start, func(ctx context.Context, p *deduce.Position) error {
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
	a.rated, a.Err = r, err
	a.Result.Stats.Solve += time.Since(proved)
}

// climb calls f with the position in which the puzzle begins, under what is left of the time limit, which has been running since start.
func climb(ctx context.Context, k *ask.Asker, p sudoku.Puzzle, start time.Time, f func(context.Context, *deduce.Position) error) error {
	return k.Under(ctx, start, p, func(ctx context.Context, b *ask.Ground) error {
		position, _ := b.Extra.(*deduce.Position)
		if position == nil {
			board, err := deduce.NewBoard(p.Ground())
			if err != nil {
				return err
			}
			position = board.NewPosition(nil)
			b.Extra = position
		}
		position.Reset(p.Given(nil))
		return f(ctx, position)
	})
}
