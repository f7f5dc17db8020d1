package cdcl

// analyze draws the lesson from a clause that is false: it resolves it with the reasons of its literals, latest first, until one literal
// of the present level is left (the first unique implication point), goes back to the level where that literal follows from the others,
// and assigns it.
func (s *solver) analyze(conflict int32) {
	s.learnedClause = append(s.learnedClause[:0], 0) // the place of the one literal
	s.toClear = s.toClear[:0]
	i := len(s.trail)
	pending := 0 // marked literals of the present level
	for reason := conflict; ; {
		c := s.clauses[reason]
		lits := s.lits[c.from : c.from+c.size]
		if reason != conflict {
			lits = lits[1:] // the first is what the clause is the reason of
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
	s.proof.write("", s.learnedClause)

	c := clause{from: int32(len(s.lits)), size: int32(len(s.learnedClause)), learned: true, lbd: s.computeLBD(s.learnedClause)}
	if len(s.learnedClause) == 1 {
		s.backtrack(0)
		s.assign(s.learnedClause[0], noClause)
		return
	}
	latest := 1 // of the others, the one of the highest level is the second watch
	for k, l := range s.learnedClause {
		if k > 0 && s.level[l.variable()] > s.level[s.learnedClause[latest].variable()] {
			latest = k
		}
	}
	s.learnedClause[1], s.learnedClause[latest] = s.learnedClause[latest], s.learnedClause[1]
	s.backtrack(int(s.level[s.learnedClause[1].variable()]))
	s.lits = append(s.lits, s.learnedClause...)
	s.learned++
	s.assign(s.learnedClause[0], s.attach(c))
}

func (s *solver) mark(v int) {
	s.seen[v] = true
	s.toClear = append(s.toClear, v)
}

// minimize leaves out literals that follow from the others: those whose reason has no other literals than marked ones.
func (s *solver) minimize() {
	kept := s.learnedClause[:1]
	for _, l := range s.learnedClause[1:] {
		if reason := s.reason[l.variable()]; reason == noClause || !s.redundant(reason) {
			kept = append(kept, l)
		}
	}
	s.learnedClause = kept
}

// redundant reports whether all literals of a reason but the first are marked, or false from the start.
func (s *solver) redundant(reason int32) bool {
	c := s.clauses[reason]
	for _, l := range s.lits[c.from+1 : c.from+c.size] {
		if v := l.variable(); !s.seen[v] && s.level[v] > 0 {
			return false
		}
	}
	return true
}

// computeLBD returns the number of levels among literals: their LBD.
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
