package native

// A shaver removes every value whose assignment fails in propagation, until none does. The result is unique: what fails in some domains
// fails in all subsets of them, so the order of the removals does not matter.
// Source: R. Debruyne, C. Bessière, Some Practicable Filtering Techniques for the Constraint Satisfaction Problem, IJCAI 1997, section 3
// (singleton arc consistency).
type shaver struct {
	e         *engine
	v         int32 // the variable at hand
	rank      int   // and its rank
	unchanged int   // how many variables have been gone through since the last removal
	probing   bool  // v has been given the rank, and the trail a mark
	probes    int64 // trials since the start
}

func newShaver(e *engine) *shaver {
	s := &shaver{e: e}
	s.reset()
	return s
}

// reset begins anew, where the last variable at hand was. It must not be called during a trial.
func (s *shaver) reset() { s.rank, s.unchanged = -1, 0 }

// run goes on until nothing is left to remove, or a variable has no value left, or there are no steps left. It also runs what is scheduled.
func (s *shaver) run(steps *int) outcome {
	for {
		o := s.e.fixpoint(steps)
		switch {
		case o == paused:
			return paused
		case s.probing:
			s.probing = false
			s.e.undo()
			if o == failed {
				s.unchanged = 0
				s.e.remove(s.v, s.rank) // other values are left: it was not fixed
				continue
			}
		case o == failed:
			return failed
		}
		if !s.nextValue() {
			return stable
		}
		*steps--
		s.probes++
		s.probing = true
		s.e.mark()
		s.e.assign(s.v, s.rank)
	}
}

// nextValue goes on to the next value that is not fixed. It returns false when all have been tried since the last removal.
func (s *shaver) nextValue() bool {
	for s.unchanged <= len(s.e.domains) { // the variable of the last removal once more, for its values before
		if !s.e.fixed(s.v) {
			for last := s.e.max(s.v); s.rank < last; {
				if s.rank++; s.e.contains(s.v, s.rank) {
					return true
				}
			}
		}
		s.unchanged++
		s.rank = -1
		if s.v++; int(s.v) == len(s.e.domains) {
			s.v = 0
		}
	}
	return false
}
