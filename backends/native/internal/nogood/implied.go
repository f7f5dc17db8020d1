package nogood

import (
	"math/bits"
	"slices"
)

// Sums over houses. The values of a house have a known total. So a union of disjoint houses and the cages within it
// imply the sum of the remaining variables (innies), and the cages that cover the union imply the sum of their
// variables outside (outies). A sum over few variables propagates much that its parts do not.

// maxImplied is the largest number of variables of an implied sum, and maxHouses of houses in a union.
const (
	maxImplied = 5
	maxHouses  = 4
)

// A varSet is a set of variables, as bits.
type varSet []uint64

func (p *Problem) newSet(vars []int32) varSet {
	s := make(varSet, (len(p.initial)+63)/64)
	for _, v := range vars {
		s[v>>6] |= 1 << (v & 63)
	}
	return s
}

func (s varSet) union(t varSet) varSet {
	u := slices.Clone(s)
	for i, w := range t {
		u[i] |= w
	}
	return u
}

func (s varSet) minus(t varSet) varSet {
	u := slices.Clone(s)
	for i, w := range t {
		u[i] &^= w
	}
	return u
}

// contains reports whether t is a subset of s.
func (s varSet) contains(t varSet) bool {
	for i, w := range t {
		if w&^s[i] != 0 {
			return false
		}
	}
	return true
}

func (s varSet) size() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

func (s varSet) vars() (all []int32) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			all = append(all, int32(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return all
}

// A known is a set of variables with a known sum.
type known struct {
	vars varSet
	sum  int
}

// impliedSums returns the sums that houses and disjoint sums of the problem imply. Unions grow from each house by the
// house that leaves the fewest innies.
func (p *Problem) impliedSums() (implied []linear) {
	var houses, cages []known
	for _, vars := range p.different {
		if values := p.unionOf(vars); bits.OnesCount64(values) == len(vars) {
			h := known{vars: p.newSet(vars)}
			for ; values != 0; values &= values - 1 {
				h.sum += bits.TrailingZeros64(values)
			}
			houses = append(houses, h)
		}
	}
	covered := p.newSet(nil)
	for _, l := range p.sums {
		vars := make([]int32, len(l.terms))
		ones := l.lo == l.hi
		for i, t := range l.terms {
			vars[i], ones = t.Var, ones && t.Coef == 1
		}
		if c := p.newSet(vars); ones && !intersect(c, covered) {
			cages = append(cages, known{c, l.lo})
			covered = covered.union(c)
		}
	}
	if len(cages) == 0 {
		return nil
	}
	seen := map[string]bool{}
	add := func(k known) {
		if n := k.vars.size(); n == 0 || n > maxImplied {
			return
		}
		l := linear{lo: k.sum, hi: k.sum}
		name := make([]byte, 0, 4*maxImplied)
		for _, v := range k.vars.vars() {
			l.terms = append(l.terms, Term{v, 1})
			name = append(name, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
		}
		if !seen[string(name)] {
			seen[string(name)] = true
			implied = append(implied, l)
		}
	}
	for i := range houses {
		u := houses[i]
		for n := 1; ; n++ {
			add(innies(u, cages))
			if out, ok := outies(u, cages); ok {
				add(out)
			}
			best, fewest := -1, 0
			for j, h := range houses {
				if intersect(h.vars, u.vars) {
					continue
				}
				left := innies(known{u.vars.union(h.vars), 0}, cages)
				if size := left.vars.size(); best < 0 || size < fewest {
					best, fewest = j, size
				}
			}
			if n == maxHouses || best < 0 {
				break
			}
			u = known{u.vars.union(houses[best].vars), u.sum + houses[best].sum}
		}
	}
	return implied
}

// innies returns the variables of u outside the cages that lie within u.
func innies(u known, cages []known) known {
	left := known{slices.Clone(u.vars), u.sum}
	for _, c := range cages {
		if intersect(c.vars, left.vars) && u.vars.contains(c.vars) {
			left.sum -= c.sum
			for i, w := range c.vars {
				left.vars[i] &^= w
			}
		}
	}
	return left
}

// outies returns the variables outside u of the cages that meet u, and false if these cages do not cover u.
func outies(u known, cages []known) (known, bool) {
	cover := known{vars: make(varSet, len(u.vars))}
	for _, c := range cages {
		if intersect(c.vars, u.vars) {
			cover.sum += c.sum
			for i, w := range c.vars {
				cover.vars[i] |= w
			}
		}
	}
	return known{cover.vars.minus(u.vars), cover.sum - u.sum}, cover.vars.contains(u.vars)
}
