package native

import (
	"cmp"
	"slices"
)

// boundsDifferent makes AllDifferent bounds consistent: the lowest and the highest rank of each variable belong to a solution of the
// constraint in which each variable has a rank between its own two. It finds the Hall intervals, those with as many ranks as variables that
// lie within, and moves the bounds of the others out of them.
//
// Variables are taken by rising upper bound. Each takes a place at or above its lower bound, and these are counted by zones between
// neighbouring bounds; zones that are full are skipped along paths that are shortened in passing. When the zones below an upper bound have
// just as many places left as lie above that bound, they are a Hall interval. Upper bounds are moved by the same pass over the mirror image.
//
// Source: A. López-Ortiz, C.-G. Quimper, J. Tromp, P. van Beek, A Fast and Simple Algorithm for Bounds Consistency of the AllDifferent
// Constraint, IJCAI 2003, section 3, with sorting instead of their linear-time order, and one pass used twice where theirs has two.
type boundsDifferent struct {
	byLow, byTop []extent // the same, by rising lower and upper bounds
	vars         []int32

	bounds []int // all lower and upper bounds, rising, between two sentinels; zone z lies between bounds z-1 and z
	tree   []int // by zone: the one above it that leads to room, or, of one with room, the next below that has some
	room   []int // by zone with room: places left in it and the full ones below
	hall   []int // by bound: a bound above it that leads to the end of its Hall interval, or the beginning of one that ends here
}

// An extent is what a domain spans: the ranks from low up to but not including top.
type extent struct {
	v        int32
	low, top int
}

func newBoundsDifferent(vars []int32) *boundsDifferent {
	n := len(vars)
	most := 2*n + 2
	return &boundsDifferent{
		byLow: make([]extent, n), byTop: make([]extent, n), vars: vars,
		bounds: make([]int, 0, most), tree: make([]int, most), room: make([]int, most), hall: make([]int, most),
	}
}

func (p *boundsDifferent) propagate(e *engine) bool {
	for {
		removed := e.removed
		if !p.raise(e, false) || !p.raise(e, true) {
			return false
		}
		if e.removed == removed { // a bound may have passed a gap of the domain, and so moved further than the pass has reckoned
			return true
		}
	}
}

// raise moves the lower bounds or, in the mirror, the upper ones.
func (p *boundsDifferent) raise(e *engine, mirror bool) bool {
	for i, v := range p.vars {
		low, top := e.min(v), e.max(v)+1
		if mirror {
			low, top = 1-top, 1-low
		}
		p.byLow[i] = extent{v, low, top}
	}
	copy(p.byTop, p.byLow)
	slices.SortFunc(p.byLow, func(a, b extent) int { return cmp.Compare(a.low, b.low) })
	slices.SortFunc(p.byTop, func(a, b extent) int { return cmp.Compare(a.top, b.top) })
	p.zones()
	for _, x := range p.byTop {
		low, top := p.find(x.low), p.find(x.top)
		z := end(p.tree, low+1)
		below := p.tree[z]
		if p.room[z]--; p.room[z] == 0 {
			p.tree[z] = z + 1
			z = end(p.tree, z+1)
			p.tree[z] = below
		}
		shorten(p.tree, low+1, z, z)
		spare := p.room[z] - (p.bounds[z] - p.bounds[top])
		if spare < 0 {
			return false
		}
		if p.hall[low] > low {
			w := end(p.hall, p.hall[low])
			shorten(p.hall, low, w, w)
			if mirror && !e.within(x.v, 0, -p.bounds[w]) || !mirror && !e.within(x.v, p.bounds[w], len(e.values)) {
				return false
			}
		}
		if spare == 0 {
			shorten(p.hall, p.hall[top], below-1, top)
			p.hall[top] = below - 1
		}
	}
	return true
}

// zones sets up the bounds, by merging the two orders, and empty zones between them.
func (p *boundsDifferent) zones() {
	p.bounds = append(p.bounds[:0], p.byLow[0].low-2)
	for i, j := 0, 0; j < len(p.byTop); {
		next := p.byTop[j].top
		if i < len(p.byLow) && p.byLow[i].low <= next {
			next = p.byLow[i].low
			i++
		} else {
			j++
		}
		if next != p.bounds[len(p.bounds)-1] {
			p.bounds = append(p.bounds, next)
		}
	}
	p.bounds = append(p.bounds, p.bounds[len(p.bounds)-1]+2)
	for z := 1; z < len(p.bounds); z++ {
		p.tree[z], p.hall[z] = z-1, z-1
		p.room[z] = p.bounds[z] - p.bounds[z-1]
	}
}

// find returns the index of a bound.
func (p *boundsDifferent) find(bound int) int {
	i, _ := slices.BinarySearch(p.bounds, bound)
	return i
}

// end follows the links from i upwards.
func end(links []int, i int) int {
	for links[i] > i {
		i = links[i]
	}
	return i
}

// shorten lets all links on the way from one index to another lead to a third.
func shorten(links []int, from, to, lead int) {
	for from != to {
		links[from], from = lead, links[from]
	}
}
