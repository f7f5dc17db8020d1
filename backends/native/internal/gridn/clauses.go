package gridn

import "slices"

// clauses holds learnt clauses one after the other in one slice. A clause is
//
//	next[2], size, rank, literals[size]
//
// where the first two literals are watched: each watched literal is the head of a list of the clauses that watch it, linked through the
// element of next of the same number. rank is the number of levels of its literals when it was learnt: few are good.
type clauses struct {
	arena      []uint32 // offset 0 is no clause
	watchHeads []uint32 // by literal; 0 is the end
	count      int
	lbds       []uint32 // of shrink
}

const clauseHeader = 4

func (c *clauses) reset() {
	if c.count > 0 {
		clear(c.watchHeads)
	}
	c.arena, c.count = c.arena[:1], 0
}

// addClause adds a clause of at least two literals, of which the first two are watched.
func (c *clauses) addClause(lits []literal, lbd int) uint32 {
	ref := uint32(len(c.arena))
	c.arena = append(c.arena, 0, 0, uint32(len(lits)), uint32(lbd))
	for _, l := range lits {
		c.arena = append(c.arena, uint32(l))
	}
	c.attach(ref)
	c.count++
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

// antecedents appends the negations of the literals of a clause other than l.
func (c *clauses) antecedents(dst []literal, ref uint32, l literal) []literal {
	for _, m := range c.literals(ref) {
		if literal(m) != l {
			dst = append(dst, literal(m).negation())
		}
	}
	return dst
}

// propagateClauses draws the conclusions of the clauses that watch l, which has become false.
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

// moveWatch has clause c, at an offset, watch another literal that is not false in the place of one of the two, whose list it leaves.
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

// reduceClauses forgets about half of the clauses: those of many levels, except where they are reasons.
func (s *Search) reduceClauses() {
	s.lbds = s.lbds[:0]
	for ref := 1; ref < len(s.arena); ref += clauseHeader + int(s.arena[ref+2]) {
		s.lbds = append(s.lbds, s.arena[ref+3])
	}
	slices.Sort(s.lbds)
	limit := max(s.lbds[len(s.lbds)/2], 3)
	for _, l := range s.trail { // mark those that are reasons
		if r := s.reasons[l.option()]; r&reasonKindMask == byClause {
			s.arena[r&^reasonKindMask+3] |= 1 << 31
		}
	}
	to := uint32(1)
	s.count = 0
	clear(s.watchHeads)
	for ref := uint32(1); ref < uint32(len(s.arena)); {
		size := clauseHeader + s.arena[ref+2]
		lbd := s.arena[ref+3]
		next := ref + size
		if lbd < limit || lbd>>31 != 0 {
			copy(s.arena[to:], s.arena[ref:next])
			s.arena[to+3] &^= 1 << 31
			if lbd>>31 != 0 { // the literal it is the reason of is one of those watched
				for _, l := range s.arena[to+clauseHeader:][:2] {
					if x := literal(l).option(); s.litValue[l] > 0 && s.reasons[x] == byClause|reason(ref) {
						s.reasons[x] = byClause | reason(to)
					}
				}
			}
			s.attach(to)
			s.count++
			to += size
		}
		ref = next
	}
	s.arena = s.arena[:to]
}
