package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nonet/backends"
	"nonet/model/sudoku"
)

// An Executor executes single runs in this process, or in child processes of it. Its methods may be called from many goroutines.
type Executor struct {
	Tasks []Task // besides those of the function Tasks, before which they are looked for
	// Child is the command that executes an isolated run: that of a program which calls the function Child. Without it no run can be
	// isolated.
	Child []string
	// Missing are the methods whose solver is not there, with the reason: see DetectEnvironment. Their runs have the outcome Missing.
	Missing map[string]error
}

// Check returns an error if some run of the plan cannot be executed: its task is not known, or it needs a child process or a limit on memory
// that there is not.
func (x *Executor) Check(plan *Plan) error {
	for run := range plan.All() {
		if err := x.checkRun(run); err != nil {
			return fmt.Errorf("campaign: grid %q: %w", run.Grid, err)
		}
	}
	return nil
}

func (x *Executor) checkRun(run *Run) error {
	if _, known := taskNamed(x.Tasks, run.Task); !known {
		var names []string
		for _, t := range slices.Concat(Tasks(), x.Tasks) {
			names = append(names, t.Name)
		}
		return fmt.Errorf("unknown task %q: expected one of %s", run.Task, strings.Join(names, ", "))
	}
	if run.Limits.Memory > 0 && !LimitsMemory {
		return errors.New("limits on memory need Linux")
	}
	if run.Limits.Isolate && len(x.Child) == 0 {
		return errors.New("runs cannot be isolated here")
	}
	return nil
}

// NeedsSolver reports whether the run needs the solver of its method, and not only a preprocessor or nothing at all.
func (x *Executor) NeedsSolver(run *Run) bool {
	task, _ := taskNamed(x.Tasks, run.Task)
	return !task.NoSolver
}

// Execute executes one run, in a child process if it is to be isolated. When ctx ends before the run does, what it returns is worth nothing.
func (x *Executor) Execute(ctx context.Context, run *Run) Record {
	task, _ := taskNamed(x.Tasks, run.Task)
	if err := x.Missing[run.Method]; err != nil && !task.NoSolver {
		record := newRecord(run)
		record.Outcome, record.Detail = Unavailable, err.Error()
		return record // also where the preprocessor alone would solve the puzzle
	}
	if run.Limits.Isolate {
		return x.isolated(ctx, run)
	}
	return runInProcess(ctx, task, run)
}

// runInProcess executes a run in this process.
func runInProcess(ctx context.Context, task Task, run *Run) (record Record) {
	record = newRecord(run)
	before := cpuTime()
	start := time.Now() // before the limit begins: who heard of its end is late
	limited := ctx
	if limit := run.Limits.Time.Duration; limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	defer func() {
		record.Wall = time.Since(start)
		if run.Alone || run.Limits.Isolate {
			record.CPU = cpuTime() - before
		}
		if cause := recover(); cause != nil {
			record.Stopped(ctx, backends.Recovered(cause))
			return
		}
		switch limit := run.Limits.Time.Duration; {
		case limit > 0 && record.Wall > limit && record.Outcome != Failed && record.Outcome != Unavailable && record.Outcome != Crashed:
			record.Outcome = Timeout // also an answer that came too late
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
	return Record{
		Key: run.Key, Grid: run.Grid, Set: in.Set, Index: in.Index, Instance: in.Name, Method: run.Method, Task: run.Task,
		Replicate: run.Replicate, Cube: run.Cube, Seed: run.Seed, Order: order(in.Puzzle), Clues: in.Puzzle.Givens(), Tags: in.Tags,
		Started: time.Now(),
	}
}

// order returns the order of a puzzle whose boxes are square, and 0 for others.
func order(p *sudoku.Puzzle) int {
	if p.Shape.Height != p.Shape.Width {
		return 0
	}
	return p.Shape.Height
}
