package nogood

import (
	"math/bits"

	"nonet/backends/native/internal/step"
	"nonet/internal/search"
	"nonet/model"
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
	*Problem
	state
	nogoods
	learner

	isMentioned    []bool // by variable: it is in mentions
	backtrackLevel int    // no backjumping below this level, since part of the subtree has been enumerated
	atSolution     bool   // Next has just returned a solution
	exhausted      bool
	fresh          bool // nothing has been propagated yet

	failuresLeft int // conflicts before the next restart
	maxNogoods   int // limit of the number of learned nogoods
	cost         model.Effort
}

// New returns a search for the solutions of p, which must not be changed any more.
func New(p *Problem) *Search {
	p.build()
	n := len(p.initial)
	s := &Search{
		Problem: p,
		state: state{
			domains: make([]uint64, n), root: make([]uint64, n), last: make([]int32, n),
			queued: make([]bool, len(p.propagators)), gone: make([]uint64, len(p.propagators)),
		},
		nogoods: nogoods{arena: make([]entry, 1, 1<<8), watchers: make([][]watcher, n)},
		learner: learner{
			weight: make([]float64, n), required: make([]uint64, n), metBy: make([]int32, n),
			levelStamp: make([]uint32, n+1),
		},
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
	s.clearQueues()
	s.nogoods.reset()
	s.learner.reset()
	s.backtrackLevel, s.atSolution, s.exhausted, s.fresh = 0, false, false, true
	s.failuresLeft, s.maxNogoods = restartUnit, initialNogoods
	s.cost = model.Effort{Nodes: 1}
	for _, d := range s.domains {
		if !single(d) {
			s.open++
		}
		if d == 0 {
			s.exhausted = true
			s.cost.Failures++
			return
		}
	}
}

// Next goes on to the next solution; each solution is found once. A step is a node, an event or a run of a propagator.
// Next pauses when it has used up the given steps, and returns how many are left.
func (s *Search) Next(steps int) (step.Event, int) {
	if s.atSolution {
		s.atSolution = false
		s.backtrackLevel = len(s.levelStart)
		s.backtrack()
	}
	for !s.exhausted {
		if steps <= 0 {
			return step.Paused, 0
		}
		steps--
		begin := len(s.trail)
		consistent := s.propagate(&steps)
		s.cost.Propagations += int64(len(s.trail) - begin)
		switch {
		case !consistent:
			s.cost.Failures++
			s.failuresLeft--
			s.backtrack()
		case s.open == 0:
			s.atSolution = true
			return step.Found, max(steps, 0)
		case s.failuresLeft <= 0 && len(s.levelStart) > s.backtrackLevel:
			s.cost.Restarts++
			s.failuresLeft = restartUnit * int(search.Luby(s.cost.Restarts+1))
			s.backtrackTo(s.backtrackLevel)
		default:
			s.decide()
		}
	}
	return step.Exhausted, max(steps, 0)
}

// propagate propagates all events on the trail and runs the propagators that they wake. It returns false on a conflict.
func (s *Search) propagate(steps *int) bool {
	if s.fresh {
		s.fresh = false
		for v := range s.domains {
			if !s.propagatePairs(int32(v)) {
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
			*steps--
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
		p := s.nextPropagator()
		if p < 0 {
			return true
		}
		*steps--
		ok := s.propagators[p].propagate(s, s.gone[p])
		s.queued[p] = false
		if !ok {
			return false
		}
	}
}

// schedule queues a propagator whose variables have lost the values gone.
func (s *Search) schedule(p int32, gone uint64) {
	if s.queued[p] {
		s.gone[p] |= gone
		return
	}
	s.queued[p], s.gone[p] = true, gone
	q := &s.queues[s.queueOf[p]]
	*q = append(*q, p)
}

// nextPropagator takes a propagator from the first queue that has one, or returns -1.
func (s *Search) nextPropagator() int32 {
	for i := range s.queues {
		if q := s.queues[i]; len(q) > 0 {
			p := q[len(q)-1]
			s.queues[i] = q[:len(q)-1]
			return p
		}
	}
	return -1
}

// backtrack leaves a conflict or a solution. Above backtrackLevel it learns a nogood and backjumps to the level where
// the nogood removes values, but not below backtrackLevel. At backtrackLevel it refutes the last decision and lowers
// backtrackLevel by one.
func (s *Search) backtrack() {
	for {
		var e entry
		r := byDecision
		level, lbd, ok := 0, 0, false
		if len(s.levelStart) > s.backtrackLevel {
			level, lbd, ok = s.learn()
		}
		switch {
		case ok:
			s.backtrackTo(max(level, s.backtrackLevel))
			if s.count >= s.maxNogoods {
				s.reduceNogoods()
				s.maxNogoods += nogoodGrowth
			}
			e = s.learned[0]
			if len(s.learned) > 1 {
				r = byNogood | reason(s.addNogood(s.learned, lbd))
			}
		case s.backtrackLevel > 0:
			decision := s.trail[s.levelStart[s.backtrackLevel-1]]
			s.backtrackLevel--
			s.backtrackTo(s.backtrackLevel)
			e = entry{^decision.new, decision.v}
		default:
			s.exhausted = true
			return
		}
		s.cost.Nodes++
		if s.narrow(e.v, e.values, r) {
			return
		}
		s.cost.Failures++
	}
}

// decide assigns a value to the variable with the highest score: weight divided by the number of values left. Its value
// is the lowest one left: a value that it had before (phase saving) makes 9 % more nodes.
func (s *Search) decide() {
	best, top := int32(-1), -1.0
	for v, d := range s.domains {
		if single(d) {
			continue
		}
		if score := s.weight[v] / float64(bits.OnesCount64(d)); score > top {
			best, top = int32(v), score
		}
	}
	s.cost.Nodes++
	s.levelStart = append(s.levelStart, int32(len(s.trail)))
	s.narrow(best, s.domains[best]&-s.domains[best], byDecision)
}

// Solution writes the solution that Next has just found.
func (s *Search) Solution(values []int) {
	for v := range values {
		values[v] = bits.TrailingZeros64(s.domains[v])
	}
}

// Effort returns the effort since Start.
func (s *Search) Effort() model.Effort { return s.cost }
