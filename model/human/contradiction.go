package human

import (
	"math/bits"
	"slices"
)

// refuted yields the candidates that lead to a contradiction when follow assumes them, shortest argument first.
func refuted(follow func(n *net, c, x int) bool) finder {
	return func(p *Position, yield func(*Step) bool) bool { return p.eachRefuted(follow, yield) }
}

func (p *Position) eachRefuted(follow func(n *net, c, x int) bool, yield func(*Step) bool) bool {
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
		s.rateChain(k.length - 2)
		if !yield(s) {
			return true
		}
	}
	return false
}
