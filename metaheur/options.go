package metaheur

// Options are what all methods have in common. The zero value is one run from seed 0 without a limit of its own.
//
// What a method adds has its default in the tag of its field, for which zero stands, and the greatest value where more would fill the memory
// or keep a run busy for long after its context has ended: see package option.
type Options struct {
	Seed  uint64      // the same seed gives the same run
	Moves int64       // limit on the moves of a run, in the method's unit (see the method); 0 means none: the search goes on until ctx ends
	Jobs  int         // runs side by side, each with a seed of its own derived from Seed; the first success ends the others; 0 means 1
	Trace func(Event) // called now and then, by one run at a time, as the method says; may be nil
}

// An Event is a point of the course of a run, for plots.
type Event struct {
	Job         int   // which run, from 0
	Moves       int64 // so far
	Restarts    int64 // so far
	Cost        int   // of the current assignment
	Best        int   // least cost so far in this run
	Temperature float64
}

// An UnsupportedError says why a method cannot search a model.
type UnsupportedError struct{ Reason string }

func (e *UnsupportedError) Error() string { return "metaheur: " + e.Reason }
