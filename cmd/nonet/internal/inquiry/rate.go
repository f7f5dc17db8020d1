package inquiry

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// Rate decides uniqueness with k and rates the path to the only solution. For a puzzle with several solutions it
// computes the steps that hold in all of them, if q shows steps. It passes each step that q shows to show, with the
// position before it, counted from 1 in a.Rated.Shown.
func Rate(ctx context.Context, k *ask.Asker, q print.Rating, a *print.Answer,
	show func(*print.Rated, *human.Step, *human.Position)) {
	start := time.Now()
	a.Answer = k.Ask(ctx, a.Question, a.Problem())
	if a.Err != nil || a.Verdict != model.One && (a.Verdict != model.Multiple || q.Show == print.ShowNothing) {
		return
	}
	var solution model.Assignment
	if a.Verdict == model.One {
		solution = model.Assignment(a.Solution)
	}
	proved := time.Now()
	a.Rated, a.Err = RateSteps(ctx, k, q, a.Item, solution, start, show)
	a.Result.Stats.Solve += time.Since(proved)
}

// RateSteps is Rate for a puzzle that is known to have the only solution, or several if solution is nil. The time limit
// counts from start.
func RateSteps(ctx context.Context, k *ask.Asker, q print.Rating, it *input.Item, solution model.Assignment,
	start time.Time, show func(*print.Rated, *human.Step, *human.Position)) (*print.Rated, error) {
	r := &print.Rated{}
	err := WithPosition(ctx, k, it, start, func(ctx context.Context, p *human.Position) error {
		var err error
		r.Rating, err = q.Ladder.Rate(p, solution, func(s *human.Step) bool {
			if ctx.Err() != nil {
				return false
			}
			if q.Show != print.ShowNothing {
				r.Shown++
				show(r, s, p)
			}
			return q.Show != print.ShowHint
		})
		if err = cmp.Or(err, ctx.Err()); err != nil || solution == nil || q.Show == print.ShowHint || q.SkipClass {
			return err
		}
		if r.Class = r.Rating.Class; r.Class == 0 {
			p.Reset(it.Puzzle.Given(nil))
			r.Class = human.Classify(p)
		}
		return ctx.Err()
	})
	return r, err
}

// WithPosition calls f with the initial position of the puzzle. The time limit of f ends a timeout after start.
func WithPosition(ctx context.Context, k *ask.Asker, it *input.Item, start time.Time,
	f func(context.Context, *human.Position) error) error {
	p := it.Puzzle
	type named struct {
		*human.Position
		lines    []int // of the rules; they are parts of names
		alphabet *sudoku.Alphabet
	}
	return k.WithGround(ctx, start, it.Problem(), func(ctx context.Context, b *ask.Ground) error {
		position, _ := b.Extra.(named)
		if position.Position == nil || !slices.Equal(position.lines, it.RuleLines) ||
			position.alphabet != p.Alphabet {
			board, err := human.NewPuzzleBoard(p, it.RuleLines)
			if err != nil {
				return err
			}
			position = named{board.NewPosition(nil), slices.Clone(it.RuleLines), p.Alphabet}
			b.Extra = position
		}
		position.Reset(p.Given(nil))
		position.Under(ctx)
		defer position.Under(context.Background())
		return f(ctx, position.Position)
	})
}
