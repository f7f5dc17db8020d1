package batch

import "sync"

// A queue holds the items that no worker has taken, and counts the taken items whose output is not written.
type queue[T any] struct {
	mu        sync.Mutex
	filled    sync.Cond // items were added, the stream has ended, or the queue was closed
	drained   sync.Cond // slots became free, or the queue was closed
	items     []T       // ring buffer
	head, n   int       // first item and number of items
	unwritten int       // items taken whose output is not written
	window    int       // limit of unwritten
	jobs      int
	ended     bool // the stream has ended
	closed    bool // the batch was cancelled
	order     chan chunk[T]
	full      chan struct{}
	idle      []*Out // for reuse
}

// A chunk is a sequence of consecutive items that one worker processes.
type chunk[T any] struct {
	items []T
	count int
	out   *Out
}

func newQueue[T any](jobs, window int) *queue[T] {
	q := &queue[T]{
		items:  make([]T, max(1, window/8)),
		window: window,
		jobs:   jobs,
		order:  make(chan chunk[T], window+jobs), // each chunk has an item, so a send under the lock never blocks
		full:   make(chan struct{}, 1),
	}
	q.filled.L, q.drained.L = &q.mu, &q.mu
	return q
}

// freeSlots returns the next free slots of the ring for the reader to fill, and waits until there is one. It returns
// nil if the queue was closed.
func (q *queue[T]) freeSlots() []T {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.n == len(q.items) && !q.closed {
		q.drained.Wait()
	}
	if q.closed {
		return nil
	}
	tail := (q.head + q.n) % len(q.items)
	return q.items[tail:min(tail+min(len(q.items)-q.n, maxRead), len(q.items))]
}

// commit adds the items in the first n slots that freeSlots returned.
func (q *queue[T]) commit(n int) {
	q.mu.Lock()
	q.n += n
	q.filled.Broadcast()
	q.mu.Unlock()
}

// end marks the end of the stream.
func (q *queue[T]) end() {
	q.mu.Lock()
	q.ended = true
	q.filled.Broadcast()
	q.mu.Unlock()
}

// close cancels all waiting.
func (q *queue[T]) close() {
	q.mu.Lock()
	q.closed = true
	q.filled.Broadcast()
	q.drained.Broadcast()
	q.mu.Unlock()
}

// take copies the next items to buf: at most limit, and at most the share of one worker. It waits until there is an
// item, and returns false after the last one.
func (q *queue[T]) take(limit int, buf []T) (chunk[T], bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed && (q.n == 0 && !q.ended || q.n > 0 && q.unwritten >= q.window) {
		q.filled.Wait()
	}
	if q.closed || q.n == 0 {
		return chunk[T]{}, false
	}
	count := min(limit, max(1, q.n/q.jobs))
	buf = buf[:0]
	for len(buf) < count {
		run := q.items[q.head:min(q.head+count-len(buf), len(q.items))]
		buf = append(buf, run...)
		clear(run)
		q.head = (q.head + len(run)) % len(q.items)
	}
	q.n -= count
	q.unwritten += count
	if q.n <= len(q.items)/2 { // not for each item: waking the reader costs more than reading one
		q.drained.Signal()
	}
	c := chunk[T]{buf, count, q.newOut()}
	q.order <- c
	return c, true
}

// newOut returns an Out for a chunk, reused if possible.
func (q *queue[T]) newOut() *Out {
	if last := len(q.idle) - 1; last >= 0 {
		o := q.idle[last]
		q.idle = q.idle[:last]
		return o
	}
	return newOut(q.full)
}

// written marks the output of a chunk as written.
func (q *queue[T]) written(c chunk[T]) {
	q.mu.Lock()
	if q.unwritten >= q.window {
		q.filled.Broadcast()
	}
	q.unwritten -= c.count
	q.idle = append(q.idle, c.out)
	q.mu.Unlock()
}
