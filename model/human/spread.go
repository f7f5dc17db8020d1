package human

import (
	"math/bits"
	"slices"
)

// A spread follows the links from many literals at once, one link at a time, so that the shortest chains are found first.
type spread struct {
	*links
	length  int // links followed so far
	sources []literal
	reached []uint64 // reached[(2*i+k)*words:]: the nodes that source i has turned off (k = 0) and on (k = 1)
	fresh   []uint64 // fresh[i*words:]: those of the last link; they are all on or all off
	next    []uint64
}

// from returns a spread from the literals that start accepts. It is valid until the next one.
func (n *links) from(start func(literal) bool) *spread {
	if n.spread == nil {
		n.spread = &spread{links: n}
	}
	s := n.spread
	s.length, s.sources = 0, s.sources[:0]
	for l := range literal(2 * len(n.nodes)) {
		if start(l) {
			s.sources = append(s.sources, l)
		}
	}
	s.reached, s.fresh = resize(s.reached, 2*len(s.sources)*n.words), resize(s.fresh, len(s.sources)*n.words)
	s.next = resize(s.next, n.words)
	clear(s.reached)
	clear(s.fresh)
	for i, l := range s.sources {
		s.last(i).add(l.node())
		s.all(i, l.on()).add(l.node())
	}
	return s
}

// all returns the nodes that source i turns on or off, including its own.
func (s *spread) all(i int, on bool) cellSet {
	k := 2 * i
	if on {
		k++
	}
	return s.reached[k*s.words : (k+1)*s.words]
}

// last returns the nodes that the last link added to those of source i. turnedOn says which way.
func (s *spread) last(i int) cellSet  { return s.fresh[i*s.words : (i+1)*s.words] }
func (s *spread) turnedOn(i int) bool { return s.sources[i].on() == (s.length%2 == 0) }

// step follows one more link from each source and reports whether it led anywhere.
func (s *spread) step() bool {
	next, any := cellSet(s.next), false
	for i := range s.sources {
		last := s.last(i)
		if last.empty() {
			continue
		}
		clear(next)
		turnedOn := s.turnedOn(i)
		for a := last.next(0); a >= 0; a = last.next(a + 1) {
			next.or(s.follow(lit(a, turnedOn)))
		}
		reached := s.all(i, !turnedOn)
		next.minus(reached)
		reached.or(next)
		copy(last, next)
		any = any || !last.empty()
	}
	s.length++
	return any
}

// path returns the shortest chain from one literal to another, both included, or nil if there is none. Of several it is the first in
// the order of the nodes. If from implies to by itself, round asks for another way. The chain is valid until the next call.
func (n *links) path(from, to literal, round bool) []literal {
	n.trace, n.met = resize(n.trace, 2*len(n.nodes)), resize(n.met, 2*n.words)
	clear(n.met)
	n.queue = append(n.queue[:0], from)
	for i := 0; i < len(n.queue); i++ {
		l := n.queue[i]
		met := n.met[:n.words] // turned off
		if !l.on() {
			met = n.met[n.words:]
		}
		for w, set := range n.follow(l) {
			for set &^= met[w]; set != 0; set &= set - 1 {
				k := lit(w<<6|bits.TrailingZeros64(set), !l.on())
				if round && l == from && k == to {
					continue
				}
				met[w] |= set & -set
				n.trace[k] = l
				if k == to {
					return n.back(from, to)
				}
				n.queue = append(n.queue, k)
			}
		}
	}
	return nil
}

// back returns the chain that the trace leads back along.
func (n *links) back(from, to literal) []literal {
	chain := append(n.chain[:0], to)
	for l := n.trace[to]; ; l = n.trace[l] {
		chain = append(chain, l)
		if l == from {
			break
		}
	}
	slices.Reverse(chain)
	n.chain = chain
	return chain
}
