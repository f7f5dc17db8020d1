package native

import (
	"cmp"
	"slices"
)

// boundsDifferent makes AllDifferent bounds consistent: the lowest and the highest rank of each variable belong to a
// solution of the constraint in which every domain is relaxed to an interval. It finds the Hall intervals, which
// contain the intervals of as many variables as they have ranks, and moves the bounds of the other variables out of
// them.
//
// The pass for lower bounds takes the variables by increasing upper bound. Each variable uses one rank at or above its
// lower bound; ranks are counted by zones between consecutive bounds. Full zones are skipped along links, with path
// compression. If the zones up to z have exactly as many free ranks as z has above the upper bound of the variable, all
// ranks below that bound are used: a Hall interval ends there. The same pass over the mirror image moves the upper
// bounds.
//
// Source: A. López-Ortiz, C.-G. Quimper, J. Tromp, P. van Beek, A Fast and Simple Algorithm for Bounds Consistency of
// the AllDifferent Constraint, IJCAI 2003, section 3. Deviations: sorting instead of their linear-time order, and one
// pass used twice instead of two.
type boundsDifferent struct {
	byLow, byHigh []interval // the same intervals, by increasing lower and upper bound
	vars          []int32

	// All lower and upper bounds, increasing, between two sentinels. Zone z lies between bounds z-1 and z.
	bounds []int
	// By zone. If it is full: a higher zone on the path to the next one with capacity. Otherwise: the next lower zone
	// with capacity.
	tree []int
	// By zone with capacity: the number of free ranks in it and in the full zones directly below it.
	capacity []int
	// By bound. If it lies in a Hall interval: a higher bound on the path to the end of that interval. If a Hall
	// interval ends here: the beginning of that interval.
	hall []int
}

// An interval is the hull of a domain: the ranks low to end-1.
type interval struct {
	v        int32
	low, end int
}

func newBoundsDifferent(vars []int32) *boundsDifferent {
	n := len(vars)
	capacity := 2*n + 2
	return &boundsDifferent{
		byLow: make([]interval, n), byHigh: make([]interval, n), vars: vars,
		bounds: make([]int, 0, capacity), tree: make([]int, capacity),
		capacity: make([]int, capacity), hall: make([]int, capacity),
	}
}

func (p *boundsDifferent) propagate(e *engine) bool {
	removed := e.removed
	ok := p.raiseBounds(e, false) && p.raiseBounds(e, true)
	e.again = e.removed != removed // a bound may have moved across a gap of its domain, further than the pass assumed
	return ok
}

// raiseBounds raises the lower bounds, or in the mirror image lowers the upper bounds.
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
			if mirror && !e.keepRange(x.v, 0, -p.bounds[w]) ||
				!mirror && !e.keepRange(x.v, p.bounds[w], len(e.values)) {
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

// initZones merges the two orders into the list of bounds and makes all zones empty.
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

// boundIndex returns the index of a value in bounds.
func (p *boundsDifferent) boundIndex(value int) int {
	i, _ := slices.BinarySearch(p.bounds, value)
	return i
}

// pathEnd follows increasing links from i to their end.
func pathEnd(links []int, i int) int {
	for links[i] > i {
		i = links[i]
	}
	return i
}

// compressPath makes all links on the path from one index to another point to target.
func compressPath(links []int, from, to, target int) {
	for from != to {
		links[from], from = target, links[from]
	}
}
