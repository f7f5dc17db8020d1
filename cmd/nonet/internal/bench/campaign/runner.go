package campaign

import (
	"context"
	"errors"
	"sync"
)

// A Runner has the runs of a plan executed and keeps what comes of them.
type Runner struct {
	Queue    Queue          // who executes the runs; nil means Local{}
	Progress func(Progress) // called about five times a second, from one goroutine at a time; may be nil
}

// Run executes the runs of the plan that have no record in the store. When ctx ends it stops the runs that are being executed here, commits
// the records of those that were finished before, and returns ctx.Err(). An error of the store or of the queue ends it likewise; a run that
// fails, crashes or panics does not: that is its outcome. No goroutine and no process is left when it returns.
func (r Runner) Run(ctx context.Context, plan *Plan, store *Store) error {
	queue := r.Queue
	if queue == nil {
		queue = Local{}
	}
	walls, err := store.Done(ctx)
	if err != nil {
		return err
	}
	if err := queue.Check(plan); err != nil {
		return err
	}
	j := newJournal(plan, store, walls)
	if j.complete() {
		clean(ctx, queue, plan)
		return nil
	}
	j.jobs, j.progress = queue.Jobs, r.Progress
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	j.fail = cancel
	results := make(chan Result, 4*queue.Jobs())
	var writing sync.WaitGroup
	writing.Go(func() { j.write(context.WithoutCancel(ctx), results) })
	executing := queue.Execute(work, plan, func(key string) bool { _, done := walls[key]; return done }, results)
	close(results)
	writing.Wait()
	switch {
	case ctx.Err() != nil:
		return errors.Join(ctx.Err(), j.err)
	case j.err != nil:
		return j.err
	case executing == nil && j.complete():
		clean(ctx, queue, plan)
	}
	return executing
}

// clean has the queue remove its part of a plan whose records are all in the store.
func clean(ctx context.Context, queue Queue, plan *Plan) {
	if c, ok := queue.(Cleaner); ok {
		c.Clean(ctx, plan)
	}
}
