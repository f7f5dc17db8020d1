package campaign

import (
	"context"
)

// A Task is what a run does with its puzzle and its method.
type Task struct {
	Name    string
	Summary string // one line
	// Do executes the run and fills what it measured into the record: Outcome, Detail, Stats, Values. Everything else, the wall time and
	// what follows from a limit on time included, is filled by the runner. It must return soon after ctx ends.
	Do func(ctx context.Context, run *Run, record *Record)
}
