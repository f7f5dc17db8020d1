package campaign

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
)

// Local executes runs in this process. The zero value uses all cores.
type Local struct {
	Executor
	Parallelism int          // maximum number of concurrent runs, except for runs with Alone; 0 means all cores
	Notice      func(string) // called with messages for the user; may be nil

	underWay *underWay // set by the Runner; may be nil
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

// Execute implements Queue. It executes the stages in order, and then the runs that may have killed this program
// before: see executeSuspects. When it returns, no goroutine and no child process is left.
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
	send := func(r Record) {
		if ctx.Err() == nil {
			results <- Result{r, &here}
		}
	}
	later := func(key string) bool { return done(key) || l.underWay.suspect(key) }
	for i := range plan.Stages {
		if ctx.Err() != nil {
			break
		}
		l.executeStage(ctx, &plan.Stages[i], later, warm, send)
	}
	l.executeSuspects(ctx, plan, done, send)
	return ctx.Err()
}

// executeSuspects executes the runs that were under way when this program was killed or ran out of memory, isolateAfter
// times or more: one at a time, in child processes, the least suspect first. The others have their records by then. A
// run that kills its child process is recorded as crashed. The number of unclean ends alone is no reason for that: a
// user may have killed this program.
func (l Local) executeSuspects(ctx context.Context, plan *Plan, done func(string) bool, send func(Record)) {
	var suspects []*Run
	for run := range plan.All() {
		if l.underWay.suspect(run.Key) && !done(run.Key) {
			suspects = append(suspects, run)
		}
	}
	slices.SortStableFunc(suspects, func(a, b *Run) int {
		return cmp.Compare(l.underWay.ends[a.Key], l.underWay.ends[b.Key])
	})
	if len(suspects) > 0 && l.Notice != nil {
		l.Notice(fmt.Sprintf("%d runs were being executed when nonet was killed or ran out of memory, at least %d "+
			"times each: they follow in child processes, one at a time", len(suspects), isolateAfter))
	}
	forEach(ctx, 1, suspects, func(run *Run) {
		isolated := *run
		isolated.Limits.Isolate = len(l.Child) > 0
		send(l.execute(ctx, &isolated))
	})
}

// execute executes a run, and notes that it is under way.
func (l Local) execute(ctx context.Context, run *Run) Record {
	end := l.underWay.begin(run)
	defer end()
	return l.Executor.Execute(ctx, run)
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
		if used[run.Grid+"/"+run.Method] && !warm[run.Key] && !l.underWay.suspect(run.Key) {
			warm[run.Key] = true
			warmups = append(warmups, run)
		}
	}
	jobs := l.Jobs()
	if stage.Alone {
		jobs = 1
	}
	forEach(ctx, jobs, warmups, func(run *Run) { l.execute(ctx, run) })
	forEach(ctx, jobs, todo, func(run *Run) { send(l.execute(ctx, run)) })
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
