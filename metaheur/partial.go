package metaheur

import (
	"math/bits"
	"math/rand/v2"
)

// A partial is a partial assignment under propagation of singles: a value is struck from the peers of the cell that takes it; a cell with
// one value left takes it, and so does the only cell that a house has left for a value. Grids are sampled, completed and perturbed on it.
//
// A partial that has met a contradiction is of no use but as the target of copyFrom.
type partial struct {
	*network
	value  []int8   // by cell: -1 if it is blank
	domain []uint64 // by cell: the values left, for a filled one its value
	places []uint8  // places[h*len(values)+x]: how many cells of house h have x left
	done   []uint64 // by house: the values that it has in filled cells
	blank  int      // how many cells are

	culprit int // where the last contradiction was met: a cell, or a house, counted after all cells
	queue   []filling
}

// A filling is a cell that is to take a value.
type filling struct {
	cell  int32
	value uint8
}

// newPartial returns a partial for copyFrom.
func (n *network) newPartial() *partial {
	return &partial{
		network: n, value: make([]int8, len(n.domain)), domain: make([]uint64, len(n.domain)),
		places: make([]uint8, len(n.houses)*len(n.values)), done: make([]uint64, len(n.houses)),
	}
}

// copyFrom makes s a copy of t, which is of the same network.
func (s *partial) copyFrom(t *partial) {
	copy(s.value, t.value)
	copy(s.domain, t.domain)
	copy(s.places, t.places)
	copy(s.done, t.done)
	s.blank = t.blank
}

// start returns what propagation makes of the problem, and whether it met no contradiction.
func (n *network) start() (*partial, bool) {
	s := n.newPartial()
	s.blank = len(s.value)
	copy(s.domain, n.domain)
	for c, d := range s.domain {
		s.value[c] = -1
		if d == 0 {
			return s, false
		}
		if d&(d-1) == 0 {
			s.fillLater(c, bits.TrailingZeros64(d))
		}
		for _, h := range n.housesOf[c] {
			for d := d; d != 0; d &= d - 1 {
				s.places[s.place(h, bits.TrailingZeros64(d))]++
			}
		}
	}
	for h, needs := range n.needs {
		for ; needs != 0; needs &= needs - 1 {
			if !s.checkPlaces(int32(h), bits.TrailingZeros64(needs)) {
				return s, false
			}
		}
	}
	return s, s.propagate()
}

// assign fills c with x, one of the values left for it, propagates, and reports whether that met no contradiction.
func (s *partial) assign(c, x int) bool {
	s.fillLater(c, x)
	return s.propagate()
}

// exclude strikes x from c, propagates, and reports whether that met no contradiction.
func (s *partial) exclude(c, x int) bool { return s.strike(c, x) && s.propagate() }

// any returns a random value of those left for c.
func (s *partial) any(c int, r *rand.Rand) int {
	d := s.domain[c]
	for range r.IntN(bits.OnesCount64(d)) {
		d &= d - 1
	}
	return bits.TrailingZeros64(d)
}

func (s *partial) fillLater(c, x int) { s.queue = append(s.queue, filling{int32(c), uint8(x)}) }

// propagate fills the cells in the queue, and those that follow.
func (s *partial) propagate() bool {
	ok := true
	for i := 0; ok && i < len(s.queue); i++ {
		ok = s.fill(int(s.queue[i].cell), int(s.queue[i].value))
	}
	s.queue = s.queue[:0]
	return ok
}

func (s *partial) fill(c, x int) bool {
	if int(s.value[c]) == x {
		return true
	}
	if s.domain[c]>>x&1 == 0 {
		return s.fails(c)
	}
	rest := s.domain[c] &^ (1 << x)
	s.value[c], s.domain[c] = int8(x), 1<<x
	s.blank--
	for _, h := range s.housesOf[c] {
		s.done[h] |= 1 << x
	}
	for ; rest != 0; rest &= rest - 1 {
		if !s.leave(c, bits.TrailingZeros64(rest)) {
			return false
		}
	}
	for _, d := range s.peers[c] {
		if s.domain[d]>>x&1 != 0 && !s.strike(int(d), x) {
			return false
		}
	}
	return true
}

// strike takes x from the values left for c.
func (s *partial) strike(c, x int) bool {
	d := s.domain[c] &^ (1 << x)
	if d == s.domain[c] {
		return true
	}
	s.domain[c] = d
	if d == 0 {
		return s.fails(c)
	}
	if d&(d-1) == 0 {
		s.fillLater(c, bits.TrailingZeros64(d))
	}
	return s.leave(c, x)
}

// leave takes c out of the places of x in its houses.
func (s *partial) leave(c, x int) bool {
	for _, h := range s.housesOf[c] {
		s.places[s.place(h, x)]--
		if !s.checkPlaces(h, x) {
			return false
		}
	}
	return true
}

// checkPlaces finds a hidden single, or that house h has no place left for x.
func (s *partial) checkPlaces(h int32, x int) bool {
	n := s.places[s.place(h, x)]
	if n > 1 || s.done[h]>>x&1 != 0 {
		return true
	}
	if n == 0 {
		return s.fails(len(s.domain) + int(h))
	}
	for _, c := range s.houses[h] {
		if s.domain[c]>>x&1 != 0 {
			s.fillLater(c, x)
			break
		}
	}
	return true
}

func (s *partial) place(h int32, x int) int { return int(h)*len(s.values) + x }

func (s *partial) fails(culprit int) bool {
	s.culprit = culprit
	s.queue = s.queue[:0]
	return false
}
