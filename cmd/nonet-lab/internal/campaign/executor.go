package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nonet/backends"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"
)

// An Executor executes single runs, in this process or in child processes. Its methods are safe for concurrent use.
type Executor struct {
	Tasks []Task // additional tasks; they take precedence over those of the function Tasks
	// Child is the command line of a program that calls the function Child to execute an isolated run. If it is empty,
	// no run can be isolated.
	Child []string
	// Unavailable maps methods whose solver is not installed to the error, see DetectEnvironment. Their runs have the
	// outcome Unavailable.
	Unavailable map[string]error
	// Allow returns an error for a method whose program must not be started here. Its runs have the outcome
	// Unavailable. nil allows all methods.
	Allow func(method string) error
}

// Check returns an error if a run of the plan cannot be executed: its task is unknown, or it requires a child process
// or a memory limit that is not supported here.
func (x *Executor) Check(plan *Plan) error {
	for run := range plan.All() {
		if err := x.checkRun(run); err != nil {
			return fmt.Errorf("grid %q: %w", run.Grid, err)
		}
	}
	return nil
}

func (x *Executor) checkRun(run *Run) error {
	task, known := findTask(x.Tasks, run.Task)
	if !known {
		names := slice.Map(slices.Concat(Tasks(), x.Tasks), func(t Task) string { return t.Name })
		return fmt.Errorf("unknown task %q: expected one of %s", run.Task, strings.Join(names, ", "))
	}
	if run.Instance.Puzzle == nil && !task.Models {
		return fmt.Errorf("the task %s is about puzzles, and %s of %s is a model file", task.Name, run.Instance.Name,
			run.Instance.Set)
	}
	if run.Limits.Memory > 0 && !LimitsMemory {
		return errors.New("memory limits require Linux")
	}
	if run.Limits.Isolate && len(x.Child) == 0 {
		return errors.New("runs cannot be isolated: no command for child processes")
	}
	return nil
}

// NeedsSolver reports whether the task of the run needs the solver of its method.
func (x *Executor) NeedsSolver(run *Run) bool {
	task, _ := findTask(x.Tasks, run.Task)
	return !task.NoSolver
}

// Execute executes one run, in a child process if it is isolated. If ctx ends first, the caller must discard the
// returned record.
func (x *Executor) Execute(ctx context.Context, run *Run) Record {
	task, _ := findTask(x.Tasks, run.Task)
	var err error
	if x.Allow != nil {
		err = x.Allow(run.Method)
	}
	if err == nil && !task.NoSolver {
		err = x.Unavailable[run.Method] // even if the preprocessor alone would solve the puzzle
	}
	if err != nil {
		record := newRecord(run)
		record.Outcome, record.Detail = Unavailable, err.Error()
		return record
	}
	if run.Limits.Isolate {
		return x.executeIsolated(ctx, run)
	}
	return runInProcess(ctx, task, run)
}

// runInProcess executes a run in this process.
func runInProcess(ctx context.Context, task Task, run *Run) (record Record) {
	record = newRecord(run)
	before := cpuTime()
	start := time.Now() // before arming the timeout, so that Wall > limit whenever the deadline fired
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
			record.SetError(ctx, backends.Recovered(cause))
			return
		}
		switch limit := run.Limits.Time.Duration; {
		case limit > 0 && record.Wall > limit && record.Outcome != Failed && record.Outcome != Unavailable &&
			record.Outcome != Crashed:
			if record.Outcome.Success() {
				record.Optimal = false
			}
			record.Outcome = Timeout // an answer after the deadline is discarded
		case record.Outcome == "":
			record.Outcome, record.Detail = Failed, "the task set no outcome"
		}
		switch {
		case !record.Outcome.Success():
			record.AnsweredBy = model.Nobody
		case record.Stats.Settled:
			record.AnsweredBy = model.ByPreprocessor
		}
	}()
	task.Do(limited, run, &record)
	return record
}

// newRecord returns a record with the fields that are known before the run.
func newRecord(run *Run) Record {
	in := run.Instance
	r := Record{
		Key: run.Key, Grid: run.Grid, Set: in.Set, Index: in.Index, Instance: in.Name, Method: run.Method,
		Task: run.Task, Replicate: run.Replicate, Cube: run.Cube, Seed: run.Seed, Tags: in.Tags, Started: time.Now(),
	}
	if in.Puzzle != nil {
		r.Order, r.Clues = order(in.Puzzle), in.Puzzle.Givens()
	}
	return r
}

// order returns the order of a puzzle with square boxes, and 0 for other puzzles.
func order(p *sudoku.Puzzle) int {
	if p.Shape.Height != p.Shape.Width {
		return 0
	}
	return p.Shape.Height
}
