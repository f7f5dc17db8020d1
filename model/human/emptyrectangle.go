package human

import (
	"fmt"
	"math/bits"
)

// EmptyRectangle: the places of a value in a box lie in two lines, so it is in one of them; a strong link outside reaches round the
// corner. Sudoku Explainer takes it for a longer chain; the rating is Sukaku Explainer's for two strong links of which one is grouped.
var emptyRectangle = &Rule{
	Name:  "empty-rectangle",
	Title: "empty rectangle",
	Definition: "a value lies in one row and one column of a box; one end of a strong link is in the row, and the other sees a cell of the column: " +
		"it loses the value; so with row and column exchanged",
	Source:    "Players' Forum, 2006",
	Explainer: 4.3, Score: 120, Level: Hard,
	find: func(p *Position, yield func(*Step) bool) bool {
		for x := range p.values {
			links := p.strongLinks(x)
			for h := range p.houses {
				for _, r := range p.emptyRectangles(h, x, links) {
					s := p.begin()
					s.rectangle(p, r, x)
					if !yield(s) {
						return true
					}
				}
			}
		}
		return false
	},
	explain: func(s *Step) string { return explainRectangle(s, s.Parts) },
}

// dualEmptyRectangle is two empty rectangles in the same box.
var dualEmptyRectangle = &Rule{
	Name:       "dual-empty-rectangle",
	Title:      "dual empty rectangle",
	Definition: "two empty rectangles of a value in the same box strike what each of them does",
	Source:     "B. Hobiger, HoDoKu, 2008",
	Explainer:  4.3, Score: 120, Level: Hard,
	find: func(p *Position, yield func(*Step) bool) bool {
		for x := range p.values {
			links := p.strongLinks(x)
			for h := range p.houses {
				all := p.emptyRectangles(h, x, links)
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
			}
		}
		return false
	},
	explain: func(s *Step) string {
		return explainRectangle(s, s.Parts[:4]) + "; and " + explainRectangle(s, s.Parts[4:])
	},
}

// A rectangle is an empty rectangle: in box, a value lies in the lines near and far. The link's end a is in near and outside the box; b
// sees a cell of far that has the value and is not in the box either.
type rectangle struct {
	box       int
	near, far crossing
	link      link
}

// emptyRectangles returns the empty rectangles of x in the box that strike something, given the strong links of x. They are valid until
// the next call.
func (p *Position) emptyRectangles(box, x int, links []link) []rectangle {
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
	s.places(p, "box", r.box, r.box, places, x)
	s.places(p, "near", r.near.other, r.box, places&r.near.here, x)
	s.places(p, "far", r.far.other, r.box, places&r.far.here, x)
	s.link(r.link, x)
	for w, set := range p.with(x) {
		set &= p.sees[r.link.b][w] & p.houses[r.far.other].set[w] &^ p.houses[r.box].set[w]
		for ; set != 0; set &= set - 1 {
			s.strike(p, w<<6|bits.TrailingZeros64(set), x)
		}
	}
}

// places adds a part in the house named, with the places of x in the box.
func (s *Step) places(p *Position, role string, house, box int, places uint64, x int) {
	t := s.part(role)
	t.in(p.Board, house)
	t.places(p.Board, box, places)
	t.value(p.Board, x)
}

func explainRectangle(s *Step, parts []Part) string {
	box, near, far, l := parts[0], parts[1], parts[2], parts[3]
	a, b := s.board.base.NameOf(l.Cells[0]), s.board.base.NameOf(l.Cells[1])
	return fmt.Sprintf("%s is in %s or %s in %s; if it is not in %s, it is in %s, so not in %s, but in %s, its other place in %s",
		numbers(box), near.House, far.House, box.House, far.House, near.House, a, b, l.House)
}
