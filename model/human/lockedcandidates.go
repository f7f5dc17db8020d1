package human

import (
	"math/bits"
	"slices"
)

// lockedCandidates finds a value whose places in a house of the kinds all lie in another house, and eliminates it from
// the rest of that house.
func (p *Position) lockedCandidates(kinds []Kind, yield func(*Step) bool) bool {
	for h := range p.houses {
		if u := &p.houses[h]; !u.full || !slices.Contains(kinds, u.kind) {
			continue
		}
		for x, w := range p.housePlaces[h*len(p.values) : (h+1)*len(p.values)] {
			if w&(w-1) == 0 { // at most one place
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
	}
	return false
}

// An intersection is where a house shares at least two cells with another house.
type intersection struct {
	other       int
	here, there uint64 // the places of the shared cells in this house and in other
}

// newIntersections returns the intersections of each house, ordered by the other house.
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

// direct keeps the instances of find whose eliminations leave one place for a value in a full house, and adds the
// placement of this hidden single to the step.
func direct(find finder) finder {
	return func(p *Position, yield func(*Step) bool) bool {
		return find(p, func(s *Step) bool { return p.addRevealedSingles(s, yield) })
	}
}

// addRevealedSingles yields s once for each hidden single that its eliminations leave, with the placement added, until
// yield returns false. It returns false if yield did.
func (p *Position) addRevealedSingles(s *Step, yield func(*Step) bool) bool {
	parts := len(s.Parts)
	for _, k := range s.Eliminations {
		x, _ := p.valueIndex(k.Value)
		for _, at := range p.memberships[k.Cell] {
			gone := p.eliminatedPlaces(s, at.house, k.Value)
			left := p.places(at.house, x) &^ gone
			// yielded for an earlier place of the house
			if !p.houses[at.house].full || bits.OnesCount64(left) != 1 || gone&(1<<at.place-1) != 0 {
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

// eliminatedPlaces returns the places of house h from which s eliminates the value.
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
