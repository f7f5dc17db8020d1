package human

import (
	"fmt"
	"slices"
)

// pointing strikes a value from a house that contains all its places in a box or other region.
var pointing = &Rule{
	Name:       "pointing",
	Title:      "pointing",
	Definition: "the places of a value in a box lie in one row, column or other house: no other cell of that house takes it",
	Source:     "folklore",
	Explainer:  2.6, Score: 50, Level: Medium,
	find: func(p *Position, yield func(*Step) bool) bool {
		for h := range p.houses {
			if u := &p.houses[h]; u.full && u.kind == Region && p.lockedIn(h, yield) {
				return true
			}
		}
		return false
	},
	explain: explainLocked,
}

// claiming strikes a value from a house that contains all its places in a row or column.
var claiming = &Rule{
	Name:       "claiming",
	Title:      "claiming",
	Definition: "the places of a value in a row or column lie in one box or other house: no other cell of that house takes it",
	Source:     "folklore",
	Explainer:  2.8, Score: 50, Level: Medium,
	find: func(p *Position, yield func(*Step) bool) bool {
		for h := range p.houses {
			if u := &p.houses[h]; u.full && u.kind != Region && p.lockedIn(h, yield) {
				return true
			}
		}
		return false
	},
	explain: explainLocked,
}

func explainLocked(s *Step) string {
	t := s.Parts[0]
	return fmt.Sprintf("%s of %s is in %s, at %s", numbers(t), t.House, s.Parts[1].House, s.names(t))
}

// lockedIn yields the values whose places in the full house h, two or more, lie in another house that has them elsewhere, too.
func (p *Position) lockedIn(h int, yield func(*Step) bool) bool {
	for x, w := range p.where[h*len(p.values) : (h+1)*len(p.values)] {
		if w&(w-1) == 0 { // none or one
			continue
		}
		for _, o := range p.crossings[h] {
			if w&^o.here != 0 || p.at(o.other, x)&^o.there == 0 {
				continue
			}
			s := p.begin()
			t := s.part("cells")
			t.places(p.Board, h, w)
			t.value(p.Board, x)
			t.in(p.Board, h)
			s.part("house").in(p.Board, o.other)
			s.strikeElsewhere(p, o.other, o.there, 1<<x)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}

// A crossing says where a house shares at least two cells with another.
type crossing struct {
	other       int
	here, there uint64 // the places of the shared cells in this house and in the other
}

// newCrossings returns the crossings of each house, in the order of the other houses.
func (b *Board) newCrossings() [][]crossing {
	all := make([][]crossing, len(b.houses))
	shared := make([]crossing, len(b.houses))
	for h := range b.houses {
		var met []int
		for at, c := range b.houses[h].cells {
			for _, s := range b.seats[c] {
				if shared[s.house].here == 0 {
					met = append(met, s.house)
				}
				shared[s.house].here |= 1 << at
				shared[s.house].there |= 1 << s.at
			}
		}
		slices.Sort(met)
		for _, g := range met {
			if o := shared[g]; g != h && o.here&(o.here-1) != 0 {
				all[h] = append(all[h], crossing{g, o.here, o.there})
			}
			shared[g] = crossing{}
		}
	}
	return all
}
