package human

import "slices"

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
	if p.fillNakedSingles(); p.Solved() {
		return ClassSimple
	}
	if p.fillSingles(); p.Solved() {
		return ClassEasy
	}
	if qqwing().Run(p, nil); p.Solved() {
		return ClassIntermediate
	}
	return ClassExpert
}

// A classifier derives the class of a puzzle from the steps of a ladder, where they determine it. As long as all steps
// follow from QQwing's rules, QQwing reaches the same position. When the ladder then takes a step by a rule that comes
// after all of QQwing's, none of these applies there, so QQwing guesses. A step by a rule that comes after all singles
// shows in the same way that singles do not suffice.
type classifier struct {
	plan    *classPlan
	naked   bool // the start has a naked single: only Classify finds out whether naked singles suffice
	pairs   bool // there was a step by another rule than singles
	notEasy bool // singles do not suffice
	other   bool // there was a step that does not follow from QQwing's rules
	guesses bool // at the first such step none of QQwing's rules applied
}

// A classPlan is what a classifier needs to know about the rules of a ladder.
type classPlan struct {
	kinds []ruleKind // by index of the rule

	// All hidden singles, all singles, and all of QQwing's rules are before these indices. An index is larger than that
	// of any rule if the ladder does not contain them all.
	hiddenEnd, singlesEnd, qqwingEnd int
}

type ruleKind uint8

const (
	otherRule   ruleKind = iota
	singleRule           // full houses, hidden and naked singles
	qqwingsRule          // the rule, or all that it does, follows from QQwing's rules
)

// newClassPlan returns the plan of a ladder with these rules. A rule named direct does what a rule of QQwing and a
// hidden single do.
func newClassPlan(rules []*Rule) *classPlan {
	p := &classPlan{kinds: make([]ruleKind, len(rules))}
	set := func(names string, kind ruleKind, end *int) {
		for _, q := range rulesNamed(names) {
			i := slices.Index(rules, q)
			if i >= 0 {
				p.kinds[i] = kind
			} else {
				i = len(rules) + 1
			}
			*end = max(*end, i+1)
		}
	}
	ignored := 0
	set("direct-pointing direct-claiming direct-hidden-pair", qqwingsRule, &ignored)
	set("full-house", singleRule, &ignored)
	set("hidden-single hidden-single-in-line", singleRule, &p.hiddenEnd)
	set("naked-single", singleRule, &p.singlesEnd)
	set("naked-pair pointing claiming hidden-pair", qqwingsRule, &p.qqwingEnd)
	p.singlesEnd = max(p.singlesEnd, p.hiddenEnd)
	p.qqwingEnd = max(p.qqwingEnd, p.singlesEnd)
	return p
}

// add observes a step by the i-th rule, or by none, before it is applied to p.
func (c *classifier) add(i int, p *Position) {
	kind := otherRule
	if i < 0 {
		i = len(c.plan.kinds)
	} else {
		kind = c.plan.kinds[i]
	}
	switch {
	case c.other:
	case kind == otherRule:
		c.other, c.guesses = true, i >= c.plan.qqwingEnd
	case kind == qqwingsRule:
		c.pairs = true
		c.notEasy = c.notEasy || i >= c.plan.singlesEnd || i >= c.plan.hiddenEnd && !p.hasNakedSingle()
	}
}

// hasNakedSingle reports whether a blank cell has one candidate.
func (p *Position) hasNakedSingle() bool {
	for c := range p.nakedQueue.all {
		if p.cand[c] != 0 {
			return true
		}
	}
	return false
}

// class returns the class of a puzzle that the steps solve, or 0 if they do not determine it.
func (c *classifier) class() Class {
	switch {
	case c.other && c.guesses:
		return ClassExpert
	case c.other:
		return 0
	case c.notEasy:
		return ClassIntermediate
	case c.pairs || c.naked:
		return 0
	}
	return ClassEasy
}
