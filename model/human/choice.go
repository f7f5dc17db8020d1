package human

import (
	"math/bits"
	"slices"
)

// A choice is a set of candidates of which one is true: those of a cell, or the places of a value in a full house.
type choice struct {
	house      int // -1: of a cell
	candidates []spot
}

// A spot is a candidate, in the numbers of the board.
type spot struct{ cell, value int }

// cellChoices returns the blank cells with at least three candidates, houseChoices the values with at least three places in a full house,
// both with the fewest candidates first. A choice of two is a strong link, which chains make use of.
func (p *Position) cellChoices() []choice {
	var all []choice
	for c, d := range p.cand {
		if bits.OnesCount64(d) < 3 {
			continue
		}
		k := choice{house: -1}
		for ; d != 0; d &= d - 1 {
			k.candidates = append(k.candidates, spot{c, bits.TrailingZeros64(d)})
		}
		all = append(all, k)
	}
	return fewestFirst(all)
}

func (p *Position) houseChoices() []choice {
	var all []choice
	for h := range p.houses {
		for x := range p.values {
			w := p.at(h, x)
			if bits.OnesCount64(w) < 3 || !p.houses[h].full {
				continue
			}
			k := choice{house: h}
			for ; w != 0; w &= w - 1 {
				k.candidates = append(k.candidates, spot{p.houses[h].cells[bits.TrailingZeros64(w)], x})
			}
			all = append(all, k)
		}
	}
	return fewestFirst(all)
}

func fewestFirst(all []choice) []choice {
	slices.SortStableFunc(all, func(a, b choice) int { return len(a.candidates) - len(b.candidates) })
	return all
}

// write adds the choice to a step.
func (k *choice) write(b *Board, s *Step) {
	t := s.part("choice")
	for i, d := range k.candidates {
		if k.house >= 0 || i == 0 {
			t.cell(d.cell)
		}
		if k.house < 0 || i == 0 {
			t.value(b, d.value)
		}
	}
	if k.house >= 0 {
		t.in(b, k.house)
	}
}
