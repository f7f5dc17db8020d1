package batch

import "sync"

// A queue holds the items that were read and not yet taken by a worker, and counts those whose output is not yet written.
type queue[T any] struct {
	mu        sync.Mutex
	filled    sync.Cond // an item came, the last one came, or the queue was shut
	drained   sync.Cond // room for another item, or the queue was shut
	items     []T       // a ring
	head, n   int
	unwritten int // items taken whose output is not written
	window    int // limit of unwritten
	jobs      int
	last      bool // no more items will come
	shut      bool // nobody wants any more
	order     chan chunk[T]
	full      chan struct{}
	idle      []*Out // to be used again
}

// A chunk is a run of consecutive items that one worker handles.
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
		order:  make(chan chunk[T], window+jobs), // at least one item each: never blocks under the lock
		full:   make(chan struct{}, 1),
	}
	q.filled.L, q.drained.L = &q.mu, &q.mu
	return q
}

// room returns the free places of the ring that come next, for the reader to put items into, and waits until there is one. It returns none if
// nobody wants any more.
func (q *queue[T]) room() []T {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.n == len(q.items) && !q.shut {
		q.drained.Wait()
	}
	if q.shut {
		return nil
	}
	tail := (q.head + q.n) % len(q.items)
	return q.items[tail:min(tail+min(len(q.items)-q.n, maxRead), len(q.items))]
}

// put says that the first n places that room returned hold items.
func (q *queue[T]) put(n int) {
	q.mu.Lock()
	q.n += n
	q.filled.Broadcast()
	q.mu.Unlock()
}

// end says that the last item was put.
func (q *queue[T]) end() {
	q.mu.Lock()
	q.last = true
	q.filled.Broadcast()
	q.mu.Unlock()
}

// close makes everyone who waits give up.
func (q *queue[T]) close() {
	q.mu.Lock()
	q.shut = true
	q.filled.Broadcast()
	q.drained.Broadcast()
	q.mu.Unlock()
}

// take returns the next items: at most limit, and no more than the worker's share of what there is. The items are copied to buf. It
// waits until there is one, and reports false when there will be none.
func (q *queue[T]) take(limit int, buf []T) (chunk[T], bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.shut && (q.n == 0 && !q.last || q.n > 0 && q.unwritten >= q.window) {
		q.filled.Wait()
	}
	if q.shut || q.n == 0 {
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
	if q.n <= len(q.items)/2 { // and not at once: waking the reader costs more than it does for an item
		q.drained.Signal()
	}
	c := chunk[T]{buf, count, q.newOut()}
	q.order <- c
	return c, true
}

// newOut returns an Out for a chunk, one that was used before if there is such.
func (q *queue[T]) newOut() *Out {
	if last := len(q.idle) - 1; last >= 0 {
		o := q.idle[last]
		q.idle = q.idle[:last]
		return o
	}
	return newOut(q.full)
}

// written says that the output of a chunk is written.
func (q *queue[T]) written(c chunk[T]) {
	q.mu.Lock()
	if q.unwritten >= q.window {
		q.filled.Broadcast()
	}
	q.unwritten -= c.count
	q.idle = append(q.idle, c.out)
	q.mu.Unlock()
}
