package nogood

import (
	"math/bits"
	"slices"
)

// Sums over houses. The values of a house have a known total. So a union of disjoint houses and the cages within it
// imply the sum of the remaining variables (innies), and the cages that cover the union imply the sum of their
// variables outside (outies). The cages that are mostly within it imply the difference of the two, which has the fewest
// variables. A sum over few variables propagates much that its parts do not.

const (
	maxImplied  = 16 // variables of an implied sum
	minStrength = 20 // of one that is worth a propagator, whatever its groups
	maxGroups   = 3  // of others
	maxGrouped  = 8  // variables of these
	maxApart    = 5  // variables of one that is worth a propagator in any case
	maxHouses   = 4  // houses in a union
)

// impliedWork is the number of variables that the search for implied sums looks at before it stops, since it tries all
// pairs of houses: some ten milliseconds. Grids of order 8 take half of it.
const impliedWork = 1 << 24

// A region is a set of variables with a known sum.
type region struct {
	vars []int32
	sum  int
}

// A houseUnion is a union of disjoint houses, and how it meets the cages.
type houseUnion struct {
	sum    int
	within []bool // by variable

	cages     []region // disjoint
	cageOf    []int32  // by variable: its cage, or -1
	inside    []int    // by cage: its variables that are in the union
	takenBy   []int    // by cage: the last equation that subtracts it
	equations int      // so far
	innies    int      // number of variables of the union outside the cages that lie within it

	work int // number of variables inspected
}

// addHouse adds a house, or takes it away if sign is -1. It must be disjoint from the union, or the last one added.
func (u *houseUnion) addHouse(h region, sign int) {
	for _, v := range h.vars {
		u.within[v] = sign > 0
		u.innies += sign
		if c := u.cageOf[v]; c >= 0 {
			size := len(u.cages[c].vars)
			if u.inside[c] == size {
				u.innies += size
			}
			if u.inside[c] += sign; u.inside[c] == size {
				u.innies -= size
			}
		}
	}
	u.sum += sign * h.sum
	u.work += len(h.vars)
}

// meets reports whether a house has a variable in the union.
func (u *houseUnion) meets(h region) bool {
	return slices.ContainsFunc(h.vars, func(v int32) bool { return u.within[v] })
}

// equation returns what is left of the sum of a union of these variables if the cages that take accepts are subtracted.
// It has the other variables of the union and, with the coefficient -1, those of the cages outside the union. take is
// asked for each cage that meets the union.
func (u *houseUnion) equation(vars []int32, take func(inside, size int) bool) linear {
	l := linear{lo: u.sum}
	u.equations++
	for _, v := range vars {
		c := u.cageOf[v]
		if c < 0 || !take(u.inside[c], len(u.cages[c].vars)) {
			l.terms = append(l.terms, Term{v, 1})
			continue
		}
		if u.takenBy[c] == u.equations {
			continue
		}
		u.takenBy[c] = u.equations
		l.lo -= u.cages[c].sum
		for _, w := range u.cages[c].vars {
			if !u.within[w] {
				l.terms = append(l.terms, Term{w, -1})
			}
		}
	}
	l.hi = l.lo
	return l
}

// houseRegions returns the AllDifferents that have as many values as variables.
func (p *Problem) houseRegions() (houses []region) {
	for _, vars := range p.different {
		if values := p.unionOf(vars); bits.OnesCount64(values) == len(vars) {
			h := region{vars: vars}
			for ; values != 0; values &= values - 1 {
				h.sum += bits.TrailingZeros64(values)
			}
			houses = append(houses, h)
		}
	}
	return houses
}

// without returns a sum from which multiples of house sums are subtracted, as long as that leaves fewer terms. Of an
// arrow over the whole grid the digits in its pill are left.
func (l linear) without(houses []region) linear {
	coefs := map[int32]int{}
	for _, t := range l.terms {
		coefs[t.Var] = t.Coef
	}
	for again := true; again; {
		again = false
		for _, h := range houses {
			often := map[int]int{}
			for _, v := range h.vars {
				often[coefs[v]]++
			}
			for _, v := range h.vars {
				if k := coefs[v]; k != 0 && often[k] > often[0] {
					l.lo, l.hi, again = l.lo-k*h.sum, l.hi-k*h.sum, true
					for _, v := range h.vars {
						coefs[v] -= k
					}
					break
				}
			}
		}
	}
	var left []Term
	for v := range coefs {
		if coefs[v] != 0 {
			left = append(left, Term{v, coefs[v]})
		}
	}
	slices.SortFunc(left, func(a, b Term) int { return int(a.Var - b.Var) })
	l.terms = left
	return l
}

// impliedSums returns the sums that houses and disjoint sums of the problem imply. Unions grow from each house by the
// house that leaves the fewest innies. The search stops after the given work.
func (p *Problem) impliedSums(work int) (implied []linear) {
	houses := p.houseRegions()
	n := len(p.initial)
	u := &houseUnion{within: make([]bool, n), cageOf: slices.Repeat([]int32{-1}, n)}
	mostlyWithin := func(h region) bool {
		inside := 0
		for _, v := range h.vars {
			if u.within[v] {
				inside++
			}
		}
		return 2*inside > len(h.vars)
	}
	for _, l := range p.sums {
		for _, t := range l.terms {
			u.within[t.Var] = true
		}
		if slices.ContainsFunc(houses, mostlyWithin) { // otherwise no multiple of a house has fewer terms
			if r := l.without(houses); len(r.terms) > 0 && 2*len(r.terms) < len(l.terms) {
				implied = append(implied, r)
			}
		}
		for _, t := range l.terms {
			u.within[t.Var] = false
		}
	}
	for _, l := range p.sums {
		taken := func(t Term) bool { return t.Coef != 1 || u.cageOf[t.Var] >= 0 }
		if l.lo != l.hi || slices.ContainsFunc(l.terms, taken) {
			continue
		}
		cage := region{sum: l.lo}
		for _, t := range l.terms {
			u.cageOf[t.Var] = int32(len(u.cages))
			cage.vars = append(cage.vars, t.Var)
		}
		u.cages = append(u.cages, cage)
	}
	if len(u.cages) == 0 {
		return implied
	}
	u.inside, u.takenBy = make([]int, len(u.cages)), make([]int, len(u.cages))
	seen := map[[maxImplied]int32]bool{}
	add := func(l linear) {
		isWithin := func(h region) bool {
			return len(h.vars) <= len(l.terms) && contains(l.terms, h.vars)
		}
		if len(l.terms) == 0 || len(l.terms) > maxImplied || slices.ContainsFunc(houses, isWithin) {
			return
		}
		slices.SortFunc(l.terms, func(a, b Term) int { return int(a.Var - b.Var) })
		if sign := l.terms[0].Coef; sign < 0 {
			l.lo, l.hi = -l.hi, -l.lo
			for i := range l.terms {
				l.terms[i].Coef *= sign
			}
		}
		var name [maxImplied]int32
		for i, t := range l.terms {
			name[i] = (t.Var + 1) * int32(t.Coef)
		}
		if !seen[name] && p.isWorth(l) {
			seen[name] = true
			implied = append(implied, l)
		}
	}
	for i := range houses {
		u.addHouse(houses[i], 1)
		vars, added := slices.Clone(houses[i].vars), []int{i}
		for u.work < work {
			add(u.equation(vars, func(inside, size int) bool { return inside == size }))
			add(u.equation(vars, func(int, int) bool { return true }))
			add(u.equation(vars, func(inside, size int) bool { return 2*inside > size }))
			if len(added) == maxHouses {
				break
			}
			best, fewest := -1, 0
			for j, h := range houses {
				if u.work++; u.meets(h) {
					continue
				}
				u.addHouse(h, 1)
				if best < 0 || u.innies < fewest {
					best, fewest = j, u.innies
				}
				u.addHouse(h, -1)
			}
			if best < 0 {
				break
			}
			u.addHouse(houses[best], 1)
			vars, added = append(vars, houses[best].vars...), append(added, best)
		}
		for _, j := range added {
			u.addHouse(houses[j], -1)
		}
	}
	return implied
}

// isWorth reports whether an equation is worth a propagator.
func (p *Problem) isWorth(l linear) bool {
	return len(l.terms) <= maxApart || p.strength(l) >= minStrength ||
		len(l.terms) <= maxGrouped && len(p.groupsOf(p.byHouses(l.terms))) <= maxGroups
}

// strength returns how many sums groups of the variables of an equation lose, each for itself; less than 0 is none. A
// group, whose variables have the same coefficient and must differ, loses the sums that the others cannot make up for.
// The groups depend on the order of the terms. For joinedOf, which looks at fewer sums, byHouses sorts them first.
func (p *Problem) strength(l linear) (strength int) {
	type group struct {
		terms  []Term
		values uint64
	}
	var groups []group
terms:
	for _, t := range l.terms {
		for i := range groups {
			g := &groups[i]
			apart := func(u Term) bool { return u.Coef != t.Coef || !p.arePeers(u.Var, t.Var) }
			if !slices.ContainsFunc(g.terms, apart) {
				g.terms, g.values = append(g.terms, t), g.values|p.initial[t.Var]
				continue terms
			}
		}
		groups = append(groups, group{[]Term{t}, p.initial[t.Var]})
	}
	least, most := 0, 0
	for _, g := range groups {
		n := len(g.terms)
		first, last := bits.TrailingZeros64(g.values), bits.Len64(g.values)-1
		low, high := n*first+n*(n-1)/2, n*last-n*(n-1)/2
		if c := g.terms[0].Coef; c < 0 {
			low, high = c*high, c*low
		}
		least, most, strength = least+low, most+high, strength+high-low
	}
	return strength - len(groups)*min(l.lo-least, most-l.lo)
}
