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
