package lcg

import (
	"math"

	"nonet/backends/native/internal/step"
	"nonet/internal/search"
	"nonet/model"
)

// Parameters of the search.
const (
	restartUnit    = 100  // conflicts in one unit of Luby's sequence of restarts
	initialNogoods = 4000 // learned nogoods before the first reduction
	nogoodGrowth   = 500  // increase of that limit at each reduction
)

// A Search enumerates the solutions of a problem. With an objective, each solution is better than the last one, and the
// last one is optimal.
type Search struct {
	*Problem
	state
	nogoods
	learner
	order search.Order
	share []float64 // by variable: how much a conflict adds to its activity; large domains have small shares

	phase          []int // by variable: the value to try
	restarts       int   // restarts since the last solution
	backtrackLevel int   // no backjumping below this level, since part of the subtree has been enumerated
	atSolution     bool  // Next has just returned a solution
	exhausted      bool
	fresh          bool // nothing has been propagated yet

	failuresLeft int // conflicts before the next restart
	maxNogoods   int // limit of the number of learned nogoods
	cost         model.Effort
}

// New returns a search for the solutions of p, which must not be changed any more.
func New(p *Problem) *Search {
	n := len(p.initial)
	s := &Search{Problem: p, phase: make([]int, n)}
	s.state = state{
		domains: p.initial, lo: make([]int, n), hi: make([]int, n), base: make([]int, n),
		lastLo: make([]int32, n), lastHi: make([]int32, n), queued: make([]bool, len(p.propagators)),
	}
	s.learner.onLo, s.learner.onHi = make([]int32, n), make([]int32, n)
	s.share = make([]float64, n)
	bits, slots := 0, 0
	s.slots = make([]int, n)
	for v, d := range p.initial {
		s.base[v], s.slots[v] = bits, slots
		s.share[v] = 1 / float64(len(d))
		if bits += len(d); len(d) <= maxSlots {
			slots += 4 * len(d)
		} else {
			slots += 4
		}
	}
	s.watchers = make([][]watcher, slots)
	s.present, s.removedAt = make([]uint64, bits/64+1), make([]int32, bits)
	return s
}

// Start begins the search for the solutions in which variables have given values.
func (s *Search) Start(givens []Term) {
	for i := range s.present {
		s.present[i] = math.MaxUint64
	}
	for v, d := range s.domains {
		s.lo[v], s.hi[v], s.lastLo[v], s.lastHi[v] = d[0], d[len(d)-1], -1, -1
		s.phase[v] = d[0]
	}
	for i := range s.removedAt {
		s.removedAt[i] = -1
	}
	s.order.Reset(len(s.lo))
	for v := range s.lo {
		s.order.BumpBy(v, s.share[v])
		s.order.Insert(v)
	}
	s.trail, s.qhead, s.levelStart, s.hallStart = s.trail[:0], 0, s.levelStart[:0], s.hallStart[:0]
	s.halls = s.halls[:0]
	s.clearQueues()
	for i := range s.watchers {
		s.watchers[i] = s.watchers[i][:0]
	}
	s.arena, s.learned = append(s.arena[:0], atom{}), 0
	if o := s.objective; o != nil {
		o.bound = unbounded
		for _, t := range o.terms {
			if t.Coef < 0 {
				s.phase[t.Var] = s.hi[t.Var]
			}
		}
	}
	s.backtrackLevel, s.atSolution, s.exhausted, s.fresh, s.restarts = 0, false, false, true, 0
	s.failuresLeft, s.maxNogoods = restartUnit, initialNogoods
	s.cost = model.Effort{Nodes: 1}
	for _, c := range s.clauses {
		if len(c) > 1 {
			s.add(c, 0)
		} else if !s.make(c[0].not(), reason{}) {
			s.fail()
		}
	}
	for _, g := range givens {
		if !s.has(g.Var, g.Coef) || !s.make(atom{g.Coef, g.Var, equals}, reason{}) {
			s.fail()
		}
	}
}

// fail ends the search.
func (s *Search) fail() {
	s.exhausted = true
	s.cost.Failures++
}

// Next goes on to the next solution; each solution is found once. A step is a node, an event or a run of a propagator.
// Next pauses when it has used up the given steps, and returns how many are left.
func (s *Search) Next(steps int) (step.Event, int) {
	if s.atSolution {
		s.atSolution = false
		if s.objective == nil {
			s.backtrackLevel = len(s.levelStart)
			s.backtrack()
		} else {
			s.Improve(s.objective.least(&s.state))
		}
	}
	for !s.exhausted {
		if steps <= 0 {
			return step.Paused, 0
		}
		steps -= 1 + s.visits/4
		s.visits = 0
		switch {
		case !s.propagate(&steps):
			s.cost.Failures++
			s.failuresLeft--
			s.backtrack()
		case s.failuresLeft <= 0 && len(s.levelStart) > s.backtrackLevel:
			s.cost.Restarts++
			s.restarts++
			s.failuresLeft = restartUnit * int(search.Luby(s.cost.Restarts+1))
			s.backtrackTo(s.backtrackLevel)
		case !s.decide():
			s.atSolution = true
			return step.Found, max(steps, 0)
		}
	}
	return step.Exhausted, max(steps, 0)
}

// Improve asks for solutions with an objective less than value, from the root.
func (s *Search) Improve(value int) {
	s.atSolution = false
	s.backtrackTo(0)
	s.objective.bound = min(s.objective.bound, value-1)
	s.fresh, s.restarts = true, 0
	if s.objective.least(&s.state) >= value && !s.exhausted {
		s.fail()
	}
}

// propagate propagates all events on the trail and runs the propagators that they wake. It returns false on a conflict.
func (s *Search) propagate(steps *int) bool {
	if s.fresh {
		s.fresh = false
		for p := range s.propagators {
			s.schedule(int32(p))
		}
		for v := range s.lo {
			if !s.removeFromPeers(int32(v)) {
				return false
			}
		}
	}
	for {
		for s.qhead < len(s.trail) {
			e := s.trail[s.qhead]
			s.qhead++
			*steps--
			if !s.propagateNogoods(e) {
				return false
			}
			switch e.op {
			case atLeast:
				s.wake(s.Problem.onLo[e.v], e.by)
			case atMost:
				s.wake(s.Problem.onHi[e.v], e.by)
			}
			s.wake(s.onAny[e.v], e.by)
			if !s.removeFromPeers(e.v) {
				return false
			}
		}
		q := &s.queues[0]
		if len(*q) == 0 {
			q = &s.queues[1]
		}
		if len(*q) == 0 {
			return true
		}
		p := (*q)[len(*q)-1]
		*q = (*q)[:len(*q)-1]
		*steps--
		s.queued[p] = false
		if !s.propagators[p].propagate(s, p) {
			return false
		}
	}
}

// removeFromPeers removes the value of v from its peers, if it is fixed.
func (s *Search) removeFromPeers(v int32) bool {
	if !s.fixed(v) {
		return true
	}
	for _, i := range s.peersOf[v] {
		if p := &s.peers[i]; !s.remove(p.to, s.lo[v]+p.offset, reason{byPeer, i}) {
			return false
		}
	}
	return true
}

// wake schedules propagators, except the one whose change wakes them.
func (s *Search) wake(propagators []int32, by reason) {
	for _, p := range propagators {
		if by != (reason{byPropagator, p}) {
			s.schedule(p)
		}
	}
}

func (s *Search) schedule(p int32) {
	if s.queued[p] {
		return
	}
	s.queued[p] = true
	q := &s.queues[0]
	if s.late[p] {
		q = &s.queues[1]
	}
	*q = append(*q, p)
}

// backtrack leaves a conflict or a solution. Above backtrackLevel it learns a nogood and backjumps to the level where
// the nogood changes a domain, but not below backtrackLevel. At backtrackLevel it refutes the last decision and lowers
// backtrackLevel by one.
func (s *Search) backtrack() {
	for {
		var a atom
		by := reason{}
		level, lbd, ok := 0, 0, false
		if len(s.levelStart) > s.backtrackLevel {
			level, lbd, ok = s.learn()
		}
		switch {
		case ok:
			s.backtrackTo(max(level, s.backtrackLevel))
			if s.learned >= s.maxNogoods {
				s.reduceNogoods()
				s.maxNogoods += nogoodGrowth
			}
			a = s.nogood[0].not()
			if len(s.nogood) > 1 {
				by = reason{byNogood, s.add(s.nogood, lbd)}
			}
		case s.backtrackLevel > 0:
			a = s.trail[s.levelStart[s.backtrackLevel-1]].not()
			s.backtrackLevel--
			s.backtrackTo(s.backtrackLevel)
		default:
			s.exhausted = true
			return
		}
		s.cost.Nodes++
		if s.make(a, by) {
			return
		}
		s.cost.Failures++
	}
}

// decide makes a decision on the variable with the most recent conflicts. It returns false if all variables are fixed.
func (s *Search) decide() bool {
	if a, ok := s.ambition(); ok {
		s.openLevel()
		return s.make(a, reason{})
	}
	x := s.order.Pop()
	for x >= 0 && s.fixed(int32(x)) {
		x = s.order.Pop()
	}
	if x < 0 {
		return false
	}
	v := int32(x)
	s.openLevel()
	k := min(max(s.phase[v], s.lo[v]), s.hi[v])
	if k == s.lo[v] {
		s.setHi(v, k, reason{})
	} else {
		s.setLo(v, k, reason{})
	}
	s.order.Insert(x) // it may not be fixed yet
	return true
}

func (s *Search) openLevel() {
	s.cost.Nodes++
	s.levelStart, s.hallStart = append(s.levelStart, int32(len(s.trail))), append(s.hallStart, int32(len(s.halls)))
}

// Solution writes the solution that Next has just found.
func (s *Search) Solution(values []int) { copy(values, s.lo) }

// Effort returns the effort since Start.
func (s *Search) Effort() model.Effort { return s.cost }

// ambition returns the first decision after a solution whose objective is one variable: a bound in the middle between
// the solution and what is possible, and nearer to the solution with each restart.
func (s *Search) ambition() (a atom, ok bool) {
	o := s.objective
	if o == nil || len(o.terms) != 1 || o.bound == unbounded || len(s.levelStart) > 0 || s.restarts > 30 {
		return a, false
	}
	t := o.terms[0]
	less := (s.hi[t.Var] - s.lo[t.Var]) >> (s.restarts + 1)
	if t.Coef > 0 {
		return atom{s.hi[t.Var] - less, t.Var, atMost}, less > 0
	}
	return atom{s.lo[t.Var] + less, t.Var, atLeast}, less > 0
}
