package cdcl

// analyze derives a clause from the conflict: it resolves the conflicting clause with the reasons of its literals,
// latest first, until one literal of the current level is left (the first unique implication point). It then backtracks
// to the level where the other literals imply that literal, and assigns it.
func (s *solver) analyze(conflict int32) {
	s.learnedClause = append(s.learnedClause[:0], 0) // reserved for the first UIP
	s.toClear = s.toClear[:0]
	i := len(s.trail)
	pending := 0 // marked literals of the current level
	for reason := conflict; ; {
		c := s.clauses[reason]
		lits := s.lits[c.from : c.from+c.size]
		if reason != conflict {
			lits = lits[1:] // the first literal is the implied one
		}
		for _, l := range lits {
			v := l.variable()
			if s.seen[v] || s.level[v] == 0 {
				continue
			}
			s.mark(v)
			s.order.bump(v)
			if int(s.level[v]) == len(s.trailLim) {
				pending++
			} else {
				s.learnedClause = append(s.learnedClause, l)
			}
		}
		for i--; !s.seen[s.trail[i].variable()]; i-- {
		}
		l := s.trail[i]
		if pending--; pending == 0 {
			s.learnedClause[0] = l.not()
			break
		}
		reason = s.reason[l.variable()]
	}
	s.order.decay()
	s.minimize()
	for _, v := range s.toClear {
		s.seen[v] = false
	}
	s.proof.write(false, s.learnedClause)

	c := clause{from: int32(len(s.lits)), size: int32(len(s.learnedClause)), learned: true,
		lbd: s.computeLBD(s.learnedClause)}
	if len(s.learnedClause) == 1 {
		s.backtrack(0)
		s.assign(s.learnedClause[0], noClause)
		return
	}
	second := 1 // the second watch is the literal of the highest level among the others
	for k, l := range s.learnedClause {
		if k > 0 && s.level[l.variable()] > s.level[s.learnedClause[second].variable()] {
			second = k
		}
	}
	s.learnedClause[1], s.learnedClause[second] = s.learnedClause[second], s.learnedClause[1]
	s.backtrack(int(s.level[s.learnedClause[1].variable()]))
	s.lits = append(s.lits, s.learnedClause...)
	s.learned++
	s.assign(s.learnedClause[0], s.attach(c))
}

func (s *solver) mark(v int) {
	s.seen[v] = true
	s.toClear = append(s.toClear, v)
}

// minimize removes literals that the others imply: those whose reason contains marked literals only.
func (s *solver) minimize() {
	kept := s.learnedClause[:1]
	for _, l := range s.learnedClause[1:] {
		if reason := s.reason[l.variable()]; reason == noClause || !s.redundant(reason) {
			kept = append(kept, l)
		}
	}
	s.learnedClause = kept
}

// redundant reports whether every literal of a reason, except the first, is marked or false at level 0.
func (s *solver) redundant(reason int32) bool {
	c := s.clauses[reason]
	for _, l := range s.lits[c.from+1 : c.from+c.size] {
		if v := l.variable(); !s.seen[v] && s.level[v] > 0 {
			return false
		}
	}
	return true
}

// computeLBD returns the literal block distance of a clause: the number of distinct levels among its literals.
func (s *solver) computeLBD(lits []lit) int32 {
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
