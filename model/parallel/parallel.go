// Package parallel runs functions in several goroutines. A panic in one of them would end the process, whatever its
// callers recover from; here it is raised again in the goroutine of the caller, after the others have ended.
package parallel

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// A Panic is a panic of another goroutine.
type Panic struct {
	Value any    // the argument of panic
	Stack []byte // of the goroutine that panicked
}

// Error makes the runtime print the stack if nothing recovers.
func (p *Panic) Error() string { return fmt.Sprintf("%v\n\n%s", p.Value, p.Stack) }

// Catch calls f and returns its panic, or nil.
func Catch(f func()) (p *Panic) {
	defer func() {
		if cause := recover(); cause != nil {
			var inner bool
			if p, inner = cause.(*Panic); !inner {
				p = &Panic{cause, debug.Stack()}
			}
		}
	}()
	f()
	return nil
}

// Do calls work for each worker from 0 to n-1, in goroutines of their own, and returns when all calls have ended. The
// context of the calls ends with ctx, and as soon as one of them returns true or panics. Do panics with a *Panic if a
// call has panicked. A single worker runs in the goroutine of the caller.
func Do(ctx context.Context, n int, work func(ctx context.Context, worker int) (stop bool)) {
	if n == 1 {
		work(ctx, 0)
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ctx = Pausing(ctx)
	var first atomic.Pointer[Panic]
	var workers sync.WaitGroup
	for worker := range n {
		workers.Go(func() {
			stop := false
			if p := Catch(func() { stop = work(ctx, worker) }); p != nil {
				first.CompareAndSwap(nil, p)
				stop = true
			}
			if stop {
				cancel()
			}
		})
	}
	workers.Wait()
	if p := first.Load(); p != nil {
		panic(p)
	}
}

// Each calls work for each task from 0 to tasks-1, by at most n workers numbered from 0, as Do does. When the context
// of the calls has ended, it begins no further task.
func Each(ctx context.Context, n, tasks int, work func(ctx context.Context, worker, task int) (stop bool)) {
	var next atomic.Int64
	Do(ctx, max(1, min(n, tasks)), func(ctx context.Context, worker int) bool {
		for ctx.Err() == nil {
			task := int(next.Add(1)) - 1
			if task >= tasks {
				return false
			}
			if work(ctx, worker, task) {
				return true
			}
		}
		return false
	})
}

// pauseKey is the key of the function of WithPause.
type pauseKey struct{}

// A pausing context calls pause whenever it is asked whether it has ended.
type pausing struct {
	context.Context
	pause func()
}

func (p pausing) Err() error {
	p.pause()
	return p.Context.Err()
}

// WithPause returns a context whose Err calls pause, which searches do every few milliseconds. Where goroutines are not
// preempted, as in WebAssembly, pause gives timers and others their turn. Contexts made of this one need [Pausing].
func WithPause(ctx context.Context, pause func()) context.Context {
	return pausing{context.WithValue(ctx, pauseKey{}, pause), pause}
}

// Pauses reports whether a context was made of one of WithPause.
func Pauses(ctx context.Context) bool { return ctx.Value(pauseKey{}) != nil }

// Pausing makes Err of a context, which was made of one of WithPause, call its function, too. Others are returned
// unchanged.
func Pausing(ctx context.Context) context.Context {
	if pause, ok := ctx.Value(pauseKey{}).(func()); ok {
		return pausing{ctx, pause}
	}
	return ctx
}
