package campaign

import (
	"context"
	"errors"
	"sync"
	"time"
)

// A Queue executes runs: in this process ([Local]), or on other machines.
type Queue interface {
	// Check returns an error if some run of the plan cannot be executed. A check before Create keeps a mistake from being stored.
	Check(plan *Plan) error
	// Jobs returns how many runs are executed at the same time, as far as that is known: at least 1.
	Jobs() int
	// Execute has those runs of the plan executed that are not done, and sends what came of each. It returns nil when all of them have been sent,
	// and otherwise soon after ctx has ended, or when it cannot go on. A run that fails, crashes or panics is no error: that is its outcome.
	//
	// The order is free. A result may be sent twice, and so may one that is done already: who receives them keeps the first.
	Execute(ctx context.Context, plan *Plan, done func(key string) bool, results chan<- Result) error
}

// A Cleaner is a Queue that keeps its part of a plan until all records are in the store, also when this process ends. Then the Runner calls Clean.
type Cleaner interface {
	Clean(ctx context.Context, plan *Plan)
}

// A Result is what came of a run, and where.
type Result struct {
	Record      Record
	Environment *Environment // shared by the results of one process
}

// A Runner has the runs of a plan executed and keeps what comes of them.
type Runner struct {
	Queue    Queue          // executes the runs; nil means Local{}
	Progress func(Progress) // called about five times a second, from one goroutine at a time; may be nil
}

// Run executes the runs of the plan that have no record in the store. When ctx ends it stops the runs that are being executed here, commits
// the records of those that were finished before, and returns ctx.Err(). An error of the store or of the queue ends it likewise; a run that
// fails, crashes or panics does not: that is its outcome. No goroutine and no process is left when it returns.
func (r Runner) Run(ctx context.Context, plan *Plan, store *Store) error {
	if r.Queue == nil {
		r.Queue = Local{}
	}
	walls, err := store.Done(ctx)
	if err != nil {
		return err
	}
	if err := r.Queue.Check(plan); err != nil {
		return err
	}
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	j := &journal{
		Runner: r, store: store, fail: cancel, solvers: plan.backends(), environments: map[*Environment]int64{}, due: map[string]Group{},
		estimate: newEstimator(plan, walls), begun: time.Now(),
	}
	for run := range plan.All() {
		j.now.Total++
		if _, recorded := walls[run.Key]; recorded {
			j.now.Done++
		} else {
			j.due[run.Key] = run.Group()
		}
	}
	if len(j.due) > 0 {
		results := make(chan Result, 4*r.Queue.Jobs())
		var writing sync.WaitGroup
		writing.Go(func() { j.write(context.WithoutCancel(ctx), results) })
		err = r.Queue.Execute(work, plan, func(key string) bool { _, done := walls[key]; return done }, results)
		close(results)
		writing.Wait()
		switch {
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), j.err)
		case j.err != nil:
			return j.err
		}
	}
	if c, ok := r.Queue.(Cleaner); ok && err == nil && len(j.due) == 0 {
		c.Clean(ctx, plan)
	}
	return err
}

// commitEvery is how much work is lost at most when the machine loses power. A commit costs a few milliseconds of the disk.
const commitEvery = 200 * time.Millisecond

// A journal commits the results of a session as they come.
type journal struct {
	Runner
	store        *Store
	solvers      map[string]bool        // backends that the plan uses
	environments map[*Environment]int64 // their numbers in the store
	due          map[string]Group       // runs without a record, by key
	fail         context.CancelCauseFunc
	err          error // of the store

	estimate *estimator
	begun    time.Time
	now      Progress // its counts of records
}

// write commits what comes until results is closed. After an error of the store it takes what comes and drops it.
func (j *journal) write(ctx context.Context, results <-chan Result) {
	tick := time.NewTicker(commitEvery)
	defer tick.Stop()
	var batch []Record
	flush := func() {
		if len(batch) > 0 && j.err == nil {
			if j.err = j.store.Add(ctx, batch...); j.err != nil {
				j.fail(j.err)
			} else {
				j.now.Done += len(batch)
				j.now.New += len(batch)
			}
		}
		batch = batch[:0]
		if j.Progress != nil {
			j.now.Elapsed, j.now.Left, j.now.Sampled = time.Since(j.begun), j.estimate.left(j.Queue.Jobs()), j.estimate.unknown == 0
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
			group, due := j.due[r.Record.Key]
			if !due {
				continue // it was there already, or no run of this plan
			}
			delete(j.due, r.Record.Key)
			r.Record.Environment = j.environment(ctx, r.Environment)
			batch = append(batch, r.Record)
			j.estimate.done(group, r.Record.Wall)
			if len(batch) >= 1000 {
				flush()
			}
		case <-tick.C:
			flush()
		}
	}
}

// environment returns the number of an environment in the store. Of its solvers those are kept that the plan uses.
func (j *journal) environment(ctx context.Context, e *Environment) int64 {
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
