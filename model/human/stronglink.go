package human

import "math/bits"

// A scratch is the memory that the searches for small patterns reuse.
type scratch struct {
	links      []strongLink
	pairs      []strongLinkPair
	rectangles []emptyRectangle
	clusters   []cluster
	chains     chainSearch
	templates  templates
	bivalue    cellSet
	excluded   cellSet // of excludedBy
}

// A strongLink is a strong link between two candidates of one value: they are its only places in a full house, so one
// of them is true.
type strongLink struct{ house, a, b int }

// reversedIf returns the link, with a and b exchanged if reverse is set.
func (l strongLink) reversedIf(reverse bool) strongLink {
	if reverse {
		l.a, l.b = l.b, l.a
	}
	return l
}

// strongLinks returns the strong links of x, ordered by house. The slice is valid until the next call.
func (p *Position) strongLinks(x int) []strongLink {
	all := p.scratch.links[:0]
	for h := range p.houses {
		u := &p.houses[h]
		if places := p.places(h, x); u.full && bits.OnesCount64(places) == 2 {
			a, b := u.cells[bits.TrailingZeros64(places)], u.cells[63-bits.LeadingZeros64(places)]
			all = append(all, strongLink{h, a, b})
		}
	}
	p.scratch.links = all
	return all
}

// shareHouse reports whether two cells share a house of the kind.
func (b *Board) shareHouse(c, d int, kind Kind) bool {
	for _, s := range b.memberships[c] {
		if u := &b.houses[s.house]; u.kind == kind && u.set.Has(d) {
			return true
		}
	}
	return false
}

// anySeesAll reports whether some cell with candidate x sees all the cells.
func (p *Position) anySeesAll(x int, cells ...int) bool {
	for w, set := range p.cellsWith(x) {
		for _, c := range cells {
			set &= p.peers[c][w]
		}
		if set != 0 {
			return true
		}
	}
	return false
}

// eliminateSeen eliminates x from every cell that sees all the cells.
func (s *Step) eliminateSeen(p *Position, x int, cells ...int) {
	for w, set := range p.cellsWith(x) {
		for _, c := range cells {
			set &= p.peers[c][w]
		}
		for ; set != 0; set &= set - 1 {
			s.eliminate(p, w<<6|bits.TrailingZeros64(set), x)
		}
	}
}

// addLink appends a part for a strong link on x.
func (s *Step) addLink(l strongLink, x int) {
	s.addPart("link").addCells(l.a, l.b).addValue(s.board, x).setHouse(s.board, l.house)
}

// Two strong links on a value form a pattern if an end of one sees an end of the other. These two ends are not both
// true, so one of the other two ends is, and cells that see both of those lose the value. The houses of the links name
// the pattern. Skyscraper: both links are in rows and the ends that see each other share a column, or the same with
// rows and columns exchanged. Two-string kite: one link is in a row, the other in a column, and the ends that see each
// other share a box. Turbot fish: any other two links.

// A turbotShape is the form of a pair of strong links.
type turbotShape int

const (
	turbotFishShape turbotShape = iota
	skyscraperShape
	kiteShape
	xWingShape
)

// A strongLinkPair is two strong links; first.b and second.a see each other.
type strongLinkPair struct{ first, second strongLink }

// shape returns the shape of a pair. A link in a row comes before a link in a column.
func (b *Board) shape(q strongLinkPair) turbotShape {
	switch one, two := b.houses[q.first.house].kind, b.houses[q.second.house].kind; {
	case one == Row && two == Row, one == Column && two == Column:
		across := Row + Column - one
		if !b.shareHouse(q.first.b, q.second.a, across) {
			return turbotFishShape
		}
		if b.shareHouse(q.first.a, q.second.b, across) {
			return xWingShape
		}
		return skyscraperShape
	case one == Row && two == Column && b.shareHouse(q.first.b, q.second.a, Region):
		return kiteShape
	}
	return turbotFishShape
}

// linkPairs returns the pairs of strong links of x that have the shape and eliminate something. The slice is valid
// until the next call.
func (p *Position) linkPairs(x int, shape turbotShape) []strongLinkPair {
	all, links := p.scratch.pairs[:0], p.strongLinks(x)
	for i, l := range links {
		for _, k := range links[:i] {
			first, second := k, l
			if p.houses[k.house].kind > p.houses[l.house].kind {
				first, second = l, k
			}
			for turn := range 4 {
				q := strongLinkPair{first.reversedIf(turn&1 != 0), second.reversedIf(turn&2 != 0)}
				if p.peers[q.first.b].Has(q.second.a) && q.first.a != q.second.a && q.first.a != q.second.b &&
					q.first.b != q.second.b && p.shape(q) == shape && p.anySeesAll(x, q.first.a, q.second.b) {
					all = append(all, q)
				}
			}
		}
	}
	p.scratch.pairs = all
	return all
}

// turbots finds pairs of strong links of a shape.
func (p *Position) turbots(shape turbotShape, yield func(*Step) bool) bool {
	for x := range p.values {
		if p.isComplete(x) {
			continue
		}
		for _, q := range p.linkPairs(x, shape) {
			s := p.newStep()
			s.addTurbot(p, q, x)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}

// dualKites finds two kites with the same two cells in the box: each cell is an end of a row link in one kite and of a
// column link in the other.
func (p *Position) dualKites(yield func(*Step) bool) bool {
	for x := range p.values {
		if p.isComplete(x) {
			continue
		}
		kites := p.linkPairs(x, kiteShape)
		for i, k := range kites {
			for _, l := range kites[:i] {
				if k.first.b != l.second.a || k.second.a != l.first.b {
					continue
				}
				s := p.newStep()
				s.addTurbot(p, l, x)
				one := len(s.Eliminations)
				s.addTurbot(p, k, x)
				if len(s.Eliminations) > one && !yield(s) {
					return true
				}
			}
		}
	}
	return false
}

// addTurbot adds a pair of links and its eliminations.
func (s *Step) addTurbot(p *Position, q strongLinkPair, x int) {
	s.addLink(q.first, x)
	s.addLink(q.second, x)
	s.eliminateSeen(p, x, q.first.a, q.second.b)
}
