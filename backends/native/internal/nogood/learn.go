package nogood

import (
	"slices"

	"nonet/internal/search"
)

// A learner derives nogoods from conflicts and keeps the weights of variables.
//
// During the analysis the nogood is a conjunction of requirements: the value of v is in required[v]. Together they
// contradict the constraints, and the current domains meet all of them. Each is attached to the event that made it
// true, the first one after which the domain of v lies within required[v].
type learner struct {
	weights search.Weights // of variables

	required []uint64 // by variable; all bits are set if there is no requirement
	metBy    []int32  // by variable: the event that made the requirement true; -1 without requirement
	mentions []int32  // variables that have had a requirement
	atEvent  []bool   // by event: a requirement is attached to it
	current  int32    // start of the level of the conflict
	nCurrent int      // requirements attached to events from current on

	learned []entry
	levels  search.Levels // of learned
}

const all = ^uint64(0)

// require adds the requirement that the value of v is in values, which must contain the domain of v at that time.
func (s *Search) require(v int32, values uint64) {
	if s.root[v]&^values == 0 {
		return
	}
	old := s.required[v]
	now := old & values & s.root[v]
	if now == old {
		return
	}
	if old == all && !s.isMentioned[v] {
		s.isMentioned[v] = true
		s.mentions = append(s.mentions, v)
	}
	s.detach(v)
	s.required[v] = now
	s.attachRequirement(v, s.last[v])
}

// detach removes the requirement on v from its event.
func (s *Search) detach(v int32) {
	if e := s.metBy[v]; e >= 0 {
		s.atEvent[e] = false
		s.metBy[v] = -1
		if e >= s.current {
			s.nCurrent--
		}
	}
}

// attachRequirement attaches the requirement on v to its event, which is e or one before it.
func (s *Search) attachRequirement(v, e int32) {
	required := s.required[v]
	for s.trail[e].old&^required == 0 {
		e = s.trail[e].previous
	}
	s.metBy[v], s.atEvent[e] = e, true
	if e >= s.current {
		s.nCurrent++
	}
}

// Learn implements search.Engine. It leaves in s.learned the negation of the nogood, no entry of which holds. The first
// entry is the only one of the level of the conflict (first unique implication point); the second one has the highest
// level among the others.
func (s *Search) Learn(floor int) (level int, ok bool) {
	for len(s.atEvent) < len(s.trail) {
		s.atEvent = append(s.atEvent, false)
	}
	s.current, s.nCurrent = int32(len(s.trail)), 0
	if s.conflict < 0 {
		i := s.last[s.emptied] // its domain before this event, and what removed all of it
		s.require(s.emptied, s.trail[i].old)
		s.explain(i, s.trail[i].old)
	} else {
		s.propagators[s.conflict].explain(s, int32(len(s.trail)), -1, 0)
	}
	top := int32(-1)
	for _, v := range s.mentions {
		top = max(top, s.metBy[v])
	}
	if top < 0 || int(s.trail[top].level) <= floor {
		s.forget()
		return 0, false
	}
	conflictLevel := int(s.trail[top].level)
	s.current = s.levelStart[conflictLevel-1]
	for _, v := range s.mentions {
		if s.metBy[v] >= s.current {
			s.nCurrent++
		}
	}
	i := top
	for ; ; i-- {
		if !s.atEvent[i] {
			continue
		}
		if s.nCurrent == 1 {
			break
		}
		s.resolve(i)
	}
	first := s.trail[i].v
	s.weights.Decay(weightDecay)
	s.minimize(first)
	s.learned = append(s.learned[:0], s.entryOf(first))
	s.levels.Begin(conflictLevel)
	for _, v := range s.mentions {
		if v == first || s.metBy[v] < 0 {
			continue
		}
		s.learned = append(s.learned, s.entryOf(v))
		s.weights.Bump(int(v))
		if s.levels.Add(int(s.trail[s.metBy[v]].level)) {
			n := len(s.learned) - 1
			s.learned[1], s.learned[n] = s.learned[n], s.learned[1]
		}
	}
	s.forget()
	return s.levels.Highest, true
}

func (s *Search) entryOf(v int32) entry { return entry{s.root[v] &^ s.required[v], v} }

// forget drops all requirements.
func (s *Search) forget() {
	for _, v := range s.mentions {
		if e := s.metBy[v]; e >= 0 {
			s.atEvent[e] = false
		}
		s.required[v], s.metBy[v], s.isMentioned[v] = all, -1, false
	}
	s.mentions = s.mentions[:0]
}

// resolve replaces the requirement attached to event i by the reason of that event.
func (s *Search) resolve(i int32) {
	s.weights.Bump(int(s.trail[i].v))
	s.explain(i, s.widen(i))
}

// widen widens the requirement attached to event i, so that an earlier event meets it. It returns the values that are
// allowed then, all of which event i removed.
func (s *Search) widen(i int32) (gone uint64) {
	e := &s.trail[i]
	v := e.v
	gone = e.old &^ s.required[v]
	s.detach(v)
	if s.required[v] |= gone; s.root[v]&^s.required[v] == 0 {
		s.required[v] = all
	} else {
		s.attachRequirement(v, e.previous)
	}
	return gone
}

// explain requires what implies that the variable of event i has none of the values gone, which the event removed.
func (s *Search) explain(i int32, gone uint64) {
	e := &s.trail[i]
	switch data := int32(e.by &^ reasonKindMask); e.by & reasonKindMask {
	case byPeer:
		s.require(data, gone)
	case byArc:
		s.explainArc(data, gone)
	case byPropagator:
		s.propagators[data].explain(s, i, e.v, gone)
	case byNogood:
		for _, x := range s.Arena[data+1:][:s.Arena[data].v] {
			if x.v != e.v {
				s.require(x.v, ^x.values)
			}
		}
	}
}

// minimize widens or drops requirements that the others imply in one step. It looks only at reasons that are cheap to
// derive.
func (s *Search) minimize(first int32) {
	for _, v := range s.mentions {
		if v == first {
			continue
		}
		for e := s.metBy[v]; e >= 0 && s.implied(e); e = s.metBy[v] {
			s.widen(e)
		}
	}
}

// implied reports whether the requirements on other variables imply the removals of event i that its requirement needs.
func (s *Search) implied(i int32) bool {
	e := &s.trail[i]
	gone := e.old &^ s.required[e.v]
	holds := func(v int32, values uint64) bool {
		if s.root[v]&^values == 0 {
			return true
		}
		return s.required[v] != all && s.required[v]&^values == 0
	}
	switch data := int32(e.by &^ reasonKindMask); e.by & reasonKindMask {
	case byPeer:
		return holds(data, gone)
	case byArc:
		a := &s.arcs[data]
		return holds(a.from, ^unionOf(a.fitsFrom, gone))
	case byNogood:
		for _, x := range s.Arena[data+1:][:s.Arena[data].v] {
			if x.v != e.v && !holds(x.v, ^x.values) {
				return false
			}
		}
		return true
	case byPropagator:
		if h, ok := s.propagators[data].(*house); ok {
			return !slices.ContainsFunc(h.vars, func(u int32) bool { return u != e.v && !holds(u, ^e.new) })
		}
	}
	return false
}
