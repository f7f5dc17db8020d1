package cdcl

import "slices"

// reduce deletes the worse half of the learned clauses: those with higher LBD first, and the older ones first among
// equals. It keeps binary clauses, clauses with LBD 2, and reasons.
func (s *solver) reduce() {
	var candidates []int32
	for id := range s.clauses {
		if c := &s.clauses[id]; c.learned && !c.deleted && c.lbd > 2 && c.size > 2 && !s.isReason(int32(id)) {
			candidates = append(candidates, int32(id))
		}
	}
	slices.SortStableFunc(candidates, func(a, b int32) int { return int(s.clauses[b].lbd - s.clauses[a].lbd) })
	for _, id := range candidates[:len(candidates)/2] {
		c := &s.clauses[id]
		c.deleted = true
		s.learned--
		s.proof.write(true, s.lits[c.from:c.from+c.size])
	}
	s.maxLearned = s.learned + 2000
	s.compact()
}

// isReason reports whether the clause is the reason of an assignment.
func (s *solver) isReason(id int32) bool {
	l := s.lits[s.clauses[id].from]
	return s.value[l] > 0 && s.reason[l.variable()] == id
}

// compact moves the literals of the remaining clauses together, so that memory does not grow with deleted clauses.
func (s *solver) compact() {
	end := int32(0)
	for id := range s.clauses {
		c := &s.clauses[id]
		if c.deleted {
			c.size = 0
			continue
		}
		copy(s.lits[end:], s.lits[c.from:c.from+c.size])
		c.from = end
		end += c.size
	}
	s.lits = s.lits[:end]
}
