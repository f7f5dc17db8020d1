package lcg

import (
	"math/bits"
	"nonet/model"

	"nonet/internal/search"
)

// An op is what an atom says about its variable.
type op uint8

const (
	atLeast op = iota
	atMost
	differs
	equals
)

// An atom relates the variable v to the number k: "v is at least k".
type atom struct {
	k  int
	v  int32
	op op
}

// An event makes an atom with atLeast, atMost or differs true. The trail has one for each change of a domain.
type event struct {
	atom
	level    int32 // number of decisions before it
	old      int   // the bound before it
	previous int32 // index of the previous event of the same bound of v, or -1
	by       reason
}

// A reason says why an event happened; explain derives the antecedents from it.
type reason struct {
	kind reasonKind
	data int32
}

type reasonKind uint8

const (
	byDecision   reasonKind = iota // also a refuted decision, and a fact at level 0
	byHoles                        // the numbers from the old bound to the new one are holes
	byPeer                         // index of the peer that has the removed value
	byNogood                       // offset of a nogood: its other atoms hold
	byPropagator                   // index of the propagator
	byHall                         // index of a Hall interval
	byEdge                         // index of an edge
	byLiteral                      // twice the index of a literal, plus 1 if its atoms hold
)

// A propagator tightens domains with setLo, setHi and remove. It keeps no state between calls that backtracking would
// have to undo.
type propagator interface {
	// propagate returns false on a conflict: a domain is empty.
	propagate(s *Search, id int32) bool

	// explain appends atoms that hold before the event with index at and imply a, which that event made true.
	explain(s *Search, at int32, a atom)
}

// state is the current domains, the trail and the queues of propagators.
type state struct {
	domains        []model.Domain // by variable: its values in the problem
	lo, hi         []int
	base           []int           // by variable: the bit of its first value; -1 for a wide domain
	present        []uint64        // the values that are not removed; two values are never removed, their bounds change
	removedAt      []int32         // by bit of present: the event that removed it, or -1
	holes          []map[int]int32 // by variable with a wide domain: the removed values, with the events
	lastLo, lastHi []int32         // by variable: the last event of the bound, or -1

	trail      []event
	qhead      int     // trail[qhead:] is not propagated yet
	levelStart []int32 // by level: length of the trail before its decision; the length is the current level
	halls      []hall  // Hall intervals that are reasons
	hallStart  []int32 // by level, as levelStart
	edges      []edge  // edges that are reasons
	edgeStart  []int32 // by level, as levelStart

	queues search.Queues
	failed int32 // after a conflict: the variable whose domain is empty
}

// rank returns the index of the first value of v in the problem that is at least k.
func (s *state) rank(v int32, k int) int {
	i, _ := s.domains[v].Index(k)
	return i
}

// floor returns the highest value of v in the problem that is at most k, or k if there is none.
func (s *state) floor(v int32, k int) int {
	if i, found := s.domains[v].Index(k); !found && i > 0 {
		return s.domains[v].At(i - 1)
	}
	return k
}

// bit returns the bit of a value of v in the problem, or -1 if it has none.
func (s *state) bit(v int32, k int) int {
	if i, found := s.domains[v].Index(k); found && s.base[v] >= 0 {
		return s.base[v] + i
	}
	return -1
}

// has reports whether v may be k if its bounds allow it.
func (s *state) has(v int32, k int) bool { return s.removal(v, k) == stays }

// Results of removal that are no event.
const (
	stays   = -1 // the value has not been removed
	noValue = -2
)

// removal returns the event that removed a value of v.
func (s *state) removal(v int32, k int) int32 {
	i, found := s.domains[v].Index(k)
	if !found {
		return noValue
	}
	if s.base[v] >= 0 {
		return s.removedAt[s.base[v]+i]
	}
	if at, removed := s.holes[v][k]; removed {
		return at
	}
	return stays
}

// setRemoval notes the event that has removed a value of v, or stays.
func (s *state) setRemoval(v int32, k int, at int32) {
	switch b := s.bit(v, k); {
	case s.base[v] < 0 && at == stays:
		delete(s.holes[v], k)
	case s.base[v] < 0:
		s.holes[v][k] = at
	default:
		s.removedAt[b] = at
		s.present[b>>6] ^= 1 << (b & 63)
	}
}

// next returns the lowest value of v from k on, or a number above its upper bound.
func (s *state) next(v int32, k int) int {
	d := s.domains[v]
	for i, n := s.rank(v, k), d.Size(); i < n; i++ {
		b := s.base[v] + i
		if s.base[v] < 0 {
			if value := d.At(i); s.has(v, value) {
				return value
			}
		} else if word := s.present[b>>6] >> (b & 63); word == 0 {
			i += 63 - b&63
		} else if i += bits.TrailingZeros64(word); i < n {
			return d.At(i)
		}
	}
	return max(k, s.hi[v]+1)
}

// previous returns the highest value of v up to k, or a number below its lower bound.
func (s *state) previous(v int32, k int) int {
	d := s.domains[v]
	for i := s.rank(v, k+1) - 1; i >= 0; i-- {
		b := s.base[v] + i
		if s.base[v] < 0 {
			if value := d.At(i); s.has(v, value) {
				return value
			}
		} else if word := s.present[b>>6] << (63 - b&63); word == 0 {
			i -= b & 63
		} else if i -= bits.LeadingZeros64(word); i >= 0 {
			return d.At(i)
		}
	}
	return min(k, s.lo[v]-1)
}

func (s *state) fixed(v int32) bool { return s.lo[v] == s.hi[v] }

// size returns the number of values that v has left.
func (s *state) size(v int32) (n int) {
	if s.base[v] < 0 {
		n = s.rank(v, s.hi[v]) - s.rank(v, s.lo[v]) + 1
		for k := range s.holes[v] {
			if s.lo[v] <= k && k <= s.hi[v] {
				n--
			}
		}
		return n
	}
	first, last := s.base[v]+s.rank(v, s.lo[v]), s.base[v]+s.rank(v, s.hi[v])
	for w := first >> 6; w <= last>>6; w++ {
		n += bits.OnesCount64(s.present[w])
	}
	n -= bits.OnesCount64(s.present[first>>6] & (1<<(first&63) - 1))
	return n - bits.OnesCount64(s.present[last>>6]&^(1<<(last&63))>>(last&63))
}

// holds reports whether the current domains imply a.
func (s *state) holds(a atom) bool {
	switch a.op {
	case atLeast:
		return s.lo[a.v] >= a.k
	case atMost:
		return s.hi[a.v] <= a.k
	case differs:
		return a.k < s.lo[a.v] || a.k > s.hi[a.v] || !s.has(a.v, a.k)
	default:
		return s.lo[a.v] == a.k && s.hi[a.v] == a.k
	}
}

// not returns the negation of a.
func (a atom) not() atom {
	switch a.op {
	case atLeast:
		return atom{a.k - 1, a.v, atMost}
	case atMost:
		return atom{a.k + 1, a.v, atLeast}
	case differs:
		return atom{a.k, a.v, equals}
	default:
		return atom{a.k, a.v, differs}
	}
}

// normal returns a as a bound where its variable has two values.
func (s *state) normal(a atom) atom {
	d := s.domains[a.v]
	if a.op < differs || d.Size() != 2 || a.k != d.Min() && a.k != d.Max() {
		return a
	}
	if (a.k == d.Min()) == (a.op == equals) {
		return atom{d.Min(), a.v, atMost}
	}
	return atom{d.Max(), a.v, atLeast}
}

// make makes a true. It returns false if the domain of its variable is empty then.
func (s *state) make(a atom, by reason) bool {
	switch a.op {
	case atLeast:
		return s.setLo(a.v, a.k, by)
	case atMost:
		return s.setHi(a.v, a.k, by)
	case differs:
		return s.remove(a.v, a.k, by)
	default:
		return s.setLo(a.v, a.k, by) && s.setHi(a.v, a.k, by)
	}
}

// setLo makes v at least k.
func (s *state) setLo(v int32, k int, by reason) bool {
	for k > s.lo[v] {
		s.push(event{atom: atom{k, v, atLeast}, old: s.lo[v], previous: s.lastLo[v], by: by})
		s.lo[v], s.lastLo[v] = k, int32(len(s.trail)-1)
		if k > s.hi[v] {
			s.failed = v
			return false
		}
		k, by = s.next(v, k), reason{kind: byHoles}
	}
	return true
}

// setHi makes v at most k.
func (s *state) setHi(v int32, k int, by reason) bool {
	for k < s.hi[v] {
		s.push(event{atom: atom{k, v, atMost}, old: s.hi[v], previous: s.lastHi[v], by: by})
		s.hi[v], s.lastHi[v] = k, int32(len(s.trail)-1)
		if k < s.lo[v] {
			s.failed = v
			return false
		}
		k, by = s.previous(v, k), reason{kind: byHoles}
	}
	return true
}

// remove makes v different from k.
func (s *state) remove(v int32, k int, by reason) bool {
	if k < s.lo[v] || k > s.hi[v] || !s.has(v, k) {
		return true
	}
	if s.domains[v].Size() == 2 {
		return s.make(s.normal(atom{k, v, differs}), by)
	}
	s.setRemoval(v, k, int32(len(s.trail)))
	s.push(event{atom: atom{k, v, differs}, previous: -1, by: by})
	if k == s.lo[v] {
		return s.setLo(v, s.next(v, k), reason{kind: byHoles})
	}
	return k != s.hi[v] || s.setHi(v, s.previous(v, k), reason{kind: byHoles})
}

func (s *state) push(e event) {
	e.level = int32(len(s.levelStart))
	s.trail = append(s.trail, e)
}

// removed returns the value that an event of remove took from the domain.
func (e *event) removed() int {
	if e.op == differs {
		return e.k
	}
	return e.old // of two values
}

// values returns the lowest and the highest value that an event took from the domain.
func (e *event) values() (low, high int) {
	switch e.op {
	case atLeast:
		return e.old, e.k - 1
	case atMost:
		return e.k + 1, e.old
	}
	return e.k, e.k
}

// Level implements search.Engine.
func (s *state) Level() int { return len(s.levelStart) }

// BacktrackTo implements search.Engine.
func (s *Search) BacktrackTo(level int) {
	if level >= len(s.levelStart) {
		return
	}
	start := int(s.levelStart[level])
	for i := len(s.trail) - 1; i >= start; i-- {
		e := &s.trail[i]
		switch e.op {
		case atLeast:
			s.lo[e.v], s.lastLo[e.v] = e.old, e.previous
		case atMost:
			s.hi[e.v], s.lastHi[e.v] = e.old, e.previous
		default:
			s.setRemoval(e.v, e.k, stays)
		}
		s.order.Insert(int(e.v))
	}
	s.halls, s.edges = s.halls[:s.hallStart[level]], s.edges[:s.edgeStart[level]]
	s.hallStart, s.edgeStart = s.hallStart[:level], s.edgeStart[:level]
	s.trail, s.qhead, s.levelStart = s.trail[:start], start, s.levelStart[:level]
	s.queues.Clear()
}

// The bounds before an event, and the events that made them, or -1.

func (s *state) loBefore(v, at int32) (k int, event int32) {
	k, event = s.lo[v], s.lastLo[v]
	for event >= at {
		k, event = s.trail[event].old, s.trail[event].previous
	}
	return k, event
}

func (s *state) hiBefore(v, at int32) (k int, event int32) {
	k, event = s.hi[v], s.lastHi[v]
	for event >= at {
		k, event = s.trail[event].old, s.trail[event].previous
	}
	return k, event
}

// since returns the first event that made a true, which holds and is no equality: -1 if it has always held. The event
// may make a bound true that implies a; the second result is what is needed of the event.
func (s *state) since(a atom) (int32, atom) {
	switch a.op {
	case atLeast:
		i := s.lastLo[a.v]
		for i >= 0 && s.trail[i].old >= a.k {
			i = s.trail[i].previous
		}
		return i, a
	case atMost:
		i := s.lastHi[a.v]
		for i >= 0 && s.trail[i].old <= a.k {
			i = s.trail[i].previous
		}
		return i, a
	}
	at := s.removal(a.v, a.k)
	switch at {
	case noValue:
		return -1, a
	case stays:
		at = int32(len(s.trail))
	}
	first := a
	for _, bound := range []atom{{a.k + 1, a.v, atLeast}, {a.k - 1, a.v, atMost}} {
		if s.holds(bound) {
			if i, _ := s.since(bound); i < at {
				at, first = i, bound
			}
		}
	}
	return at, first
}
