package input

import (
	"context"
	"time"

	"nonet/cmd/internal/batch"
	"nonet/cmd/internal/term"
)

// A Batch runs workers over the items of a command, with a progress bar.
type Batch[T any] struct {
	Env      *term.Env
	Progress *term.Progress
	Options  batch.Options
	Next     func([]T) int
	// Worker returns a new worker. A worker calls abort with a reason if every further item would fail for the same
	// reason.
	Worker func(abort context.CancelCauseFunc) batch.Worker[T]
	Done   func() string // describes the items handled so far
}

// Run handles all items and prints the results in input order. If ctx ends, it prints a warning with the items handled
// so far. It returns false if the command must return err at once: a worker has aborted, or the output cannot be
// written. err is nil if the reader has closed the output.
func (b Batch[T]) Run(ctx context.Context) (elapsed time.Duration, ok bool, err error) {
	run, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	worker := func() batch.Worker[T] { return b.Worker(abort) }
	start := time.Now()
	err = batch.Run(run, b.Options, b.Next, worker, b.Progress.HideBarWriter(b.Env.Out),
		b.Progress.HideBarWriter(b.Env.Err))
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
