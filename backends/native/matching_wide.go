package native

import "math/bits"

// wideMatching is matching for variables with any domains: a set of values has several words. It does not treat
// components separately.
type wideMatching struct {
	vars  []int32
	value []int32 // by variable: the rank matched to it, or -1

	// Scratch. A set has stride words, in the layout of addDomainTo.
	stride  int
	domains []uint64 // by variable: a set
	owner   []int32  // by rank: the variable matched to it, valid if taken has the rank
	taken   []uint64 // taken, seen and done as in matching
	seen    []uint64
	done    []uint64
	path    []uint64 // by depth: a set
	depth   int
}

func newWideMatching(e *engine, vars []int32) *wideMatching {
	n, k := len(vars), e.setWords()
	p := &wideMatching{
		vars: vars, value: make([]int32, n),
		stride: k, domains: make([]uint64, n*k), owner: make([]int32, len(e.values)),
		taken: make([]uint64, k), seen: make([]uint64, k), done: make([]uint64, k), path: make([]uint64, (n+1)*k),
	}
	for i := range p.value {
		p.value[i] = -1
	}
	return p
}

func (p *wideMatching) domain(i int32) []uint64 {
	return p.domains[int(i)*p.stride : int(i+1)*p.stride : int(i+1)*p.stride]
}

// componentAt returns the set at a depth of the path.
func (p *wideMatching) componentAt(depth int) []uint64 {
	return p.path[depth*p.stride : (depth+1)*p.stride : (depth+1)*p.stride]
}

func addRank(set []uint64, rank int32) { set[rank>>6] |= 1 << (rank & 63) }

func (p *wideMatching) propagate(e *engine) bool {
	clear(p.domains)
	clear(p.taken)
	for i, v := range p.vars {
		e.addDomainTo(p.domain(int32(i)), v)
		if r := p.value[i]; r >= 0 && e.contains(v, int(r)) {
			p.match(int32(i), r)
		} else {
			p.value[i] = -1
		}
	}
	for i, r := range p.value {
		if r >= 0 {
			continue
		}
		clear(p.seen)
		if !p.augment(int32(i)) {
			return false
		}
	}
	p.depth = 0
	clear(p.done)
	p.pushFreeValues()
	for i, r := range p.value {
		if p.seen[r>>6]>>(r&63)&1 == 0 {
			p.visit(e, int32(i))
		}
	}
	if p.depth > 0 {
		p.closeComponent(e, p.componentAt(0))
	}
	return true
}

// pushFreeValues starts the path with the unmatched values as one component, if there are any, and marks only these as
// seen.
func (p *wideMatching) pushFreeValues() {
	clear(p.seen)
	for i := range p.vars {
		for k, w := range p.domain(int32(i)) {
			p.seen[k] |= w
		}
	}
	union := uint64(0)
	for k, w := range p.taken {
		p.seen[k] &^= w
		union |= p.seen[k]
	}
	if union != 0 {
		copy(p.componentAt(0), p.seen)
		p.depth = 1
	}
}

func (p *wideMatching) match(i, rank int32) {
	p.value[i] = rank
	p.owner[rank] = i
	addRank(p.taken, rank)
}

func (p *wideMatching) augment(i int32) bool {
	domain := p.domain(i)
	for k, w := range domain {
		if free := w &^ p.taken[k]; free != 0 {
			p.match(i, int32(k<<6+bits.TrailingZeros64(free)))
			return true
		}
	}
	for k, w := range domain {
		for {
			next := w &^ p.seen[k]
			if next == 0 {
				break
			}
			p.seen[k] |= next & -next
			rank := int32(k<<6 + bits.TrailingZeros64(next))
			if p.augment(p.owner[rank]) {
				p.match(i, rank)
				return true
			}
		}
	}
	return false
}

func (p *wideMatching) visit(e *engine, i int32) {
	addRank(p.seen, p.value[i])
	own := p.componentAt(p.depth)
	clear(own)
	addRank(own, p.value[i])
	p.depth++
	depth := p.depth
	domain := p.domain(i)
	for k, w := range domain {
		for {
			next := w & p.taken[k] &^ p.seen[k]
			if next == 0 {
				break
			}
			p.visit(e, p.owner[k<<6+bits.TrailingZeros64(next)])
		}
	}
	for k, w := range domain {
		for w&^p.done[k]&^p.path[(p.depth-1)*p.stride+k] != 0 {
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

func (p *wideMatching) closeComponent(e *engine, values []uint64) {
	for k, w := range values {
		p.done[k] |= w
	}
	for k, w := range values {
		for own := w & p.taken[k]; own != 0; own &= own - 1 {
			i := p.owner[k<<6+bits.TrailingZeros64(own)]
			e.intersect(p.vars[i], values) // the matched value remains
		}
	}
}
