package human

import (
	"math/bits"
	"slices"
)

// contradictionNet assumes a candidate and places singles until there is a contradiction: the candidate goes. The shortest argument
// comes first.
var contradictionNet = &Rule{
	Name:       "contradiction-net",
	Title:      "contradiction net",
	Definition: "a candidate that leads by singles to a contradiction goes",
	Source:     "N. Juillerat, Sudoku Explainer (dynamic contradiction forcing chain)",
	Explainer:  8.5, Score: 700, Level: Extreme,
	find: func(p *Position, yield func(*Step) bool) bool {
		return p.eachRefuted((*net).assume, 8.5, yield)
	},
	explain: explainRefuted,
}

func explainRefuted(s *Step) string { return s.argument(s.Parts) }

// eachRefuted yields the candidates that lead to a contradiction when follow assumes them, shortest argument first.
func (p *Position) eachRefuted(follow func(n *net, c, x int) bool, rating float64, yield func(*Step) bool) bool {
	if p.broken {
		return false
	}
	type found struct {
		spot
		length int
	}
	var all []found
	n := p.newNet()
	for c, d := range p.cand {
		for ; d != 0; d &= d - 1 {
			if x := bits.TrailingZeros64(d); follow(n, c, x) {
				all = append(all, found{spot{c, x}, n.trim()})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return a.length - b.length })
	for _, k := range all {
		follow(n, k.cell, k.value)
		n.trim()
		s := p.begin()
		n.write(s)
		s.strike(p, k.cell, k.value)
		s.Explainer = chainRating(rating, k.length-2)
		if !yield(s) {
			return true
		}
	}
	return false
}
