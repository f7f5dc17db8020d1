package campaign

import (
	"context"
	"time"
)

// commitEvery is how much work is lost at most when the machine loses power. A commit costs a few milliseconds of the disk.
const commitEvery = 200 * time.Millisecond

// A journal commits the results of a session as they come.
type journal struct {
	store        *Store
	solvers      map[string]bool        // backends that the plan uses
	environments map[*Environment]int64 // their numbers in the store
	due          map[string]Group       // runs without a record, by key
	fail         context.CancelCauseFunc
	jobs         func() int
	progress     func(Progress) // may be nil
	err          error          // of the store

	estimate         *estimator
	begun            time.Time
	total, done, old int
}

// newJournal returns a journal for the runs of the plan that have no record yet. The map has the wall times of the others.
func newJournal(plan *Plan, store *Store, walls map[string]time.Duration) *journal {
	j := &journal{
		store: store, solvers: plan.backends(), environments: map[*Environment]int64{}, due: map[string]Group{},
		estimate: newEstimator(plan, walls), begun: time.Now(), total: plan.Runs(),
	}
	for _, stage := range plan.Stages {
		for _, run := range stage.Runs {
			if _, recorded := walls[run.Key]; !recorded {
				j.due[run.Key] = run.Group()
			}
		}
	}
	j.old = j.total - len(j.due)
	j.done = j.old
	return j
}

func (j *journal) complete() bool { return len(j.due) == 0 }

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
				j.done += len(batch)
			}
		}
		batch = batch[:0]
		j.tell()
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

// tell reports the progress.
func (j *journal) tell() {
	if j.progress == nil {
		return
	}
	j.progress(Progress{
		Done: j.done, Total: j.total, New: j.done - j.old, Elapsed: time.Since(j.begun),
		Left: j.estimate.left(j.jobs()), Sampled: j.estimate.unknown == 0,
	})
}
