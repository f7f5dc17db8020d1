package human

import "math/bits"

// A scratch is the memory of these searches, which they use again.
type scratch struct {
	links      []strongLink
	pairs      []strongLinkPair
	rectangles []emptyRectangle
	clusters   []cluster
	chains     chainSearch
	templates  templates
	bivalue    cellSet
}

// A link is a strong link between two candidates of one value: they are its only places in a full house, so one of them is true.
type strongLink struct{ house, a, b int }

// turned returns the link, or the link with a and b exchanged.
func (l strongLink) reversedIf(yes bool) strongLink {
	if yes {
		l.a, l.b = l.b, l.a
	}
	return l
}

// strongLinks returns the strong links of x, in the order of the houses. They are valid until the next call.
func (p *Position) strongLinks(x int) []strongLink {
	all := p.scratch.links[:0]
	for h := range p.houses {
		u := &p.houses[h]
		if places := p.places(h, x); u.full && bits.OnesCount64(places) == 2 {
			all = append(all, strongLink{h, u.cells[bits.TrailingZeros64(places)], u.cells[63-bits.LeadingZeros64(places)]})
		}
	}
	p.scratch.links = all
	return all
}

// share reports whether two cells have a house of a kind in common.
func (b *Board) shareHouse(c, d int, kind Kind) bool {
	for _, s := range b.memberships[c] {
		if u := &b.houses[s.house]; u.kind == kind && u.set.contains(d) {
			return true
		}
	}
	return false
}

// seen reports whether some cell with the candidate x sees all the cells.
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

// strikeSeen says that no cell that sees all the cells has x.
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

// link appends a part for a strong link on x.
func (s *Step) addLink(l strongLink, x int) {
	s.addPart("link").addCells(l.a, l.b).addValue(s.board, x).setHouse(s.board, l.house)
}

// Two strong links on a value, one end of each seeing one end of the other: these two ends cannot both have it, so one of the other two
// ends has it, and the cells that see both of those do not. Where the links lie gives the pattern its name: a skyscraper has both links
// in rows and the ends that see each other in a column, or the other way round; a two-string kite has one link in a row, the other in a
// column, and the ends that see each other in a box; a turbot fish is any other two links.

// A turbotShape is what a pair of strong links looks like.
type turbotShape int

const (
	turbotFishShape turbotShape = iota
	skyscraperShape
	kiteShape
	xWingShape
)

// A linkPair is two strong links; first.b and second.a see each other.
type strongLinkPair struct{ first, second strongLink }

// shape returns the shape of a pair; links in a row and a column come in this order.
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

// linkPairs returns the pairs of strong links of x that have the shape and strike something. They are valid until the next call.
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
				if p.peers[q.first.b].contains(q.second.a) && q.first.a != q.second.a && q.first.a != q.second.b && q.first.b != q.second.b &&
					p.shape(q) == shape && p.anySeesAll(x, q.first.a, q.second.b) {
					all = append(all, q)
				}
			}
		}
	}
	p.scratch.pairs = all
	return all
}

// turbots looks for pairs of strong links of a shape.
func (p *Position) turbots(shape turbotShape, yield func(*Step) bool) bool {
	for x := range p.values {
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

// dualKites looks for two kites that are tied in the same two cells of a box: each of them is an end of a row and of a column.
func (p *Position) dualKites(yield func(*Step) bool) bool {
	for x := range p.values {
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

// turbot adds a pair of links and what follows.
func (s *Step) addTurbot(p *Position, q strongLinkPair, x int) {
	s.addLink(q.first, x)
	s.addLink(q.second, x)
	s.eliminateSeen(p, x, q.first.a, q.second.b)
}
