package human

import "math/bits"

// direct keeps the steps after which some value that is struck has one place left in a full house: they fill that cell, too.
func direct(find finder) finder {
	return func(p *Position, yield func(*Step) bool) bool {
		return find(p, func(s *Step) bool { return p.revealed(s, yield) })
	}
}

// revealed passes s, once for each hidden single that its eliminations reveal and completed by that, to yield, until it returns false,
// and reports whether it never did.
func (p *Position) revealed(s *Step, yield func(*Step) bool) bool {
	parts := len(s.Parts)
	for _, k := range s.Eliminations {
		x, _ := p.index(k.Value)
		for _, at := range p.seats[k.Cell] {
			gone := p.struckIn(s, at.house, k.Value)
			left := p.at(at.house, x) &^ gone
			if !p.houses[at.house].full || bits.OnesCount64(left) != 1 || gone&(1<<at.at-1) != 0 { // seen already, at an earlier place
				continue
			}
			t := s.inHouse("single", at.house, left, 1<<x)
			s.place(int(t.Cells[0]), x)
			if !yield(s) {
				return false
			}
			s.Parts, s.Placements = s.Parts[:parts], s.Placements[:0]
		}
	}
	return true
}

// struckIn returns the places of house h from which s strikes the value.
func (b *Board) struckIn(s *Step, h, value int) uint64 {
	var gone uint64
	for _, k := range s.Eliminations {
		if k.Value != value {
			continue
		}
		for _, at := range b.seats[k.Cell] {
			if at.house == h {
				gone |= 1 << at.at
			}
		}
	}
	return gone
}
