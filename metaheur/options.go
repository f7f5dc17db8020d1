package metaheur

// Options are the options common to all methods. The zero value is one run from seed 0 without a limit.
//
// The further fields of a method carry their defaults, and the limits that keep memory and the time between two checks
// of the context small, in their tags: see package option.
type Options struct {
	Seed uint64 // the same seed gives the same run
	// Moves limits the moves of a run, in the unit of the method. 0 means no limit: only ctx ends the search.
	Moves int64

	// Jobs is the number of concurrent runs, each with its own seed derived from Seed. The first success ends the
	// others. 0 means 1.
	Jobs int

	// Trace, if not nil, is called with the progress of a run at the points that the method documents, by one run at a
	// time.
	Trace func(Event)
}

// An Event is a point in the course of a run, for plots.
type Event struct {
	Job         int   // number of the run, from 0
	Moves       int64 // so far
	Restarts    int64 // so far
	Cost        int   // of the current assignment
	Best        int   // lowest cost so far in this run
	Temperature float64
}

// An UnsupportedError reports why a method does not support a model.
type UnsupportedError struct{ Reason string }

func (e *UnsupportedError) Error() string { return e.Reason }
