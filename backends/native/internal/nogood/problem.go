package nogood

import (
	"math/bits"
	"slices"
)

// A Problem is variables with small domains, and constraints over them. A domain is a set of values from 0 to 63, as
// bits. Add the constraints, then call New.
type Problem struct {
	initial      []uint64 // the domains
	highestFirst []bool   // by variable
	width        int      // the largest value of a domain, plus 1

	relations   map[[2]int32][]uint64 // by a < b, by value of a: values of b; without pairs that only differ
	different   [][]int32
	sums        []linear
	clauses     [][]entry // linear constraints that forbid one value of each variable, together
	peers       [][]int32
	peerSets    [][]uint64 // by variable: the variables that must differ from it, as bits up to the last one
	arcs        []arc
	arcsFrom    [][]int32
	rowSets     map[string]rowSet // of tables, by rows and number of variables
	unionTables map[[maxUnionWidth]uint16][]uint16
	propagators []propagator
	houses      []*house
	queueOf     []uint8
	wakes       [][]int32 // by variable: the propagators that its changes wake

	block []uint64 // see words
}

// linear is lo <= sum of terms <= hi.
type linear struct {
	terms  []Term
	lo, hi int
}

// A Term is a summand of a linear constraint.
type Term struct {
	Var  int32
	Coef int
}

// NewProblem returns a problem with these domains, none of which may be empty.
func NewProblem(domains []uint64) *Problem {
	n := len(domains)
	p := &Problem{
		initial: domains, highestFirst: make([]bool, n),
		relations: map[[2]int32][]uint64{}, peerSets: make([][]uint64, n), rowSets: map[string]rowSet{},
	}
	for _, d := range domains {
		p.width = max(p.width, bits.Len64(d))
	}
	return p
}

// HighestFirst makes the search try the highest value of v first, instead of the lowest one: that a literal is true
// says more than that it is false.
func (p *Problem) HighestFirst(v int32) { p.highestFirst[v] = true }

// Differ states that the variables, which must be distinct, have different values.
func (p *Problem) Differ(a, b int32) {
	for range 2 {
		set := &p.peerSets[a]
		if missing := int(b>>6) + 1 - len(*set); missing > 0 {
			*set = append(*set, make([]uint64, missing)...)
		}
		(*set)[b>>6] |= 1 << (b & 63)
		a, b = b, a
	}
}

// Relation states that b has a value of fits(x) if a has the value x. The variables must differ.
func (p *Problem) Relation(a, b int32, fits func(x int) uint64) {
	if a > b {
		var swapped [64]uint64
		for x := range p.width {
			for m := fits(x) & p.initial[b]; m != 0; m &= m - 1 {
				swapped[bits.TrailingZeros64(m)] |= 1 << x
			}
		}
		a, b, fits = b, a, func(x int) uint64 { return swapped[x] }
	}
	r := p.relations[[2]int32{a, b}]
	if r == nil {
		r = p.words(p.width)
		for x := range r {
			r[x] = all
		}
		p.relations[[2]int32{a, b}] = r
	}
	for x := range r {
		r[x] &= fits(x)
	}
}

// words returns memory for some words, which are zero.
func (p *Problem) words(n int) []uint64 {
	if n > len(p.block) {
		p.block = make([]uint64, max(n, 1<<10))
	}
	w := p.block[:n:n]
	p.block = p.block[n:]
	return w
}

// AllDifferent states that the variables, which must be distinct, have different values.
func (p *Problem) AllDifferent(vars []int32) {
	for i, a := range vars {
		for _, b := range vars[:i] {
			p.Differ(a, b)
		}
	}
	if len(vars) > 2 {
		p.different = append(p.different, vars)
	}
}

// maxTotals is the largest range of the totals of a linear constraint.
const maxTotals = 2048

// Linear states that the sum of the terms, which have different variables and coefficients other than 0, is from lo to
// hi. It returns false if the sums have too large a range.
func (p *Problem) Linear(terms []Term, lo, hi int) bool {
	least, most := 0, 0
	for _, t := range terms {
		low, high := bits.TrailingZeros64(p.initial[t.Var]), bits.Len64(p.initial[t.Var])-1
		if t.Coef < 0 {
			low, high = high, low
		}
		least, most = least+t.Coef*low, most+t.Coef*high
	}
	if lo <= least && most <= hi {
		return true
	}
	lo, hi = max(lo, least), min(hi, most)
	if c := p.clause(terms, most-hi, lo-least); c != nil {
		p.clauses = append(p.clauses, c)
		return true
	}
	switch {
	case most-least >= maxTotals:
		return false
	case len(terms) == 2:
		a, b := terms[0], terms[1]
		p.Relation(a.Var, b.Var, func(x int) (fits uint64) {
			for m := p.initial[b.Var]; m != 0; m &= m - 1 {
				if sum := a.Coef*x + b.Coef*bits.TrailingZeros64(m); lo <= sum && sum <= hi {
					fits |= m & -m
				}
			}
			return fits
		})
		return true
	}
	p.sums = append(p.sums, linear{terms, lo, hi})
	return true
}

// clause returns a linear constraint as a clause, or nil: it is one if it only forbids that all terms are at their
// highest, or all at their lowest. The highest sum is too high by above, the lowest one too low by below.
func (p *Problem) clause(terms []Term, above, below int) []entry {
	if (above > 0) == (below > 0) || len(terms) < 3 {
		return nil
	}
	var c []entry
	for _, t := range terms {
		d := p.initial[t.Var]
		if single(d) {
			return nil
		}
		value, next := bits.TrailingZeros64(d), bits.TrailingZeros64(d&(d-1))
		if (t.Coef > 0) == (above > 0) { // the term is highest, or lowest, at the highest value
			value = bits.Len64(d) - 1
			next = bits.Len64(d&^(1<<value)) - 1
		}
		if step := t.Coef * (value - next); max(step, -step) < max(above, below) {
			return nil
		}
		c = append(c, entry{all &^ (1 << value), t.Var})
	}
	return c
}

// Table states that the values of the variables, which must be distinct, are one of the rows, which are one after the
// other in a list.
func (p *Problem) Table(vars []int32, rows []uint8) {
	if len(vars) == 2 {
		var fits [64]uint64
		for row := range slices.Chunk(rows, 2) {
			fits[row[0]] |= 1 << row[1]
		}
		p.Relation(vars[0], vars[1], func(x int) uint64 { return fits[x] })
		return
	}
	key := string(append(rows, uint8(len(vars))))
	known, ok := p.rowSets[key]
	if !ok {
		if len(vars) == 3 {
			known.triple = tripleOf(rows)
		}
		if known.triple == nil {
			known.sets = setsOf(len(vars), rows, p.width)
		}
		p.rowSets[key] = known
	}
	if known.triple != nil {
		t := *known.triple
		t.vars = vars
		t.id = p.add(&t, vars, 1)
		return
	}
	words := wordsOf(len(rows) / len(vars))
	t := &table{vars: vars, rows: known.sets, words: words, valid: make([]uint64, words)}
	t.id = p.add(t, vars, 1)
}

// A rowSet is the rows of tables: a triple without variables, or the field rows of a table.
type rowSet struct {
	triple *triple
	sets   [][]uint64
}

// add adds a propagator that any change of its variables wakes.
func (p *Problem) add(x propagator, vars []int32, queue uint8) int32 {
	id := int32(len(p.propagators))
	p.propagators = append(p.propagators, x)
	p.queueOf = append(p.queueOf, queue)
	if p.wakes == nil {
		p.wakes = make([][]int32, len(p.initial))
	}
	for _, v := range vars {
		p.wakes[v] = append(p.wakes[v], id)
	}
	return id
}

// build makes the propagators.
func (p *Problem) build() {
	p.addCounts()
	n := len(p.initial)
	p.peers, p.arcsFrom = make([][]int32, n), make([][]int32, n)
	if p.wakes == nil {
		p.wakes = make([][]int32, n)
	}
	p.addPairs()
	p.addHouses()
	p.addLocked()
	p.addSubsets()
	p.addSums()
}

// addPairs makes the peers and arcs.
func (p *Problem) addPairs() {
	pairs := make([][2]int32, 0, len(p.relations))
	for pair := range p.relations {
		pairs = append(pairs, pair)
	}
	slices.SortFunc(pairs, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	p.arcs = make([]arc, 0, 2*len(pairs))
	var different [][2]int32 // pairs that differ by their arcs
	for _, pair := range pairs {
		a, b := pair[0], pair[1]
		differ, only := p.addRelation(a, b, p.relations[pair])
		switch {
		case only:
			p.Differ(a, b)
		case differ:
			different = append(different, pair)
			fallthrough
		default:
			if p.arePeers(a, b) {
				p.peerSets[a][b>>6] &^= 1 << (b & 63)
				p.peerSets[b][a>>6] &^= 1 << (a & 63)
			}
		}
	}
	for v, set := range p.peerSets {
		for i, w := range set {
			for ; w != 0; w &= w - 1 {
				p.peers[v] = append(p.peers[v], int32(i<<6+bits.TrailingZeros64(w)))
			}
		}
	}
	for _, pair := range different {
		p.Differ(pair[0], pair[1])
	}
}

// addRelation makes arcs of a relation. It reports whether the variables must differ, and makes no arcs if that is all.
func (p *Problem) addRelation(a, b int32, fits []uint64) (differ, only bool) {
	if p.arePeers(a, b) {
		for x := range fits {
			fits[x] &^= 1 << x
		}
	}
	differ, only, trivial := true, true, true
	for m := p.initial[a]; m != 0; m &= m - 1 {
		x := bits.TrailingZeros64(m)
		allowed := fits[x] & p.initial[b]
		differ = differ && allowed>>x&1 == 0
		only = only && allowed == p.initial[b]&^(1<<x)
		trivial = trivial && allowed == p.initial[b]
	}
	if only || trivial {
		return differ, only
	}
	back := p.words(p.width)
	for m := p.initial[a]; m != 0; m &= m - 1 {
		x := bits.TrailingZeros64(m)
		for w := fits[x] & p.initial[b]; w != 0; w &= w - 1 {
			back[bits.TrailingZeros64(w)] |= 1 << x
		}
	}
	p.arcsFrom[a] = append(p.arcsFrom[a], int32(len(p.arcs)))
	p.arcs = append(p.arcs, arc{a, b, fits, back, p.unions(fits)})
	p.arcsFrom[b] = append(p.arcsFrom[b], int32(len(p.arcs)))
	p.arcs = append(p.arcs, arc{b, a, back, fits, p.unions(back)})
	return differ, false
}

// maxUnionWidth is the largest number of values for which an arc has its union by sets of values.
const maxUnionWidth = 12

// unions returns the unions of fits by sets of values, the same slice for the same values.
func (p *Problem) unions(fits []uint64) []uint16 {
	if p.width > maxUnionWidth {
		return nil
	}
	var key [maxUnionWidth]uint16
	for x, m := range fits {
		key[x] = uint16(m & (1<<p.width - 1))
	}
	if p.unionTables == nil {
		p.unionTables = map[[maxUnionWidth]uint16][]uint16{}
	}
	t := p.unionTables[key]
	if t == nil {
		t = make([]uint16, 1<<p.width)
		for m := 1; m < len(t); m++ {
			t[m] = t[m&(m-1)] | key[bits.TrailingZeros(uint(m))]
		}
		p.unionTables[key] = t
	}
	return t
}

func (p *Problem) unionOf(vars []int32) (union uint64) {
	for _, v := range vars {
		union |= p.initial[v]
	}
	return union
}

// isHouse reports whether the variables, which must differ, have as many values.
func (p *Problem) isHouse(vars []int32) bool { return bits.OnesCount64(p.unionOf(vars)) <= len(vars) }

// isWide reports whether the values of the variables have too large a range for a maskSet.
func (p *Problem) isWide(vars []int32) bool {
	union := p.unionOf(vars)
	return bits.Len64(union)-bits.TrailingZeros64(union) > maxMaskWidth
}

func (p *Problem) addHouses() {
	for _, vars := range p.different {
		if !p.isHouse(vars) {
			continue
		}
		values := p.unionOf(vars)
		if bits.OnesCount64(values) < len(vars) {
			values = all // more variables than values: propagate fails
		}
		h := &house{vars: vars, values: values}
		h.id = p.add(h, vars, 0)
		p.houses = append(p.houses, h)
	}
}
