package cdcl

// analyze derives a clause from the conflict: it resolves the conflicting clause with the reasons of its literals,
// latest first, until one literal of the current level is left (the first unique implication point). It then backtracks
// to the level where the other literals imply that literal, and assigns it.
func (s *solver) analyze(conflict clause) {
	s.learnedClause = append(s.learnedClause[:0], 0) // reserved for the first UIP
	s.toClear = s.toClear[:0]
	s.pending = 0
	if conflict&isBinary != 0 {
		s.resolve(s.falsum)
	}
	for i, reason := len(s.trail), conflict; ; reason = s.reason[s.trail[i].variable()] {
		if reason&isBinary == 0 && reason&isGroup != 0 {
			s.groups.bump(int32(reason &^ isGroup))
		}
		s.resolve(s.literalsOf(reason)...)
		for i--; !s.seen[s.trail[i].variable()]; i-- {
		}
		if s.pending--; s.pending == 0 {
			s.learnedClause[0] = s.trail[i].not()
			break
		}
	}
	if s.byGroups {
		s.groups.decay()
	} else {
		s.order.Decay()
	}
	s.minimize()
	s.merge()
	for _, v := range s.toClear {
		s.seen[v] = false
	}
	s.explain(conflict, s.learnedClause)
	s.proof.write(false, s.learnedClause)
	s.learn()
}

// literalsOf returns the literals of a clause; of a binary clause the one by which it is known, until the next call.
func (s *solver) literalsOf(c clause) []lit {
	switch {
	case c&isBinary != 0:
		s.single[0] = lit(c &^ isBinary)
		return s.single[:]
	case c&isGroup != 0:
		return s.groups.literals(int32(c &^ isGroup))
	}
	return s.literals(c)
}

// resolve adds the false literals of a clause to the one being derived.
func (s *solver) resolve(lits ...lit) {
	for _, l := range lits {
		v := l.variable()
		if s.seen[v] || s.level[v] == 0 || s.value[l] > 0 {
			continue
		}
		s.seen[v] = true
		s.toClear = append(s.toClear, v)
		if !s.byGroups {
			s.order.Bump(v)
		}
		if int(s.level[v]) == len(s.trailLim) {
			s.pending++
		} else {
			s.learnedClause = append(s.learnedClause, l)
		}
	}
}

// learn adds the learned clause, backtracks and assigns its first literal.
func (s *solver) learn() {
	c := s.learnedClause
	s.numberLearned(c, clause(len(s.arena)))
	if len(c) == 1 {
		s.backtrack(0)
		s.assign(c[0], noClause)
		return
	}
	second := 1 // the second watch is the literal of the highest level among the others
	for k, l := range c {
		if k > 0 && s.level[l.variable()] > s.level[c[second].variable()] {
			second = k
		}
	}
	c[1], c[second] = c[second], c[1]
	lbd := s.computeLBD(c)
	s.backtrack(int(s.level[c[1].variable()]))
	if len(c) == 2 {
		s.addBinary(c[0], c[1])
		s.assign(c[0], isBinary|clause(c[1]))
		return
	}
	id := clause(len(s.arena))
	s.arena = append(append(s.arena, lit(len(c)), lbd), c...)
	s.watch(id)
	s.learned++
	s.assign(c[0], id)
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

// redundant reports whether every literal of a reason, except the implied one, is marked or false at level 0.
func (s *solver) redundant(reason clause) bool {
	for _, l := range s.literalsOf(reason) {
		if s.value[l] < 0 && !s.isMarked(l) {
			return false
		}
	}
	return true
}

// merge replaces the literals of the learned clause that one true literal x made false through binary clauses by the
// negation of x, if there are several. A checker still derives the clause by propagation: x makes all of them false.
func (s *solver) merge() {
	kept := s.learnedClause[:1]
	for _, l := range s.learnedClause[1:] {
		cause := s.reason[l.variable()]
		if cause == noClause || cause&isBinary == 0 {
			kept = append(kept, l)
			continue
		}
		negation := lit(cause &^ isBinary)
		if i := s.place[negation]; i > 0 {
			kept[i] = negation
			continue
		}
		s.place[negation] = int32(len(kept))
		kept = append(kept, l)
	}
	for _, l := range kept {
		s.place[l] = 0
		if cause := s.reason[l.variable()]; cause != noClause && cause&isBinary != 0 {
			s.place[cause&^isBinary] = 0
		}
	}
	s.learnedClause = kept
}

func (s *solver) isMarked(l lit) bool { return s.seen[l.variable()] || s.level[l.variable()] == 0 }

// computeLBD returns the literal block distance of a clause: the number of distinct levels among its literals.
func (s *solver) computeLBD(lits []lit) lit {
	s.stamp++
	n := lit(0)
	for _, l := range lits {
		if k := s.level[l.variable()]; s.levelStamp[k] != s.stamp {
			s.levelStamp[k] = s.stamp
			n++
		}
	}
	return n
}
