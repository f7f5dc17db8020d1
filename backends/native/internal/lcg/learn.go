package lcg

import (
	"slices"

	"nonet/internal/search"
)

// A learner derives nogoods from conflicts.
//
// During the analysis the nogood is a set of atoms that hold and contradict the constraints together. Each is kept with
// the event that made it true, as the number that is needed of it: an event may have made v at least 7 where at least 5
// is needed.
type learner struct {
	causes   []atom    // what explain gives
	summands []summand // scratch of sums

	isNeeded []bool  // by event
	needed   []int   // by event: the number of its atom
	below    []int32 // needed events of the levels below current
	current  int32   // start of the level of the conflict
	nCurrent int     // needed events from current on

	nogood     []atom
	levelOf    []int32 // by atom of nogood: the highest level of an event that it needs
	levels     search.Levels
	depth, lbd int     // sums over all conflicts: their levels, and the levels in their nogoods
	onLo, onHi []int32 // by variable: the bound in nogood, plus 1; 0 if there is none
}

// because adds an atom to the explanation that a propagator gives.
func (n *learner) because(a atom) { n.causes = append(n.causes, a) }

// explain puts atoms that imply a into s.causes. Event i made a true.
func (s *Search) explain(i int32, a atom) {
	s.causes = s.causes[:0]
	switch e := &s.trail[i]; e.by.kind {
	case byHoles:
		s.because(atom{e.old, a.v, a.op})
		low, high := e.old, a.k-1
		if a.op == atMost {
			low, high = a.k+1, e.old
		}
		d := s.domains[a.v]
		for j, end := s.rank(a.v, low), s.rank(a.v, high+1); j < end; j++ {
			s.because(atom{d.At(j), a.v, differs})
		}
	case byPeer:
		r := s.peers[e.by.data]
		s.because(atom{e.removed() - r.offset, r.from, equals})
	case byNogood:
		ref := e.by.data
		s.causes = append(s.causes, s.Arena[ref+2:][:s.Arena[ref].v-1]...)
	case byPropagator:
		s.propagators[e.by.data].explain(s, i, a)
	case byHall:
		s.explainHall(s.halls[e.by.data], i, a)
	case byEdge:
		s.explainEdge(s.edges[e.by.data], i, a)
	case byLiteral:
		s.explainLiteral(e.by.data, a)
	}
}

// explainAtom replaces the atom of s.causes that event i made true by what implies it. A nogood over the holes of a
// domain alone would change nothing.
func (s *Search) explainAtom(i int32) {
	for j, a := range s.causes {
		if at, a := s.since(s.normal(a)); at == i {
			others := slices.Delete(slices.Clone(s.causes), j, j+1)
			s.explain(i, a)
			s.causes = append(s.causes, others...)
			return
		}
	}
}

// need adds an atom that holds to the nogood.
func (s *Search) need(a atom) {
	if a = s.normal(a); a.op == equals {
		s.need(atom{a.k, a.v, atLeast})
		s.need(atom{a.k, a.v, atMost})
		return
	}
	i, a := s.since(a)
	if i < 0 || s.trail[i].level == 0 {
		return
	}
	if s.isNeeded[i] {
		if a.op == atLeast {
			s.needed[i] = max(s.needed[i], a.k)
		} else {
			s.needed[i] = min(s.needed[i], a.k)
		}
		return
	}
	s.isNeeded[i], s.needed[i] = true, a.k
	if i >= s.current {
		s.nCurrent++
	} else {
		s.below = append(s.below, i)
	}
}

// conflictLevel puts the atoms of the conflict into s.causes and returns the highest of their levels.
func (s *Search) conflictLevel() (level int32) {
	last := int32(len(s.trail) - 1)
	a := s.trail[last].atom
	v := s.failed
	var other atom
	if a.op == atLeast {
		a.k, other = s.hi[v]+1, atom{s.hi[v], v, atMost}
	} else {
		a.k, other = s.lo[v]-1, atom{s.lo[v], v, atLeast}
	}
	s.explain(last, a)
	if s.trail[last].by.kind == byHoles {
		s.explainAtom(last - 1)
	}
	s.because(other)
	for _, a := range s.causes {
		bounds := []atom{s.normal(a)}
		if bounds[0].op == equals {
			bounds = []atom{{a.k, a.v, atLeast}, {a.k, a.v, atMost}}
		}
		for _, b := range bounds {
			if i, _ := s.since(b); i >= 0 {
				level = max(level, s.trail[i].level)
			}
		}
	}
	return level
}

// Learn implements search.Engine. The first atom of s.nogood is the only one of the level of the conflict (first unique
// implication point). The second one has the highest level among the others.
func (s *Search) Learn(floor int) (level int, ok bool) {
	for len(s.isNeeded) < len(s.trail) {
		s.isNeeded, s.needed = append(s.isNeeded, false), append(s.needed, 0)
	}
	conflict := s.conflictLevel()
	if int(conflict) <= floor {
		return 0, false
	}
	s.current, s.nCurrent, s.below = s.levelStart[conflict-1], 0, s.below[:0]
	for _, a := range s.causes {
		s.need(a)
	}
	if !s.advised() {
		s.order.Decay()
	}
	i := int32(len(s.trail) - 1)
	for ; ; i-- {
		if !s.isNeeded[i] {
			continue
		}
		if s.nCurrent == 1 {
			break
		}
		s.isNeeded[i] = false
		s.nCurrent--
		e := &s.trail[i]
		s.bump(e.v)
		s.explain(i, atom{s.needed[i], e.v, e.op})
		for _, a := range s.causes {
			s.need(a)
		}
	}
	s.collect(i)
	s.isNeeded[i] = false
	for _, e := range s.below {
		s.isNeeded[e] = false
	}
	s.levels.Begin(int(s.levelOf[0]))
	for j, at := range s.levelOf {
		v := s.nogood[j].v
		s.bump(v)
		if j > 0 && s.levels.Add(int(at)) {
			s.nogood[1], s.nogood[j] = s.nogood[j], s.nogood[1]
		}
	}
	s.depth, s.lbd = s.depth+int(conflict), s.lbd+s.levels.Count
	return s.levels.Highest, true
}

// Learns reports whether nogoods say more than which decisions failed: on average they leave out a twentieth of the
// levels, or more.
func (s *Search) Learns() bool { return 20*s.lbd <= 19*s.depth }

// bump makes v more active. Conflicts of runs that follow advice do not count, since other decisions led to them.
func (s *Search) bump(v int32) {
	if !s.advised() {
		s.order.BumpBy(int(v), s.share[v])
	}
}

// collect makes s.nogood from the needed events; the event of the level of the conflict is first. It leaves out atoms
// that the others imply, and joins the two bounds of a value.
func (s *Search) collect(first int32) {
	s.nogood, s.levelOf = s.nogood[:0], s.levelOf[:0]
	add := func(i int32) {
		e := &s.trail[i]
		a := atom{s.needed[i], e.v, e.op}
		var at *int32
		switch a.op {
		case atLeast:
			at = &s.learner.onLo[a.v]
		case atMost:
			at = &s.learner.onHi[a.v]
		}
		if at != nil && *at > 0 { // the stronger bound implies the weaker one
			if b := &s.nogood[*at-1]; a.op == atLeast && a.k > b.k || a.op == atMost && a.k < b.k {
				b.k, s.levelOf[*at-1] = a.k, max(e.level, s.levelOf[*at-1])
			}
			return
		}
		s.nogood, s.levelOf = append(s.nogood, a), append(s.levelOf, e.level)
		if at != nil {
			*at = int32(len(s.nogood))
		}
	}
	add(first)
	for _, i := range s.below {
		if !s.implied(i) {
			add(i)
		}
	}
	for _, a := range s.nogood {
		lo, hi := s.learner.onLo[a.v], s.learner.onHi[a.v]
		s.learner.onLo[a.v], s.learner.onHi[a.v] = 0, 0
		if lo > 0 && hi > 0 && s.nogood[lo-1].k == s.nogood[hi-1].k {
			i, j := min(lo, hi)-1, max(lo, hi)-1
			s.nogood[i].op, s.levelOf[i] = equals, max(s.levelOf[i], s.levelOf[j])
			s.levelOf[j] = -1 // joined with the one before
		}
	}
	n := 0
	for j, a := range s.nogood {
		if s.levelOf[j] >= 0 {
			s.nogood[n], s.levelOf[n] = a, s.levelOf[j]
			n++
		}
	}
	s.nogood, s.levelOf = s.nogood[:n], s.levelOf[:n]
}

// implied reports whether other needed events imply what is needed of event i. It does not ask tables and Hall
// intervals.
func (s *Search) implied(i int32) bool {
	e := &s.trail[i]
	switch e.by.kind {
	case byDecision, byHall, byEdge:
		return false
	case byPropagator:
		if _, isTable := s.propagators[e.by.data].(*table); isTable {
			return false
		}
	}
	s.explain(i, atom{s.needed[i], e.v, e.op})
	for _, a := range s.causes {
		if a = s.normal(a); a.op == equals {
			if !s.given(atom{a.k, a.v, atLeast}) || !s.given(atom{a.k, a.v, atMost}) {
				return false
			}
		} else if !s.given(a) {
			return false
		}
	}
	return true
}

// given reports whether a is a fact or a needed event implies it.
func (s *Search) given(a atom) bool {
	i, a := s.since(a)
	if i < 0 || s.trail[i].level == 0 {
		return true
	}
	k := s.needed[i]
	return s.isNeeded[i] && (a.op == atLeast && k >= a.k || a.op == atMost && k <= a.k || a.op == differs)
}
