package native

import (
	"math/bits"
	"slices"
)

// matching makes AllDifferent domain consistent (hyper-arc consistent). It keeps a matching that assigns different
// values to all variables. In the residual graph an arc leads from variable x to variable y if the domain of x contains
// the value matched to y. All unmatched values are one common node: arcs lead to it from the variables that can take
// one of them, and from it to all variables. A value belongs to some matching exactly if its arc lies on a cycle, that
// is, within a strongly connected component.
//
// The matching is repaired and never rebuilt. Backtracking need not restore it, since a matching for some domains is
// one for larger domains. Fixed variables are left out: allDifferent runs before and has removed their values from the
// others.
//
// Arcs are never enumerated: the search handles up to 64 arcs of a node as bits of a word, so a run takes time linear
// in the size of the domains in words. Components are found with Gabow's algorithm, which merges the components on the
// path when an arc closes a cycle; merging two sets of values is one operation a word.
//
// Sources: J.-C. Régin, A Filtering Algorithm for Constraints of Difference in CSPs, AAAI 1994 (the graph); H. N.
// Gabow, Path-based Depth-first Search for Strong and Biconnected Components, Information Processing Letters 74, 2000.
type matching struct {
	vars  []int32
	value []int32 // by variable: the rank matched to it, or -1

	// Scratch. Sets are sets of the span.
	span
	open  []int32  // indices of the variables that are not fixed
	owner []int32  // by rank, from the first of the span: the index of the variable matched to it, if taken has it
	taken []uint64 // matched values
	seen  []uint64 // values that the search has visited
	done  []uint64 // values of closed components
	path  []uint64 // components on the current path, from its start, as sets
	depth int      // number of components on the path
}

func newMatching(e *engine, vars []int32) *matching {
	s := e.spanOf(vars)
	n, k := len(vars), int(s.high-s.low)
	return &matching{
		vars: vars, value: slices.Repeat([]int32{-1}, n),
		span: s, open: make([]int32, 0, n), owner: make([]int32, 64*k),
		taken: make([]uint64, k), seen: make([]uint64, k), done: make([]uint64, k), path: make([]uint64, (n+1)*k),
	}
}

func (p *matching) propagate(e *engine) bool {
	p.load(e)
	for _, i := range p.open {
		if p.value[i] >= 0 {
			continue
		}
		clear(p.seen)
		if !p.augment(e, i) {
			return false
		}
	}
	p.pushFreeValues(e)
	clear(p.done)
	for _, i := range p.open {
		if !p.has(p.seen, p.value[i]) {
			p.visit(e, i)
		}
	}
	if p.depth > 0 {
		p.closeComponent(e, p.componentAt(0))
	}
	return true
}

// load lists the open variables. It drops matched values that have left their domains, or that two variables have since
// one of them was fixed to another value, so that other variables can take them.
func (p *matching) load(e *engine) {
	p.open = p.open[:0]
	clear(p.taken)
	for i, v := range p.vars {
		if e.fixed(v) {
			continue
		}
		p.open = append(p.open, int32(i))
		if r := p.value[i]; r >= 0 && e.contains(v, int(r)) && !p.has(p.taken, r) {
			p.match(int32(i), r)
		} else {
			p.value[i] = -1
		}
	}
}

// pushFreeValues starts the path with the unmatched values, the common node, as one component, if there are any; from
// it all nodes are reached. It marks only these values as seen.
func (p *matching) pushFreeValues(e *engine) {
	clear(p.seen)
	for _, i := range p.open {
		at, domain := p.domain(e, p.vars[i])
		for k, w := range domain {
			p.seen[at+k] |= w
		}
	}
	union := uint64(0)
	for k, w := range p.taken {
		p.seen[k] &^= w
		union |= p.seen[k]
	}
	p.depth = 0
	if union != 0 {
		copy(p.componentAt(0), p.seen)
		p.depth = 1
	}
}

// componentAt returns the set at a depth of the path.
func (p *matching) componentAt(depth int) []uint64 {
	from, to := depth*len(p.taken), (depth+1)*len(p.taken)
	return p.path[from:to:to]
}

func (p *matching) match(i, rank int32) {
	p.value[i] = rank
	p.owner[rank-p.low<<6] = i
	p.add(p.taken, rank)
}

// augment gives variable i a value, by an augmenting path if no value in its domain is free. It returns false if there
// is no such path. seen holds the values already tried.
func (p *matching) augment(e *engine, i int32) bool {
	at, domain := p.domain(e, p.vars[i])
	for k, w := range domain {
		if free := w &^ p.taken[at+k]; free != 0 {
			p.match(i, p.rank(at+k, free))
			return true
		}
	}
	for k, w := range domain {
		for {
			next := w &^ p.seen[at+k]
			if next == 0 {
				break
			}
			p.seen[at+k] |= next & -next
			if p.augment(e, p.ownerOf(at+k, next)) {
				p.match(i, p.rank(at+k, next))
				return true
			}
		}
	}
	return false
}

// ownerOf returns the variable matched to the lowest value of word k of a set.
func (p *matching) ownerOf(k int, w uint64) int32 { return p.owner[k<<6+bits.TrailingZeros64(w)] }

// visit searches from variable i. Afterwards each variable that it reached is in a closed component or in one merged
// into the path before it.
func (p *matching) visit(e *engine, i int32) {
	p.add(p.seen, p.value[i])
	own := p.componentAt(p.depth)
	clear(own)
	p.add(own, p.value[i])
	p.depth++
	depth := p.depth
	at, domain := p.domain(e, p.vars[i])
	for k, w := range domain {
		for {
			next := w & p.taken[at+k] &^ p.seen[at+k]
			if next == 0 {
				break
			}
			p.visit(e, p.ownerOf(at+k, next))
		}
	}
	for k, w := range domain {
		for w&^p.done[at+k]&^p.path[(p.depth-1)*len(p.taken)+at+k] != 0 { // all on the path
			p.depth--
			below := p.componentAt(p.depth - 1)
			for j, w := range p.componentAt(p.depth) {
				below[j] |= w
			}
		}
	}
	if p.depth == depth {
		p.depth--
		p.closeComponent(e, own)
	}
}

// closeComponent removes a finished component from the graph, and removes all other values from the domains of its
// variables.
func (p *matching) closeComponent(e *engine, values []uint64) {
	for k, w := range values {
		p.done[k] |= w
	}
	for k, w := range values {
		for own := w & p.taken[k]; own != 0; own &= own - 1 {
			v := p.vars[p.ownerOf(k, own)]
			at, domain := p.domain(e, v)
			for j := range domain {
				e.narrow(v, p.low+int32(at+j), values[at+j]) // does not fail: the matched value remains
			}
		}
	}
}
