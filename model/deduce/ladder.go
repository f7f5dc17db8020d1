package deduce

import (
	"context"
	"math/bits"
	"slices"

	"nonet/model"
)

// A Ladder is a list of rules, easiest first. A person who climbs it looks for the first rule that applies, applies it, and starts again
// from the first. As a [Reduction], a ladder does this until none of its rules applies, leaving out those that assume uniqueness.
type Ladder struct {
	name, summary, source string
	rules                 []*Rule
}

// NewLadder returns a ladder of one's own.
func NewLadder(name, summary, source string, rules []*Rule) *Ladder {
	return &Ladder{name, summary, source, rules}
}

var (
	human = NewLadder("human", "all rules a person may use, easiest first", "see the sources of the rules", Rules())
	rules = NewLadder("rules", "as human: before a solver, all rules that do not assume a single solution", "see the sources of the rules", Rules())
)

// Human returns the ladder of all rules.
func Human() *Ladder { return human }

func (l *Ladder) Name() string    { return l.name }
func (l *Ladder) Summary() string { return l.summary }
func (l *Ladder) Source() string  { return l.source }

// Rules returns the rules of the ladder, easiest first.
func (l *Ladder) Rules() []*Rule { return l.rules }

// Has reports whether the rule is one of the ladder's.
func (l *Ladder) Has(r *Rule) bool { return slices.Contains(l.rules, r) }

// Includes reports whether l has all rules of another ladder that do not assume uniqueness.
func (l *Ladder) Includes(other *Ladder) bool {
	return !slices.ContainsFunc(other.rules, func(r *Rule) bool { return !r.Unique && !l.Has(r) })
}

// Sound returns the ladder without the rules that assume that there is at most one solution.
func (l *Ladder) Sound() *Ladder {
	sound := *l
	sound.rules = nil
	for _, r := range l.rules {
		if !r.Unique {
			sound.rules = append(sound.rules, r)
		}
	}
	return &sound
}

// Next returns a step by the first rule that applies, or nil. The step is valid until the next search in p.
func (l *Ladder) Next(p *Position) *Step {
	for _, r := range l.rules {
		if s := r.First(p); s != nil {
			return s
		}
	}
	return nil
}

// Climb applies steps until no rule applies, the position is solved or broken, or visit returns false. Visit sees each step before it is
// applied; it may be nil.
func (l *Ladder) Climb(p *Position, visit func(*Step) bool) {
	for p.blank > 0 && !p.broken {
		s := l.Next(p)
		if s == nil || visit != nil && !visit(s) {
			return
		}
		p.Apply(s)
	}
}

// Preprocess implements Reduction.
func (l *Ladder) Preprocess(ctx context.Context, m *model.Model) (*model.Model, error) {
	return preprocess(ctx, l, m)
}

// Prepare implements Reduction. Models that are too large for a Board are left to Singles. Hard rules may take minutes on a large board:
// when ctx ends, so does the climb, after the step at hand.
func (l *Ladder) Prepare(base *model.Model) func(context.Context, []model.Given) *model.Model {
	sound := l.Sound()
	return prepareOn(base, func(ctx context.Context, p *Position) {
		sound.Climb(p, func(*Step) bool { return ctx.Err() == nil })
	})
}

// prepareOn returns the reduction that makes a model of the position that deduce comes to.
func prepareOn(base *model.Model, deduce func(context.Context, *Position)) func(context.Context, []model.Given) *model.Model {
	board, err := NewBoard(base)
	if err != nil {
		return Singles{}.Prepare(base)
	}
	p := board.NewPosition(nil)
	c := newCandidates(board.network)
	out := newResult(board.network)
	return func(ctx context.Context, givens []model.Given) *model.Model {
		p.Reset(givens)
		deduce(ctx, p)
		p.writeTo(c)
		return out.model(c, givens)
	}
}

// writeTo states the position as candidates: filled cells have a given, and if p is broken, some domain is empty.
func (p *Position) writeTo(c *candidates) {
	c.failed = p.broken
	for v, d := range p.cand {
		if p.filled[v] >= 0 {
			d = 1 << p.filled[v]
		}
		c.now[v], c.left[v] = d, int32(bits.OnesCount64(d))
		c.given[v] = p.filled[v] >= 0
	}
	if p.broken && len(c.left) > 0 {
		c.fail(0)
	}
}

var _ Reduction = (*Ladder)(nil)
