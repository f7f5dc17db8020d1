package human

import "fmt"

// MultiColours1: where colours of two clusters see each other, they are not both right, so one of the other two is.
var multiColours1 = &Rule{
	Name:  "multi-colours-1",
	Title: "multi-colours 1",
	Definition: "cells of two clusters of strong links see each other, so their colours are not both right and one of the opposite colours is: " +
		"cells that see both of those lose the value",
	Source:    "folklore; as in HoDoKu",
	Explainer: 4.7, Score: 200, Level: Hard,
	find: func(p *Position, yield func(*Step) bool) bool {
		for x := range p.values {
			all := p.colour(x)
			for i, k := range all {
				for _, l := range all[:i] {
					s := p.begin()
					for pair := range 4 {
						if a, b := pair>>1, pair&1; k.cells[a].meets(l.seen[b]) {
							s.coloured(&k, a, x)
							s.coloured(&l, b, x)
							s.strikeBoth(p, x, k.seen[1-a], l.seen[1-b])
						}
					}
					if s.useful() && !yield(s) {
						return true
					}
				}
			}
		}
		return false
	},
	explain: func(s *Step) string {
		all := explainColours(s, s.Parts[:2]) + ", and " + explainColours(s, s.Parts[2:4])
		for i := 0; i < len(s.Parts); i += 4 {
			all += fmt.Sprintf("; some of %s and of %s see each other, so %s or %s is right",
				s.braced(s.Parts[i]), s.braced(s.Parts[i+2]), s.braced(s.Parts[i+1]), s.braced(s.Parts[i+3]))
		}
		return all
	},
}

// MultiColours2: a colour whose cells see both colours of another cluster is wrong.
var multiColours2 = &Rule{
	Name:       "multi-colours-2",
	Title:      "multi-colours 2",
	Definition: "cells of one colour see cells of both colours of another cluster of strong links: all cells of that colour lose the value",
	Source:     "folklore; as in HoDoKu",
	Explainer:  4.7, Score: 200, Level: Hard,
	find: func(p *Position, yield func(*Step) bool) bool {
		for x := range p.values {
			all := p.colour(x)
			for i, k := range all {
				for j, l := range all {
					for a := range 2 {
						if i == j || !k.cells[a].meets(l.seen[0]) || !k.cells[a].meets(l.seen[1]) {
							continue
						}
						s := p.begin()
						s.coloured(&k, a, x)
						s.coloured(&l, 0, x)
						s.strikeAll(p, k.cells[a], x)
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
		return explainColours(s, s.Parts[:2]) + ", and " + explainColours(s, s.Parts[2:]) + "; some of the first see some of each of the last two"
	},
}
