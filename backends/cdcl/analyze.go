package cdcl

import (
	"slices"

	"nonet/internal/search"
)

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
			s.groups.weights.Bump(int(reason &^ isGroup))
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
		s.groups.weights.Decay(groupDecay)
	} else {
		s.order.Decay()
	}
	s.minimize()
	s.learnedClause = search.Merge(s.learnedClause, s.place, s.cause)
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
		return s.groups.literals.Get(int32(c &^ isGroup))
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
	s.levels.Begin(len(s.trailLim))
	second := 1 // the second watch is the literal of the highest level among the others
	for k, l := range c[1:] {
		if s.levels.Add(int(s.level[l.variable()])) {
			second = k + 1
		}
	}
	c[1], c[second] = c[second], c[1]
	s.backtrack(s.levels.Highest)
	if len(c) == 2 {
		s.addBinary(c[0], c[1])
		s.assign(c[0], isBinary|clause(c[1]))
		return
	}
	id := clause(len(s.arena))
	s.arena = append(append(s.arena, lit(len(c)), lit(s.levels.Count)), c...)
	s.watch(id)
	s.learned++
	s.assign(c[0], id)
}

// minimize removes literals that the others imply: those whose reason contains marked literals only.
func (s *solver) minimize() {
	rest := slices.DeleteFunc(s.learnedClause[1:], func(l lit) bool {
		reason := s.reason[l.variable()]
		return reason != noClause && s.redundant(reason)
	})
	s.learnedClause = s.learnedClause[:1+len(rest)]
}

// redundant reports whether every literal of a reason, except the implied one, is marked or false at level 0.
func (s *solver) redundant(reason clause) bool {
	for _, l := range s.literalsOf(reason) {
		if v := l.variable(); s.value[l] < 0 && !s.seen[v] && s.level[v] > 0 {
			return false
		}
	}
	return true
}

// cause returns the other literal of the binary clause that made l false. After a merge with it a checker still derives
// the clause by propagation.
func (s *solver) cause(l lit) (lit, bool) {
	reason := s.reason[l.variable()]
	return lit(reason &^ isBinary), reason != noClause && reason&isBinary != 0
}
