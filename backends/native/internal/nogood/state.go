package nogood

import "nonet/internal/search"

// An event is a change of a domain. The trail has one for each.
type event struct {
	old, new uint64
	v        int32
	previous int32 // index of the previous event of v, or -1
	level    int32 // decision level
	by       reason
}

// A reason encodes why a domain changed; explain derives the antecedents from it on demand. The first three bits are
// the kind, the others the data given here.
type reason uint32

const (
	byDecision     reason = iota << 29 // no data: a decision, a refuted decision, or a fact at level 0
	byPeer                             // the fixed variable that must differ
	byArc                              // index of the arc
	byPropagator                       // index of the propagator
	byNogood                           // offset of a learned nogood
	reasonKindMask reason = 7 << 29
)

// A propagator removes values that belong to no solution of its constraint. It keeps no state between calls, so
// backtracking does not concern it.
type propagator interface {
	// propagate removes values with s.narrow. It returns false on a conflict: either narrow has returned false, or
	// propagate has called s.fail. It must be idempotent: its own removals do not wake it. The values in gone include
	// all that its variables have lost since its last run.
	propagate(s *Search, gone uint64) bool

	// explain calls s.require for variables of the constraint, such that the required domains imply that v has none of
	// the values gone; with v < 0, that they contradict the constraint. They must contain the domains before the event
	// with index at, which s.domainBefore returns.
	explain(s *Search, at, v int32, gone uint64)
}

// state is the current domains, the trail and the queue of propagators.
type state struct {
	domains []uint64
	root    []uint64 // the domains at level 0
	last    []int32  // by variable: index of its last event, or -1
	trail   []event
	qhead   int // trail[qhead:] is not propagated yet
	// levelStart[i] is the length of the trail before decision i+1; its length is the decision level.
	levelStart []int32
	open       int // number of variables with several values

	queues search.Queues
	gone   []uint64 // by queued propagator: values that its variables have lost since its last run

	conflict int32 // after a conflict: the propagator that failed, or -1 if a domain became empty
	emptied  int32 // the variable whose domain became empty
}

func single(m uint64) bool { return m&(m-1) == 0 }

// narrow intersects the domain of v with keep. It returns false, a conflict, if no value is left; the event is on the
// trail in that case, too.
func (s *state) narrow(v int32, keep uint64, by reason) bool {
	old := s.domains[v]
	now := old & keep
	if now == old {
		return true
	}
	s.trail = append(s.trail, event{old, now, v, s.last[v], int32(len(s.levelStart)), by})
	s.last[v] = int32(len(s.trail) - 1)
	s.domains[v] = now
	if len(s.levelStart) == 0 {
		s.root[v] = now
	}
	if single(now) {
		s.open--
		if now == 0 {
			if single(old) {
				s.open++ // was counted when it became single
			}
			s.conflict, s.emptied = -1, v
			return false
		}
	}
	return true
}

// fail records that a propagator contradicts the current domains, and returns false.
func (s *state) fail(propagator int32) bool {
	s.conflict = propagator
	return false
}

// domainBefore returns the domain of v before the event with index at.
func (s *state) domainBefore(v, at int32) uint64 {
	d := s.domains[v]
	for i := s.last[v]; i >= at; {
		e := &s.trail[i]
		d, i = e.old, e.previous
	}
	return d
}

// Level implements search.Engine.
func (s *state) Level() int { return len(s.levelStart) }

// BacktrackTo implements search.Engine.
func (s *state) BacktrackTo(level int) {
	if level >= len(s.levelStart) {
		return
	}
	start := int(s.levelStart[level])
	for i := len(s.trail) - 1; i >= start; i-- {
		e := &s.trail[i]
		if single(e.new) && !single(e.old) {
			s.open++
		}
		s.domains[e.v] = e.old
		s.last[e.v] = e.previous
	}
	s.trail, s.qhead, s.levelStart = s.trail[:start], start, s.levelStart[:level]
	s.queues.Clear()
}
