package gridn

// A learner turns failures into clauses, and weighs the cells that take part in them.
type learner struct {
	weight    []float64 // by cell
	increment float64   // what a weight gains; it grows instead of the weights fading

	clause      []literal // the clause learnt last
	explanation []literal // buffer
	seenOptions []uint32  // the options seen
	seen        []bool    // by option
	levelStamp  []uint32  // by level: the last clause with a literal of it
	stamp       uint32    // of the clause
}

func (n *learner) reset() {
	for c := range n.weight {
		n.weight[c] = 1
	}
	n.increment = 1
}

// learn derives a clause from the last failure, and leaves it in s.clause. It follows from the rules, the domains and what is known at
// level 0, and is false at present. Only its first literal is of the current level (the first unique implication point); the second
// is of the greatest level among the others, which learn returns, along with the number of levels that the clause has literals of.
func (s *Search) learn() (level, lbd int) {
	s.clause, s.seenOptions = append(s.clause[:0], 0), s.seenOptions[:0]
	s.explanation = s.explainConflict(s.explanation[:0])
	current := uint16(len(s.levelStart))
	open := 0 // literals of the current level that are still to be replaced by what they follow from
	for i := len(s.trail); ; {
		for _, l := range s.explanation {
			x := l.option()
			if s.seen[x] || s.level[x] == 0 {
				continue
			}
			s.seen[x] = true
			s.seenOptions = append(s.seenOptions, x)
			s.weight[x>>s.shift] += s.increment
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
	for _, x := range s.seenOptions {
		s.seen[x] = false
	}
	return s.placeSecondWatch()
}

// decayWeights makes the weights of before count less.
func (s *learner) decayWeights() {
	s.increment /= weightDecay
	if s.increment > 1e100 {
		for c := range s.weight {
			s.weight[c] /= s.increment
		}
		s.increment = 1
	}
}

// minimize drops the literals of the clause that the others imply in one step.
func (s *Search) minimize() {
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		if !s.redundant(l.negation()) {
			kept = append(kept, l)
		}
	}
	s.clause = kept
}

// redundant reports whether all that l follows from has been seen.
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

// placeSecondWatch moves a literal of the greatest level but the current one to the second place, and returns what learn does.
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
