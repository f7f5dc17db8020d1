package campaign

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Local executes runs in this process. The zero value uses all cores.
type Local struct {
	Executor
	Parallelism int // maximum number of concurrent runs, except for runs with Alone; 0 means all cores
}

var _ Queue = Local{}

// Check implements Queue.
func (l Local) Check(plan *Plan) error { return l.Executor.Check(plan) }

// Jobs implements Queue.
func (l Local) Jobs() int {
	if l.Parallelism <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return l.Parallelism
}

// Execute implements Queue. It executes the stages in order. When it returns, no goroutine and no child process is
// left.
func (l Local) Execute(ctx context.Context, plan *Plan, done func(key string) bool, results chan<- Result) error {
	var names []string
	seen := map[string]bool{}
	for run := range plan.All() {
		if !seen[run.Method] && !done(run.Key) {
			seen[run.Method] = true
			names = append(names, run.Method)
		}
	}
	here, missing := DetectEnvironment(ctx, names)
	l.Unavailable = missing
	warm := map[string]bool{}
	for i := range plan.Stages {
		if ctx.Err() != nil {
			break
		}
		l.executeStage(ctx, &plan.Stages[i], done, warm, func(r Record) { results <- Result{r, &here} })
	}
	return ctx.Err()
}

// executeStage executes the runs of a stage that are not done.
func (l Local) executeStage(ctx context.Context, stage *Stage, done func(string) bool, warm map[string]bool,
	send func(Record)) {
	var todo, warmups []*Run
	used := map[string]bool{}
	for _, run := range stage.Runs {
		if !done(run.Key) {
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
	jobs := l.Jobs()
	if stage.Alone {
		jobs = 1
	}
	forEach(ctx, jobs, warmups, func(run *Run) { l.Executor.Execute(ctx, run) })
	forEach(ctx, jobs, todo, func(run *Run) {
		if record := l.Executor.Execute(ctx, run); ctx.Err() == nil {
			send(record)
		}
	})
}

// forEach calls do for the runs in order, from up to jobs goroutines, until ctx ends.
func forEach(ctx context.Context, jobs int, runs []*Run, do func(*Run)) {
	var g errgroup.Group
	g.SetLimit(jobs)
	for _, run := range runs {
		g.Go(func() error {
			if ctx.Err() == nil {
				do(run)
			}
			return nil
		})
	}
	_ = g.Wait()
}
