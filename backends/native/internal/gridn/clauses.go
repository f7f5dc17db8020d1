package gridn

import "slices"

// clauses holds learnt clauses one after the other in one slice. A clause is
//
//	next[2], size, rank, literals[size]
//
// where the first two literals are watched: each watched literal is the head of a list of the clauses that watch it, linked through the
// element of next of the same number. rank is the number of levels of its literals when it was learnt: few are good.
type clauses struct {
	memory []uint32 // offset 0 is no clause
	heads  []uint32 // by literal; 0 is the end
	number int
	buffer []uint32 // of shrink
}

const clauseHead = 4

func (c *clauses) reset() {
	if c.number > 0 {
		clear(c.heads)
	}
	c.memory, c.number = c.memory[:1], 0
}

// add adds a clause of at least two literals, of which the first two are watched.
func (c *clauses) add(lits []literal, rank int) uint32 {
	at := uint32(len(c.memory))
	c.memory = append(c.memory, 0, 0, uint32(len(lits)), uint32(rank))
	for _, l := range lits {
		c.memory = append(c.memory, uint32(l))
	}
	c.watch(at)
	c.number++
	return at
}

func (c *clauses) watch(at uint32) {
	for i := range uint32(2) {
		l := c.memory[at+clauseHead+i]
		c.memory[at+i] = c.heads[l]
		c.heads[l] = at
	}
}

// literals returns the literals of a clause.
func (c *clauses) literals(at uint32) []uint32 {
	return c.memory[at+clauseHead:][:c.memory[at+2]]
}

// antecedents appends the negations of the literals of a clause other than l.
func (c *clauses) antecedents(dst []literal, at uint32, l literal) []literal {
	for _, m := range c.literals(at) {
		if literal(m) != l {
			dst = append(dst, literal(m).negation())
		}
	}
	return dst
}

// visit draws the conclusions of the clauses that watch l, which has become false.
func (s *Search) visit(l literal) bool {
	link := &s.heads[l]
	for at := *link; at != 0; at = *link {
		c := s.memory[at:][: clauseHead+s.memory[at+2] : clauseHead+s.memory[at+2]]
		slot := 0
		if c[clauseHead] != uint32(l) {
			slot = 1
		}
		other := literal(c[clauseHead+1-slot])
		if s.truth[other] > 0 || !s.moveWatch(c, at, slot, link) {
			if s.truth[other] < 0 {
				s.conflict = byClause | reason(at)
				return false
			}
			if s.truth[other] == 0 && !s.assign(other, byClause|reason(at)) {
				return false
			}
			link = &c[slot]
		}
	}
	return true
}

// moveWatch has clause c, at an offset, watch another literal that is not false in the place of one of the two, whose list it leaves.
func (s *Search) moveWatch(c []uint32, at uint32, slot int, link *uint32) bool {
	for k := clauseHead + 2; k < len(c); k++ {
		if l := c[k]; s.truth[l] >= 0 {
			*link = c[slot]
			c[k], c[clauseHead+slot] = c[clauseHead+slot], l
			c[slot], s.heads[l] = s.heads[l], at
			return true
		}
	}
	return false
}

// shrink forgets about half of the clauses: those of many levels, except where they are reasons.
func (s *Search) shrink() {
	s.buffer = s.buffer[:0]
	for at := 1; at < len(s.memory); at += clauseHead + int(s.memory[at+2]) {
		s.buffer = append(s.buffer, s.memory[at+3])
	}
	slices.Sort(s.buffer)
	limit := max(s.buffer[len(s.buffer)/2], 3)
	for _, l := range s.trail { // mark those that are reasons
		if why := s.why[l.option()]; why&reasons == byClause {
			s.memory[why&^reasons+3] |= 1 << 31
		}
	}
	to := uint32(1)
	s.number = 0
	clear(s.heads)
	for at := uint32(1); at < uint32(len(s.memory)); {
		size := clauseHead + s.memory[at+2]
		rank := s.memory[at+3]
		next := at + size
		if rank < limit || rank>>31 != 0 {
			copy(s.memory[to:], s.memory[at:next])
			s.memory[to+3] &^= 1 << 31
			if rank>>31 != 0 { // the literal it is the reason of is one of those watched
				for _, l := range s.memory[to+clauseHead:][:2] {
					if x := literal(l).option(); s.truth[l] > 0 && s.why[x] == byClause|reason(at) {
						s.why[x] = byClause | reason(to)
					}
				}
			}
			s.watch(to)
			s.number++
			to += size
		}
		at = next
	}
	s.memory = s.memory[:to]
}
