package campaign

import (
	"context"
	"errors"
	"sync"
	"time"
)

// A Queue executes runs, in this process ([Local]) or on other machines.
type Queue interface {
	// Check returns an error if a run of the plan cannot be executed. Call it before Create, so that no database is
	// created for an invalid plan.
	Check(plan *Plan) error
	// Jobs returns the number of runs executed concurrently, if known: at least 1.
	Jobs() int
	// Execute executes the runs of the plan that are not done, and sends their results. It returns nil when all results
	// have been sent; otherwise it returns an error, soon after ctx has ended or after a failure of the queue. A run
	// that fails, crashes or panics is not an error: it has a result with that outcome.
	//
	// Results may come in any order. Delivery is at least once, also for runs that are done: the receiver keeps the
	// first result of each run.
	Execute(ctx context.Context, plan *Plan, done func(key string) bool, results chan<- Result) error
}

// A Cleaner is a Queue with persistent state for a plan. The Runner calls Clean when all records are in the store.
type Cleaner interface {
	Clean(ctx context.Context, plan *Plan)
}

// A Result is the record of a run and its environment.
type Result struct {
	Record      Record
	Environment *Environment // shared by the results of one process
}

// A Runner has a queue execute the runs of a plan, and stores their records.
type Runner struct {
	Queue    Queue          // executes the runs; nil means Local{}
	Progress func(Progress) // called about five times a second, from one goroutine at a time; may be nil
	Command  string         // of the user, for the store; may be empty
}

// Run executes the runs of the plan that have no record in the store. When ctx ends, it stops the runs of this process,
// commits the records of completed runs, and returns ctx.Err(). An error of the store or of the queue ends it in the
// same way. A run that fails, crashes or panics does not: it has a record with that outcome. When Run returns, no
// goroutine and no child process is left.
func (r Runner) Run(ctx context.Context, plan *Plan, store *Store) error {
	if r.Queue == nil {
		r.Queue = Local{}
	}
	walls, err := store.WallTimes(ctx)
	if err != nil {
		return err
	}
	if err := r.Queue.Check(plan); err != nil {
		return err
	}
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	j := &journal{
		Runner: r, store: store, fail: cancel, solvers: plan.backends(), environments: map[*Environment]int64{},
		pending: map[string]Group{}, estimate: newEstimator(plan, walls),
	}
	for run := range plan.All() {
		j.now.Total++
		if _, recorded := walls[run.Key]; recorded {
			j.now.Done++
		} else {
			j.pending[run.Key] = run.Group()
		}
	}
	if len(j.pending) > 0 {
		session := beginSession(r.Command)
		id, failed := store.saveSession(ctx, 0, session)
		if failed != nil {
			return failed
		}
		defer func() {
			session.Ended, session.LoadAfter = time.Now().UTC().Truncate(time.Second), loadAverage()
			_, _ = store.saveSession(context.WithoutCancel(ctx), id, session) // without it, the end is unknown
		}()
		queue := r.Queue
		if local, ok := queue.(Local); ok {
			if local.underWay, err = store.noteRuns(ctx, plan); err != nil {
				return err
			}
			defer local.underWay.close()
			queue = local
		}
		results := make(chan Result, 4*r.Queue.Jobs())
		var writing sync.WaitGroup
		writing.Go(func() { j.write(context.WithoutCancel(ctx), results) })
		err = queue.Execute(work, plan, func(key string) bool { _, done := walls[key]; return done }, results)
		close(results)
		writing.Wait()
		switch {
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), j.err)
		case j.err != nil:
			return j.err
		}
	}
	if c, ok := r.Queue.(Cleaner); ok && err == nil && len(j.pending) == 0 {
		c.Clean(ctx, plan)
	}
	return err
}

// commitInterval bounds the work that is lost when the machine loses power. A commit takes a few milliseconds of disk
// time.
const commitInterval = 200 * time.Millisecond

// A journal commits the results of a session as they arrive.
type journal struct {
	Runner
	store        *Store
	solvers      map[string]bool        // backends that the plan uses
	environments map[*Environment]int64 // IDs in the store
	pending      map[string]Group       // runs without a record, by key
	fail         context.CancelCauseFunc
	err          error // of the store

	estimate *estimator
	now      Progress
}

// write commits results until the channel is closed. After an error of the store it drains the channel.
func (j *journal) write(ctx context.Context, results <-chan Result) {
	tick := time.NewTicker(commitInterval)
	defer tick.Stop()
	var batch []Record
	flush := func() {
		if len(batch) > 0 && j.err == nil {
			if j.err = j.store.Add(ctx, batch...); j.err != nil {
				j.fail(j.err)
			} else {
				j.now.Done += len(batch)
			}
		}
		batch = batch[:0]
		if j.Progress != nil {
			j.now.Remaining, j.now.Sampled = j.estimate.remaining(j.Queue.Jobs()), j.estimate.unknown == 0
			j.Progress(j.now)
		}
	}
	for {
		select {
		case r, open := <-results:
			if !open {
				flush()
				return
			}
			group, due := j.pending[r.Record.Key]
			if !due {
				continue // a duplicate, or not a run of this plan
			}
			delete(j.pending, r.Record.Key)
			r.Record.Environment = j.environmentID(ctx, r.Environment)
			batch = append(batch, r.Record)
			j.estimate.record(group, r.Record.Wall)
			if len(batch) >= 1000 {
				flush()
			}
		case <-tick.C:
			flush()
		}
	}
}

// environmentID returns the ID of an environment in the store. It stores only the solvers that the plan uses.
func (j *journal) environmentID(ctx context.Context, e *Environment) int64 {
	number, known := j.environments[e]
	if !known && j.err == nil {
		kept := *e
		kept.Solvers = map[string]string{}
		for backend, version := range e.Solvers {
			if j.solvers[backend] {
				kept.Solvers[backend] = version
			}
		}
		if number, j.err = j.store.AddEnvironment(ctx, kept); j.err != nil {
			j.fail(j.err)
		}
		j.environments[e] = number
	}
	return number
}
