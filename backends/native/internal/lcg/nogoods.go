package lcg

import "nonet/internal/search"

// nogoods holds learned nogoods and the clauses of the problem, each as its atoms, which cannot all hold. The header is
// an atom: its variable is the number of atoms, its k the LBD.
//
// The first two atoms are watched. When one of them holds, another one that does not is watched instead. If there is
// none, the other watched atom must not hold.
type nogoods struct {
	search.Store[atom]
	watchers [][]watcher // by slot: see Search.slot
	slots    []int       // by variable: its first slot
	visits   int         // nogoods read by visit
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
	i, n := 0, s.domains[a.v].Size()
	if n <= maxSlots {
		if i = s.rank(a.v, a.k); a.op == atMost && (i == n || s.domains[a.v].At(i) > a.k) {
			i--
		}
		i = min(max(i, 0), n-1)
	}
	return s.slots[a.v] + 4*i + int(a.op)
}

// add adds a nogood of at least two atoms and returns its offset.
func (s *Search) add(atoms []atom, lbd int) int32 {
	ref := int32(len(s.Arena))
	s.Arena = append(append(s.Arena, atom{k: lbd, v: int32(len(atoms))}), atoms...)
	s.attach(uint32(ref))
	if lbd > 0 {
		s.Learned++
	}
	return ref
}

// attach watches the first two atoms of a nogood.
func (s *Search) attach(ref uint32) {
	s.watch(s.Arena[ref+1], int32(ref))
	s.watch(s.Arena[ref+2], int32(ref))
}

func (s *Search) watch(a atom, ref int32) {
	w := &s.watchers[s.slot(a)]
	*w = append(*w, watcher{a.k, ref})
}

// propagateNogoods propagates the nogoods that watch an atom which an event made true. It returns false on a conflict.
func (s *Search) propagateNogoods(e event) bool {
	switch e.op {
	case atLeast:
		if !s.visit(e.v, atLeast, e.old+1, e.k) {
			return false
		}
	case atMost:
		if !s.visit(e.v, atMost, e.k, e.old-1) {
			return false
		}
	}
	low, high := e.values()
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
		c := s.Arena[ref+1:][:s.Arena[ref].v]
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
		s.Propagations++
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

// Reduce implements search.Engine.
func (s *Search) Reduce() {
	search.Unwatch(s.watchers)
	s.DeleteHalf(nogoodGrowth, func(n []atom) (size, lbd int) {
		return 1 + int(n[0].v), n[0].k
	}, func(move func(uint32) uint32) {
		for i := range s.trail {
			if by := &s.trail[i].by; by.kind == byNogood {
				by.data = int32(move(uint32(by.data)))
			}
		}
	}, s.attach)
}
