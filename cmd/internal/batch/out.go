package batch

import (
	"sync"

	"nonet/cmd/internal/printable"
)

// maxHeld is the number of bytes of output that a chunk may hold before the worker waits for the writer.
const maxHeld = 1 << 18

// An Out collects the output of one chunk of items. It is shared by one worker and the writer.
type Out struct {
	mu       sync.Mutex
	taken    sync.Cond // signaled when the writer has taken the output
	out, err []byte
	buffered []byte          // output that the writer may not take yet; accessed by the worker only
	full     chan<- struct{} // signals the writer that a worker waits
	done     chan bool       // receives, when the chunk is finished, whether all its items were processed
}

func newOut(full chan<- struct{}) *Out {
	o := &Out{full: full, done: make(chan bool, 1)}
	o.taken.L = &o.mu
	return o
}

// maxBuffered is the number of bytes that WriteBuffered collects before it makes them available to the writer.
const maxBuffered = 1 << 16

// WriteBuffered adds to the standard output of a fast item, which need not be visible before the next item is
// processed. The output becomes visible with the next Write or WriteErr, or at the end of the chunk. A worker calls
// Write(nil) before an item that may take long.
func (o *Out) WriteBuffered(p []byte) {
	if o.buffered = append(o.buffered, p...); len(o.buffered) > maxBuffered {
		o.flush()
	}
}

// flush makes the buffered output available to the writer.
func (o *Out) flush() {
	if len(o.buffered) == 0 {
		return
	}
	o.mu.Lock()
	o.wait()
	if len(o.out) == 0 {
		o.out, o.buffered = o.buffered, o.out
	} else {
		o.out = append(o.out, o.buffered...)
	}
	o.mu.Unlock()
	o.buffered = o.buffered[:0]
}

// Write adds to the standard output of the item. It waits while the chunk holds more than maxHeld bytes and earlier
// items are not written. It never fails: if the writer fails, the context of the worker ends.
func (o *Out) Write(p []byte) (int, error) {
	o.flush()
	o.mu.Lock()
	o.wait()
	o.out = append(o.out, p...)
	o.mu.Unlock()
	return len(p), nil
}

// wait waits until the chunk holds at most maxHeld bytes. The caller holds the lock.
func (o *Out) wait() {
	for len(o.out) > maxHeld {
		select {
		case o.full <- struct{}{}:
		default:
		}
		o.taken.Wait()
	}
}

// WriteErr adds a message of one line to the standard error of the item.
func (o *Out) WriteErr(message string) {
	o.flush()
	o.mu.Lock()
	o.err = append(append(o.err, printable.Line("nonet: "+message)...), '\n')
	o.mu.Unlock()
}

// take returns the collected output. The slices out and err become the new buffers.
func (o *Out) take(out, err []byte) ([]byte, []byte) {
	o.mu.Lock()
	o.out, out = out[:0], o.out
	o.err, err = err[:0], o.err
	o.taken.Signal()
	o.mu.Unlock()
	return out, err
}
