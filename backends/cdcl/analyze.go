package cdcl

// learn draws the lesson from a clause that is false: it resolves it with the reasons of its literals, latest first, until one literal
// of the present level is left (the first unique implication point), goes back to the level where that literal follows from the others,
// and assigns it.
func (s *solver) learn(conflict int32) {
	s.learning = append(s.learning[:0], 0) // the place of the one literal
	s.toClear = s.toClear[:0]
	at := len(s.trail)
	pending := 0 // marked literals of the present level
	for why := conflict; ; {
		c := s.clauses[why]
		lits := s.lits[c.from : c.from+c.size]
		if why != conflict {
			lits = lits[1:] // the first is what the clause is the reason of
		}
		for _, l := range lits {
			v := l.variable()
			if s.seen[v] || s.level[v] == 0 {
				continue
			}
			s.mark(v)
			s.order.bump(v)
			if int(s.level[v]) == len(s.starts) {
				pending++
			} else {
				s.learning = append(s.learning, l)
			}
		}
		for at--; !s.seen[s.trail[at].variable()]; at-- {
		}
		l := s.trail[at]
		if pending--; pending == 0 {
			s.learning[0] = l.not()
			break
		}
		why = s.reason[l.variable()]
	}
	s.order.decay()
	s.minimize()
	for _, v := range s.toClear {
		s.seen[v] = false
	}
	s.proof.write("", s.learning)

	c := clause{from: int32(len(s.lits)), size: int32(len(s.learning)), learned: true, lbd: s.levels(s.learning)}
	if len(s.learning) == 1 {
		s.backtrack(0)
		s.assign(s.learning[0], none)
		return
	}
	latest := 1 // of the others, the one of the highest level is the second watch
	for k, l := range s.learning {
		if k > 0 && s.level[l.variable()] > s.level[s.learning[latest].variable()] {
			latest = k
		}
	}
	s.learning[1], s.learning[latest] = s.learning[latest], s.learning[1]
	s.backtrack(int(s.level[s.learning[1].variable()]))
	s.lits = append(s.lits, s.learning...)
	s.learned++
	s.assign(s.learning[0], s.attach(c))
}

func (s *solver) mark(v int) {
	s.seen[v] = true
	s.toClear = append(s.toClear, v)
}

// minimize leaves out literals that follow from the others: those whose reason has no other literals than marked ones.
func (s *solver) minimize() {
	kept := s.learning[:1]
	for _, l := range s.learning[1:] {
		if why := s.reason[l.variable()]; why == none || !s.marked(why) {
			kept = append(kept, l)
		}
	}
	s.learning = kept
}

// marked reports whether all literals of a reason but the first are marked, or false from the start.
func (s *solver) marked(why int32) bool {
	c := s.clauses[why]
	for _, l := range s.lits[c.from+1 : c.from+c.size] {
		if v := l.variable(); !s.seen[v] && s.level[v] > 0 {
			return false
		}
	}
	return true
}

// levels returns the number of levels among literals: their LBD.
func (s *solver) levels(lits []lit) int32 {
	s.stamp++
	n := int32(0)
	for _, l := range lits {
		if k := s.level[l.variable()]; s.levelStamp[k] != s.stamp {
			s.levelStamp[k] = s.stamp
			n++
		}
	}
	return n
}
