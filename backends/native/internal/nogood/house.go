package nogood

import "math/bits"

// A house is a set of variables that must differ, with as many values as variables: it uses all of them. A value that
// only one variable can take is the value of that variable (hidden singles).
//
// With confining it is a propagator of its own for another rule: a variable that must differ from all variables of the
// house that can take a value cannot take that value. If those variables are in the intersection with another house,
// these are locked candidates; but a variable may also differ from them by other rules, such as a knight's move.
type house struct {
	id        int32
	vars      []int32
	values    uint64
	confining bool
}

func (h *house) propagate(s *Search) bool {
	if h.confining {
		return h.confine(s)
	}
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
		hidden, changed := once&^twice, false
		for _, v := range h.vars {
			m := s.domains[v] & hidden
			if m == 0 || m == s.domains[v] {
				continue
			}
			if !s.narrow(v, m&-m, byPropagator|reason(h.id)) {
				return false
			}
			changed = true
		}
		if !changed {
			return true
		}
	}
}

func (h *house) confine(s *Search) bool {
	var places [64]uint64 // by value: the variables that can take it, as bits of their index in vars
	open := uint64(0)
	for i, v := range h.vars {
		d := s.domains[v]
		if single(d) {
			continue
		}
		open |= d
		for m := d; m != 0; m &= m - 1 {
			places[bits.TrailingZeros64(m)] |= 1 << i
		}
	}
	words := len(s.peerSets[0])
	for ; open != 0; open &= open - 1 {
		value := bits.TrailingZeros64(open)
		at := places[value]
		if bits.OnesCount64(at) > maxConfined {
			continue
		}
		for w := range words {
			common := all
			for m := at; m != 0 && common != 0; m &= m - 1 {
				common &= s.peerSets[h.vars[bits.TrailingZeros64(m)]][w]
			}
			for ; common != 0; common &= common - 1 {
				v := int32(w<<6 + bits.TrailingZeros64(common))
				if s.domains[v]>>value&1 != 0 && !s.narrow(v, ^(1<<value), byPropagator|reason(h.id)) {
					return false
				}
			}
		}
	}
	return true
}

// maxConfined is the largest number of places of a value for which confine looks for common peers.
const maxConfined = 6

func (h *house) explain(s *Search, at, v int32, gone uint64) {
	if h.confining {
		for _, u := range h.vars {
			if !s.arePeers(u, v) {
				s.require(u, ^gone)
			}
		}
		return
	}
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
