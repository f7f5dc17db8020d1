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
	byLow, byHigh []interval // the same, by rising lower and upper bounds
	vars          []int32

	bounds   []int // all lower and upper bounds, rising, between two sentinels; zone z lies between bounds z-1 and z
	tree     []int // by zone: the one above it that leads to room, or, of one with room, the next below that has some
	capacity []int // by zone with room: places left in it and the full ones below
	hall     []int // by bound: a bound above it that leads to the end of its Hall interval, or the beginning of one that ends here
}

// An interval is what a domain spans: the ranks from low up to but not including top.
type interval struct {
	v        int32
	low, end int
}

func newBoundsDifferent(vars []int32) *boundsDifferent {
	n := len(vars)
	capacity := 2*n + 2
	return &boundsDifferent{
		byLow: make([]interval, n), byHigh: make([]interval, n), vars: vars,
		bounds: make([]int, 0, capacity), tree: make([]int, capacity), capacity: make([]int, capacity), hall: make([]int, capacity),
	}
}

func (p *boundsDifferent) propagate(e *engine) bool {
	for {
		removed := e.removed
		if !p.raiseBounds(e, false) || !p.raiseBounds(e, true) {
			return false
		}
		if e.removed == removed { // a bound may have passed a gap of the domain, and so moved further than the pass has reckoned
			return true
		}
	}
}

// raiseBounds moves the lower bounds or, in the mirror, the upper ones.
func (p *boundsDifferent) raiseBounds(e *engine, mirror bool) bool {
	for i, v := range p.vars {
		low, end := e.min(v), e.max(v)+1
		if mirror {
			low, end = 1-end, 1-low
		}
		p.byLow[i] = interval{v, low, end}
	}
	copy(p.byHigh, p.byLow)
	slices.SortFunc(p.byLow, func(a, b interval) int { return cmp.Compare(a.low, b.low) })
	slices.SortFunc(p.byHigh, func(a, b interval) int { return cmp.Compare(a.end, b.end) })
	p.initZones()
	for _, x := range p.byHigh {
		low, end := p.boundIndex(x.low), p.boundIndex(x.end)
		z := pathEnd(p.tree, low+1)
		below := p.tree[z]
		if p.capacity[z]--; p.capacity[z] == 0 {
			p.tree[z] = z + 1
			z = pathEnd(p.tree, z+1)
			p.tree[z] = below
		}
		compressPath(p.tree, low+1, z, z)
		spare := p.capacity[z] - (p.bounds[z] - p.bounds[end])
		if spare < 0 {
			return false
		}
		if p.hall[low] > low {
			w := pathEnd(p.hall, p.hall[low])
			compressPath(p.hall, low, w, w)
			if mirror && !e.keepRange(x.v, 0, -p.bounds[w]) || !mirror && !e.keepRange(x.v, p.bounds[w], len(e.values)) {
				return false
			}
		}
		if spare == 0 {
			compressPath(p.hall, p.hall[end], below-1, end)
			p.hall[end] = below - 1
		}
	}
	return true
}

// initZones sets up the bounds, by merging the two orders, and empty zones between them.
func (p *boundsDifferent) initZones() {
	p.bounds = append(p.bounds[:0], p.byLow[0].low-2)
	for i, j := 0, 0; j < len(p.byHigh); {
		next := p.byHigh[j].end
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
		p.capacity[z] = p.bounds[z] - p.bounds[z-1]
	}
}

// boundIndex returns the index of a bound.
func (p *boundsDifferent) boundIndex(value int) int {
	i, _ := slices.BinarySearch(p.bounds, value)
	return i
}

// pathEnd follows the links from i upwards.
func pathEnd(links []int, i int) int {
	for links[i] > i {
		i = links[i]
	}
	return i
}

// compressPath lets all links on the way from one index to another lead to a third.
func compressPath(links []int, from, to, target int) {
	for from != to {
		links[from], from = target, links[from]
	}
}
