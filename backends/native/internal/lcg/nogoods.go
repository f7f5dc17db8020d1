package lcg

import "slices"

// nogoods holds nogoods in one slice, each as its atoms, which cannot all hold, after a header: its variable is their
// number, its k the LBD, the number of decision levels when it was learned. A clause of the problem has the LBD 0.
//
// The first two atoms are watched. When one of them holds, another one that does not is watched instead. If there is
// none, the other watched atom must not hold.
type nogoods struct {
	arena    []atom      // offset 0 is no nogood
	watchers [][]watcher // by slot: see Search.slot
	slots    []int       // by variable: its first slot
	learned  int         // learned nogoods in arena
	visits   int         // nogoods read by visit
	lbds     []int       // scratch of reduce
}

// A watcher is a watched atom, by its number, of the nogood at offset ref.
type watcher struct {
	k   int
	ref int32
}

// maxSlots limits the number of values of a variable that has lists of watchers for each value and op; larger domains
// have one list for each op.
const maxSlots = 256

// slot returns the index of the list for atoms with the op and the number of a. Numbers between two values of v, and
// beyond all, count as the next value that makes the same atom.
func (s *Search) slot(a atom) int {
	i, n := 0, len(s.domains[a.v])
	if n <= maxSlots {
		if i = s.rank(a.v, a.k); a.op == atMost && (i == n || s.domains[a.v][i] > a.k) {
			i--
		}
		i = min(max(i, 0), n-1)
	}
	return s.slots[a.v] + 4*i + int(a.op)
}

// add adds a nogood of at least two atoms and returns its offset.
func (s *Search) add(atoms []atom, lbd int) int32 {
	ref := int32(len(s.arena))
	s.arena = append(s.arena, atom{k: lbd, v: int32(len(atoms))})
	s.arena = append(s.arena, atoms...)
	s.watch(atoms[0], ref)
	s.watch(atoms[1], ref)
	if lbd > 0 {
		s.learned++
	}
	return ref
}

func (s *Search) watch(a atom, ref int32) {
	w := &s.watchers[s.slot(a)]
	*w = append(*w, watcher{a.k, ref})
}

// propagateNogoods propagates the nogoods that watch an atom which an event made true. It returns false on a conflict.
func (s *Search) propagateNogoods(e event) bool {
	low, high := e.k, e.k // the values that the event removed
	switch e.op {
	case atLeast:
		if low, high = e.old, e.k-1; !s.visit(e.v, atLeast, e.old+1, e.k) {
			return false
		}
	case atMost:
		if low, high = e.k+1, e.old; !s.visit(e.v, atMost, e.k, e.old-1) {
			return false
		}
	}
	return s.visit(e.v, differs, low, high) && (!s.fixed(e.v) || s.visit(e.v, equals, s.lo[e.v], s.lo[e.v]))
}

// visit propagates the nogoods that watch an atom of v with this op and a number from low to high.
func (s *Search) visit(v int32, o op, low, high int) bool {
	for at, last := s.slot(atom{low, v, o}), s.slot(atom{high, v, o}); at <= last; at += 4 {
		if len(s.watchers[at]) > 0 && !s.visitList(at, v, o, low, high) {
			return false
		}
	}
	return true
}

func (s *Search) visitList(at int, v int32, o op, low, high int) bool {
	list := &s.watchers[at] // moveWatch may append to it
	for i := 0; i < len(*list); {
		k := (*list)[i].k
		if k < low || k > high {
			i++
			continue
		}
		s.visits++
		ref := (*list)[i].ref
		c := s.arena[ref+1:][:s.arena[ref].v]
		if me := (atom{k, v, o}); c[0] == me {
			c[0], c[1] = c[1], c[0]
		}
		if s.holds(c[0].not()) {
			i++
			continue
		}
		if s.moveWatch(c, ref) {
			last := len(*list) - 1
			(*list)[i] = (*list)[last]
			*list = (*list)[:last]
			continue
		}
		s.cost.Propagations++
		if !s.make(c[0].not(), reason{byNogood, ref}) {
			return false
		}
		i++
	}
	return true
}

// moveWatch watches another atom that does not hold instead of c[1]. It returns false if there is none.
func (s *Search) moveWatch(c []atom, ref int32) bool {
	for k := 2; k < len(c); k++ {
		if !s.holds(c[k]) {
			c[1], c[k] = c[k], c[1]
			s.watch(c[1], ref)
			return true
		}
	}
	return false
}

// reduceNogoods deletes about half of the learned nogoods: those with the highest LBD, except reasons of events on the
// trail.
func (s *Search) reduceNogoods() {
	s.lbds = s.lbds[:0]
	for ref := int32(1); int(ref) < len(s.arena); ref += 1 + s.arena[ref].v {
		if lbd := s.arena[ref].k; lbd > 0 {
			s.lbds = append(s.lbds, lbd)
		}
	}
	slices.Sort(s.lbds)
	limit := max(s.lbds[len(s.lbds)/2], 3)
	moved := map[int32]int32{} // the offsets of reasons, before and after
	for _, e := range s.trail {
		if e.by.kind == byNogood {
			moved[e.by.data] = 0
		}
	}
	for i := range s.watchers {
		s.watchers[i] = s.watchers[i][:0]
	}
	to := int32(1)
	s.learned = 0
	for ref := int32(1); int(ref) < len(s.arena); {
		next := ref + 1 + s.arena[ref].v
		_, isReason := moved[ref]
		if lbd := s.arena[ref].k; lbd < limit || isReason {
			copy(s.arena[to:], s.arena[ref:next])
			if isReason {
				moved[ref] = to
			}
			s.watch(s.arena[to+1], to)
			s.watch(s.arena[to+2], to)
			if lbd > 0 {
				s.learned++
			}
			to += next - ref
		}
		ref = next
	}
	s.arena = s.arena[:to]
	for i := range s.trail {
		if e := &s.trail[i]; e.by.kind == byNogood {
			e.by.data = moved[e.by.data]
		}
	}
}
