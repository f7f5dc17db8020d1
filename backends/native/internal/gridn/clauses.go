package gridn

import "nonet/internal/search"

// clauses holds learned clauses. A clause is
//
//	next[2], size, lbd, literals[size]
//
// Its first two literals are watched. The clauses that watch a literal form a linked list. watchHeads has the offset of
// its first clause; in each clause, next[i] continues the list of literals[i].
type clauses struct {
	search.Store[uint32]
	watchHeads []uint32 // by literal: offset of the first clause that watches it; 0 for none
}

const clauseHeader = 4

// Assert implements search.Engine: the first literal of s.clause is true, since no other one can be.
func (s *Search) Assert() bool {
	by := byDecision
	if n := len(s.clause); n > 1 {
		ref := uint32(len(s.Arena))
		s.Arena = append(s.Arena, 0, 0, uint32(n), uint32(s.levels.Count))
		for _, l := range s.clause {
			s.Arena = append(s.Arena, uint32(l))
		}
		s.attach(ref)
		s.Learned++
		by = byClause | reason(ref)
	}
	return s.assign(s.clause[0], by)
}

// attach watches the first two literals of a clause.
func (c *clauses) attach(ref uint32) {
	for i := range uint32(2) {
		l := c.Arena[ref+clauseHeader+i]
		c.Arena[ref+i] = c.watchHeads[l]
		c.watchHeads[l] = ref
	}
}

// literals returns the literals of a clause.
func (c *clauses) literals(ref uint32) []uint32 {
	return c.Arena[ref+clauseHeader:][:c.Arena[ref+2]]
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
		c := s.Arena[ref:][: clauseHeader+s.Arena[ref+2] : clauseHeader+s.Arena[ref+2]]
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

// Reduce implements search.Engine.
func (s *Search) Reduce() {
	clear(s.watchHeads)
	s.DeleteHalf(clauseGrowth, func(c []uint32) (size, lbd int) {
		return clauseHeader + int(c[2]), int(c[3])
	}, func(move func(uint32) uint32) {
		for _, l := range s.trail {
			if by := &s.reasons[l.option()]; *by&reasonKindMask == byClause {
				*by = byClause | reason(move(uint32(*by&^reasonKindMask)))
			}
		}
	}, s.attach)
}
