package human

import "math/bits"

// The rules that fill a cell: the last blank one of a house, the only place of a value in a house, or a cell with one
// candidate left.

func (p *Position) fullHouses(yield func(*Step) bool) bool {
	return p.eachHidden(func(w int) uint64 { return p.lastQueue[w] }, yield)
}

// hiddenSingles returns a finder that searches the houses of the kinds.
func hiddenSingles(kinds ...Kind) finder {
	return func(p *Position, yield func(*Step) bool) bool {
		return p.eachHidden(func(w int) uint64 {
			var mask uint64
			for _, k := range kinds {
				mask |= p.queueMasks[k][w]
			}
			return mask
		}, yield)
	}
}

// eachHidden yields the values that have one place left in a full house. mask returns the bits of word w of hiddenQueue
// that are searched.
func (p *Position) eachHidden(mask func(w int) uint64, yield func(*Step) bool) bool {
	for w := range p.hiddenQueue {
		if p.hiddenQueue[w] == 0 {
			continue
		}
		for set := p.hiddenQueue[w] & mask(w); set != 0; set &= set - 1 {
			i := w<<6 | bits.TrailingZeros64(set)
			place := p.housePlaces[i]
			if place == 0 { // filled since
				p.hiddenQueue[w] &^= set & -set
				continue
			}
			h, x := i/len(p.values), i%len(p.values)
			s := p.newStep()
			t := s.addHousePart("cell", h, place, 1<<x)
			s.place(int(t.Cells[0]), x)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}

func (p *Position) nakedSingles(yield func(*Step) bool) bool {
	for c := range p.nakedQueue.All {
		d := p.cand[c]
		if d == 0 { // filled since
			p.nakedQueue.Remove(c)
			continue
		}
		s := p.newStep()
		s.addPart("cell").addCells(c).addValues(p.Board, d)
		s.place(c, bits.TrailingZeros64(d))
		if !yield(s) {
			return true
		}
	}
	return false
}
