package gridn

// A learner derives clauses from conflicts and keeps the weights of cells (VSIDS).
type learner struct {
	weight    []float64 // by cell
	increment float64   // added to a weight at each conflict; it grows, instead of all weights decaying

	clause      []literal // the last learned clause
	explanation []literal // scratch: antecedents
	seenOptions []uint32  // options with seen set
	seen        []bool    // by option
	place       []int32   // by option: scratch of merge
	levelStamp  []uint32  // by level: number of the last clause with a literal of that level
	stamp       uint32    // number of the current clause
}

func (n *learner) reset() {
	for c := range n.weight {
		n.weight[c] = 1
	}
	n.increment = 1
}

// learn derives a clause from the last conflict and leaves it in s.clause. The clause follows from the rules, the
// domains and the facts at level 0, and is false under the current assignment. Its first literal is the only one of the
// current level (first unique implication point); the second one has the highest level among the others. learn returns
// that level (0 if the clause has one literal) and the number of levels in the clause (LBD).
func (s *Search) learn() (level, lbd int) {
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
			s.weight[x>>s.shift] += s.increment
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
	s.decayWeights()
	s.minimize()
	if s.n <= maxMerged {
		s.merge()
	}
	if s.stable {
		s.bumpReasons()
		s.order.Decay()
	}
	for _, x := range s.seenOptions {
		s.seen[x] = false
	}
	return s.placeSecondWatch()
}

// decayWeights makes older conflicts count less, by increasing the increment.
func (s *learner) decayWeights() {
	s.increment /= weightDecay
	if s.increment > 1e100 {
		for c := range s.weight {
			s.weight[c] /= s.increment
		}
		s.increment = 1
	}
}

// minimize drops the literals that the rest of the clause implies in one step (local clause minimization).
func (s *Search) minimize() {
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		if !s.redundant(l.negation()) {
			kept = append(kept, l)
		}
	}
	s.clause = kept
}

// maxMerged is the largest number of values with which clauses are merged. At order 5 this saves a third of the time.
// At order 6 some instances became faster and others slower.
const maxMerged = 25

// merge replaces options in the clause that one chosen option y excluded by "y is not chosen", if there are several.
// The clause is still false, and follows: if y is chosen, none of them is.
func (s *Search) merge() {
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		r := s.reasons[l.option()]
		if l.isExcluded() || r&reasonKindMask != byOption {
			kept = append(kept, l)
			continue
		}
		cause := uint32(r &^ reasonKindMask)
		if i := s.place[cause]; i > 0 {
			kept[i] = excluded(cause)
			continue
		}
		s.place[cause] = int32(len(kept))
		kept = append(kept, l)
	}
	for _, l := range kept[1:] {
		x := l.option()
		s.place[x] = 0
		if r := s.reasons[x]; r&reasonKindMask == byOption {
			s.place[r&^reasonKindMask] = 0
		}
	}
	s.clause = kept
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

// placeSecondWatch moves a literal with the highest level below the current one to the second place. It returns that
// level and the number of levels in the clause.
func (s *Search) placeSecondWatch() (level, lbd int) {
	s.stamp++
	second := 0
	for i, l := range s.clause {
		v := int(s.level[l.option()])
		if s.levelStamp[v] != s.stamp {
			s.levelStamp[v] = s.stamp
			lbd++
		}
		if i > 0 && v > level {
			level, second = v, i
		}
	}
	if second > 1 {
		s.clause[1], s.clause[second] = s.clause[second], s.clause[1]
	}
	return level, lbd
}
