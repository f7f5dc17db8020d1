package human

import "math/bits"

// emptyRectangles looks at boxes in which the places of a value lie in two lines, so that it is in one of them; a strong link outside
// reaches round the corner.
func (p *Position) emptyRectangles(yield func(*Step) bool) bool {
	return p.eachBoxRectangles(func(x int, all []rectangle) bool {
		for _, r := range all {
			s := p.begin()
			s.rectangle(p, r, x)
			if !yield(s) {
				return true
			}
		}
		return false
	})
}

// dualEmptyRectangles looks for two empty rectangles in the same box.
func (p *Position) dualEmptyRectangles(yield func(*Step) bool) bool {
	return p.eachBoxRectangles(func(x int, all []rectangle) bool {
		for i, r := range all {
			for _, q := range all[:i] {
				s := p.begin()
				s.rectangle(p, q, x)
				one := len(s.Eliminations)
				s.rectangle(p, r, x)
				if len(s.Eliminations) > one && !yield(s) {
					return true
				}
			}
		}
		return false
	})
}

// eachBoxRectangles passes the empty rectangles of each value in each box to stop, until it returns true, and reports whether it did.
func (p *Position) eachBoxRectangles(stop func(x int, all []rectangle) bool) bool {
	for x := range p.values {
		links := p.strongLinks(x)
		for h := range p.houses {
			if stop(x, p.rectanglesIn(h, x, links)) {
				return true
			}
		}
	}
	return false
}

// A rectangle is an empty rectangle: in box, a value lies in the lines near and far. The link's end a is in near and outside the box; b
// sees a cell of far that has the value and is not in the box either.
type rectangle struct {
	box       int
	near, far crossing
	link      link
}

// rectanglesIn returns the empty rectangles of x in the box that strike something, given the strong links of x. They are valid until
// the next call.
func (p *Position) rectanglesIn(box, x int, links []link) []rectangle {
	all := p.scratch.rectangles[:0]
	u, places := &p.houses[box], p.at(box, x)
	if !u.full || u.kind != Region || places&(places-1) == 0 {
		return nil
	}
	for _, l := range links {
		if u.set.has(l.a) || u.set.has(l.b) {
			continue
		}
		for _, l := range [2]link{l, l.turned(true)} {
			for _, near := range p.crossings[box] {
				line, rest := &p.houses[near.other], places&^near.here
				if line.kind == Region || !line.set.has(l.a) || rest == 0 || rest == places {
					continue
				}
				for _, far := range p.crossings[box] {
					r := rectangle{box, near, far, l}
					if kind := p.houses[far.other].kind; kind != Region && kind != line.kind && rest&^far.here == 0 && p.strikes(r, x) {
						all = append(all, r)
					}
				}
			}
		}
	}
	p.scratch.rectangles = all
	return all
}

// strikes reports whether anything follows from r.
func (p *Position) strikes(r rectangle, x int) bool {
	for w, set := range p.with(x) {
		if set&p.sees[r.link.b][w]&p.houses[r.far.other].set[w]&^p.houses[r.box].set[w] != 0 {
			return true
		}
	}
	return false
}

// rectangle adds r and what follows from it.
func (s *Step) rectangle(p *Position, r rectangle, x int) {
	places := p.at(r.box, x)
	s.inHouse("box", r.box, places, 1<<x)
	s.inHouse("near", r.box, places&r.near.here, 1<<x).in(p.Board, r.near.other)
	s.inHouse("far", r.box, places&r.far.here, 1<<x).in(p.Board, r.far.other)
	s.link(r.link, x)
	for w, set := range p.with(x) {
		set &= p.sees[r.link.b][w] & p.houses[r.far.other].set[w] &^ p.houses[r.box].set[w]
		for ; set != 0; set &= set - 1 {
			s.strike(p, w<<6|bits.TrailingZeros64(set), x)
		}
	}
}
