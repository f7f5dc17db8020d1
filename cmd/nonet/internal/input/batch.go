package input

import (
	"context"
	"time"

	"nonet/cmd/nonet/internal/batch"
	"nonet/cmd/nonet/internal/term"
)

// A Batch is items that workers handle for a command, beside a progress bar.
type Batch[T any] struct {
	Env      *term.Env
	Progress *term.Progress
	Options  batch.Options
	Next     func([]T) int
	// Worker makes a worker. A worker calls abort with the reason if every further item would fail alike.
	Worker func(abort context.CancelCauseFunc) batch.Worker[T]
	Done   func() string // what has been handled, in words
}

// Run handles all items and prints the results in their order. If ctx ends, it warns what has been handled. It returns false if the command ends
// at once with err: a worker gave up, or the output cannot be written; err is nil if the reader of the output has closed it.
func (b Batch[T]) Run(ctx context.Context) (elapsed time.Duration, ok bool, err error) {
	run, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	worker := func() batch.Worker[T] { return b.Worker(abort) }
	start := time.Now()
	err = batch.Run(run, b.Options, b.Next, worker, b.Progress.HideBarWriter(b.Env.Out), b.Progress.HideBarWriter(b.Env.Err))
	elapsed = time.Since(start)
	b.Progress.Stop()
	switch {
	case err == nil:
	case ctx.Err() != nil:
		b.Env.Raise(term.Undecided)
		b.Env.Warn("interrupted after %s", b.Done())
	case run.Err() != nil:
		return elapsed, false, context.Cause(run)
	default:
		return elapsed, false, b.Env.WriteError(err)
	}
	return elapsed, true, nil
}
