package human

import (
	"context"
	"slices"
)

// A Ladder is a list of rules, easiest first. A person who climbs it looks for the first rule that applies, applies it, and starts again
// from the first. As a [Method], a ladder does this until none of its rules applies, leaving out those that assume uniqueness.
type Ladder struct {
	name, summary, source string
	rules                 []*Rule
}

// NewLadder returns a ladder of one's own.
func NewLadder(name, summary, source string, rules []*Rule) *Ladder {
	return &Ladder{name, summary, source, rules}
}

// Standard returns the ladder human, of all rules.
func Standard() *Ladder { return standard }

func (l *Ladder) Name() string    { return l.name }
func (l *Ladder) Summary() string { return l.summary }
func (l *Ladder) Source() string  { return l.source }

// Rules returns the rules of the ladder, easiest first.
func (l *Ladder) Rules() []*Rule { return l.rules }

// Has reports whether the rule is one of the ladder's.
func (l *Ladder) Contains(r *Rule) bool { return slices.Contains(l.rules, r) }

// Includes reports whether l has all rules of another ladder that do not assume uniqueness.
func (l *Ladder) Includes(other *Ladder) bool {
	return !slices.ContainsFunc(other.rules, func(r *Rule) bool { return !r.Unique && !l.Contains(r) })
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
	s, _ := l.nextStep(p, true)
	return s
}

// next is Next, and returns the number of the rule. It leaves out rules that assume uniqueness unless the puzzle is known to be unique.
func (l *Ladder) nextStep(p *Position, unique bool) (*Step, int) {
	for i, r := range l.rules {
		if r.Unique && !unique {
			continue
		}
		if s := r.First(p); s != nil {
			return s, i
		}
	}
	return nil, -1
}

// Run applies steps until no rule applies, the position is solved or broken, or visit returns false. Visit sees each step before it is
// applied; it may be nil.
func (l *Ladder) Run(p *Position, visit func(*Step) bool) {
	for p.blank > 0 && !p.broken {
		s := l.Next(p)
		if s == nil || visit != nil && !visit(s) {
			return
		}
		p.Apply(s)
	}
}

// Deduce implements Method. Hard rules may take minutes on a large board: when ctx ends, so does the climb, after the step at hand.
func (l *Ladder) Deduce(ctx context.Context, p *Position) {
	for p.blank > 0 && !p.broken {
		s, _ := l.nextStep(p, false)
		if s == nil || ctx.Err() != nil {
			return
		}
		p.Apply(s)
	}
}
