package batch

import "sync"

// maxHeld is how many bytes of output a chunk may hold before the worker waits for the writer.
const maxHeld = 1 << 18

// An Out takes what a worker prints for one chunk of items. It is used by one worker and the writer.
type Out struct {
	mu       sync.Mutex
	taken    sync.Cond // signalled when the writer has taken what was held
	out, err []byte
	later    []byte          // of the worker alone: output that the writer may not take yet
	full     chan<- struct{} // tells the writer that a worker waits
	done     chan struct{}   // receives when the chunk is finished
}

func newOut(full chan<- struct{}) *Out {
	o := &Out{full: full, done: make(chan struct{}, 1)}
	o.taken.L = &o.mu
	return o
}

// maxLater is how many bytes may be added by Later before they are held for the writer.
const maxLater = 1 << 16

// Later adds to the standard output of the item what need not be seen before the next item is handled, because that takes microseconds. It
// is seen with what is written next, by Write or Err, or when the chunk is finished: a worker that is about to take long calls Write(nil).
func (o *Out) Later(p []byte) {
	if o.later = append(o.later, p...); len(o.later) > maxLater {
		o.publish()
	}
}

// publish lets the writer take what was added by Later.
func (o *Out) publish() {
	if len(o.later) == 0 {
		return
	}
	o.mu.Lock()
	o.wait()
	if len(o.out) == 0 {
		o.out, o.later = o.later, o.out
	} else {
		o.out = append(o.out, o.later...)
	}
	o.mu.Unlock()
	o.later = o.later[:0]
}

// Write adds to the standard output of the item. It waits while more than a quarter of a megabyte is held and the items before are not
// written yet. It never fails: if the writer cannot write, the context of the worker ends.
func (o *Out) Write(p []byte) (int, error) {
	o.publish()
	o.mu.Lock()
	o.wait()
	o.out = append(o.out, p...)
	o.mu.Unlock()
	return len(p), nil
}

// wait waits, with the lock, until there is room for more.
func (o *Out) wait() {
	for len(o.out) > maxHeld {
		select {
		case o.full <- struct{}{}:
		default:
		}
		o.taken.Wait()
	}
}

// Err adds to the standard error of the item.
func (o *Out) Err(message string) {
	o.publish()
	o.mu.Lock()
	o.err = append(o.err, message...)
	o.mu.Unlock()
}

// take returns what is held, and keeps out and err for what comes.
func (o *Out) take(out, err []byte) ([]byte, []byte) {
	o.mu.Lock()
	o.out, out = out[:0], o.out
	o.err, err = err[:0], o.err
	o.taken.Signal()
	o.mu.Unlock()
	return out, err
}
