package campaign

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Runner executes the runs of a plan.
type Runner struct {
	Jobs     int            // runs at the same time, but for those that are alone; 0 means all cores
	Tasks    []Task         // besides those of the function Tasks, before which they are looked for
	Progress func(Progress) // called about five times a second, from one goroutine at a time; may be nil
	// Child is the command that executes an isolated run: that of a program which calls the function Child. Without it no run can be
	// isolated.
	Child []string

	missing map[string]error // methods whose solver is not there
}

// commitEvery is how much work is lost at most when the machine loses power. A commit costs a few milliseconds of the disk.
const commitEvery = 200 * time.Millisecond

// Run executes the runs of the plan that have no record in the store. When ctx ends it stops the runs that are being executed, commits
// the records of those that were finished before, and returns ctx.Err(). An error of the store ends it likewise; a run that fails,
// crashes or panics does not: that is its outcome. No goroutine and no process is left when it returns.
func (r Runner) Run(ctx context.Context, plan *Plan, store *Store) error {
	if r.Jobs <= 0 {
		r.Jobs = runtime.GOMAXPROCS(0)
	}
	done, err := store.Done(ctx)
	if err != nil {
		return err
	}
	if err := r.Check(plan); err != nil {
		return err
	}
	var names []string
	seen := map[string]bool{}
	before := 0
	for _, stage := range plan.Stages {
		for _, run := range stage.Runs {
			if _, ok := done[run.Key]; ok {
				before++
			} else if !seen[run.Method] {
				seen[run.Method] = true
				names = append(names, run.Method)
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	here, missing := Here(ctx, names)
	r.missing = missing
	environment, err := store.AddEnvironment(ctx, here)
	if err != nil {
		return err
	}
	work, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	j := &journal{
		runner: &r, store: store, environment: environment, fail: cancel,
		in:       make(chan finished, 4*r.Jobs),
		estimate: newEstimator(plan, done), begun: time.Now(), total: plan.Runs(), done: before, old: before,
	}
	var writing sync.WaitGroup
	writing.Go(func() { j.write(context.WithoutCancel(ctx)) })
	warm := map[string]bool{}
	for i := range plan.Stages {
		if work.Err() == nil {
			r.stage(work, &plan.Stages[i], done, warm, j)
		}
	}
	close(j.in)
	writing.Wait()
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), j.err)
	}
	return j.err
}

// Check returns an error if some run of the plan cannot be executed by this runner: its task is not known, or it needs a child process or a
// limit on memory that there is not. Run checks, too; a check before Create keeps a mistake from being stored.
func (r Runner) Check(plan *Plan) error {
	for _, stage := range plan.Stages {
		for _, run := range stage.Runs {
			if _, known := taskNamed(r.Tasks, run.Task); !known {
				var names []string
				for _, t := range slices.Concat(Tasks(), r.Tasks) {
					names = append(names, t.Name)
				}
				return fmt.Errorf("campaign: grid %q: unknown task %q: expected one of %s", run.Grid, run.Task, strings.Join(names, ", "))
			}
			if run.Limits.Memory > 0 && !memoryLimits {
				return fmt.Errorf("campaign: grid %q: limits on memory need Linux", run.Grid)
			}
			if run.Limits.Isolate && len(r.Child) == 0 {
				return fmt.Errorf("campaign: grid %q: runs cannot be isolated here", run.Grid)
			}
		}
	}
	return nil
}

// stage executes the runs of a stage that are not done.
func (r *Runner) stage(ctx context.Context, stage *Stage, done map[string]time.Duration, warm map[string]bool, j *journal) {
	var todo, warmups []*Run
	used := map[string]bool{}
	for _, run := range stage.Runs {
		if _, ok := done[run.Key]; !ok {
			todo = append(todo, run)
			used[run.Grid+"/"+run.Method] = true
		}
	}
	for _, run := range stage.Warmup {
		if used[run.Grid+"/"+run.Method] && !warm[run.Key] {
			warm[run.Key] = true
			warmups = append(warmups, run)
		}
	}
	jobs := r.Jobs
	if stage.Alone {
		jobs = 1
	}
	each(ctx, jobs, warmups, func(run *Run) { r.execute(ctx, run) })
	each(ctx, jobs, todo, func(run *Run) {
		j.starts(run)
		if record := r.execute(ctx, run); ctx.Err() == nil {
			j.in <- finished{run, record}
		}
	})
}

// each calls do for the runs, in their order, from so many goroutines, until ctx ends.
func each(ctx context.Context, jobs int, runs []*Run, do func(*Run)) {
	next := make(chan *Run)
	var workers sync.WaitGroup
	for range min(jobs, len(runs)) {
		workers.Go(func() {
			for run := range next {
				do(run)
			}
		})
	}
feed:
	for _, run := range runs {
		select {
		case next <- run:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	workers.Wait()
}

// execute executes one run, in a child process if it is to be isolated.
func (r *Runner) execute(ctx context.Context, run *Run) Record {
	task, _ := taskNamed(r.Tasks, run.Task)
	if err := r.missing[run.Method]; err != nil && !task.NoSolver {
		record := newRecord(run)
		record.Outcome, record.Detail = Missing, err.Error()
		return record // also where the preprocessor alone would solve the puzzle
	}
	if run.Limits.Isolate {
		return r.isolated(ctx, run)
	}
	return perform(ctx, task, run)
}

// perform executes a run in this process.
func perform(ctx context.Context, task Task, run *Run) (record Record) {
	record = newRecord(run)
	limited := ctx
	if limit := run.Limits.Time.Duration; limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	before := cpuTime()
	start := time.Now()
	defer func() {
		record.Wall = time.Since(start)
		if run.Alone || run.Limits.Isolate {
			record.CPU = cpuTime() - before
		}
		if cause := recover(); cause != nil {
			record.Outcome, record.Detail = Crashed, fmt.Sprintf("panic: %v (%s)", cause, firstFrame(debug.Stack()))
			return
		}
		switch limit := run.Limits.Time.Duration; {
		case limit > 0 && record.Wall > limit && record.Outcome != Failed && record.Outcome != Missing && record.Outcome != Crashed:
			record.Outcome = TimeOut // also an answer that came too late
		case record.Outcome == "":
			record.Outcome, record.Detail = Failed, "the task said nothing about its outcome"
		}
	}()
	task.Do(limited, run, &record)
	return record
}

// newRecord returns a record of what is known before the run.
func newRecord(run *Run) Record {
	in := run.Instance
	record := Record{
		Key: run.Key, Grid: run.Grid, Set: in.Set, Index: in.Index, Instance: in.Name, Method: run.Method, Task: run.Task,
		Replicate: run.Replicate, Seed: run.Seed, Clues: in.Puzzle.Givens(), Tags: in.Tags, Started: time.Now(),
	}
	if s := in.Puzzle.Shape; s.Height == s.Width {
		record.Order = s.Height
	}
	return record
}

// firstFrame returns the file and line where a panic began.
func firstFrame(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "panic(") && i+3 < len(lines) {
			place, _, _ := strings.Cut(strings.TrimSpace(lines[i+3]), " ")
			return place[strings.LastIndex(place, "/")+1:]
		}
	}
	return "place unknown"
}

// A journal commits the records of a session as they come.
type journal struct {
	runner      *Runner
	store       *Store
	environment int64
	fail        context.CancelCauseFunc
	in          chan finished
	err         error // of the store

	estimate         *estimator
	begun            time.Time
	total, done, old int

	mu      sync.Mutex
	running string
}

type finished struct {
	run    *Run
	record Record
}

func (j *journal) starts(run *Run) {
	j.mu.Lock()
	j.running = run.Key
	j.mu.Unlock()
}

// write commits what comes in until in is closed. After an error of the store it takes what comes and drops it.
func (j *journal) write(ctx context.Context) {
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
		case f, open := <-j.in:
			if !open {
				flush()
				return
			}
			f.record.Environment = j.environment
			batch = append(batch, f.record)
			j.estimate.done(f.run, f.record.Wall)
			if len(batch) >= 1000 {
				flush()
			}
		case <-tick.C:
			flush()
		}
	}
}

// tell reports the progress.
func (j *journal) tell() {
	if j.runner.Progress == nil {
		return
	}
	j.mu.Lock()
	running := j.running
	j.mu.Unlock()
	j.runner.Progress(Progress{
		Done: j.done, Total: j.total, New: j.done - j.old, Elapsed: time.Since(j.begun),
		Left: j.estimate.left(j.runner.Jobs), Sampled: j.estimate.unknown == 0, Running: running,
	})
}
