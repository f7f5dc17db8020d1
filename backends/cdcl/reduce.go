package cdcl

import "slices"

// deleted is the LBD of a deleted clause, until compact removes it.
const deleted lit = 1<<32 - 1

// reduce deletes the worse half of the learned clauses: those with higher LBD first, and the older ones first among
// equals. It keeps binary clauses, clauses with LBD 2, and reasons.
func (s *solver) reduce() {
	s.candidates = s.candidates[:0]
	for c := range s.laterClauses {
		if s.arena[c+1] > 2 && !s.isReason(c) {
			s.candidates = append(s.candidates, c)
		}
	}
	slices.SortStableFunc(s.candidates, func(a, b clause) int { return int(s.arena[b+1]) - int(s.arena[a+1]) })
	for _, c := range s.candidates[:len(s.candidates)/2] {
		s.proof.delete(c, s.literals(c))
		s.arena[c+1] = deleted
		s.learned--
	}
	s.maxLearned = s.learned + firstMaxLearned
	s.compact()
}

// laterClauses iterates over the clauses in the arena that were added after the formula: the learned clauses, and those
// that exclude solutions.
func (s *solver) laterClauses(yield func(clause) bool) {
	for c := s.original; c < len(s.arena); {
		next := c + clauseHeader + int(s.arena[c])
		if !yield(clause(c)) {
			return
		}
		c = next
	}
}

// isReason reports whether the clause is the reason of an assignment.
func (s *solver) isReason(c clause) bool {
	l := s.arena[c+clauseHeader]
	return s.value[l] > 0 && s.reason[l.variable()] == c
}

// compact removes the deleted clauses and their watches, and moves the other learned clauses together.
func (s *solver) compact() {
	for l, list := range s.watches {
		s.watches[l] = slices.DeleteFunc(list, func(w watch) bool { return int(w.clause) >= s.original })
	}
	end := clause(s.original)
	for c := range s.laterClauses {
		if s.arena[c+1] == deleted {
			continue
		}
		size := clauseHeader + clause(s.arena[c])
		if s.isReason(c) {
			s.reason[s.arena[c+clauseHeader].variable()] = end
		}
		s.proof.move(c, end)
		copy(s.arena[end:], s.arena[c:c+size])
		s.watch(end)
		end += size
	}
	s.arena = s.arena[:end]
}
