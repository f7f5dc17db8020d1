package parallel

import "context"

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
