package campaign

import (
	"context"
)

// A Task is what a run does with its puzzle and its method.
type Task struct {
	Name    string
	Summary string // one line
	// Do executes the run and fills what it measured into the record: Outcome, Detail, Stats, Values. Everything else, the wall time and
	// what follows from a limit on time included, is filled by the runner. It must return soon after ctx ends. An Outcome that is left
	// empty is Failed. Values must be finite: others are not kept.
	Do func(ctx context.Context, run *Run, record *Record)
	// NoSolver says that the task does not need the solver of its method. The runs of other tasks are Missing, and not begun, where the
	// solver is not installed.
	NoSolver bool
}

// Tasks returns the tasks that any campaign may use.
func Tasks() []Task {
	return []Task{
		{Name: "solve", Summary: "finds a solution", Do: solve},
		{Name: "unique", Summary: "decides whether there is exactly one solution", Do: unique},
		{Name: "count", Summary: "counts the solutions", Do: count},
		{Name: "reduce", Summary: "applies a preprocessor alone", Do: reduce, NoSolver: true},
	}
}

// taskNamed returns the task of a name, from those given or from Tasks. The empty name is solve.
func taskNamed(more []Task, name string) (Task, bool) {
	if name == "" {
		name = "solve"
	}
	for _, list := range [][]Task{more, Tasks()} {
		for _, t := range list {
			if t.Name == name {
				return t, true
			}
		}
	}
	return Task{}, false
}
