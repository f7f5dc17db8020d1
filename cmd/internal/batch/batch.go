package batch

import (
	"bufio"
	"context"
	"io"
	"runtime"
	"sync"
	"time"
)

// Options configures Run. The zero value is valid.
type Options struct {
	Jobs int // number of workers; zero means one per processor
	// Window is the number of items whose output may wait for an earlier item; zero means 8192. The input buffer has an
	// eighth of this size.
	Window int
}

// A Worker processes the first of items, which it owns until it returns, and writes its output to out. It should return
// soon after ctx ends. The other items are those of its next calls, most likely.
type Worker[T any] func(ctx context.Context, items []T, out *Out)

const (
	growBelow   = time.Millisecond      // a chunk faster than this doubles the size of the next one
	shrinkAbove = 4 * time.Millisecond  // a chunk slower than this halves it
	maxChunk    = 512                   // items per chunk
	maxRead     = 64                    // items per call of next
	maxDelay    = 10 * time.Millisecond // how long output of an unfinished chunk may wait
)

// Run calls next until it returns 0, passes the items to workers, each created by one call of newWorker, and writes
// their output to out and err in the order of the items. next stores items in the given slice and returns their number:
// the items that are available at once, but at least one unless the stream has ended. OneByOne adapts a function that
// returns single items.
//
// If ctx ends, workers complete their current items, and Run returns ctx.Err(). The output of the items before the
// first that was not processed is written, so that the output has no gap. If writing to out fails, the context of the
// workers is cancelled and Run returns that error. Run returns when all workers have returned. Only the goroutine that
// calls next may remain, if next does not return.
func Run[T any](ctx context.Context, o Options, next func([]T) int, newWorker func() Worker[T],
	out, err io.Writer) error {
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Window <= 0 {
		o.Window = 8192
	}
	workCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	q := newQueue[T](o.Jobs, o.Window)
	defer context.AfterFunc(workCtx, q.close)()

	go func() {
		defer q.end()
		for {
			slots := q.freeSlots()
			if len(slots) == 0 {
				return
			}
			n := next(slots)
			if n == 0 {
				return
			}
			q.commit(n)
		}
	}()

	var workers sync.WaitGroup
	for range o.Jobs {
		workers.Go(func() { work(workCtx, q, newWorker()) })
	}
	go func() {
		workers.Wait()
		close(q.order)
	}()

	w := writer{out: bufio.NewWriterSize(out, 1<<15), err: err, fail: cancel}
	for c := range q.order {
		if complete := w.copy(c.out, q.full); !complete {
			w.flush()
			w.discard = true
		}
		q.written(c)
		if len(q.order) == 0 {
			w.flush()
		}
	}
	w.flush()
	if w.failed != nil {
		return w.failed
	}
	return ctx.Err()
}

// OneByOne adapts a function for Run. next returns one item, or false at the end of the stream.
func OneByOne[T any](next func() (T, bool)) func([]T) int {
	return func(items []T) int {
		var ok bool
		if items[0], ok = next(); !ok {
			return 0
		}
		return 1
	}
}

// work is the main loop of a worker. It adapts the size of its chunks to their runtime.
func work[T any](ctx context.Context, q *queue[T], handle Worker[T]) {
	limit := 1
	var buf []T
	for {
		c, ok := q.take(limit, buf)
		if !ok {
			return
		}
		start := time.Now()
		complete := true
		for i := range c.items {
			if complete = ctx.Err() == nil; !complete {
				break
			}
			handle(ctx, c.items[i:], c.out)
		}
		c.out.flush()
		c.out.done <- complete
		// Run the woken writer and reader on this processor: another one costs more, or must be started.
		runtime.Gosched()
		switch d := time.Since(start); {
		case d < growBelow:
			limit = min(2*limit, maxChunk)
		case d > shrinkAbove:
			limit = max(1, limit/2)
		}
		clear(c.items)
		buf = c.items
	}
}

// A writer writes the output of chunks in order.
type writer struct {
	out     *bufio.Writer
	err     io.Writer
	fail    func() // called after the first write error
	failed  error
	o, e    []byte // buffers
	discard bool   // drop all further output
}

// copy writes the output of a chunk until the chunk is finished. It reports whether all items of it were processed.
func (w *writer) copy(o *Out, full <-chan struct{}) (complete bool) {
	for {
		select {
		case complete = <-o.done:
			w.write(o)
			return complete
		default:
		}
		w.flush() // the chunk is unfinished: write the available output meanwhile
		timer := time.NewTimer(maxDelay)
		done := false
		select {
		case complete = <-o.done:
			done = true
		case <-full:
		case <-timer.C:
		}
		timer.Stop()
		w.write(o)
		if done {
			return complete
		}
	}
}

func (w *writer) write(o *Out) {
	w.o, w.e = o.take(w.o, w.e)
	if w.discard || len(w.o)+len(w.e) == 0 {
		return
	}
	if _, err := w.out.Write(w.o); err != nil {
		w.stop(err)
		return
	}
	if len(w.e) > 0 {
		w.flush()        // keeps the two streams in order on a terminal
		w.err.Write(w.e) // a failure cannot be reported
	}
}

func (w *writer) flush() {
	if w.discard || w.out.Buffered() == 0 {
		return
	}
	if err := w.out.Flush(); err != nil {
		w.stop(err)
	}
}

// stop records the first error. Further output is dropped, so that no worker waits for the writer.
func (w *writer) stop(err error) {
	w.failed, w.discard = err, true
	w.fail()
}
