package native

import (
	"context"
	"slices"
)

// A propagator removes values that belong to no solution of its constraint.
type propagator interface {
	// propagate removes values and returns false if it finds that the constraint cannot hold. Its own removals do not
	// wake it: it reaches its fixpoint, or sets e.again. It sets e.again where the fixpoint may take more than one
	// pass over its variables, so that the search can look at its context in between.
	propagate(e *engine) bool
}

// An engine holds domains and propagators, and runs the scheduled propagators to a fixpoint. It does not search; a
// search uses mark and undo of its trail.
type engine struct {
	trail
	universe
	domains     []domain // by variable
	propagators []propagator

	// Watch lists: indices of propagators, by variable.
	onChange [][]int32 // woken by any removal
	onBounds [][]int32 // woken when the lowest or highest value is removed
	onFix    [][]int32 // woken when one value is left

	queues  [3]queue // cheap propagators first, then the others, and the relaxation last
	queueOf []uint8  // index in queues, by propagator
	queued  []bool   // by propagator; also true for the running one
	again   bool     // the running propagator has not reached its fixpoint and must run again
	steps   []int32  // by propagator: the steps of a run

	deferred     []int32 // propagators that no watch list mentions until activate, increasing
	baseWatchers []int   // by variable: length of onChange without the deferred propagators
	activated    bool

	scopes           [][]int32 // by propagator: its variables
	failedPropagator int32     // the propagator that failed last

	supports map[columnKey][][]uint64 // of the columns of tables

	removed int64 // number of values removed since the search started

	changed *[]int32 // if not nil: receives each variable that has lost values
}

// addPropagator adds a propagator for a constraint over vars and returns its index. The caller adds the index to the
// watch lists. Cheap propagators run before the others.
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
	e.steps = append(e.steps, int32(1+min(len(vars)*len(e.values)>>14, checkInterval)))
	return id
}

func (e *engine) schedule(p int32) {
	if !e.queued[p] {
		e.queued[p] = true
		e.queues[e.queueOf[p]].push(p)
	}
}

// scheduleAll schedules every propagator, but the deferred ones only if they are active.
func (e *engine) scheduleAll() {
	for p := range e.propagators {
		if e.activated || !e.isDeferred(int32(p)) {
			e.schedule(int32(p))
		}
	}
}

// isDeferred searches deferred by bisection.
func (e *engine) isDeferred(p int32) bool {
	_, found := slices.BinarySearch(e.deferred, p)
	return found
}

// wake schedules the propagators that watch a change of v.
func (e *engine) wake(v int32, bounds, fixed bool) {
	if e.changed != nil {
		*e.changed = append(*e.changed, v)
	}
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

// activate adds the deferred propagators to the watch lists and schedules them.
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

// deactivate undoes activate. The queues must be empty.
func (e *engine) deactivate() {
	if !e.activated {
		return
	}
	e.activated = false
	for v := range e.onChange {
		e.onChange[v] = e.onChange[v][:e.baseWatchers[v]]
	}
}

// An outcome is the result of a call of fixpoint.
type outcome int

const (
	stable outcome = iota // no propagator is scheduled
	failed                // a constraint cannot hold
	paused                // no steps are left; the next call continues
)

// fixpoint runs the scheduled propagators until the queues are empty. Each run takes one step of *steps, or several if
// it may have to look at thousands of words; without steps it pauses.
func (e *engine) fixpoint(steps *int) outcome {
	for {
		q := &e.queues[0]
		for i := 1; q.empty(); i++ {
			if i == len(e.queues) {
				return stable
			}
			q = &e.queues[i]
		}
		if *steps <= 0 {
			return paused
		}
		p := q.pop()
		*steps -= int(e.steps[p])
		ok := e.propagators[p].propagate(e)
		e.queued[p] = false
		if e.again {
			e.again = false
			e.schedule(p)
		}
		if !ok {
			e.clearQueues()
			e.failedPropagator = p
			return failed
		}
	}
}

// propagateAll runs fixpoint to its end, and looks at ctx in between. It returns false if a constraint cannot hold.
func (e *engine) propagateAll(ctx context.Context) (bool, error) {
	for {
		steps := checkInterval
		if o := e.fixpoint(&steps); o != paused {
			return o == stable, nil
		}
		if err := ctx.Err(); err != nil {
			return false, err
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

// A queue is first in, first out: a ring buffer whose length is a power of two. It contains a propagator at most once,
// so a ring as long as the list of propagators never overflows.
type queue struct {
	ring       []int32
	head, tail int // positions that only grow; their index in ring is taken modulo its length
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
