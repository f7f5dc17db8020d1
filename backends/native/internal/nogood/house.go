package nogood

// A house is a set of variables that must differ, with as many values as variables: it uses all of them. A value that
// only one variable can take is the value of that variable (hidden singles).
type house struct {
	id     int32
	vars   []int32
	values uint64
	after  []int32 // the propagators of the house that are run after it
}

func (h *house) propagate(s *Search, gone uint64) bool {
	lost := gone
	for {
		var once, twice uint64
		for _, v := range h.vars {
			d := s.domains[v]
			twice |= once & d
			once |= d
		}
		if once != h.values {
			return s.fail(h.id)
		}
		hidden := once &^ twice & gone
		gone = 0
		if hidden != 0 {
			for _, v := range h.vars {
				d := s.domains[v]
				m := d & hidden
				if m == 0 || m == d {
					continue
				}
				m &= -m
				if !s.narrow(v, m, byPropagator|reason(h.id)) {
					return false
				}
				gone |= d &^ m
			}
		}
		if gone == 0 {
			for _, p := range h.after {
				s.schedule(p, lost)
			}
			return true
		}
		lost |= gone
	}
}

func (h *house) explain(s *Search, at, v int32, _ uint64) {
	missing := uint64(0)
	if v >= 0 {
		missing = s.trail[at].new
	} else {
		missing = h.values
		for _, u := range h.vars {
			missing &^= s.domainBefore(u, at)
		}
		missing &= -missing
	}
	for _, u := range h.vars {
		if u != v {
			s.require(u, ^missing)
		}
	}
}
