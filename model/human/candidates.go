package human

import (
	"math/bits"
	"slices"

	"nonet/model/sudoku"
)

// restrict removes from the first position of a board the values that a rule candidates excludes. Such a rule is part
// of the position that a person has in front of him, so no step has to find what it says.
func (b *Board) restrict(s sudoku.Shape, r sudoku.Rule) {
	b.initial.restricted = true
	for _, c := range r.Cells {
		for x, v := range b.values {
			if !slices.Contains(r.Values, v+s.Offset) {
				b.initial.eliminate(int(c), x)
			}
		}
	}
}

// fillKnown fills the blank cells with a single candidate that no cell sees as a candidate. In a position that states
// candidates, the player has placed these values: filling the cells changes nothing else, and no rule needs to find
// them.
func (p *Position) fillKnown() {
	if !p.restricted {
		return
	}
	for c, d := range p.cand {
		if d == 0 || d&(d-1) != 0 {
			continue
		}
		x := bits.TrailingZeros64(d)
		alone := true
		for w, set := range p.cellsWith(x) {
			alone = alone && set&p.peers[c][w] == 0
		}
		if alone {
			p.place(c, x)
		}
	}
}
