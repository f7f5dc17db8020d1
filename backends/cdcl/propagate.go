package cdcl

import "context"

// A watch is an entry in the list of a literal: a clause to inspect when that literal becomes false.
type watch struct {
	clause  clause
	blocker lit // another literal of the clause: while it is true, the clause is skipped
}

// visitsBetweenPolls clauses take about a millisecond.
const visitsBetweenPolls = 1 << 17

// propagate performs unit propagation to a fixpoint and returns a conflicting clause, or noClause. The error is
// ctx.Err().
func (s *solver) propagate(ctx context.Context) (clause, error) {
	for {
		if s.visits >= s.nextPoll {
			if err := ctx.Err(); err != nil {
				return noClause, err
			}
			s.nextPoll = s.visits + visitsBetweenPolls
		}
		if conflict := s.propagateUntilPoll(); conflict != noClause || s.qhead == len(s.trail) {
			return conflict, nil
		}
	}
}

// propagateUntilPoll propagates until a conflict, a fixpoint, or the next poll.
func (s *solver) propagateUntilPoll() (conflict clause) {
	counting := len(s.groups.state) > 0
	for s.qhead < len(s.trail) && s.visits < s.nextPoll {
		falsified := s.trail[s.qhead].not()
		s.qhead++
		s.effort.Propagations++
		if counting && falsified&1 == 0 {
			if conflict := s.countFalse(falsified); conflict != noClause {
				return conflict
			}
		}
		for _, l := range s.binary[falsified] {
			switch s.value[l] {
			case 0:
				s.assign(l, isBinary|clause(falsified))
			case -1:
				s.falsum = falsified
				return isBinary | clause(l)
			}
		}
		list := s.watches[falsified]
		s.visits += 1 + len(s.binary[falsified]) + len(list)
		kept := 0
	next:
		for i, w := range list {
			if s.value[w.blocker] > 0 {
				list[kept] = w
				kept++
				continue
			}
			lits := s.literals(w.clause)
			if lits[0] == falsified {
				lits[0], lits[1] = lits[1], falsified
			}
			first := lits[0]
			if first != w.blocker && s.value[first] > 0 {
				list[kept] = watch{w.clause, first}
				kept++
				continue
			}
			for k := 2; k < len(lits); k++ {
				if l := lits[k]; s.value[l] >= 0 {
					lits[1], lits[k] = l, falsified
					s.watches[l] = append(s.watches[l], watch{w.clause, first})
					continue next
				}
			}
			list[kept] = watch{w.clause, first}
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
