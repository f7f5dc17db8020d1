package generate

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// A grader holds puzzles to what the Spec asks for in deductions.
type grader struct {
	spec             *Spec
	board            *human.Board
	position         *human.Position // nil if nothing is asked for
	digLadder        *human.Ladder   // must solve the puzzle at each stage of digging; nil for none
	withTechnique    *human.Ladder   // the rules of human that are rated no higher than the technique
	withoutTechnique *human.Ladder   // the same without the technique
	ease             int             // as in the Spec, or its default
	givens           []model.Given
}

// singles is the ladder of full houses, hidden and naked singles.
var singles, _ = human.LadderByName("singles")

func newGrader(spec *Spec, base *model.Model) (*grader, error) {
	g := &grader{spec: spec, ease: spec.ease()}
	if spec.SolvedBy != nil {
		g.digLadder = spec.SolvedBy.Sound()
	}
	if spec.Level == human.Easy || spec.Level == human.Medium {
		g.digLadder = limitLevel(spec.Level, g.digLadder)
	}
	if t := spec.Technique; t != nil {
		g.withTechnique = filterLadder("enough", human.Standard(), func(r *human.Rule) bool { return r.Explainer <= t.Explainer })
		g.withoutTechnique = filterLadder("others", g.withTechnique, func(r *human.Rule) bool { return r != t })
	}
	if spec.needsNoRules() && g.ease <= 0 {
		return g, nil
	}
	var err error
	var limit *human.LimitError
	switch g.board, err = human.NewBoard(base); {
	case errors.As(err, &limit) && spec.needsNoRules() && spec.Ease <= 0:
		g.ease = 0 // which nobody asked for
		return g, nil
	case err != nil:
		return nil, err
	}
	g.position = g.board.NewPosition(nil)
	return g, nil
}

// needsNoRules reports whether nothing but Ease needs rules.
func (s *Spec) needsNoRules() bool {
	return s.SolvedBy == nil && s.Beyond == nil && s.Closure == (Interval{}) && s.Level == 0 && s.Technique == nil
}

// limitLevel returns the sound rules of a ladder, or of human if it is nil, that are not above a level.
func limitLevel(level human.Level, l *human.Ladder) *human.Ladder {
	if l == nil {
		l = human.Standard().Sound()
	}
	return filterLadder(level.String(), l, func(r *human.Rule) bool { return r.Level <= level })
}

// filterLadder returns the ladder of those rules of another for which the condition holds.
func filterLadder(name string, l *human.Ladder, when func(*human.Rule) bool) *human.Ladder {
	rules := slices.DeleteFunc(slices.Clone(l.Rules()), func(r *human.Rule) bool { return !when(r) })
	return human.NewLadder(name, "", "", rules)
}

// judge says whether clues are good enough, when so many are left on the way to target, and whether that is known without a proof that
// they have one solution.
func (g *grader) judge(ctx context.Context, clues sudoku.Grid, left, target int) (verdict, known bool) {
	switch {
	case g.digLadder != nil:
		return g.solves(ctx, g.digLadder, clues), true
	case g.ease > 0:
		if g.solves(ctx, singles, clues) {
			return true, true
		}
		return false, left >= target+g.ease
	}
	return false, false
}

// solves reports whether a ladder solves a puzzle.
func (g *grader) solves(ctx context.Context, l *human.Ladder, clues sudoku.Grid) bool {
	g.climb(ctx, l, clues)
	return g.position.Solved()
}

// climb climbs until the ladder ends or ctx does; the caller looks at ctx before it trusts the position.
func (g *grader) climb(ctx context.Context, l *human.Ladder, clues sudoku.Grid) {
	g.givens = sudoku.Puzzle{Shape: g.spec.Shape, Clues: clues}.Given(g.givens[:0])
	g.position.Reset(g.givens)
	l.Run(g.position, func(*human.Step) bool { return ctx.Err() == nil })
}

// rejectReason returns in what respect p is not as wanted, or "", and rates it if that is wanted.
func (g *grader) rejectReason(ctx context.Context, p *Puzzle) (string, error) {
	s := g.spec
	if i := s.Closure; i != (Interval{}) {
		g.climb(ctx, singles, p.Clues)
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
	rating, err := human.Standard().Rate(g.position, model.Assignment(p.Solution), func(*human.Step) bool { return ctx.Err() == nil })
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
