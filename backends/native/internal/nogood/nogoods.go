package nogood

import (
	"math/bits"
	"slices"
)

// nogoods holds learned nogoods in one slice, each as its negation: a disjunction of entries, one of which must hold. A
// header precedes the entries: its variable is their number, its values are the LBD, the number of decision levels when
// it was learned; small is good.
//
// The first two entries are watched, each at one of its values that is left. When that value is removed, another value
// of the entry is watched, then a value of another entry. If there is none, the other watched entry must hold.
type nogoods struct {
	arena    []entry   // offset 0 is no nogood
	watchers [][]int32 // by variable times Problem.width plus value
	count    int
	lbds     []uint64 // scratch of reduce
}

// An entry says that the value of v is in values.
type entry struct {
	values uint64
	v      int32
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

// attach watches the first two entries of a nogood, at a value that is left if there is one.
func (s *Search) attach(ref uint32) {
	for _, e := range s.arena[ref+1:][:2] {
		left := s.domains[e.v] & e.values
		if left == 0 {
			left = e.values
		}
		s.watch(ref, e.v, left)
	}
}

func (s *Search) watch(ref uint32, v int32, values uint64) {
	i := v*int32(s.width) + int32(bits.TrailingZeros64(values))
	s.watchers[i] = append(s.watchers[i], int32(ref))
}

// propagateNogoods propagates the nogoods that watch a value of v in gone, which has been removed. It returns false on
// a conflict.
func (s *Search) propagateNogoods(v int32, gone uint64) bool {
	for ; gone != 0; gone &= gone - 1 {
		list := &s.watchers[v*int32(s.width)+int32(bits.TrailingZeros64(gone))]
		if len(*list) == 0 {
			continue
		}
		kept := (*list)[:0]
		for i, ref := range *list {
			c := s.arena[ref+1:][:s.arena[ref].v]
			w := 0
			if c[0].v != v {
				w = 1
			}
			if left := s.domains[v] & c[w].values; left != 0 {
				s.watch(uint32(ref), v, left)
				continue
			}
			other := c[1-w]
			if s.domains[other.v]&^other.values == 0 {
				kept = append(kept, ref)
				continue
			}
			if s.moveWatch(c, uint32(ref), w) {
				continue
			}
			kept = append(kept, ref)
			if !s.narrow(other.v, other.values, byNogood|reason(ref)) {
				kept = append(kept, (*list)[i+1:]...)
				*list = kept
				return false
			}
		}
		*list = kept
	}
	return true
}

// moveWatch watches another entry with a value left instead of entry w. It returns false if there is none.
func (s *Search) moveWatch(c []entry, ref uint32, w int) bool {
	for k := 2; k < len(c); k++ {
		if left := s.domains[c[k].v] & c[k].values; left != 0 {
			c[w], c[k] = c[k], c[w]
			s.watch(ref, c[w].v, left)
			return true
		}
	}
	return false
}

// explainNogood requires that no entry but that of v holds.
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
