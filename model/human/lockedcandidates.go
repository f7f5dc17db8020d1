package human

import (
	"math/bits"
	"slices"
)

// lockedCandidates strikes a value from a house that contains all its places in a house of the kinds.
func (p *Position) lockedCandidates(kinds []Kind, yield func(*Step) bool) bool {
	for h := range p.houses {
		if u := &p.houses[h]; u.full && slices.Contains(kinds, u.kind) && p.lockedCandidatesIn(h, yield) {
			return true
		}
	}
	return false
}

// lockedIn yields the values whose places in the full house h, two or more, lie in another house that has them elsewhere, too.
func (p *Position) lockedCandidatesIn(h int, yield func(*Step) bool) bool {
	for x, w := range p.housePlaces[h*len(p.values) : (h+1)*len(p.values)] {
		if w&(w-1) == 0 { // none or one
			continue
		}
		for _, o := range p.intersections[h] {
			if w&^o.here != 0 || p.places(o.other, x)&^o.there == 0 {
				continue
			}
			s := p.newStep()
			s.addHousePart("cells", h, w, 1<<x)
			s.addPart("house").setHouse(p.Board, o.other)
			s.eliminateElsewhere(p, o.other, o.there, 1<<x)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}

// A crossing says where a house shares at least two cells with another.
type intersection struct {
	other       int
	here, there uint64 // the places of the shared cells in this house and in the other
}

// newCrossings returns the crossings of each house, in the order of the other houses.
func (b *Board) newIntersections() [][]intersection {
	all := make([][]intersection, len(b.houses))
	shared := make([]intersection, len(b.houses))
	for h := range b.houses {
		var met []int
		for at, c := range b.houses[h].cells {
			for _, s := range b.memberships[c] {
				if shared[s.house].here == 0 {
					met = append(met, s.house)
				}
				shared[s.house].here |= 1 << at
				shared[s.house].there |= 1 << s.place
			}
		}
		slices.Sort(met)
		for _, g := range met {
			if o := shared[g]; g != h && o.here&(o.here-1) != 0 {
				all[h] = append(all[h], intersection{g, o.here, o.there})
			}
			shared[g] = intersection{}
		}
	}
	return all
}

// direct keeps the steps after which some value that is struck has one place left in a full house: they fill that cell, too.
func direct(find finder) finder {
	return func(p *Position, yield func(*Step) bool) bool {
		return find(p, func(s *Step) bool { return p.addRevealedSingles(s, yield) })
	}
}

// revealed passes s, once for each hidden single that its eliminations reveal and completed by that, to yield, until it returns false,
// and reports whether it never did.
func (p *Position) addRevealedSingles(s *Step, yield func(*Step) bool) bool {
	parts := len(s.Parts)
	for _, k := range s.Eliminations {
		x, _ := p.valueIndex(k.Value)
		for _, at := range p.memberships[k.Cell] {
			gone := p.eliminatedPlaces(s, at.house, k.Value)
			left := p.places(at.house, x) &^ gone
			if !p.houses[at.house].full || bits.OnesCount64(left) != 1 || gone&(1<<at.place-1) != 0 { // seen already, at an earlier place
				continue
			}
			t := s.addHousePart("single", at.house, left, 1<<x)
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
func (b *Board) eliminatedPlaces(s *Step, h, value int) uint64 {
	var gone uint64
	for _, k := range s.Eliminations {
		if k.Value != value {
			continue
		}
		for _, at := range b.memberships[k.Cell] {
			if at.house == h {
				gone |= 1 << at.place
			}
		}
	}
	return gone
}
