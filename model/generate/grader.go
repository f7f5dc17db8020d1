package generate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// A grader checks the requirements of a Spec on deductions.
type grader struct {
	spec             *Spec
	board            *human.Board
	position         *human.Position // nil if there are no such requirements
	digLadder        *human.Ladder   // must solve the puzzle after each removal of digging; nil for none
	withTechnique    *human.Ladder   // the rules of human rated no higher than the technique
	withoutTechnique *human.Ladder   // the same rules without the technique
	ease             int             // Spec.Ease or its default
	givens           []model.Given
}

// singles is the ladder of full houses, hidden singles and naked singles.
var singles = ladderNamed("singles")

// ladderNamed returns a function that looks the ladder up once, when it is first called.
func ladderNamed(name string) func() *human.Ladder {
	return sync.OnceValue(func() *human.Ladder {
		l, _ := human.LadderByName(name)
		return l
	})
}

func newGrader(spec *Spec, base *model.Model) (*grader, error) {
	g := &grader{spec: spec, ease: spec.ease()}
	if spec.SolvedBy != nil {
		g.digLadder = spec.SolvedBy.Sound()
	}
	if spec.Level == human.Easy || spec.Level == human.Medium {
		g.digLadder = limitLevel(spec.Level, g.digLadder)
	}
	if t := spec.Technique; t != nil {
		g.withTechnique = filterLadder("enough", human.Standard(),
			func(r *human.Rule) bool { return r.Explainer <= t.Explainer })
		g.withoutTechnique = filterLadder("others", g.withTechnique, func(r *human.Rule) bool { return r != t })
	}
	if spec.needsNoRules() && g.ease <= 0 {
		return g, nil
	}
	var err error
	var limit *human.LimitError
	switch g.board, err = human.NewBoard(base); {
	case errors.As(err, &limit) && spec.needsNoRules() && spec.Ease <= 0:
		g.ease = 0 // only the default of Ease needs a board
		return g, nil
	case err != nil:
		return nil, err
	}
	g.position = g.board.NewPosition(nil)
	return g, nil
}

// needsNoRules reports whether no requirement but Ease needs rules.
func (s *Spec) needsNoRules() bool {
	return s.SolvedBy == nil && s.Beyond == nil && s.Closure == (Interval{}) && s.Level == 0 && s.Technique == nil
}

// limitLevel returns the rules of l up to a level. If l is nil, it takes the sound rules of the ladder human.
func limitLevel(level human.Level, l *human.Ladder) *human.Ladder {
	if l == nil {
		l = human.Standard().Sound()
	}
	return filterLadder(level.String(), l, func(r *human.Rule) bool { return r.Level <= level })
}

// filterLadder returns the ladder of the rules of l that satisfy the condition.
func filterLadder(name string, l *human.Ladder, when func(*human.Rule) bool) *human.Ladder {
	return human.NewLadder(name, "", "", slice.Filter(l.Rules(), when))
}

// judge decides whether digging may continue with these clues, of which left remain on the way to target. If known is
// false, the verdict is still open: the caller must prove that the solution is unique.
func (g *grader) judge(ctx context.Context, clues sudoku.Grid, left, target int) (verdict, known bool) {
	switch {
	case g.digLadder != nil:
		return g.solves(ctx, g.digLadder, clues), true
	case g.ease > 0:
		if g.solves(ctx, singles(), clues) {
			return true, true
		}
		return false, left >= target+g.ease
	}
	return false, false
}

// solves reports whether a ladder solves a puzzle.
func (g *grader) solves(ctx context.Context, l *human.Ladder, clues sudoku.Grid) bool {
	g.applyLadder(ctx, l, clues)
	return g.position.Solved()
}

// applyLadder applies a ladder until no rule applies or ctx ends. If ctx has ended, the position must be discarded.
func (g *grader) applyLadder(ctx context.Context, l *human.Ladder, clues sudoku.Grid) {
	g.givens = sudoku.Puzzle{Shape: g.spec.Shape, Clues: clues}.Given(g.givens[:0])
	g.position.Reset(g.givens)
	g.position.Under(ctx)
	l.Run(g.position, nil)
}

// rejectReason returns the first requirement on deductions that p misses, as the end of a phrase "puzzles ...", or "".
// It sets p.Rating if the Spec asks for a level or a technique.
func (g *grader) rejectReason(ctx context.Context, p *Puzzle) (string, error) {
	s := g.spec
	if i := s.Closure; i != (Interval{}) {
		g.applyLadder(ctx, singles(), p.Clues)
		cells := float64(s.Shape.Cells())
		if share := (cells - float64(g.position.Blank())) / cells; share < i.Min || share > i.Max {
			return "of which singles fill too much or too little", nil
		}
	}
	if s.SolvedBy != nil && !g.solves(ctx, s.SolvedBy.Sound(), p.Clues) {
		return "that " + s.SolvedBy.Name() + " does not solve", nil
	}
	if s.Beyond != nil && g.solves(ctx, s.Beyond, p.Clues) {
		return "that " + s.Beyond.Name() + " solves", nil
	}
	if s.Level == 0 && s.Technique == nil {
		return "", nil
	}
	g.givens = p.Given(g.givens[:0])
	g.position.Reset(g.givens)
	g.position.Under(ctx)
	rating, err := human.Standard().Rate(g.position, model.Assignment(p.Solution), nil)
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return "", err
	}
	p.Rating = &rating
	switch {
	case s.Level != 0 && rating.Level != s.Level:
		return "that are " + rating.Level.String(), nil
	case s.Technique == nil:
		return "", nil
	case !slices.ContainsFunc(rating.Uses, func(u human.Use) bool { return u.Rule == s.Technique }):
		return "that do not use " + s.Technique.Name, nil
	case s.Needed && (!g.solves(ctx, g.withTechnique, p.Clues) || g.solves(ctx, g.withoutTechnique, p.Clues)):
		return "that do not need " + s.Technique.Name, nil
	}
	return "", nil
}
