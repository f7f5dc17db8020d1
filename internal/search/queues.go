package search

// Queues hold the propagators that are to run, by number, each once. Those in the first queue run first, and of one
// queue the last one.
type Queues struct {
	Queued []bool // by propagator
	lists  [4][]int32
}

// Push adds a propagator that is not queued.
func (q *Queues) Push(queue int, p int32) {
	q.Queued[p] = true
	q.lists[queue] = append(q.lists[queue], p)
}

// Pop takes the next propagator, or returns -1.
func (q *Queues) Pop() int32 {
	for i := range q.lists {
		if n := len(q.lists[i]); n > 0 {
			p := q.lists[i][n-1]
			q.lists[i], q.Queued[p] = q.lists[i][:n-1], false
			return p
		}
	}
	return -1
}

// Clear removes all propagators.
func (q *Queues) Clear() {
	for q.Pop() >= 0 {
	}
}
