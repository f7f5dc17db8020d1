package nogood

import (
	"math/bits"
	"slices"

	"nonet/internal/slice"
)

// addSums makes propagators of the sums, and of the AllDifferents that need one and that no sum covers.
func (p *Problem) addSums() {
	for _, vars := range p.different {
		covered := p.isHouse(vars) || p.isWide(vars) ||
			slices.ContainsFunc(p.sums, func(l linear) bool { return contains(l.terms, vars) })
		if !covered {
			terms := make([]Term, len(vars))
			for i, v := range vars {
				terms[i] = Term{v, 1}
			}
			p.addSum(linear{terms, -1 << 40, 1 << 40})
		}
	}
	for _, l := range p.sums {
		p.addSum(l)
	}
	for _, l := range slices.Concat(p.impliedSums(impliedWork), p.joinedSums()) {
		p.addSum(l)
	}
}

// contains reports whether all variables have terms with the same coefficient.
func contains(terms []Term, vars []int32) bool {
	coef := 0
	for _, v := range vars {
		i := slices.IndexFunc(terms, func(t Term) bool { return t.Var == v })
		if i < 0 || coef != 0 && terms[i].Coef != coef {
			return false
		}
		coef = terms[i].Coef
	}
	return true
}

// addSum makes a propagator of a linear constraint. Of two ways to group its terms it takes the one with fewer totals.
func (p *Problem) addSum(l linear) {
	s := &sum{linear: l, groups: p.groupsOf(l.terms)}
	s.literals = !slices.ContainsFunc(l.terms, func(t Term) bool { return p.initial[t.Var] > 3 || t.Coef*t.Coef != 1 })
	hasPeers := func(t Term) bool { return len(p.peerSets[t.Var]) > 0 }
	if len(s.groups) > 1 && slices.ContainsFunc(l.terms, hasPeers) {
		if other := p.groupsOf(p.byHouses(l.terms)); rangeOf(other) < rangeOf(s.groups) {
			s.groups = other
		}
	}
	var vars []int32
	for _, t := range l.terms {
		vars = append(vars, t.Var)
	}
	shift, most := 0, 0 // a total minus shift is the sum of the terms
	for i := range s.groups {
		g := &s.groups[i]
		shift += g.offset - g.coef*g.base*len(g.vars)
		most += max(g.total(g.least), g.total(max(g.most, 0)))
	}
	words := most>>6 + 1
	s.allowed = make(totals, words)
	for t := max(0, l.lo+shift); t <= min(most, l.hi+shift); t++ {
		s.allowed[t>>6] |= 1 << (t & 63)
	}
	scratch := make(totals, 2*words*(len(s.groups)+1))
	for row := range slices.Chunk(scratch, 2*words) {
		s.before, s.after = append(s.before, row[:words]), append(s.after, row[words:])
	}
	s.before[0][0] = 1
	if g := &s.groups[0]; len(s.groups) == 1 && len(g.vars) > 1 {
		sums := uint64(0)
		for sum := g.least; sum <= g.most; sum++ {
			if t := g.total(sum); s.allowed[t>>6]>>(t&63)&1 != 0 {
				sums |= 1 << sum
			}
		}
		g.endsOf(sums)
	}
	queue := uint8(2)
	if len(s.groups) > 1 && len(s.groups) < len(vars) {
		queue = 3
	}
	s.id = p.add(s, vars, queue)
	s.confiner = p.add(confiner{s}, nil, 2)
}

// groupsOf puts each term into the first group that it can join.
func (p *Problem) groupsOf(terms []Term) []group {
	groups := make([]group, 0, len(terms))
terms:
	for _, t := range terms {
		for i := 0; i < len(groups) && len(p.peerSets[t.Var]) > 0; i++ {
			if p.joins(&groups[i], t) {
				groups[i].vars = append(groups[i].vars, t.Var)
				continue terms
			}
		}
		groups = append(groups, group{vars: []int32{t.Var}, coef: t.Coef})
	}
	for i := range groups {
		p.finish(&groups[i])
	}
	return groups
}

// byHouses returns the terms in the order of the AllDifferents that contain most of them: the first one contains most
// terms, the next one most of the others.
func (p *Problem) byHouses(terms []Term) (sorted []Term) {
	left := slices.Clone(terms)
	has := make([]bool, len(p.initial))
	for _, t := range terms {
		has[t.Var] = true
	}
	meets := func(vars []int32) bool { return slices.ContainsFunc(vars, func(v int32) bool { return has[v] }) }
	different := slices.DeleteFunc(slices.Clone(p.different), func(vars []int32) bool { return !meets(vars) })
	for len(left) > 0 {
		var most []Term
		for _, vars := range different {
			var inside []Term
			for _, t := range left {
				if slices.Contains(vars, t.Var) && (len(inside) == 0 || t.Coef == inside[0].Coef) {
					inside = append(inside, t)
				}
			}
			if len(inside) > len(most) {
				most = inside
			}
		}
		if len(most) < 2 {
			break
		}
		sorted = append(sorted, most...)
		left = slices.DeleteFunc(left, func(t Term) bool { return slices.Contains(most, t) })
	}
	return append(sorted, left...)
}

// rangeOf returns the number of totals of groups.
func rangeOf(groups []group) (size int) {
	for i := range groups {
		g := &groups[i]
		size += max(g.coef, -g.coef) * (g.most - g.least)
	}
	return size
}

// joins reports whether the variable of t can join a group.
func (p *Problem) joins(g *group, t Term) bool {
	if g.coef != t.Coef || len(g.vars) == maxMaskWidth ||
		slices.ContainsFunc(g.vars, func(v int32) bool { return !p.arePeers(v, t.Var) }) {
		return false
	}
	union := p.unionOf(g.vars) | p.initial[t.Var]
	return bits.Len64(union)-bits.TrailingZeros64(union) <= maxMaskWidth
}

// finish sets the fields of a group whose variables are complete.
func (p *Problem) finish(g *group) {
	union := p.unionOf(g.vars)
	g.base = bits.TrailingZeros64(union)
	g.width = bits.Len64(union) - g.base
	n := len(g.vars)
	g.domains = make([]uint64, n)
	if n > 1 {
		words := maskWords(g.width)
		g.ends = make([]maskSet, g.width*(g.width-1)/2+1)
		if n <= g.width {
			g.ends = p.fitting(g, sumTable(g.width, n))
		} else {
			for i := range g.ends {
				g.ends[i] = make(maskSet, words)
			}
		}
		g.final = make(maskSet, words)
		for range n + 1 {
			g.prefix = append(g.prefix, make(maskSet, words))
			g.suffix = append(g.suffix, make(maskSet, words))
		}
		g.prefix[0][0] = 1
		g.least, g.most = g.width, -1 // no sum
		for sum, sets := range g.ends {
			if slice.Intersect(sets, sets) {
				g.least, g.most = min(g.least, sum), sum
			}
		}
	} else {
		g.least, g.most = 0, g.width-1
	}
	if g.most >= 0 {
		g.possible = all >> (63 - g.most) &^ (1<<g.least - 1)
	}
	if g.coef < 0 {
		g.offset = -g.coef * max(g.most, 0)
	}
}

// fitting returns ends without the sets that have two values which fit no two variables of the group. So the values of
// a renban line are consecutive.
func (p *Problem) fitting(g *group, ends []maskSet) []maskSet {
	var fits [maxMaskWidth]uint64 // by value: the values that fit it in some two variables
	for i, a := range g.vars {
		for _, b := range g.vars[i+1:] {
			r := p.relations[[2]int32{min(a, b), max(a, b)}]
			if r == nil {
				return ends // they only differ
			}
			for x := range g.width {
				w := r[x+g.base] >> g.base & (1<<g.width - 1)
				fits[x] |= w
				for ; w != 0; w &= w - 1 {
					fits[bits.TrailingZeros64(w)] |= 1 << x
				}
			}
		}
	}
	unlimited := true
	for x := range g.width {
		unlimited = unlimited && fits[x] == (1<<g.width-1)&^(1<<x)
	}
	if unlimited {
		return ends
	}
	kept := make([]maskSet, len(ends))
	for sum, sets := range ends {
		kept[sum] = slices.Clone(sets)
		for i, w := range sets {
			for ; w != 0; w &= w - 1 {
				m := uint64(i<<6 + bits.TrailingZeros64(w))
				for rest := m; rest != 0; rest &= rest - 1 {
					if m&^(rest&-rest)&^fits[bits.TrailingZeros64(rest)] != 0 {
						kept[sum][i] &^= w & -w
					}
				}
			}
		}
	}
	return kept
}
