package metaheur

import "slices"

// A successor is a state that waits: an expanded one after a swap. The first state of a start is swapped with nothing.
type successor struct{ from, a, b int32 } // from is an index into climb.expanded

// A climbQueue holds successors in order of their scores, of which there are few.
type climbQueue struct {
	levels  []level // lowest score first
	waiting int
}

// A level is the successors of one score; those before next have been taken.
type level struct {
	score  float64
	states []successor
	next   int
}

// mostStates is how many of the best states a queue keeps, at least; it keeps no more than twice as many and those of one expansion. It is
// also how many states a start expands at most.
const mostStates = 1 << 16

// push adds n, unless there are enough of higher scores.
func (q *climbQueue) push(n successor, score float64) {
	i := len(q.levels)
	for i > 0 && q.levels[i-1].score > score {
		i--
	}
	switch {
	case q.waiting >= mostStates && (i == 0 || i == 1 && q.levels[0].score == score):
		return
	case i == 0 || q.levels[i-1].score < score:
		q.levels = slices.Insert(q.levels, i, level{score: score})
		i++
	}
	l := &q.levels[i-1]
	l.states = append(l.states, n)
	q.waiting++
}

// pop takes a successor of the highest score: the first, or one that index draws when it is told of how many. The queue is not empty.
func (q *climbQueue) pop(draw func(n int) int) successor {
	last := len(q.levels) - 1
	l := &q.levels[last]
	if draw != nil {
		k := l.next + draw(len(l.states)-l.next)
		l.states[l.next], l.states[k] = l.states[k], l.states[l.next]
	}
	n := l.states[l.next]
	q.waiting--
	if l.next++; l.next == len(l.states) {
		q.levels = q.levels[:last]
	}
	return n
}

// prune forgets the lowest levels as long as enough are left.
func (q *climbQueue) prune() {
	for len(q.levels) > 0 && q.waiting-q.levels[0].waiting() >= mostStates {
		q.waiting -= q.levels[0].waiting()
		q.levels = slices.Delete(q.levels, 0, 1)
	}
}

func (l *level) waiting() int { return len(l.states) - l.next }
