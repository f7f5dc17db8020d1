package gridn

import (
	"slices"

	"nonet/internal/search"
)

// A learner derives clauses from conflicts and keeps the weights of cells.
type learner struct {
	weights     search.Weights
	clause      []literal // the last learned clause
	levels      search.Levels
	explanation []literal // scratch: antecedents
	seenOptions []uint32  // options with seen set
	seen        []bool    // by option
	place       []int32   // by literal: scratch of search.Merge
}

// Learn implements search.Engine. It leaves in s.clause a clause that follows from the rules, the domains and the facts
// at level 0, and is false under the current assignment. Its first literal is the only one of the current level (first
// unique implication point); the second one has the highest level among the others. Every conflict depends on the last
// decision.
func (s *Search) Learn(int) (level int, ok bool) {
	s.clause, s.seenOptions = append(s.clause[:0], 0), s.seenOptions[:0]
	s.explanation = s.explainConflict(s.explanation[:0])
	current := uint16(len(s.levelStart))
	open := 0 // literals of the current level that are still to be resolved
	for i := len(s.trail); ; {
		for _, l := range s.explanation {
			x := l.option()
			if s.seen[x] || s.level[x] == 0 {
				continue
			}
			s.seen[x] = true
			s.seenOptions = append(s.seenOptions, x)
			s.weights.Bump(int(x >> s.shift))
			if s.stable {
				s.order.Bump(int(x))
			}
			if s.level[x] == current {
				open++
			} else {
				s.clause = append(s.clause, l.negation())
			}
		}
		for i--; !s.seen[s.trail[i].option()]; i-- {
		}
		l := s.trail[i]
		if open--; open == 0 {
			s.clause[0] = l.negation()
			break
		}
		s.explanation = s.explain(s.explanation[:0], l)
	}
	s.weights.Decay(weightDecay)
	s.minimize()
	if s.n <= maxMerged {
		s.clause = search.Merge(s.clause, s.place, s.cause)
	}
	if s.stable {
		s.bumpReasons()
		s.order.Decay()
	}
	for _, x := range s.seenOptions {
		s.seen[x] = false
	}
	s.levels.Begin(len(s.levelStart))
	second := 0
	for i, l := range s.clause[1:] {
		if s.levels.Add(int(s.level[l.option()])) {
			second = i + 1
		}
	}
	if second > 1 {
		s.clause[1], s.clause[second] = s.clause[second], s.clause[1]
	}
	return s.levels.Highest, true
}

// minimize drops the literals that the rest of the clause implies in one step (local clause minimization).
func (s *Search) minimize() {
	rest := slices.DeleteFunc(s.clause[1:], func(l literal) bool { return s.redundant(l.negation()) })
	s.clause = s.clause[:1+len(rest)]
}

// maxMerged is the largest number of values with which clauses are merged. At order 5 this saves a third of the time.
// At order 6 some instances became faster and others slower.
const maxMerged = 25

// cause returns the literal "y is not chosen" for an option that is excluded because y is chosen.
func (s *Search) cause(l literal) (literal, bool) {
	r := s.reasons[l.option()]
	return excluded(uint32(r &^ reasonKindMask)), !l.isExcluded() && r&reasonKindMask == byOption
}

// redundant reports whether all antecedents of l are in the clause or were resolved, or are at level 0.
func (s *Search) redundant(l literal) bool {
	if s.reasons[l.option()] == byDecision {
		return false
	}
	s.explanation = s.explain(s.explanation[:0], l)
	for _, m := range s.explanation {
		if x := m.option(); !s.seen[x] && s.level[x] > 0 {
			return false
		}
	}
	return true
}
