package human

import "math/bits"

// A scratch is the memory of these searches, which they use again.
type scratch struct {
	links      []link
	pairs      []linkPair
	rectangles []rectangle
	clusters   []cluster
	chains     chainSearch
	templates  templates
	bivalue    cellSet
}

// A link is a strong link between two candidates of one value: they are its only places in a full house, so one of them is true.
type link struct{ house, a, b int }

// turned returns the link, or the link with a and b exchanged.
func (l link) turned(yes bool) link {
	if yes {
		l.a, l.b = l.b, l.a
	}
	return l
}

// strongLinks returns the strong links of x, in the order of the houses. They are valid until the next call.
func (p *Position) strongLinks(x int) []link {
	all := p.scratch.links[:0]
	for h := range p.houses {
		u := &p.houses[h]
		if places := p.at(h, x); u.full && bits.OnesCount64(places) == 2 {
			all = append(all, link{h, u.cells[bits.TrailingZeros64(places)], u.cells[63-bits.LeadingZeros64(places)]})
		}
	}
	p.scratch.links = all
	return all
}

// share reports whether two cells have a house of a kind in common.
func (b *Board) share(c, d int, kind Kind) bool {
	for _, s := range b.seats[c] {
		if u := &b.houses[s.house]; u.kind == kind && u.set.has(d) {
			return true
		}
	}
	return false
}

// seen reports whether some cell with the candidate x sees all the cells.
func (p *Position) seen(x int, cells ...int) bool {
	for w, set := range p.with(x) {
		for _, c := range cells {
			set &= p.sees[c][w]
		}
		if set != 0 {
			return true
		}
	}
	return false
}

// strikeSeen says that no cell that sees all the cells has x.
func (s *Step) strikeSeen(p *Position, x int, cells ...int) {
	for w, set := range p.with(x) {
		for _, c := range cells {
			set &= p.sees[c][w]
		}
		for ; set != 0; set &= set - 1 {
			s.strike(p, w<<6|bits.TrailingZeros64(set), x)
		}
	}
}

// link appends a part for a strong link on x.
func (s *Step) link(l link, x int) {
	s.part("link").cell(l.a, l.b).value(s.board, x).in(s.board, l.house)
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
type linkPair struct{ first, second link }

// shape returns the shape of a pair; links in a row and a column come in this order.
func (b *Board) shape(q linkPair) turbotShape {
	switch one, two := b.houses[q.first.house].kind, b.houses[q.second.house].kind; {
	case one == Row && two == Row, one == Column && two == Column:
		across := Row + Column - one
		if !b.share(q.first.b, q.second.a, across) {
			return turbotFishShape
		}
		if b.share(q.first.a, q.second.b, across) {
			return xWingShape
		}
		return skyscraperShape
	case one == Row && two == Column && b.share(q.first.b, q.second.a, Region):
		return kiteShape
	}
	return turbotFishShape
}

// linkPairs returns the pairs of strong links of x that have the shape and strike something. They are valid until the next call.
func (p *Position) linkPairs(x int, shape turbotShape) []linkPair {
	all, links := p.scratch.pairs[:0], p.strongLinks(x)
	for i, l := range links {
		for _, k := range links[:i] {
			first, second := k, l
			if p.houses[k.house].kind > p.houses[l.house].kind {
				first, second = l, k
			}
			for turn := range 4 {
				q := linkPair{first.turned(turn&1 != 0), second.turned(turn&2 != 0)}
				if p.sees[q.first.b].has(q.second.a) && q.first.a != q.second.a && q.first.a != q.second.b && q.first.b != q.second.b &&
					p.shape(q) == shape && p.seen(x, q.first.a, q.second.b) {
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
			s := p.begin()
			s.turbot(p, q, x)
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
				s := p.begin()
				s.turbot(p, l, x)
				one := len(s.Eliminations)
				s.turbot(p, k, x)
				if len(s.Eliminations) > one && !yield(s) {
					return true
				}
			}
		}
	}
	return false
}

// turbot adds a pair of links and what follows.
func (s *Step) turbot(p *Position, q linkPair, x int) {
	s.link(q.first, x)
	s.link(q.second, x)
	s.strikeSeen(p, x, q.first.a, q.second.b)
}
