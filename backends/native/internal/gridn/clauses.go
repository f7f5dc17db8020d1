package gridn

import "slices"

// clauses holds learned clauses one after another in one slice. A clause is
//
//	next[2], size, lbd, literals[size]
//
// Its first two literals are watched. The clauses that watch a literal form a linked list. watchHeads has the offset of
// its first clause; in each clause, next[i] continues the list of literals[i]. lbd is the number of decision levels
// among its literals when it was learned (literal block distance); small is good.
type clauses struct {
	arena       []uint32 // offset 0 is no clause
	watchHeads  []uint32 // by literal: offset of the first clause that watches it; 0 for none
	clauseCount int
	lbds        []uint32 // scratch of reduceClauses
}

const clauseHeader = 4

func (c *clauses) reset() {
	if c.clauseCount > 0 {
		clear(c.watchHeads)
	}
	c.arena, c.clauseCount = c.arena[:1], 0
}

// addClause adds a clause of at least two literals, watches the first two, and returns its offset.
func (c *clauses) addClause(lits []literal, lbd int) uint32 {
	ref := uint32(len(c.arena))
	c.arena = append(c.arena, 0, 0, uint32(len(lits)), uint32(lbd))
	for _, l := range lits {
		c.arena = append(c.arena, uint32(l))
	}
	c.attach(ref)
	c.clauseCount++
	return ref
}

func (c *clauses) attach(ref uint32) {
	for i := range uint32(2) {
		l := c.arena[ref+clauseHeader+i]
		c.arena[ref+i] = c.watchHeads[l]
		c.watchHeads[l] = ref
	}
}

// literals returns the literals of a clause.
func (c *clauses) literals(ref uint32) []uint32 {
	return c.arena[ref+clauseHeader:][:c.arena[ref+2]]
}

// antecedents appends the negations of all literals of a clause but l.
func (c *clauses) antecedents(dst []literal, ref uint32, l literal) []literal {
	for _, m := range c.literals(ref) {
		if literal(m) != l {
			dst = append(dst, literal(m).negation())
		}
	}
	return dst
}

// propagateClauses propagates the clauses that watch l, which has become false. It returns false on a conflict.
func (s *Search) propagateClauses(l literal) bool {
	link := &s.watchHeads[l]
	for ref := *link; ref != 0; ref = *link {
		c := s.arena[ref:][: clauseHeader+s.arena[ref+2] : clauseHeader+s.arena[ref+2]]
		watch := 0
		if c[clauseHeader] != uint32(l) {
			watch = 1
		}
		other := literal(c[clauseHeader+1-watch])
		if s.litValue[other] > 0 || !s.moveWatch(c, ref, watch, link) {
			if s.litValue[other] < 0 {
				s.conflict = byClause | reason(ref)
				return false
			}
			if s.litValue[other] == 0 && !s.assign(other, byClause|reason(ref)) {
				return false
			}
			link = &c[watch]
		}
	}
	return true
}

// moveWatch replaces a watched literal of a clause, literals[watch], by one that is not false. It returns false if
// there is none. c is the clause and ref its offset; *link is the entry of the old literal's list that holds ref.
func (s *Search) moveWatch(c []uint32, ref uint32, watch int, link *uint32) bool {
	for k := clauseHeader + 2; k < len(c); k++ {
		if l := c[k]; s.litValue[l] >= 0 {
			*link = c[watch]
			c[k], c[clauseHeader+watch] = c[clauseHeader+watch], l
			c[watch], s.watchHeads[l] = s.watchHeads[l], ref
			return true
		}
	}
	return false
}

// reduceClauses deletes about half of the clauses: those with the highest LBD, except reasons of assigned literals.
func (s *Search) reduceClauses() {
	s.lbds = s.lbds[:0]
	for ref := 1; ref < len(s.arena); ref += clauseHeader + int(s.arena[ref+2]) {
		s.lbds = append(s.lbds, s.arena[ref+3])
	}
	slices.Sort(s.lbds)
	limit := max(s.lbds[len(s.lbds)/2], 3)
	for _, l := range s.trail { // mark the clauses that are reasons
		if r := s.reasons[l.option()]; r&reasonKindMask == byClause {
			s.arena[r&^reasonKindMask+3] |= 1 << 31
		}
	}
	to := uint32(1)
	s.clauseCount = 0
	clear(s.watchHeads)
	for ref := uint32(1); ref < uint32(len(s.arena)); {
		size := clauseHeader + s.arena[ref+2]
		lbd := s.arena[ref+3]
		next := ref + size
		if lbd < limit || lbd>>31 != 0 {
			copy(s.arena[to:], s.arena[ref:next])
			s.arena[to+3] &^= 1 << 31
			if lbd>>31 != 0 { // update the reason; its literal is one of the two watched
				for _, l := range s.arena[to+clauseHeader:][:2] {
					if x := literal(l).option(); s.litValue[l] > 0 && s.reasons[x] == byClause|reason(ref) {
						s.reasons[x] = byClause | reason(to)
					}
				}
			}
			s.attach(to)
			s.clauseCount++
			to += size
		}
		ref = next
	}
	s.arena = s.arena[:to]
}
