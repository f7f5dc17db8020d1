package batch

import "sync"

// maxHeld is how many bytes of output a chunk may hold before the worker waits for the writer.
const maxHeld = 1 << 18

// An Out takes what a worker prints for one chunk of items. It is used by one worker and the writer.
type Out struct {
	mu       sync.Mutex
	taken    sync.Cond // signalled when the writer has taken what was held
	out, err []byte
	full     chan<- struct{} // tells the writer that a worker waits
	done     chan struct{}   // receives when the chunk is finished
}

func newOut(full chan<- struct{}) *Out {
	o := &Out{full: full, done: make(chan struct{}, 1)}
	o.taken.L = &o.mu
	return o
}

// Write adds to the standard output of the item. It waits while more than a quarter of a megabyte is held and the items before are not
// written yet. It never fails: if the writer cannot write, the context of the worker ends.
func (o *Out) Write(p []byte) (int, error) {
	o.mu.Lock()
	for len(o.out) > maxHeld {
		select {
		case o.full <- struct{}{}:
		default:
		}
		o.taken.Wait()
	}
	o.out = append(o.out, p...)
	o.mu.Unlock()
	return len(p), nil
}

// Err adds to the standard error of the item.
func (o *Out) Err(message string) {
	o.mu.Lock()
	o.err = append(o.err, message...)
	o.mu.Unlock()
}

// take appends what is held to out and err and empties it.
func (o *Out) take(out, err []byte) ([]byte, []byte) {
	o.mu.Lock()
	out, err = append(out, o.out...), append(err, o.err...)
	o.out, o.err = o.out[:0], o.err[:0]
	o.taken.Signal()
	o.mu.Unlock()
	return out, err
}
