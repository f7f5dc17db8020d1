package cdcl

// A watch is an entry in the list of a literal: a clause to inspect when that literal becomes false.
type watch struct {
	clause  int32
	blocker lit  // another literal of the clause: while it is true, the clause is skipped
	short   bool // the clause is binary, and blocker is its other literal
}

// propagate performs unit propagation to a fixpoint and returns a conflicting clause, or noClause.
func (s *solver) propagate() int32 {
	for s.qhead < len(s.trail) {
		falsified := s.trail[s.qhead].not()
		s.qhead++
		s.effort.Propagations++
		list := s.watches[falsified]
		kept := 0
	next:
		for i, w := range list {
			if s.value[w.blocker] > 0 {
				list[kept] = w
				kept++
				continue
			}
			if w.short {
				list[kept] = w
				kept++
				if s.value[w.blocker] < 0 {
					kept += copy(list[kept:], list[i+1:])
					s.watches[falsified] = list[:kept]
					return w.clause
				}
				s.moveToFront(w.clause, w.blocker)
				s.assign(w.blocker, w.clause)
				continue
			}
			c := &s.clauses[w.clause]
			if c.deleted {
				continue
			}
			lits := s.lits[c.from : c.from+c.size]
			if lits[0] == falsified {
				lits[0], lits[1] = lits[1], falsified
			}
			first := lits[0]
			if first != w.blocker && s.value[first] > 0 {
				list[kept] = watch{w.clause, first, false}
				kept++
				continue
			}
			for k := 2; k < len(lits); k++ {
				if l := lits[k]; s.value[l] >= 0 {
					lits[1], lits[k] = l, falsified
					s.watches[l] = append(s.watches[l], watch{w.clause, first, false})
					continue next
				}
			}
			list[kept] = watch{w.clause, first, false}
			kept++
			if s.value[first] < 0 {
				kept += copy(list[kept:], list[i+1:])
				s.watches[falsified] = list[:kept]
				return w.clause
			}
			s.assign(first, w.clause)
		}
		s.watches[falsified] = list[:kept]
	}
	return noClause
}

// moveToFront makes l the first literal of a binary clause, as analyze expects of a reason.
func (s *solver) moveToFront(id int32, l lit) {
	if from := s.clauses[id].from; s.lits[from] != l {
		s.lits[from], s.lits[from+1] = l, s.lits[from]
	}
}
