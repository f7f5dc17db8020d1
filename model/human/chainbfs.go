package human

import (
	"math/bits"
	"slices"

	"nonet/internal/slice"
)

// A chainBFS is a breadth-first search from many literals at once, one link at a time, so that it finds the shortest
// chains first.
type chainBFS struct {
	*links
	length    int // links followed so far
	sources   []literal
	reached   []uint64 // reached[(2*i+k)*words:]: the nodes that source i turned off (k = 0) and on (k = 1)
	frontiers []uint64 // frontiers[i*words:]: the nodes that the last link of source i reached, all on or all off
	next      []uint64
}

// bfsFrom returns a search from the literals that start accepts. It is valid until the next call.
func (n *links) bfsFrom(start func(literal) bool) *chainBFS {
	if n.bfs == nil {
		n.bfs = &chainBFS{links: n}
	}
	s := n.bfs
	s.length, s.sources = 0, s.sources[:0]
	for l := range literal(2 * len(n.nodes)) {
		if start(l) {
			s.sources = append(s.sources, l)
		}
	}
	s.reached = slice.Zeros(s.reached, 2*len(s.sources)*n.words)
	s.frontiers = slice.Zeros(s.frontiers, len(s.sources)*n.words)
	s.next = slice.Resize(s.next, n.words)
	for i, l := range s.sources {
		s.frontier(i).Add(l.node())
		s.reachedFrom(i, l.isOn()).Add(l.node())
	}
	return s
}

// reachedFrom returns the nodes that source i turns on or off, including its own.
func (s *chainBFS) reachedFrom(i int, on bool) cellSet {
	k := 2 * i
	if on {
		k++
	}
	return s.reached[k*s.words : (k+1)*s.words]
}

// frontier returns the nodes that the last link of source i reached. frontierIsOn reports whether they are on.
func (s *chainBFS) frontier(i int) cellSet  { return s.frontiers[i*s.words : (i+1)*s.words] }
func (s *chainBFS) frontierIsOn(i int) bool { return s.sources[i].isOn() == (s.length%2 == 0) }

// extend follows one more link from each source and reports whether it reached a new node.
func (s *chainBFS) extend() bool {
	next, extended := cellSet(s.next), false
	for i := range s.sources {
		s.owner.poll()
		last := s.frontier(i)
		if last.IsEmpty() {
			continue
		}
		clear(next)
		turnedOn := s.frontierIsOn(i)
		for a := range last.All {
			next.AddAll(s.implied(lit(a, turnedOn)))
		}
		reached := s.reachedFrom(i, !turnedOn)
		next.RemoveAll(reached)
		reached.AddAll(next)
		copy(last, next)
		extended = extended || !last.IsEmpty()
	}
	s.length++
	return extended
}

// shortestChain returns the shortest chain between two literals, both included, or nil if there is none. Among several
// it returns the first in node order. If skipDirect is set, the chain has more than one link. The chain is valid until
// the next call.
func (n *links) shortestChain(from, to literal, skipDirect bool) []literal {
	n.parent, n.visited = slice.Resize(n.parent, 2*len(n.nodes)), slice.Zeros(n.visited, 2*n.words)
	n.queue = append(n.queue[:0], from)
	for i := 0; i < len(n.queue); i++ {
		l := n.queue[i]
		visited := n.visited[:n.words] // nodes that were turned off
		if !l.isOn() {
			visited = n.visited[n.words:]
		}
		for w, set := range n.implied(l) {
			for set &^= visited[w]; set != 0; set &= set - 1 {
				k := lit(w<<6|bits.TrailingZeros64(set), !l.isOn())
				if skipDirect && l == from && k == to {
					continue
				}
				visited[w] |= set & -set
				n.parent[k] = l
				if k == to {
					return n.traceBack(from, to)
				}
				n.queue = append(n.queue, k)
			}
		}
	}
	return nil
}

// traceBack returns the chain that the parent links give.
func (n *links) traceBack(from, to literal) []literal {
	chain := append(n.chain[:0], to)
	for l := n.parent[to]; ; l = n.parent[l] {
		chain = append(chain, l)
		if l == from {
			break
		}
	}
	slices.Reverse(chain)
	n.chain = chain
	return chain
}
