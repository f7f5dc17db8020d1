package campaign

import "context"

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
