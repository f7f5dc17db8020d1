package cdcl

import (
	"slices"
	"strconv"

	"nonet/encode/cnf"
	"nonet/internal/slice"
)

// identifiers are the numbers of the clauses of a solver in an LRAT proof. Binary clauses and clauses in the arena have
// no place for a number, so that searches without LRAT do not pay for one.
type identifiers struct {
	last   int            // the number given last
	adding int            // the clause of the formula that load adds
	unit   []int          // by variable: the unit clause of its value at level 0; 0 if there is none yet
	binary map[[2]lit]int // by the two literals, the smaller one first
	group  []int          // by group
	long   map[clause]int // by offset in the arena
	hints  []int          // of the lemma that is written next
	needed []bool         // scratch of explain: by variable
}

func pair(a, b lit) [2]lit { return [2]lit{min(a, b), max(a, b)} }

// set numbers a clause of the solver, which stands at an offset in the arena if it has three or more literals.
func (t *identifiers) set(lits []lit, at clause, id int) {
	switch len(lits) {
	case 0:
	case 1:
		t.unit[lits[0].variable()] = id
	case 2:
		t.binary[pair(lits[0], lits[1])] = id
	default:
		t.long[at] = id
	}
}

// numberLoaded numbers the clause c of the formula, which load has simplified to rest. If c had literals that units
// make false, rest is a lemma.
func (s *solver) numberLoaded(c []cnf.Lit, rest []lit, at clause) {
	t := s.proof.identifiers()
	if t == nil || s.refuted {
		return
	}
	t.hints = t.hints[:0]
	for _, x := range c {
		if l := literal(x); s.value[l] < 0 && !slices.Contains(rest, l) {
			t.hints = append(t.hints, t.unit[l.variable()])
		}
	}
	id := t.adding
	if len(t.hints) > 0 && len(rest) > 0 {
		t.hints = append(t.hints, id)
		s.proof.write(false, rest)
		id = t.last
	} else {
		t.hints = append(t.hints, id) // of the empty clause, which refute writes
	}
	t.set(rest, at, id)
}

// numberLearned numbers the clause that was written last.
func (s *solver) numberLearned(c []lit, at clause) {
	if t := s.proof.identifiers(); t != nil {
		t.set(c, at, t.last)
	}
}

// explain sets the hints of a lemma that follows from a conflict: the reasons of the literals that the conflict needs
// and that are not the negation of a literal of the lemma, in the order of the trail, and the conflicting clause.
func (s *solver) explain(conflict clause, lemma []lit) {
	t := s.proof.identifiers()
	if t == nil {
		return
	}
	t.needed = slice.Zeros(t.needed, len(s.level))
	open := 0
	need := func(lits []lit, implied int) {
		for _, l := range lits {
			if v := l.variable(); v != implied && !t.needed[v] {
				t.needed[v] = true
				open++
			}
		}
	}
	need(s.literalsOf(conflict), -1)
	if conflict&isBinary != 0 {
		need([]lit{s.falsum}, -1)
	}
	hints := []int{s.identify(conflict, s.falsum)}
	for i := len(s.trail) - 1; open > 0; i-- {
		l := s.trail[i]
		v := l.variable()
		if !t.needed[v] {
			continue
		}
		open--
		switch {
		case slices.Contains(lemma, l.not()):
		case s.level[v] == 0:
			hints = append(hints, s.unitClause(v))
		default:
			hints = append(hints, s.identify(s.reason[v], l))
			need(s.literalsOf(s.reason[v]), v)
		}
	}
	slices.Reverse(hints)
	t.hints = hints
}

// identify returns the number of a clause, of l if it is a binary clause.
func (s *solver) identify(c clause, l lit) int {
	t := s.proof.ids
	switch {
	case c&isBinary != 0:
		return t.binary[pair(l, lit(c&^isBinary))]
	case c&isGroup != 0:
		return t.group[c&^isGroup]
	}
	return t.long[c]
}

// unitClause returns the number of the unit clause of a variable at level 0, which it derives if there is none.
func (s *solver) unitClause(v int) int {
	t := s.proof.ids
	if t.unit[v] != 0 {
		return t.unit[v]
	}
	l := positive(v)
	if s.value[l] < 0 {
		l = l.not()
	}
	var hints []int
	for _, other := range slices.Clone(s.literalsOf(s.reason[v])) {
		if other != l {
			hints = append(hints, s.unitClause(other.variable()))
		}
	}
	t.hints = append(hints, s.identify(s.reason[v], l))
	s.proof.write(false, []lit{l})
	t.unit[v] = t.last
	return t.last
}

// identifiers returns the numbers of clauses, nil if the proof is not LRAT.
func (p *proofWriter) identifiers() *identifiers {
	if p == nil {
		return nil
	}
	return p.ids
}

// writeLRAT writes a lemma with its number and its hints.
func (p *proofWriter) writeLRAT(lemma []lit) {
	p.ids.last++
	p.buf = append(strconv.AppendInt(p.buf[:0], int64(p.ids.last), 10), ' ')
	for _, l := range lemma {
		p.buf = append(strconv.AppendInt(p.buf, int64(l.dimacs()), 10), ' ')
	}
	p.buf = append(p.buf, '0')
	for _, id := range p.ids.hints {
		p.buf = strconv.AppendInt(append(p.buf, ' '), int64(id), 10)
	}
	p.out.Write(append(p.buf, " 0\n"...))
}

// delete writes that the clause at an offset in the arena is deleted.
func (p *proofWriter) delete(c clause, lits []lit) {
	if t := p.identifiers(); t != nil {
		p.buf = strconv.AppendInt(p.buf[:0], int64(t.last), 10)
		p.buf = strconv.AppendInt(append(p.buf, " d "...), int64(t.long[c]), 10)
		p.out.Write(append(p.buf, " 0\n"...))
		delete(t.long, c)
		return
	}
	p.write(true, lits)
}

// move notes that a clause is moved in the arena.
func (p *proofWriter) move(from, to clause) {
	if t := p.identifiers(); t != nil && from != to {
		t.long[to] = t.long[from]
		delete(t.long, from)
	}
}
