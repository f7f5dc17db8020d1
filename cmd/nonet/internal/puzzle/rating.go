package puzzle

import (
	"context"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/nonet/internal/print"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// rate decides uniqueness and rates the path to the only solution. For a puzzle with several solutions it computes the
// steps that hold in all of them, if steps are to be printed.
func (w *worker) rate(ctx context.Context, a *print.Answer) {
	start := time.Now()
	a.Answer = w.asker.Ask(ctx, a.Question, a.Puzzle)
	if a.Err != nil || a.Verdict != model.One && (a.Verdict != model.Multiple || w.rating.Show == print.ShowNothing) {
		return
	}
	var solution model.Assignment
	if a.Verdict == model.One {
		solution = model.Assignment(a.Solution)
	}
	proved := time.Now()
	r := &print.Rated{}
	err := withPosition(ctx, w.asker, a.Puzzle, start, func(ctx context.Context, p *human.Position) error {
		if solution != nil && w.rating.Show != print.ShowHint {
			r.Class = human.Classify(p)
			p.Reset(a.Puzzle.Given(nil))
		}
		var err error
		r.Rating, err = w.rating.Ladder.Rate(p, solution, func(s *human.Step) bool {
			if ctx.Err() != nil {
				return false
			}
			if form, ok := w.form.(print.StepPrinter); ok && w.rating.Show != print.ShowNothing {
				r.Shown++
				r.Path = form.Step(r.Path, a, r.Shown, s, p)
			}
			return w.rating.Show != print.ShowHint
		})
		if err == nil {
			err = ctx.Err()
		}
		return err
	})
	a.Rated, a.Err = r, err
	a.Result.Stats.Solve += time.Since(proved)
}

// withPosition calls f with the initial position of the puzzle. The time limit of f ends a timeout after start.
func withPosition(ctx context.Context, k *ask.Asker, p sudoku.Puzzle, start time.Time,
	f func(context.Context, *human.Position) error) error {
	return k.WithGround(ctx, start, p, func(ctx context.Context, b *ask.Ground) error {
		position, _ := b.Extra.(*human.Position)
		if position == nil {
			board, err := human.NewPuzzleBoard(p)
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
