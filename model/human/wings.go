package human

import (
	"fmt"
	"math/bits"
)

// XYWing: whichever of its two values the pivot has, one of the pincers has the third value.
var xyWing = &Rule{
	Name:       "xy-wing",
	Title:      "XY-wing",
	Definition: "a pivot with candidates xy sees pincers with xz and yz, one of which is z: cells that see both pincers lose z",
	Source:     "M. Newman, Sudoku Programmers' Forum, 2005",
	Explainer:  4.2, Score: 160, Level: Hard,
	find:    func(p *Position, yield func(*Step) bool) bool { return p.eachWing(2, yield) },
	explain: explainWing,
}

// XYZWing: as an XY-wing, but the pivot may have the third value, too.
var xyzWing = &Rule{
	Name:       "xyz-wing",
	Title:      "XYZ-wing",
	Definition: "a pivot with candidates xyz sees pincers with xz and yz, one of the three is z: cells that see all three lose z",
	Source:     "Players' Forum, 2005",
	Explainer:  4.4, Score: 180, Level: Hard,
	find:    func(p *Position, yield func(*Step) bool) bool { return p.eachWing(3, yield) },
	explain: explainWing,
}

// eachWing yields the wings whose pivot has so many candidates.
func (p *Position) eachWing(candidates int, yield func(*Step) bool) bool {
	p.findBivalue()
	for pivot, d := range p.cand {
		if bits.OnesCount64(d) != candidates {
			continue
		}
		for a := p.nextBivalue(pivot, 0); a >= 0; a = p.nextBivalue(pivot, a+1) {
			for b := p.nextBivalue(pivot, a+1); b >= 0; b = p.nextBivalue(pivot, b+1) {
				both := p.cand[a] & p.cand[b]
				if bits.OnesCount64(both) != 1 || (p.cand[a]|p.cand[b])&^both != d&^both {
					continue
				}
				z := bits.TrailingZeros64(both)
				s := p.begin()
				s.wing(pivot, d)
				s.wing(a, p.cand[a])
				s.wing(b, p.cand[b])
				if candidates == 2 {
					s.strikeSeen(p, z, a, b)
				} else {
					s.strikeSeen(p, z, pivot, a, b)
				}
				if s.useful() && !yield(s) {
					return true
				}
			}
		}
	}
	return false
}

// nextBivalue returns the first cell with two candidates that c sees and that is not before from, or -1.
func (p *Position) nextBivalue(c, from int) int {
	for w := from >> 6; w < p.words; w++ {
		set := p.scratch.bivalue[w] & p.sees[c][w]
		if w == from>>6 {
			set &= ^uint64(0) << (from & 63)
		}
		if set != 0 {
			return w<<6 | bits.TrailingZeros64(set)
		}
	}
	return -1
}

func (s *Step) wing(c int, candidates uint64) {
	role := "pincer"
	if len(s.Parts) == 0 {
		role = "pivot"
	}
	t := s.part(role)
	t.cell(c)
	t.valuesOf(s.board, candidates)
}

func explainWing(s *Step) string {
	pivot, a, b := s.Parts[0], s.Parts[1], s.Parts[2]
	one := s.names(a) + " or " + s.names(b)
	if len(pivot.Values) == 3 {
		one = s.names(a) + ", " + s.names(b) + " or the pivot"
	}
	return fmt.Sprintf("the pivot %s has %s and sees %s with %s and %s with %s; %s is %d", s.names(pivot), numbers(pivot), s.names(a), numbers(a),
		s.names(b), numbers(b), one, s.Eliminations[0].Value)
}

// WWing: two cells with the same two candidates, each seeing one end of a strong link on one of them, are not both that value.
var wWing = &Rule{
	Name:  "w-wing",
	Title: "W-wing",
	Definition: "two cells with candidates xy see the two ends of a strong link on x, so they are not both x: " +
		"cells that see both lose y",
	Source:    "G. Woods, Players' Forum",
	Explainer: 4.4, Score: 150, Level: Hard,
	find: func(p *Position, yield func(*Step) bool) bool {
		p.findBivalue()
		for x := range p.values {
			for _, l := range p.strongLinks(x) {
				for a := p.nextBivalue(l.a, 0); a >= 0; a = p.nextBivalue(l.a, a+1) {
					if !p.has(a, x) || a == l.b {
						continue
					}
					y := bits.TrailingZeros64(p.cand[a] &^ (1 << x))
					for b := p.nextBivalue(l.b, 0); b >= 0; b = p.nextBivalue(l.b, b+1) {
						if p.cand[b] != p.cand[a] || b == a || b == l.a || !p.seen(y, a, b) {
							continue
						}
						s := p.begin()
						t := s.part("cells")
						t.cell(a)
						t.cell(b)
						t.valuesOf(p.Board, p.cand[a])
						s.link(l, x)
						s.strikeSeen(p, y, a, b)
						if !yield(s) {
							return true
						}
					}
				}
			}
		}
		return false
	},
	explain: func(s *Step) string {
		cells, l := s.Parts[0], s.Parts[1]
		name := s.board.base.NameOf
		return fmt.Sprintf("%s have %s; %s has two places in %s, %s seen by %s and %s seen by %s, so one of the two cells is %d",
			s.names(cells), numbers(cells), numbers(l), l.House, name(l.Cells[0]), name(cells.Cells[0]), name(l.Cells[1]), name(cells.Cells[1]),
			s.Eliminations[0].Value)
	},
}
