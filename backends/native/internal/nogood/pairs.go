package nogood

import "math/bits"

// Relations of two variables. All of them over the same two variables are one relation, kept as the values of the
// second that fit each value of the first. A relation that only says that the two differ makes them peers; any other is
// two arcs.

// An arc removes the values of to that fit no value of from.
type arc struct {
	from, to int32
	fits     []uint64 // by value of from: values of to
	fitsFrom []uint64 // by value of to: values of from
	union    []uint16 // by set of values of from: the values of to that fit one of them; nil if there are too many sets
}

// unionOf returns the union of the sets of fits at some values.
func unionOf(fits []uint64, values uint64) (m uint64) {
	for ; values != 0; values &= values - 1 {
		m |= fits[bits.TrailingZeros64(values)]
	}
	return m
}

// propagatePairs propagates a change of v to its peers, if v is fixed, and along its arcs.
func (s *Search) propagatePairs(v int32) bool {
	d := s.domains[v]
	if single(d) {
		for _, u := range s.peers[v] {
			if s.domains[u]&d != 0 && !s.narrow(u, ^d, byPeer|reason(v)) {
				return false
			}
		}
	}
	for _, i := range s.arcsFrom[v] {
		a := &s.arcs[i]
		to := s.domains[a.to]
		fits := uint64(0)
		if d < uint64(len(a.union)) {
			fits = uint64(a.union[d])
		} else {
			fits = unionOf(a.fits, d)
		}
		if to&^fits != 0 && !s.narrow(a.to, fits, byArc|reason(i)) {
			return false
		}
	}
	return true
}

// explainArc requires that from has no value that fits one of the values gone.
func (s *Search) explainArc(i int32, gone uint64) {
	a := &s.arcs[i]
	s.require(a.from, ^unionOf(a.fitsFrom, gone))
}

// arePeers reports whether u and v must differ.
func (p *Problem) arePeers(u, v int32) bool {
	set, w := p.peerSets[u], int(v>>6)
	return w < len(set) && set[w]>>(v&63)&1 != 0
}
