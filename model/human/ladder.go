package human

import (
	"context"
	"nonet/internal/slice"
	"slices"
)

// A Ladder is a list of rules, easiest first. To apply a ladder is to apply an instance of the first rule that has one,
// and to start over from the first rule. As a [Method], a ladder repeats this until no rule applies, and skips rules
// that assume uniqueness.
type Ladder struct {
	name, summary, source string
	rules                 []*Rule
}

// NewLadder returns a ladder of the given rules.
func NewLadder(name, summary, source string, rules []*Rule) *Ladder {
	return &Ladder{name, summary, source, rules}
}

// Standard returns the ladder human, which contains all rules.
func Standard() *Ladder { return standard() }

func (l *Ladder) Name() string    { return l.name }
func (l *Ladder) Summary() string { return l.summary }
func (l *Ladder) Source() string  { return l.source }

// Rules returns the rules of the ladder, easiest first.
func (l *Ladder) Rules() []*Rule { return l.rules }

// Contains reports whether the ladder contains r.
func (l *Ladder) Contains(r *Rule) bool { return slices.Contains(l.rules, r) }

// Includes reports whether l contains every rule of other that does not assume uniqueness.
func (l *Ladder) Includes(other *Ladder) bool {
	return !slices.ContainsFunc(other.rules, func(r *Rule) bool { return !r.Unique && !l.Contains(r) })
}

// Sound returns the ladder without the rules that assume uniqueness.
func (l *Ladder) Sound() *Ladder {
	return NewLadder(l.name, l.summary, l.source,
		slice.Filter(l.rules, func(r *Rule) bool { return !r.Unique }))
}

// Next returns an instance of the first rule that has one, or nil. The step is valid until the next search in p.
func (l *Ladder) Next(p *Position) *Step {
	s, _ := l.nextStep(p, true)
	return s
}

// nextStep is Next that also returns the index of the rule. Unless unique is set, it skips rules that assume
// uniqueness. It also skips them if the puzzle states candidates: the second solution that such a rule excludes may
// have a value that is no candidate, so that the rule would be wrong.
func (l *Ladder) nextStep(p *Position, unique bool) (*Step, int) {
	for i, r := range l.rules {
		if r.Unique && (!unique || p.restricted) {
			continue
		}
		if s := r.First(p); s != nil {
			return s, i
		}
	}
	return nil, -1
}

// Run applies steps until no rule applies, the position is solved or broken, or visit returns false. It calls visit
// before it applies a step; visit may be nil.
func (l *Ladder) Run(p *Position, visit func(*Step) bool) { l.run(p, true, visit) }

// run is Run that skips rules that assume uniqueness unless unique is set.
func (l *Ladder) run(p *Position, unique bool, visit func(*Step) bool) {
	for p.blank > 0 && !p.broken {
		s, _ := l.nextStep(p, unique)
		if s == nil || visit != nil && !visit(s) {
			return
		}
		p.Apply(s)
	}
}

// Deduce implements Method.
func (l *Ladder) Deduce(ctx context.Context, p *Position) {
	p.Under(ctx)
	defer p.Under(context.Background())
	l.run(p, false, func(*Step) bool { return ctx.Err() == nil })
}
