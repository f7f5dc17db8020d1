package human

import (
	"math/bits"
	"slices"
)

// A Class is a difficulty class of QQwing: the hardest of its few rules that a puzzle needs.
type Class int

const (
	ClassSimple       Class = iota + 1 // naked singles
	ClassEasy                          // and hidden singles
	ClassIntermediate                  // and locked candidates, naked and hidden pairs
	ClassExpert                        // QQwing guesses
)

var classes = []string{"simple", "easy", "intermediate", "expert"}

func (c Class) String() string {
	if c < ClassSimple || c > ClassExpert {
		return "unrated"
	}
	return classes[c-1]
}

// Classify returns the class of a position that has a solution. It changes p to the position where QQwing starts to
// guess.
//
// The result of a set of rules does not depend on the order in which they are tried. So a ladder in QQwing's order
// gives QQwing's class: it uses a rule only when no earlier rule applies, and the hardest rule used is needed. Source:
// S. Ostermiller, QQwing, getDifficulty.
func Classify(p *Position) Class {
	class := ClassSimple
	for p.blank > 0 {
		s, i := qqwing().nextStep(p, true)
		if s == nil || p.broken {
			return ClassExpert
		}
		class = max(class, [...]Class{ClassSimple, ClassEasy, ClassEasy, ClassIntermediate}[min(i, 3)])
		p.Apply(s)
	}
	return class
}

// A hardness is what the steps of the ladder human imply about the class. While they follow from QQwing's rules, QQwing
// reaches the same position. In this ladder all singles come before the other rules of QQwing, so that a step by one of
// these shows that singles do not suffice.
type hardness int

const (
	hardnessSingles hardness = iota
	hardnessBetween          // singles may suffice or not, or naked singles suffice
	hardnessPairs            // singles do not suffice
	hardnessOther            // there was a step that does not follow from QQwing's rules
	hardnessGuess            // where the first such step was, none of QQwing's rules applied
)

// hardnessOf returns the hardness of one step, which applies to p. A rule named direct does what a rule of QQwing and a
// hidden single do. It comes after the hidden singles.
func (p *Position) hardnessOf(r *Rule) hardness {
	switch {
	case slices.Contains(singles().rules, r):
		return hardnessSingles
	case slices.Contains(qqwing().rules, r):
		return hardnessPairs
	case r.Name == "direct-pointing" || r.Name == "direct-claiming" || r.Name == "direct-hidden-pair":
		if p.hasNakedSingle() {
			return hardnessBetween
		}
		return hardnessPairs
	case r.Explainer > qqwing().rules[len(qqwing().rules)-1].Explainer: // harder than a hidden pair
		return hardnessGuess
	}
	return hardnessOther
}

// hasNakedSingle reports whether a blank cell has one candidate.
func (p *Position) hasNakedSingle() bool {
	return slices.ContainsFunc(p.cand, func(d uint64) bool { return bits.OnesCount64(d) == 1 })
}
