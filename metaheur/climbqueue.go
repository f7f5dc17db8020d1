package metaheur

import "slices"

// A successor is a queued state: an expanded state after the swap of cells a and b. The first state has a == b.
type successor struct{ from, a, b int32 } // from is an index into climb.expanded

// A climbQueue is a priority queue of successors by score, with one bucket for each of the few different scores.
type climbQueue struct {
	levels  []level // lowest score first
	waiting int
}

// A level holds the successors with one score; states[:next] have been popped.
type level struct {
	score  float64
	states []successor
	next   int
}

// mostStates is the number of best states that a queue keeps at least; it keeps at most twice as many, plus the
// successors of one expansion. It is also the limit on the expansions of a start.
const mostStates = 1 << 16

// push adds n, unless the queue holds mostStates states and none has a lower score.
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

// pop removes and returns a successor with the highest score: the first, or the one with the index that draw returns
// for their number. The queue must not be empty.
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

// prune removes the lowest levels as long as mostStates states remain.
func (q *climbQueue) prune() {
	for len(q.levels) > 0 && q.waiting-q.levels[0].waiting() >= mostStates {
		q.waiting -= q.levels[0].waiting()
		q.levels = slices.Delete(q.levels, 0, 1)
	}
}

// waiting returns the number of states not popped yet.
func (l *level) waiting() int { return len(l.states) - l.next }
