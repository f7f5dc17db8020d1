package lcg

import (
	"math"

	"nonet/internal/search"
)

// Parameters of the search.
const (
	restartUnit    = 100  // conflicts in one unit of Luby's sequence of restarts
	initialNogoods = 4000 // learned nogoods before the first reduction
	nogoodGrowth   = 500  // increase of that limit at each reduction
)

// maxTried limits the values of a variable that are tried one by one though no other variable must differ from it. Of a
// larger domain the search tries the better half.
const maxTried = 8

// maxBits limits the values that have a bit, of which each takes five bytes. Domains beyond it are wide.
const maxBits = 1 << 22

// A Search enumerates the solutions of a problem. With an objective, each solution is better than the last one, and the
// last one is optimal.
type Search struct {
	search.Loop
	*Problem
	state
	nogoods
	learner
	order search.Order
	share []float64 // by variable: how much a conflict adds to its activity; large domains have small shares

	first    []int // by variable: the value to try, the best one for the objective or the lowest
	restarts int   // restarts since the last solution
	fresh    bool  // all propagators have to run
	stopped  bool  // the last call of propagate took too many steps
}

// New returns a search for the solutions of p, which must not be changed any more.
func New(p *Problem) *Search {
	n := len(p.initial)
	s := &Search{Problem: p, first: make([]int, n)}
	s.state = state{
		domains: p.initial, holes: make([]map[int]int32, n),
		lo: make([]int, n), hi: make([]int, n), base: make([]int, n),
		lastLo: make([]int32, n), lastHi: make([]int32, n),
		queues: search.Queues{Queued: make([]bool, len(p.propagators))},
	}
	s.learner.onLo, s.learner.onHi = make([]int32, n), make([]int32, n)
	s.share = make([]float64, n)
	bits, slots := 0, 0
	s.slots = make([]int, n)
	for v, d := range p.initial {
		size := d.Size()
		s.base[v], s.slots[v] = bits, slots
		s.share[v] = 1 / float64(size)
		if size <= maxSlots {
			slots += 4 * size
		} else {
			slots += 4
		}
		if size <= maxSlots || size <= maxBits-bits {
			bits += size
		} else {
			s.base[v] = -1
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
		s.lo[v], s.hi[v], s.lastLo[v], s.lastHi[v] = d.Min(), d.Max(), -1, -1
		s.first[v] = d.Min()
		if s.base[v] < 0 {
			s.holes[v] = map[int]int32{}
		}
	}
	for i := range s.removedAt {
		s.removedAt[i] = -1
	}
	s.order.Reset(len(s.lo))
	for v := range s.lo {
		s.order.BumpBy(v, s.share[v])
		s.order.Insert(v)
	}
	s.trail, s.qhead, s.levelStart = s.trail[:0], 0, s.levelStart[:0]
	s.halls, s.hallStart, s.edges, s.edgeStart = s.halls[:0], s.hallStart[:0], s.edges[:0], s.edgeStart[:0]
	s.queues.Clear()
	search.Unwatch(s.watchers)
	s.Clear(initialNogoods)
	if o := s.objective; o != nil {
		o.bound = unbounded
		for _, t := range o.terms {
			if t.Coef < 0 {
				s.first[t.Var] = s.hi[t.Var]
			}
		}
	}
	s.Begin(s, restartUnit)
	s.fresh, s.restarts, s.depth, s.lbd = true, 0, 0, 0
	for _, c := range s.clauses {
		if len(c) > 1 {
			s.add(c, 0)
		} else if !s.make(c[0].not(), reason{}) {
			s.Fail()
		}
	}
	for _, g := range givens {
		if !s.has(g.Var, g.Coef) || !s.make(atom{g.Coef, g.Var, equals}, reason{}) {
			s.Fail()
		}
	}
}

// Next goes on to the next solution; each solution is found once. With an objective it is better than the last one.
func (s *Search) Next(steps int) (search.Event, int) {
	if s.AtSolution && s.objective != nil {
		s.Improve(s.objective.least(&s.state))
	}
	return s.Loop.Next(steps)
}

// Improve asks for solutions with an objective less than value, from the root.
func (s *Search) Improve(value int) {
	s.AtSolution = false
	s.BacktrackTo(0)
	s.objective.bound = min(s.objective.bound, value-1)
	s.fresh, s.restarts = true, 0
	if s.objective.least(&s.state) >= value && !s.Exhausted {
		s.Fail()
	}
}

// Propagate implements search.Engine. A step is a node, an event, a run of a propagator, or four nogoods visited in the
// last call.
func (s *Search) Propagate() search.State {
	s.Steps -= 1 + s.visits/4
	s.visits = 0
	if !s.propagate() {
		return search.Conflict
	}
	return search.Open
}

// Limits of propagation: sums may move the bounds of wide domains by 1, a million times.
const (
	maxSteps  = 1 << 18 // of one call of propagate
	maxEvents = 1 << 20 // on the trail before calls are shorter; an event takes 60 bytes
)

// isOpen reports whether a variable is not fixed.
func (s *Search) isOpen() bool {
	for v := range s.lo {
		if s.lo[v] < s.hi[v] {
			return true
		}
	}
	return false
}

// propagate propagates all events on the trail and runs the propagators that they wake. It returns false on a conflict.
// After too many steps it leaves the propagators to the next call, unless all variables are fixed.
func (s *Search) propagate() bool {
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
	s.stopped = false
	last := s.Steps - maxSteps
	if len(s.trail) > maxEvents {
		last = s.Steps - maxSteps>>8
	}
	for {
		for s.qhead < len(s.trail) {
			e := s.trail[s.qhead]
			s.qhead++
			s.Steps--
			if !s.propagateNogoods(e) || !s.propagateLiterals(&e) {
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
		p := s.queues.Pop()
		if p < 0 {
			return true
		}
		if s.Steps < last && s.isOpen() {
			s.fresh, s.stopped = true, true
			return true
		}
		s.Steps--
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
	if !s.queues.Queued[p] {
		s.queues.Push(int(s.queueOf[p]), p)
	}
}

// Assert implements search.Engine: the first atom of the learned nogood cannot hold.
func (s *Search) Assert() bool {
	by := reason{}
	if len(s.nogood) > 1 {
		by = reason{byNogood, s.add(s.nogood, s.levels.Count)}
	}
	return s.make(s.nogood[0].not(), by)
}

// Refute implements search.Engine.
func (s *Search) Refute(level int) {
	s.nogood = append(s.nogood[:0], s.trail[s.levelStart[level-1]].atom)
}

// BeginRun implements search.Engine. Where branches advise, two runs have each length of Luby's sequence: one follows
// the advice, the next one does not.
func (s *Search) BeginRun() int {
	s.restarts++
	n := s.Restarts + 1
	if len(s.branches) > 0 {
		n = (n + 1) / 2
	}
	return restartUnit * int(search.Luby(n))
}

// Decide implements search.Engine: as branches advise, in the first run and every other one, and otherwise with the
// variable with the most recent conflicts.
func (s *Search) Decide() bool {
	if s.stopped && len(s.levelStart) == 0 && len(s.trail) <= maxEvents {
		return true // propagate goes on
	}
	if s.advised() && s.follow() {
		return true
	}
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
	k := min(max(s.first[v], s.lo[v]), s.hi[v])
	isLow := k == s.lo[v]
	if s.domains[v].Size() > maxTried && len(s.peersOf[v]) == 0 {
		middle := s.lo[v] + (s.hi[v]-s.lo[v])/2
		if isLow = k <= middle; isLow {
			k = middle
		} else {
			k = middle + 1
		}
	}
	if isLow {
		s.setHi(v, k, reason{})
	} else {
		s.setLo(v, k, reason{})
	}
	s.order.Insert(x) // it may not be fixed yet
	return true
}

// advised reports whether branches advise this run.
func (s *Search) advised() bool { return len(s.branches) > 0 && s.Restarts%2 == 0 }

// follow makes the next decision that the branches advise. It returns false if their variables have values.
func (s *Search) follow() bool {
	for _, b := range s.branches {
		best, least := int32(-1), math.MaxInt
		for _, v := range b.Vars {
			if s.fixed(v) {
				continue
			}
			if b.Score == nil {
				best = v
				break
			}
			if score := b.Score(s.lo[v], s.size(v)); score < least {
				best, least = v, score
			}
		}
		if best < 0 {
			continue
		}
		s.openLevel()
		low, high := s.lo[best], s.hi[best]-1 // the highest value of the lower part
		if b.Half {
			low += (high - low) / 2
			high = low
		}
		if b.High {
			s.setLo(best, high+1, reason{})
		} else {
			s.setHi(best, low, reason{})
		}
		return true
	}
	return false
}

func (s *Search) openLevel() {
	s.levelStart = append(s.levelStart, int32(len(s.trail)))
	s.hallStart, s.edgeStart = append(s.hallStart, int32(len(s.halls))), append(s.edgeStart, int32(len(s.edges)))
}

// Solution writes the solution that Next has just found.
func (s *Search) Solution(values []int) { copy(values, s.lo) }

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
