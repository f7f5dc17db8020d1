package nogood

import (
	"math"
	"slices"
)

// area keeps the variables whose value is inside one connected area. Which variables may be inside is a graph. From
// a variable that is inside, a search of the graph reaches all that may belong to the area; variables on every way to
// another one that is inside are inside, too.
type area struct {
	vars   []int32
	beside [][]int // by index in vars
	values uint64  // inside
	size   int     // of the area, or 0
	id     int32

	way []int32 // steps from the start by index in vars, or -1
	all []int   // what a search has reached, in its order

	number []int32 // by index: its place in the order of a depth-first search, from 1; 0 if it was not met
	count  int32   // of number
}

// Area states that the variables with one of the values are connected: the indices of those beside vars[i] are
// beside[i]. They are size variables if it is not 0.
func (p *Problem) Area(vars []int32, beside [][]int, values uint64, size int) {
	a := &area{vars: vars, beside: beside, values: values, size: size, way: make([]int32, len(vars)),
		number: make([]int32, len(vars))}
	a.id = p.add(a, vars, 2)
}

// inside returns the first index whose domain is inside, or -1; with unreached, the first one not reached by a search.
func (a *area) inside(domain func(v int32) uint64, unreached bool) int {
	for i, v := range a.vars {
		if domain(v)&^a.values == 0 && (!unreached || a.way[i] < 0) {
			return i
		}
	}
	return -1
}

// search reaches from start what at most longest steps through variables that may be inside lead to, and not through
// the index without. It calls outside for the variables at which it ends.
func (a *area) search(domain func(v int32) uint64, start, longest, without int, outside func(v int32)) {
	for i := range a.way {
		a.way[i] = -1
	}
	a.way[start] = 0
	a.all = append(a.all[:0], start)
	for k := 0; k < len(a.all); k++ {
		i := a.all[k]
		if int(a.way[i]) >= longest {
			break
		}
		for _, j := range a.beside[i] {
			switch v := a.vars[j]; {
			case a.way[j] >= 0 || j == without:
			case domain(v)&a.values == 0:
				if outside != nil {
					outside(v)
				}
			default:
				a.way[j] = a.way[i] + 1
				a.all = append(a.all, j)
			}
		}
	}
}

// longest returns the number of steps of the longest way in the area.
func (a *area) longest() int {
	if a.size == 0 {
		return math.MaxInt32
	}
	return a.size - 1
}

func (a *area) propagate(s *Search, _ uint64) bool {
	domain := func(v int32) uint64 { return s.domains[v] }
	start := a.inside(domain, false)
	if start < 0 {
		return true
	}
	a.search(domain, start, a.longest(), -1, nil)
	if len(a.all) < a.size || a.inside(domain, true) >= 0 {
		return s.fail(a.id)
	}
	why := byPropagator | reason(a.id)
	for i, v := range a.vars {
		if a.way[i] < 0 && !s.narrow(v, ^a.values, why) {
			return false
		}
	}
	if len(a.all) > a.size {
		return a.join(s, start)
	}
	for _, i := range a.all {
		if !s.narrow(a.vars[i], a.values, why) {
			return false
		}
	}
	return true
}

// join puts the variables inside that are on every way from start to some variable inside.
func (a *area) join(s *Search, start int) bool {
	clear(a.number)
	a.count = 0
	_, _, ok := a.visit(s, start, -1)
	return ok
}

// visit goes on with the depth-first search of join at index i, which it has come to from the index from. It returns
// the lowest number that i and what follows it are beside, and whether some of these are inside; ok is false after a
// conflict.
func (a *area) visit(s *Search, i, from int) (low int32, needed, ok bool) {
	a.count++
	a.number[i], low = a.count, a.count
	needed = s.domains[a.vars[i]]&^a.values == 0
	for _, j := range a.beside[i] {
		switch {
		case j == from || a.way[j] < 0:
		case a.number[j] > 0:
			low = min(low, a.number[j])
		default:
			below, inside, ok := a.visit(s, j, i)
			if !ok || inside && below >= a.number[i] &&
				!s.narrow(a.vars[i], a.values, byPropagator|reason(a.id)) {
				return 0, false, false
			}
			low, needed = min(low, below), needed || inside
		}
	}
	return low, needed, true
}

// explain requires that the variables at which the search of propagate ended are outside, and that its start is inside.
// That implies what the search has found, or that another variable is not reached, which is required to be inside:
// without v, if v is on all ways to it.
func (a *area) explain(s *Search, at, v int32, gone uint64) {
	domain := func(v int32) uint64 { return s.domainBefore(v, at) }
	start, longest, without := a.inside(domain, false), a.longest(), slices.Index(a.vars, v)
	a.search(domain, start, longest, -1, nil)
	found := len(a.all) < a.size
	if without >= 0 {
		found = gone&^a.values == 0 || len(a.all) == a.size
	}
	if found {
		without = -1
	} else if without >= 0 {
		longest = math.MaxInt32
	}
	s.require(a.vars[start], a.values)
	a.search(domain, start, longest, without, func(u int32) { s.require(u, ^a.values) })
	if !found {
		s.require(a.vars[a.inside(domain, true)], a.values)
	}
}
