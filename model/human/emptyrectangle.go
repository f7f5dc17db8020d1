package human

import "nonet/internal/slice"

// emptyRectangles finds boxes where the places of a value lie in two lines, so that the value is in one of the two; and
// a strong link outside the box from one of the lines to a cell that sees the other line.
func (p *Position) emptyRectangles(yield func(*Step) bool) bool {
	return p.eachEmptyRectangles(func(x int, all []emptyRectangle) bool {
		for _, r := range all {
			s := p.newStep()
			s.addEmptyRectangle(p, r, x)
			if !yield(s) {
				return true
			}
		}
		return false
	})
}

// dualEmptyRectangles finds two empty rectangles in the same box.
func (p *Position) dualEmptyRectangles(yield func(*Step) bool) bool {
	return p.eachEmptyRectangles(func(x int, all []emptyRectangle) bool {
		for i, r := range all {
			for _, q := range all[:i] {
				s := p.newStep()
				s.addEmptyRectangle(p, q, x)
				one := len(s.Eliminations)
				s.addEmptyRectangle(p, r, x)
				if len(s.Eliminations) > one && !yield(s) {
					return true
				}
			}
		}
		return false
	})
}

// eachEmptyRectangles calls do with the empty rectangles of each value in each box until do returns true. It reports
// whether do returned true.
func (p *Position) eachEmptyRectangles(do func(x int, all []emptyRectangle) bool) bool {
	for x := range p.values {
		if p.isComplete(x) {
			continue
		}
		links := p.strongLinks(x)
		for h := range p.houses {
			if do(x, p.emptyRectanglesIn(h, x, links)) {
				return true
			}
		}
	}
	return false
}

// An emptyRectangle is an empty rectangle: the places of a value in box lie in the lines near and far. End a of the
// link is in near and outside the box. End b sees a cell with the value that is in far and outside the box.
type emptyRectangle struct {
	box       int
	near, far intersection
	link      strongLink
}

// emptyRectanglesIn returns the empty rectangles of x in the box that eliminate something, given the strong links of x.
// The slice is valid until the next call.
func (p *Position) emptyRectanglesIn(box, x int, links []strongLink) []emptyRectangle {
	all := p.scratch.rectangles[:0]
	u, places := &p.houses[box], p.places(box, x)
	if !u.full || u.kind != Region || places&(places-1) == 0 {
		return nil
	}
	for _, l := range links {
		if u.set.Has(l.a) || u.set.Has(l.b) {
			continue
		}
		for _, l := range [2]strongLink{l, l.reversedIf(true)} {
			for _, near := range p.intersections[box] {
				line, rest := &p.houses[near.other], places&^near.here
				if line.kind == Region || !line.set.Has(l.a) || rest == 0 || rest == places {
					continue
				}
				for _, far := range p.intersections[box] {
					r := emptyRectangle{box, near, far, l}
					kind := p.houses[far.other].kind
					if kind != Region && kind != line.kind && rest&^far.here == 0 && !p.excludedBy(r, x).IsEmpty() {
						all = append(all, r)
					}
				}
			}
		}
	}
	p.scratch.rectangles = all
	return all
}

// excludedBy returns the cells from which r eliminates x. The set is valid until the next call.
func (p *Position) excludedBy(r emptyRectangle, x int) cellSet {
	set := slice.Resize(p.scratch.excluded, p.words)
	p.scratch.excluded = set
	for w, with := range p.cellsWith(x) {
		set[w] = with & p.peers[r.link.b][w] & p.houses[r.far.other].set[w] &^ p.houses[r.box].set[w]
	}
	return set
}

// addEmptyRectangle adds r and its eliminations.
func (s *Step) addEmptyRectangle(p *Position, r emptyRectangle, x int) {
	places := p.places(r.box, x)
	s.addHousePart("box", r.box, places, 1<<x)
	s.addHousePart("near", r.box, places&r.near.here, 1<<x).setHouse(p.Board, r.near.other)
	s.addHousePart("far", r.box, places&r.far.here, 1<<x).setHouse(p.Board, r.far.other)
	s.addLink(r.link, x)
	s.eliminateFrom(p, p.excludedBy(r, x), x)
}
