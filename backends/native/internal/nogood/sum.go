package nogood

import (
	"math/bits"
	"slices"

	"nonet/internal/slice"
)

// sum makes a linear constraint domain consistent, together with the differences between its variables. The variables
// with the same coefficient that must all differ form groups, greedily; a killer cage is one group. Within a group the
// reachable sets of values are computed variable by variable, as a maskSet; over the groups, the reachable totals.
//
// An AllDifferent with fewer variables than values is such a constraint, too, with one group and any total.
// Source: M. A. Trick, A Dynamic Programming Approach for Consistency and Propagation for Knapsack Constraints, Annals
// of Operations Research 118, 2003, for the totals.
type sum struct {
	id       int32
	confiner int32 // its id
	groups   []group
	linear            // the constraint
	literals bool     // the variables are 0 or 1, and the coefficients 1 or -1
	allowed  totals   // the totals that satisfy the constraint
	before   []totals // scratch, by group and one more: totals reachable by the groups before it
	after    []totals // scratch: totals before the group from which the others reach an allowed one
}

// A group is some variables that must differ, with the same coefficient, or one variable.
type group struct {
	vars     []int32
	coef     int
	base     int       // the lowest value
	width    int       // number of values from base on
	ends     []maskSet // by sum of the numbers of the values: the sets of values that the group may have
	least    int       // the lowest sum; the numbers of values are from 0
	most     int       // the highest sum; -1 if there is none
	possible uint64    // the sums from least to most, as bits
	final    maskSet   // union of ends, for one group: those with allowed sums
	offset   int       // added to coef times the sum of a group to make it nonnegative

	prefix, suffix []maskSet // scratch, by variable and one more
	places         []int32   // scratch
	domains        []uint64  // scratch, by variable
	sums           uint64    // scratch: the sums that the domains reach, as bits
}

// totals is a set of totals, as bits; the first is 0.
type totals []uint64

// shiftUp adds to t the totals of src, each increased by n.
func (t totals) shiftUp(src totals, n int) {
	words, shift := n>>6, uint(n&63)
	for i := len(t) - 1; i >= words; i-- {
		w := src[i-words] << shift
		if shift > 0 && i > words {
			w |= src[i-words-1] >> (64 - shift)
		}
		t[i] |= w
	}
}

// shiftDown adds to t the totals of src, each decreased by n.
func (t totals) shiftDown(src totals, n int) {
	words, shift := n>>6, uint(n&63)
	for i := 0; i+words < len(t); i++ {
		w := src[i+words] >> shift
		if shift > 0 && i+words+1 < len(src) {
			w |= src[i+words+1] << (64 - shift)
		}
		t[i] |= w
	}
}

// reaches reports whether a total of t, increased by n, is in target.
func (t totals) reaches(target totals, n int) bool {
	words, shift := n>>6, uint(n&63)
	for i := words; i < len(target); i++ {
		w := t[i-words] << shift
		if shift > 0 && i > words {
			w |= t[i-words-1] >> (64 - shift)
		}
		if w&target[i] != 0 {
			return true
		}
	}
	return false
}

// load stores the domains of the variables before event at. The domain of v is instead, if v >= 0.
func (p *sum) load(s *Search, at, v int32, instead uint64) {
	for i := range p.groups {
		g := &p.groups[i]
		for k, u := range g.vars {
			d := s.domains[u]
			if at >= 0 {
				d = s.domainBefore(u, at)
			}
			if u == v {
				d = instead
			}
			g.domains[k] = d >> g.base
		}
	}
}

// reach computes the prefixes and the sums of a group.
func (g *group) reach() {
	if len(g.vars) == 1 {
		g.sums = g.domains[0]
		return
	}
	least, most := 0, 0
	for i, d := range g.domains {
		clear(g.prefix[i+1])
		addValue(g.prefix[i+1], g.prefix[i], d)
		least, most = least+bits.TrailingZeros64(d), most+bits.Len64(d)-1
	}
	g.sums = g.sumsOf(g.prefix[len(g.vars)], least, most)
}

// sumsOf returns the sums from least to most of the sets of values in sets that the group may have.
func (g *group) sumsOf(sets maskSet, least, most int) (sums uint64) {
	for sum := max(least, g.least); sum <= min(most, g.most); sum++ {
		if slice.Intersect(g.ends[sum], sets) {
			sums |= 1 << sum
		}
	}
	return sums
}

// total is what a group with this sum adds to the total.
func (g *group) total(sum int) int { return g.coef*sum + g.offset }

// count is propagate for literals.
func (p *sum) count(s *Search) bool {
	least, most := 0, 0
	for _, t := range p.terms {
		d := s.domains[t.Var]
		low, high := int(d>>1&^d&1)*t.Coef, int(d>>1)*t.Coef
		least, most = least+min(low, high), most+max(low, high)
	}
	if least > p.hi || most < p.lo {
		return s.fail(p.id)
	}
	if least < p.hi && most > p.lo {
		return true
	}
	for _, t := range p.terms { // all have their lowest or their highest value
		if s.domains[t.Var] != 3 {
			continue
		}
		value := uint64(1)
		if (most == p.lo) == (t.Coef > 0) { // the highest term
			value = 2
		}
		s.narrow(t.Var, value, byPropagator|reason(p.id))
	}
	return true
}

func (p *sum) propagate(s *Search, _ uint64) bool {
	if p.literals {
		return p.count(s)
	}
	p.load(s, -1, -1, 0)
	if len(p.groups) == 1 {
		g := &p.groups[0]
		if len(g.vars) == 1 {
			keep := uint64(0)
			for d := g.domains[0]; d != 0; d &= d - 1 {
				if t := g.total(bits.TrailingZeros64(d)); p.allowed[t>>6]>>(t&63)&1 != 0 {
					keep |= d & -d
				}
			}
			return s.narrow(g.vars[0], keep<<g.base, byPropagator|reason(p.id))
		}
		for i, d := range g.domains {
			clear(g.prefix[i+1])
			addValue(g.prefix[i+1], g.prefix[i], d)
		}
		if !slice.Intersect(g.prefix[len(g.vars)], g.final) {
			return s.fail(p.id)
		}
		return p.filter(s, g, g.final)
	}
	for i := range p.groups {
		g := &p.groups[i]
		clear(p.before[i+1])
		g.reach()
		for sums := g.sums; sums != 0; sums &= sums - 1 {
			p.before[i+1].shiftUp(p.before[i], g.total(bits.TrailingZeros64(sums)))
		}
	}
	p.setAfter()
	if p.after[0][0]&1 == 0 {
		return s.fail(p.id)
	}
	for i := range p.groups { // in each some values remain
		g := &p.groups[i]
		if allowed := p.allowedSums(i, g.sums); len(g.vars) == 1 {
			if !s.narrow(g.vars[0], allowed<<g.base, byPropagator|reason(p.id)) {
				return false
			}
		} else if !p.filter(s, g, g.endsOf(allowed)) {
			return false
		}
	}
	return true
}

// setAfter computes after from the sums of the groups.
func (p *sum) setAfter() {
	n := len(p.groups)
	copy(p.after[n], p.allowed)
	for i := n - 1; i >= 0; i-- {
		g := &p.groups[i]
		clear(p.after[i])
		for sums := g.sums; sums != 0; sums &= sums - 1 {
			p.after[i].shiftDown(p.after[i+1], g.total(bits.TrailingZeros64(sums)))
		}
	}
}

// allowedSums returns the sums of group i, out of some, that lead from a reachable total to an allowed one.
func (p *sum) allowedSums(i int, sums uint64) (allowed uint64) {
	g := &p.groups[i]
	for ; sums != 0; sums &= sums - 1 {
		if p.before[i].reaches(p.after[i+1], g.total(bits.TrailingZeros64(sums))) {
			allowed |= sums & -sums
		}
	}
	return allowed
}

// endsOf returns the sets of values that the group may have with the given sums. It uses final as scratch.
func (g *group) endsOf(sums uint64) maskSet {
	clear(g.final)
	for ; sums != 0; sums &= sums - 1 {
		for w, sets := range g.ends[bits.TrailingZeros64(sums)] {
			g.final[w] |= sets
		}
	}
	return g.final
}

// setSuffix computes, by variable and one more, the sets of values before it from which the domains reach ends.
func (g *group) setSuffix(ends maskSet) {
	n := len(g.vars)
	copy(g.suffix[n], ends)
	for i := n - 1; i >= 0; i-- {
		clear(g.suffix[i])
		dropValue(g.suffix[i], g.suffix[i+1], everySet, g.domains[i])
	}
}

// filter removes the values of a group that no set from its prefixes to ends has; there is one. The suffixes are then
// the sets of the prefixes from which the domains reach ends. It returns false on a conflict.
func (p *sum) filter(s *Search, g *group, ends maskSet) bool {
	n := len(g.vars)
	for w, sets := range g.prefix[n] {
		g.suffix[n][w] = sets & ends[w]
	}
	for i := n - 1; i >= 0; i-- {
		clear(g.suffix[i])
		g.domains[i] = dropValue(g.suffix[i], g.suffix[i+1], g.prefix[i], g.domains[i])
	}
	for i, v := range g.vars {
		if !s.narrow(v, g.domains[i]<<g.base, byPropagator|reason(p.id)) {
			return false
		}
	}
	return p.confine(s, g)
}

// confine removes the values that a group must have from the variables outside that must differ from all variables of
// the group that may have them: a killer cage with a 9, which only its cells in one row can have, takes it from the
// rest of the row. It returns false on a conflict.
func (p *sum) confine(s *Search, g *group) bool {
	var once, twice uint64
	for _, u := range g.vars {
		d := s.domains[u]
		once, twice = once|d, twice|once&d
	}
	n := len(g.vars)
	needed := twice >> g.base // the values in all sets that are left; if only one variable has it, it will be fixed
	for i := 0; i < len(g.suffix[n]) && needed != 0; i++ {
		for w := g.suffix[n][i]; w != 0 && needed != 0; w &= w - 1 {
			needed &= uint64(i<<6 + bits.TrailingZeros64(w))
		}
	}
	for ; needed != 0; needed &= needed - 1 {
		value := needed & -needed << g.base
		g.places = g.places[:0]
		words := len(s.domains)
		for _, u := range g.vars {
			if s.domains[u]&value != 0 {
				g.places = append(g.places, u)
				words = min(words, len(s.peerSets[u]))
			}
		}
		for w := range words {
			peers := all
			for _, u := range g.places {
				peers &= s.peerSets[u][w]
			}
			for ; peers != 0; peers &= peers - 1 {
				v := int32(w<<6 + bits.TrailingZeros64(peers))
				if s.domains[v]&value != 0 && !s.narrow(v, ^value, byPropagator|reason(p.confiner)) {
					return false
				}
			}
		}
	}
	return true
}

// explain requires what makes the constraint contradict that v has one of the values gone.
func (p *sum) explain(s *Search, at, v int32, gone uint64) {
	p.sortByChange(s, at)
	p.load(s, at, v, gone)
	p.widen(s, v, 0)
}

// A confiner explains what confine removes. Nothing wakes it.
type confiner struct{ *sum }

func (confiner) propagate(*Search, uint64) bool { return true }

// explain requires, for each value, what makes the constraint contradict that v has it and its peers do not.
func (p confiner) explain(s *Search, at, v int32, gone uint64) {
	p.sortByChange(s, at)
	for ; gone != 0; gone &= gone - 1 {
		value := gone & -gone
		p.load(s, at, v, value)
		for i := range p.groups {
			g := &p.groups[i]
			for k, u := range g.vars {
				if s.arePeers(u, v) {
					g.domains[k] &^= value >> g.base
				}
			}
		}
		p.widen(s, v, value)
	}
}

// widen widens the loaded domains, which contradict the constraint, variable by variable, as far as they still do, and
// requires them of all variables but v. Variables that changed last are widened first. Peers of v may also have the
// given value, which v has.
func (p *sum) widen(s *Search, v int32, value uint64) {
	require := func(u int32, values uint64) {
		if value != 0 && s.arePeers(u, v) {
			values |= value
		}
		s.require(u, values)
	}
	if len(p.groups) > 1 {
		for i := range p.groups {
			p.groups[i].reach()
		}
		p.setAfter()
	}
	for i := range p.groups {
		g := &p.groups[i]
		if len(g.vars) == 1 {
			sums := uint64(0)
			u := g.vars[0]
			if u == v {
				sums = g.domains[0]
			} else {
				sums = (all >> (64 - g.width)) &^ p.allowedSums(i, g.possible)
				require(u, sums<<g.base)
			}
			p.setBefore(i, sums)
			continue
		}
		ends := g.final
		if len(p.groups) > 1 {
			ends = g.endsOf(p.allowedSums(i, g.possible))
		}
		g.setSuffix(ends)
		for k, u := range g.vars {
			clear(g.prefix[k+1])
			wide := g.domains[k]
			if u != v {
				others := all >> (64 - g.width) &^ wide
				wide |= others &^ dropValue(g.suffix[k], g.suffix[k+1], g.prefix[k], others) // suffix[k] is free
				require(u, wide<<g.base)
			}
			addValue(g.prefix[k+1], g.prefix[k], wide)
		}
		if len(p.groups) > 1 {
			p.setBefore(i, g.sumsOf(g.prefix[len(g.vars)], g.least, g.most))
		}
	}
}

// setBefore computes the totals reachable by the groups before i+1 from those before i and the sums of group i.
func (p *sum) setBefore(i int, sums uint64) {
	clear(p.before[i+1])
	for ; sums != 0; sums &= sums - 1 {
		p.before[i+1].shiftUp(p.before[i], p.groups[i].total(bits.TrailingZeros64(sums)))
	}
}

// sortByChange sorts the variables of each group by their last event before at, the latest first.
func (p *sum) sortByChange(s *Search, at int32) {
	for i := range p.groups {
		if vars := p.groups[i].vars; len(vars) > 1 {
			slices.SortFunc(vars, func(a, b int32) int { return int(s.lastBefore(b, at) - s.lastBefore(a, at)) })
		}
	}
}

func (s *state) lastBefore(v, at int32) int32 {
	i := s.last[v]
	for i >= at {
		i = s.trail[i].previous
	}
	return i
}
