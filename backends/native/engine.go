package native

import "slices"

// A propagator removes values that no solution of its constraint uses.
type propagator interface {
	// propagate removes what it can and returns false if it finds that the constraint cannot hold. It must leave nothing for itself to
	// do: the engine does not wake a propagator by what it removed itself.
	propagate(e *engine) bool
}

// An engine holds domains and propagators and runs the propagators that have something to do until none has. It knows nothing of
// search: mark and undo of its trail are all that a search needs.
type engine struct {
	trail
	universe
	domains     []domain // by variable
	propagators []propagator

	// Who waits for what: indices of propagators, by variable.
	onChange [][]int32 // any value removed
	onBounds [][]int32 // the lowest or highest value removed
	onFix    [][]int32 // one value left

	queues  [2]queue // those of the first run before those of the second
	queueOf []uint8  // by propagator
	queued  []bool   // by propagator; also true for the one that is running

	deferred     []int32 // propagators that wait for nothing until they are engaged
	baseWatchers []int   // by variable: how many wait for any change before these are engaged
	activated    bool

	scopes           [][]int32 // by propagator: its variables
	failedPropagator int32     // the propagator that failed last

	removed int64 // values removed since the start
}

// addPropagator takes up a propagator for a constraint over some variables. It will run once at the start and then whenever one of the lists
// onChange, onBounds, onFix wakes it. Those that are cheap run before the others.
func (e *engine) addPropagator(p propagator, vars []int32, cheap bool) int32 {
	id := int32(len(e.propagators))
	e.propagators = append(e.propagators, p)
	e.scopes = append(e.scopes, vars)
	e.queued = append(e.queued, false)
	q := uint8(1)
	if cheap {
		q = 0
	}
	e.queueOf = append(e.queueOf, q)
	return id
}

func (e *engine) schedule(p int32) {
	if !e.queued[p] {
		e.queued[p] = true
		e.queues[e.queueOf[p]].push(p)
	}
}

// scheduleAll schedules every propagator that is not for later.
func (e *engine) scheduleAll() {
	for p := range e.propagators {
		if e.activated || !e.isDeferred(int32(p)) {
			e.schedule(int32(p))
		}
	}
}

// isDeferred looks in a list that is increasing.
func (e *engine) isDeferred(p int32) bool {
	_, found := slices.BinarySearch(e.deferred, p)
	return found
}

// wake schedules those that wait for a change of v.
func (e *engine) wake(v int32, bounds, fixed bool) {
	for _, p := range e.onChange[v] {
		e.schedule(p)
	}
	if bounds {
		for _, p := range e.onBounds[v] {
			e.schedule(p)
		}
	}
	if fixed {
		for _, p := range e.onFix[v] {
			e.schedule(p)
		}
	}
}

// activate has the propagators that were added for later run too, from the present state on.
func (e *engine) activate() {
	if e.activated {
		return
	}
	e.activated = true
	for v := range e.onChange {
		e.baseWatchers[v] = len(e.onChange[v])
	}
	for _, p := range e.deferred {
		for _, v := range e.scopes[p] {
			e.onChange[v] = append(e.onChange[v], p)
		}
		e.schedule(p)
	}
}

// deactivate undoes engage. Nothing may be scheduled.
func (e *engine) deactivate() {
	if !e.activated {
		return
	}
	e.activated = false
	for v := range e.onChange {
		e.onChange[v] = e.onChange[v][:e.baseWatchers[v]]
	}
}

// An outcome says how a call of fixpoint ended.
type outcome int

const (
	stable outcome = iota // no propagator has anything to do
	failed                // some constraint cannot hold
	paused                // no steps are left; calling again goes on
)

// fixpoint runs the scheduled propagators until none is left. Each run takes one of *steps; when there is none left it pauses.
func (e *engine) fixpoint(steps *int) outcome {
	for {
		q := &e.queues[0]
		if q.empty() {
			if q = &e.queues[1]; q.empty() {
				return stable
			}
		}
		if *steps <= 0 {
			return paused
		}
		*steps--
		p := q.pop()
		ok := e.propagators[p].propagate(e)
		e.queued[p] = false
		if !ok {
			e.clearQueues()
			e.failedPropagator = p
			return failed
		}
	}
}

func (e *engine) clearQueues() {
	for i := range e.queues {
		for q := &e.queues[i]; !q.empty(); {
			e.queued[q.pop()] = false
		}
	}
}

// A queue is first in, first out, in a ring whose length is a power of two. It never holds a propagator twice, so a ring as long as the
// list of propagators is never full.
type queue struct {
	ring       []int32
	head, tail int // positions, growing; those of the ring are modulo its length
}

func newQueue(capacity int) queue {
	n := 1
	for n < capacity {
		n *= 2
	}
	return queue{ring: make([]int32, n)}
}

func (q *queue) empty() bool { return q.head == q.tail }

func (q *queue) push(p int32) {
	q.ring[q.tail&(len(q.ring)-1)] = p
	q.tail++
}

func (q *queue) pop() int32 {
	p := q.ring[q.head&(len(q.ring)-1)]
	q.head++
	return p
}
