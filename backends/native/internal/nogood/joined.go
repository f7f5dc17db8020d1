package nogood

import "slices"

// Sums of sums. Two sums without a common variable imply the sum of all their variables. It can say more than both:
// along two diagonals through the same boxes, up to six cells of a box must differ instead of three.

const (
	minTerms   = 6       // of a sum that is joined with another
	minJoined  = 10      // the strength of a sum that is worth a propagator
	joinedWork = 1 << 19 // the number of variables that the search looks at before it stops: some ten milliseconds
)

// A joinedSum is a sum of some sums.
type joinedSum struct {
	linear
	has      []bool // by variable
	strength int    // how many sums the groups of variables that differ lose, each for itself; less than 0 is none
	own      int    // the strength of its parts
	parts    [2]int
	dropped  bool // it is part of another
}

// joinedOf returns a sum with its strength. A group loses the sums that the others cannot make up for.
func (p *Problem) joinedOf(l linear) joinedSum {
	j := joinedSum{linear: l, has: make([]bool, len(p.initial))}
	for _, t := range l.terms {
		j.has[t.Var] = true
	}
	groups := p.groupsOf(p.byHouses(l.terms))
	least, most := 0, 0
	for _, g := range groups {
		least, most = least+g.base*len(g.vars)+g.least, most+g.base*len(g.vars)+g.most
	}
	for _, g := range groups {
		j.strength += g.most - g.least - min(l.lo-least, most-l.lo)
	}
	return j
}

// joinedSums returns sums that sums of the problem imply together. It joins the two whose sum is the strongest, and
// again, as long as that is stronger than they are.
func (p *Problem) joinedSums() (joined []linear) {
	var sums, pairs []joinedSum
	isOther := func(t Term) bool { // variables with many values form no groups
		return t.Coef != 1 || len(p.peerSets[t.Var]) == 0 || p.initial[t.Var]>>(maxMaskWidth+1) != 0
	}
	for _, l := range p.sums {
		if l.lo == l.hi && len(l.terms) >= minTerms && !slices.ContainsFunc(l.terms, isOther) {
			j := p.joinedOf(l)
			j.own = max(0, j.strength)
			sums = append(sums, j)
		}
	}
	work := 0
	for b := 0; b < len(sums); {
		for ; b < len(sums); b++ {
			for a := range b {
				x, y := &sums[a], &sums[b]
				work += len(x.terms)
				inBoth := func(t Term) bool { return y.has[t.Var] }
				if x.dropped || work > joinedWork || slices.ContainsFunc(x.terms, inBoth) {
					continue
				}
				work += len(p.different) * (len(x.terms) + len(y.terms))
				j := p.joinedOf(linear{slices.Concat(x.terms, y.terms), x.lo + y.lo, x.hi + y.hi})
				j.own, j.parts = x.own+y.own, [2]int{a, b}
				if j.strength > min(max(x.strength, y.strength), x.strength+y.strength) {
					pairs = append(pairs, j)
				}
			}
		}
		pairs = slices.DeleteFunc(pairs, func(j joinedSum) bool {
			return sums[j.parts[0]].dropped || sums[j.parts[1]].dropped
		})
		if len(pairs) > 0 {
			best := slices.MaxFunc(pairs, func(i, j joinedSum) int { return i.strength - j.strength })
			sums[best.parts[0]].dropped, sums[best.parts[1]].dropped = true, true
			sums = append(sums, best)
		}
	}
	for _, j := range sums {
		if j.parts[1] > 0 && !j.dropped && j.strength > max(minJoined, 2*j.own) {
			joined = append(joined, j.linear)
		}
	}
	return joined
}
