package term

import (
	"context"
	"errors"
	"io"
	"os"
)

// ErrInputInterrupted is returned by readers of [Env.Interruptible] and by [Env.Open] when the program is interrupted
// while they wait.
var ErrInputInterrupted = errors.New("interrupted while waiting for input")

// Context returns the context of SetContext, or one that never ends.
func (e *Env) Context() context.Context {
	if e == nil || e.ctx == nil {
		return context.Background()
	}
	return e.ctx
}

// ErrFolder is the error of opening a folder in place of a file.
var ErrFolder = errors.New("it is a folder")

// SetContext sets the context whose end interrupts the reading of input.
func (e *Env) SetContext(ctx context.Context) {
	e.ctx = ctx
	if e.In != nil {
		e.In = e.Interruptible(e.In)
	}
}

// InputInterrupted reports whether some input was cut short because the program was interrupted.
func (e *Env) InputInterrupted() bool { return e.cut.Load() }

// Interruptible returns a reader of r. Its Read fails when the context of e ends, even if r has nothing to read yet: a
// terminal, a pipe or a file on a network may wait for ever. Without an Env, or without a context, it returns r.
func (e *Env) Interruptible(r io.Reader) io.Reader {
	if e == nil || e.ctx == nil {
		return r
	}
	return e.Within(e.ctx, r)
}

// Within is Interruptible by another context, such as one of the context of e with a time limit.
func (e *Env) Within(ctx context.Context, r io.Reader) io.Reader {
	if ctx.Done() == nil {
		return r
	}
	return &interruptibleReader{env: e, ctx: ctx, in: r}
}

// Open opens a file for reading; the error for a folder is ErrFolder. Opening a named pipe waits for a writer, which an
// interrupt ends.
func (e *Env) Open(name string) (*os.File, error) {
	if e == nil || e.ctx == nil || e.ctx.Done() == nil {
		return openFile(name)
	}
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result, 1)
	go func() {
		file, err := openFile(name)
		opened <- result{file, err}
	}()
	select {
	case r := <-opened:
		return r.file, r.err
	case <-e.ctx.Done():
		e.cut.Store(true)
		return nil, ErrInputInterrupted
	}
}

func openFile(name string) (*os.File, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, ErrFolder
	}
	return file, nil
}

// An interruptibleReader reads in another goroutine, which is left behind when the program is interrupted: it ends with
// the program.
type interruptibleReader struct {
	env    *Env
	ctx    context.Context
	in     io.Reader
	buffer []byte
	read   chan int // the length of the data in buffer, once read
	err    error    // of the last read
	failed bool     // an interrupt has left a read under way
}

// Unwrap returns the reader itself, to find out its type.
func (r *interruptibleReader) Unwrap() io.Reader { return r.in }

func (r *interruptibleReader) Read(b []byte) (int, error) {
	if r.failed {
		return 0, ErrInputInterrupted
	}
	if r.read == nil {
		r.read = make(chan int, 1)
	}
	if len(r.buffer) < len(b) {
		r.buffer = make([]byte, len(b))
	}
	go func() {
		n, err := r.in.Read(r.buffer[:len(b)])
		r.err = err
		r.read <- n
	}()
	select {
	case n := <-r.read:
		return copy(b, r.buffer[:n]), r.err
	case <-r.ctx.Done():
		r.failed = true
		r.env.cut.Store(r.env.Context().Err() != nil)
		return 0, ErrInputInterrupted
	}
}
