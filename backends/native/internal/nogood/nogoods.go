package nogood

import "slices"

// nogoods holds learned nogoods in one slice, each as its negation: a disjunction of entries, one of which must hold. A
// header precedes the entries: its variable is their number, its values are the LBD, the number of decision levels when
// it was learned; small is good.
//
// The first two entries are watched. When no value of one is left, another entry that has one is watched instead. If
// there is none, the other watched entry must hold.
type nogoods struct {
	arena    []entry     // offset 0 is no nogood
	watchers [][]watcher // by variable
	count    int
	lbds     []uint64 // scratch of reduce
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

func (n *nogoods) reset() {
	if n.count > 0 {
		for i := range n.watchers {
			n.watchers[i] = n.watchers[i][:0]
		}
	}
	n.arena, n.count = n.arena[:1], 0
}

// add adds a nogood of at least two entries and returns its offset.
func (s *Search) addNogood(entries []entry, lbd int) uint32 {
	n := &s.nogoods
	ref := uint32(len(n.arena))
	n.arena = append(n.arena, entry{uint64(lbd), int32(len(entries))})
	n.arena = append(n.arena, entries...)
	s.attach(ref)
	n.count++
	return ref
}

// attach watches the first two entries of a nogood.
func (n *nogoods) attach(ref uint32) {
	for _, e := range n.arena[ref+1:][:2] {
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
		c := s.arena[ref+1:][:s.arena[ref].v]
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

// explainNogood requires that no entry but v's holds.
func (s *Search) explainNogood(ref uint32, v int32) {
	for _, e := range s.arena[ref+1:][:s.arena[ref].v] {
		if e.v != v {
			s.require(e.v, ^e.values)
		}
	}
}

// reduceNogoods deletes about half of the nogoods: those with the highest LBD, except reasons of events on the trail.
func (s *Search) reduceNogoods() {
	s.lbds = s.lbds[:0]
	for ref := 1; ref < len(s.arena); ref += 1 + int(s.arena[ref].v) {
		s.lbds = append(s.lbds, s.arena[ref].values)
	}
	slices.Sort(s.lbds)
	limit := max(s.lbds[len(s.lbds)/2], 3)
	const isReason = 1 << 32
	for i := range s.trail {
		if r := s.trail[i].by; r&reasonKindMask == byNogood {
			s.arena[r&^reasonKindMask].values |= isReason
		}
	}
	for i := range s.watchers {
		s.watchers[i] = s.watchers[i][:0]
	}
	moved := map[reason]reason{}
	to := uint32(1)
	s.count = 0
	for ref := uint32(1); ref < uint32(len(s.arena)); {
		next := ref + 1 + uint32(s.arena[ref].v)
		lbd := s.arena[ref].values
		if lbd < limit || lbd >= isReason {
			copy(s.arena[to:], s.arena[ref:next])
			if lbd >= isReason {
				s.arena[to].values -= isReason
				moved[byNogood|reason(ref)] = byNogood | reason(to)
			}
			s.attach(to)
			s.count++
			to += next - ref
		}
		ref = next
	}
	s.arena = s.arena[:to]
	for i := range s.trail {
		if r, ok := moved[s.trail[i].by]; ok {
			s.trail[i].by = r
		}
	}
}
