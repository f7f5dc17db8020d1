package nogood

import "nonet/internal/search"

// nogoods holds learned nogoods, each as its negation: a disjunction of entries, one of which must hold. The header is
// an entry: its variable is the number of entries, its values are the LBD. The clauses among the linear constraints
// come first, with the LBD 0.
//
// The first two entries are watched. When no value of one is left, another entry that has one is watched instead. If
// there is none, the other watched entry must hold.
type nogoods struct {
	search.Store[entry]
	watchers [][]watcher // by variable
}

// An entry says that the value of v is in values.
type entry struct {
	values uint64
	v      int32
}

// A watcher is a watched entry of the nogood at offset ref. It has a copy of its values, so that a nogood is only read
// when none of them is left.
type watcher struct {
	values uint64
	ref    uint32
}

// Assert implements search.Engine: the first entry of s.learned must hold, since no other one can.
func (s *Search) Assert() bool {
	first, by := s.learned[0], byDecision
	if n := len(s.learned); n > 1 {
		ref := uint32(len(s.Arena))
		s.Arena = append(append(s.Arena, entry{uint64(s.levels.Count), int32(n)}), s.learned...)
		s.attach(ref)
		s.Learned++
		by = byNogood | reason(ref)
	}
	return s.narrow(first.v, first.values, by)
}

// attach watches the first two entries of a nogood.
func (n *nogoods) attach(ref uint32) {
	for _, e := range n.Arena[ref+1:][:2] {
		n.watchers[e.v] = append(n.watchers[e.v], watcher{e.values, ref})
	}
}

// propagateNogoods propagates the nogoods that watch v, whose domain has changed. It returns false on a conflict.
func (s *Search) propagateNogoods(v int32) bool {
	d := s.domains[v]
	list := s.watchers[v]
	for i := 0; i < len(list); {
		if list[i].values&d != 0 {
			i++
			continue
		}
		ref := list[i].ref
		c := s.Arena[ref+1:][:s.Arena[ref].v]
		w := 0
		if c[0].v != v {
			w = 1
		}
		other := c[1-w]
		if s.domains[other.v]&^other.values == 0 {
			i++
			continue
		}
		if s.moveWatch(c, ref, w) {
			last := len(list) - 1
			list[i] = list[last]
			list = list[:last]
			continue
		}
		if !s.narrow(other.v, other.values, byNogood|reason(ref)) {
			s.watchers[v] = list
			return false
		}
		i++
	}
	s.watchers[v] = list
	return true
}

// moveWatch watches another entry with a value left instead of entry w. It returns false if there is none.
func (s *Search) moveWatch(c []entry, ref uint32, w int) bool {
	for k := 2; k < len(c); k++ {
		if e := c[k]; s.domains[e.v]&e.values != 0 {
			c[w], c[k] = e, c[w]
			s.watchers[e.v] = append(s.watchers[e.v], watcher{e.values, ref})
			return true
		}
	}
	return false
}

// Reduce implements search.Engine.
func (s *Search) Reduce() {
	search.Unwatch(s.watchers)
	s.DeleteHalf(nogoodGrowth, func(n []entry) (size, lbd int) {
		return 1 + int(n[0].v), int(n[0].values)
	}, func(move func(uint32) uint32) {
		for i := range s.trail {
			if by := &s.trail[i].by; *by&reasonKindMask == byNogood {
				*by = byNogood | reason(move(uint32(*by&^reasonKindMask)))
			}
		}
	}, s.attach)
}
