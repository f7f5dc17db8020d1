package native

// A shaver removes every value whose assignment fails in propagation, to the fixpoint. The result is unique: a value
// that fails in some domains fails in all subsets of them, so the order of the removals does not matter.
// Source: R. Debruyne, C. Bessière, Some Practicable Filtering Techniques for the Constraint Satisfaction Problem,
// IJCAI 1997, section 3 (singleton arc consistency).
type shaver struct {
	e         *engine
	v         int32 // current variable
	rank      int   // current value, as a rank; -1 before the first
	unchanged int   // number of variables scanned since the last removal
	probing   bool  // v is assigned rank, after a mark of the trail
	probes    int64 // number of probes since the search started
}

func newShaver(e *engine) *shaver {
	s := &shaver{e: e}
	s.reset()
	return s
}

// reset starts a new scan at the current variable. It must not be called during a probe.
func (s *shaver) reset() { s.rank, s.unchanged = -1, 0 }

// run probes values until none of them fails, a domain becomes empty, or no steps are left. It also runs the scheduled
// propagators.
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
				s.e.remove(s.v, s.rank) // does not fail: v had other values
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

// nextValue advances to the next value of a variable that is not fixed. It returns false when all values have been
// probed since the last removal.
func (s *shaver) nextValue() bool {
	for s.unchanged <= len(s.e.domains) { // <= : the variable of the last removal again, for its lower values
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
