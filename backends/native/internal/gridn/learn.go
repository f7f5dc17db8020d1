package gridn

// A learner turns failures into clauses, and weighs the cells that take part in them.
type learner struct {
	weight []float64 // by cell
	bonus  float64   // what a weight gains; it grows instead of the weights fading

	clause []literal // the clause learnt last
	causes []literal // buffer
	met    []uint32  // the options seen
	seen   []bool    // by option
	stamps []uint32  // by level: the last clause with a literal of it
	stamp  uint32    // of the clause
}

func (n *learner) reset() {
	for c := range n.weight {
		n.weight[c] = 1
	}
	n.bonus = 1
}

// learn derives a clause from the last failure, and leaves it in s.clause. It follows from the rules, the domains and what is known at
// level 0, and is false at present. Only its first literal is of the current level (the first unique implication point); the second
// is of the greatest level among the others, which learn returns, along with the number of levels that the clause has literals of.
func (s *Search) learn() (level, rank int) {
	s.clause, s.met = append(s.clause[:0], 0), s.met[:0]
	s.causes = s.contradiction(s.causes[:0])
	current := uint16(len(s.choices))
	here := 0 // literals of the current level that are still to be replaced by what they follow from
	for at := len(s.trail); ; {
		for _, l := range s.causes {
			x := l.option()
			if s.seen[x] || s.level[x] == 0 {
				continue
			}
			s.seen[x] = true
			s.met = append(s.met, x)
			s.weight[x>>s.shift] += s.bonus
			if s.level[x] == current {
				here++
			} else {
				s.clause = append(s.clause, l.negation())
			}
		}
		for at--; !s.seen[s.trail[at].option()]; at-- {
		}
		l := s.trail[at]
		if here--; here == 0 {
			s.clause[0] = l.negation()
			break
		}
		s.causes = s.because(s.causes[:0], l)
	}
	s.fade()
	s.minimise()
	for _, x := range s.met {
		s.seen[x] = false
	}
	return s.order()
}

// fade makes the weights of before count less.
func (s *learner) fade() {
	s.bonus /= fading
	if s.bonus > 1e100 {
		for c := range s.weight {
			s.weight[c] /= s.bonus
		}
		s.bonus = 1
	}
}

// minimise drops the literals of the clause that the others imply in one step.
func (s *Search) minimise() {
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
	if s.why[l.option()] == byChoice {
		return false
	}
	s.causes = s.because(s.causes[:0], l)
	for _, m := range s.causes {
		if x := m.option(); !s.seen[x] && s.level[x] > 0 {
			return false
		}
	}
	return true
}

// order moves a literal of the greatest level but the current one to the second place, and returns what learn does.
func (s *Search) order() (level, rank int) {
	s.stamp++
	second := 0
	for i, l := range s.clause {
		v := int(s.level[l.option()])
		if s.stamps[v] != s.stamp {
			s.stamps[v] = s.stamp
			rank++
		}
		if i > 0 && v > level {
			level, second = v, i
		}
	}
	if second > 1 {
		s.clause[1], s.clause[second] = s.clause[second], s.clause[1]
	}
	return level, rank
}
