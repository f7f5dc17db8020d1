package nogood

import "math/bits"

// subsets removes the values of two or three variables of a house, which have as many values together, from the others
// (naked pairs and triples). It runs last: its search costs more than other propagators find sooner.
type subsets struct {
	id   int32
	vars []int32
}

func (p *Problem) addSubsets() {
	for _, h := range p.houses {
		if h.values != all {
			x := &subsets{vars: h.vars}
			x.id = p.add(x, nil, 3)
			h.after = append(h.after, x.id)
		}
	}
}

// A subset is two or three variables of a house, the last -1 for two, and the union of their domains.
type subset struct {
	vars   [3]int32
	values uint64
}

func (x *subset) has(v int32) bool { return v == x.vars[0] || v == x.vars[1] || v == x.vars[2] }

// find calls visit with each subset that has as many values as variables, until visit returns false. domain returns the
// domains, and a single value for variables that are no part of a subset.
func (p *subsets) find(domain func(v int32) uint64, visit func(x subset) bool) bool {
	var few [64]int32 // variables with two or three values
	var domains [64]uint64
	n := 0
	for _, v := range p.vars {
		if d := domain(v); !single(d) && bits.OnesCount64(d) <= 3 {
			few[n], domains[n] = v, d
			n++
		}
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			two := domains[i] | domains[j]
			size := bits.OnesCount64(two)
			if size == 2 && !visit(subset{[3]int32{few[i], few[j], -1}, two}) {
				return false
			}
			if size != 3 {
				continue
			}
			for k := j + 1; k < n; k++ {
				three := two | domains[k]
				if three == two && !visit(subset{[3]int32{few[i], few[j], few[k]}, three}) {
					return false
				}
			}
		}
	}
	return true
}

func (p *subsets) propagate(s *Search, _ uint64) bool {
	consistent := true
	// After a removal find starts again: explain finds a subset only by the domains that it had.
	for consistent && !p.find(func(v int32) uint64 { return s.domains[v] }, func(x subset) bool {
		begin := len(s.trail)
		for _, v := range p.vars {
			if s.domains[v]&x.values != 0 && !x.has(v) && consistent {
				consistent = s.narrow(v, ^x.values, byPropagator|reason(p.id))
			}
		}
		return len(s.trail) == begin
	}) {
	}
	return consistent
}

// explain requires that a subset which has all values that are gone keeps to its values.
func (p *subsets) explain(s *Search, at, v int32, gone uint64) {
	if p.find(func(u int32) uint64 {
		if u == v {
			return 0
		}
		return s.domainBefore(u, at)
	}, func(x subset) bool {
		if gone&^x.values != 0 {
			return true
		}
		for _, u := range x.vars {
			if u >= 0 {
				s.require(u, x.values)
			}
		}
		return false
	}) {
		panic("nogood: no subset explains a removal")
	}
}
