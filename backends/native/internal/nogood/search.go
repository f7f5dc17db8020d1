package nogood

import (
	"math/bits"

	"nonet/internal/search"
)

// Parameters of the search.
const (
	weightDecay    = 0.99 // factor by which older weights decay at each conflict
	restartUnit    = 100  // conflicts in one unit of Luby's sequence of restarts
	initialNogoods = 1000 // learned nogoods before the first reduction
	nogoodGrowth   = 250  // increase of that limit at each reduction
)

// A Search enumerates the solutions of a problem under changing domains. It does not allocate once its buffers have
// grown.
type Search struct {
	search.Loop
	*Problem
	state
	nogoods
	learner

	isMentioned []bool // by variable: it is in mentions
	fresh       bool   // nothing has been propagated yet
}

// New returns a search for the solutions of p, which must not be changed any more.
func New(p *Problem) *Search {
	p.build()
	n := len(p.initial)
	s := &Search{
		Problem: p,
		state: state{
			domains: make([]uint64, n), root: make([]uint64, n), last: make([]int32, n),
			queues: search.Queues{Queued: make([]bool, len(p.propagators))}, gone: make([]uint64, len(p.propagators)),
		},
		nogoods:     nogoods{watchers: make([][]watcher, n)},
		learner:     learner{required: make([]uint64, n), metBy: make([]int32, n)},
		isMentioned: make([]bool, n),
	}
	for v := range n {
		s.required[v], s.metBy[v] = all, -1
	}
	return s
}

// Start begins the search for the solutions in which each variable has a value of its domain, which must be a subset of
// its domain in the problem and may be empty.
func (s *Search) Start(domains []uint64) {
	copy(s.domains, s.initial)
	copy(s.domains, domains)
	copy(s.root, s.domains)
	for v := range s.last {
		s.last[v] = -1
	}
	s.trail, s.qhead, s.levelStart, s.open = s.trail[:0], 0, s.levelStart[:0], 0
	s.queues.Clear()
	search.Unwatch(s.watchers)
	s.Clear(initialNogoods)
	for _, c := range s.clauses {
		ref := uint32(len(s.Arena))
		s.Arena = append(append(s.Arena, entry{0, int32(len(c))}), c...)
		s.attach(ref)
	}
	s.weights.Reset(len(s.domains), 1)
	s.Begin(s, restartUnit)
	s.fresh = true
	for _, d := range s.domains {
		if !single(d) {
			s.open++
		}
		if d == 0 {
			s.Fail()
			return
		}
	}
}

// Propagate implements search.Engine. A step is a node, an event or a run of a propagator.
func (s *Search) Propagate() search.State {
	s.Steps--
	begin := len(s.trail)
	consistent := s.propagate()
	s.Propagations += int64(len(s.trail) - begin)
	switch {
	case !consistent:
		return search.Conflict
	case s.open == 0:
		return search.Solved
	}
	return search.Open
}

// propagate propagates all events on the trail and runs the propagators that they wake. It returns false on a conflict.
func (s *Search) propagate() bool {
	if s.fresh {
		s.fresh = false
		for v := range s.domains {
			if !s.propagateNogoods(int32(v)) || !s.propagatePairs(int32(v)) {
				return false
			}
		}
		for p := range s.propagators {
			s.schedule(int32(p), all)
		}
	}
	for {
		for s.qhead < len(s.trail) {
			e := &s.trail[s.qhead]
			s.qhead++
			s.Steps--
			v, by, gone := e.v, e.by, e.old&^e.new
			if s.last[v] == int32(s.qhead-1) && // a later event propagates all that v has lost
				(!s.propagateNogoods(v) || !s.propagatePairs(v)) {
				return false
			}
			for _, p := range s.wakes[v] {
				if by != byPropagator|reason(p) { // its own events do not wake it
					s.schedule(p, gone)
				}
			}
		}
		p := s.queues.Pop()
		if p < 0 {
			return true
		}
		s.Steps--
		if !s.propagators[p].propagate(s, s.gone[p]) {
			return false
		}
	}
}

// schedule queues a propagator whose variables have lost the values gone.
func (s *Search) schedule(p int32, gone uint64) {
	if s.queues.Queued[p] {
		s.gone[p] |= gone
		return
	}
	s.gone[p] = gone
	s.queues.Push(int(s.queueOf[p]), p)
}

// Refute implements search.Engine.
func (s *Search) Refute(level int) {
	decision := s.trail[s.levelStart[level-1]]
	s.learned = append(s.learned[:0], entry{^decision.new, decision.v})
}

// BeginRun implements search.Engine.
func (s *Search) BeginRun() int { return restartUnit * int(search.Luby(s.Restarts+1)) }

// Decide implements search.Engine. It assigns a value to the variable with the highest score: weight divided by the
// square of the number of values left. Its value is the lowest one left, or the highest one after HighestFirst: a value
// that it had before (phase saving) makes 9 % more nodes.
func (s *Search) Decide() bool {
	best, top := int32(-1), -1.0
	for v, d := range s.domains {
		if single(d) {
			continue
		}
		n := bits.OnesCount64(d)
		if score := s.weights.Of[v] / float64(n*n); score > top {
			best, top = int32(v), score
		}
	}
	s.levelStart = append(s.levelStart, int32(len(s.trail)))
	value := s.domains[best] & -s.domains[best]
	if s.highestFirst[best] {
		value = 1 << (bits.Len64(s.domains[best]) - 1)
	}
	return s.narrow(best, value, byDecision)
}

// Solution writes the solution that Next has just found.
func (s *Search) Solution(values []int) {
	for v := range values {
		values[v] = bits.TrailingZeros64(s.domains[v])
	}
}
