package batch

import (
	"bufio"
	"context"
	"io"
	"runtime"
	"sync"
	"time"
)

// Options says how a batch is run. The zero value is good.
type Options struct {
	Jobs   int // workers; zero means one per processor
	Window int // items whose output may wait for that of an earlier one; zero means 8192. An eighth as many are read ahead
}

// A Worker handles one item, which is its own until it returns, and prints to out. It should return soon after ctx ends.
type Worker[T any] func(ctx context.Context, item *T, out *Out)

const (
	quick    = time.Millisecond      // a chunk done in less is followed by one of twice the size
	slow     = 4 * time.Millisecond  // a chunk that took more is followed by one of half the size
	maxChunk = 512                   // items
	maxRead  = 64                    // items that are asked for at once
	patience = 10 * time.Millisecond // how long output may wait in a chunk that takes long
)

// Run calls next until it returns 0, hands the items to workers, each made by one call of newWorker, and writes to out and err what they
// print, in the order of the items. Next puts items into the slice that it is given, and returns how many: those that it has at once, but
// at least one unless there will be none. OneByOne makes such a function of a simpler one.
//
// If ctx ends, workers finish the item they have, the output of all finished items is written, and Run returns ctx.Err(). If out
// cannot be written, the context of the workers is cancelled and Run returns that error. Run returns when all workers have; only the
// goroutine that calls next is left behind if next does not return.
func Run[T any](ctx context.Context, o Options, next func([]T) int, newWorker func() Worker[T], out, err io.Writer) error {
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
			places := q.room()
			if len(places) == 0 {
				return
			}
			n := next(places)
			if n == 0 {
				return
			}
			q.put(n)
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
		w.copy(c.out, q.full)
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

// OneByOne makes an argument of Run of a function that returns one item, and false when there are no more.
func OneByOne[T any](next func() (T, bool)) func([]T) int {
	return func(items []T) int {
		var ok bool
		if items[0], ok = next(); !ok {
			return 0
		}
		return 1
	}
}

// work is the life of one worker. The size of its chunks follows how long they take.
func work[T any](ctx context.Context, q *queue[T], handle Worker[T]) {
	limit := 1
	var buf []T
	for {
		c, ok := q.take(limit, buf)
		if !ok {
			return
		}
		start := time.Now()
		for i := range c.items {
			if ctx.Err() != nil {
				break
			}
			handle(ctx, &c.items[i], c.out)
		}
		c.out.publish()
		c.out.done <- struct{}{}
		runtime.Gosched() // let the writer and the reader run here, where they were woken: on another processor it costs more, or waits
		switch d := time.Since(start); {
		case d < quick:
			limit = min(2*limit, maxChunk)
		case d > slow:
			limit = max(1, limit/2)
		}
		clear(c.items)
		buf = c.items
	}
}

// A writer writes the output of chunks, one after the other.
type writer struct {
	out      *bufio.Writer
	err      io.Writer
	fail     func() // called at the first error
	failed   error
	o, e     []byte // buffers
	unwanted bool   // nothing more is written
}

// copy writes the output of a chunk until it is done.
func (w *writer) copy(o *Out, full <-chan struct{}) {
	for {
		select {
		case <-o.done:
			w.write(o)
			return
		default:
		}
		w.flush() // the chunk is being worked on: show what there is meanwhile
		timer := time.NewTimer(patience)
		done := false
		select {
		case <-o.done:
			done = true
		case <-full:
		case <-timer.C:
		}
		timer.Stop()
		w.write(o)
		if done {
			return
		}
	}
}

func (w *writer) write(o *Out) {
	w.o, w.e = o.take(w.o, w.e)
	if w.unwanted || len(w.o)+len(w.e) == 0 {
		return
	}
	if _, err := w.out.Write(w.o); err != nil {
		w.stop(err)
		return
	}
	if len(w.e) > 0 {
		w.flush()        // so that the two streams stay in step on a terminal
		w.err.Write(w.e) // there is nobody to tell that messages cannot be written
	}
}

func (w *writer) flush() {
	if w.unwanted || w.out.Buffered() == 0 {
		return
	}
	if err := w.out.Flush(); err != nil {
		w.stop(err)
	}
}

// stop notes the first error. From then on output is thrown away, so that nobody waits for the writer.
func (w *writer) stop(err error) {
	w.failed, w.unwanted = err, true
	w.fail()
}
