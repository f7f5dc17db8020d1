package backtrack

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nonet/backends"
	"nonet/encode"
	"nonet/internal/slice"
	"nonet/model"
)

// plain is the search of Solver. For each value it keeps the set of variables that can take it. An assignment removes
// its value from all rivals by a word operation or two, and Fewest finds the variables with at most two candidates 64
// at a time. Counters of clashes, one per variable and value, were three to six times as slow on 9x9 grids.
//
// A set of variables is a slice of words: bit v%64 of word v/64 is variable v.
type plain struct {
	driver
	order   Order
	domains []model.Domain // by variable
	// by variable and index in its domain: offset of the set of the value in state.candidates
	layers     [][]int
	cuts       [][]cut              // by variable: what its values remove from rivals
	deferred   []deferredConstraint // constraints that are not disequalities of two variables
	deferredOf [][]int              // by variable: indices in deferred
	houses     [][]int              // the AllDifferents, if order is NearlyComplete
	housesOf   [][]int              // by variable: indices in houses
	vars       []int                // all variables, in the order of RowMajor or Random

	state, root state // root is the state after the givens of the base model
	a           model.Assignment
	unassigned  []int // the variables of vars without a given
	stack       []choice
	// bit-sliced counters of the candidates of 64 variables: bit v of digits[d] is bit d of the count of variable v
	digits []uint64
	undo   []uint64 // bits removed by the cuts of the assignments on the stack, word by word
}

// A cut removes from the rivals of a variable the value that clashes with its own.
type cut struct {
	// by index in the domain of the variable: offset of the set of the clashing value in state.candidates; -1 if none
	layers []int
	rivals []part
}

// A part is a nonzero word of a set.
type part struct {
	word int
	mask uint64
}

// A deferredConstraint is checked when all its variables are assigned.
type deferredConstraint struct {
	constraint model.Constraint
	scope      []int // each variable once
}

// state is the part of the search that assignments change.
type state struct {
	// for each value: the variables with the value in their domain and no assigned rival that clashes
	candidates []uint64
	blank      []uint64 // the unassigned variables
	unfilled   []int32  // by deferred constraint: number of unassigned variables
	blanksIn   []int32  // by house: number of unassigned variables
	dead       bool     // the givens contradict each other
}

func (s *state) copyFrom(t *state) {
	copy(s.candidates, t.candidates)
	copy(s.blank, t.blank)
	copy(s.unfilled, t.unfilled)
	copy(s.blanksIn, t.blanksIn)
	s.dead = t.dead
}

func (s *state) isBlank(v int) bool { return s.blank[v/64]>>(v%64)&1 != 0 }

// A choice is a variable on the stack: how many of its values were tried, and whether it is assigned the last of these.
type choice struct {
	v, tried int
	assigned bool
	taken    int // len(plain.undo) before the assignment
}

func (s Solver) newSearch(_ context.Context, m *model.Model) (backends.Search, error) {
	if err := cmp.Or(m.Validate(), encode.CheckValues("backtrack", m, nil)); err != nil {
		return nil, err
	}
	order := cmp.Or(s.Order, Fewest)
	if !slices.Contains(Orders(), order) {
		return nil, fmt.Errorf("unknown order %q", order)
	}
	n := len(m.Vars)
	p := &plain{
		driver: driver{m: m, nodeLimit: s.Nodes}, order: order,
		domains: make([]model.Domain, n), layers: make([][]int, n), cuts: make([][]cut, n),
		deferredOf: make([][]int, n), housesOf: make([][]int, n), vars: slice.Indices[int](n),
		a: make(model.Assignment, n), unassigned: make([]int, 0, n), stack: make([]choice, 0, n),
	}
	if order == Random {
		p.vars = rand.New(rand.NewPCG(s.Seed, 0)).Perm(n)
	}
	var values []int
	for v := range m.Vars {
		p.domains[v] = m.Vars[v].Domain
		values = slices.AppendSeq(values, m.Vars[v].Domain.All)
	}
	values = slice.Unique(values)
	p.digits = make([]uint64, bits.Len(uint(len(values))))
	for v := range p.layers {
		p.layers[v] = p.layersOf(v, 0, values)
	}
	var givens []model.Given
	// by variable v and offset d: the variables that must not have the value of v plus d
	rivals := slice.Make(n, func(int) map[int][]int { return map[int][]int{} })
	for _, k := range m.Constraints {
		switch k := k.(type) {
		case model.Given:
			givens = append(givens, k)
		case model.AllDifferent:
			for _, v := range k.Vars {
				for _, u := range k.Vars {
					if u != v {
						rivals[v][0] = append(rivals[v][0], int(u))
					}
				}
			}
			if order == NearlyComplete {
				p.addHouse(k)
			}
		case model.NotEqual:
			if k.A == k.B {
				p.addDeferred(k)
				break
			}
			rivals[k.A][-k.Offset] = append(rivals[k.A][-k.Offset], int(k.B))
			rivals[k.B][k.Offset] = append(rivals[k.B][k.Offset], int(k.A))
		default:
			p.addDeferred(k)
		}
	}
	for v := range rivals {
		for _, by := range slices.Sorted(maps.Keys(rivals[v])) {
			p.cuts[v] = append(p.cuts[v], cut{p.layersOf(v, by, values), parts(rivals[v][by])})
		}
	}
	p.root, p.state = p.newState(len(values)), p.newState(len(values))
	p.assignGivens(givens)
	p.root.copyFrom(&p.state)
	return p, nil
}

// words returns the number of words of a set of variables.
func (p *plain) words() int { return (len(p.domains) + 63) / 64 }

// layersOf returns, for each value x of the domain of v, the offset in state.candidates of the set of value x+by, and
// -1 if that value does not occur. values is sorted.
func (p *plain) layersOf(v, by int, values []int) []int {
	layers := make([]int, p.domains[v].Size())
	for k, x := range p.domains[v].Indexed {
		layers[k] = -1
		if i, ok := slices.BinarySearch(values, x+by); ok {
			layers[k] = i * p.words()
		}
	}
	return layers
}

// parts returns the set of the given variables, which it sorts.
func parts(vars []int) []part {
	slices.Sort(vars)
	var set []part
	for _, v := range vars {
		if len(set) == 0 || set[len(set)-1].word != v/64 {
			set = append(set, part{word: v / 64})
		}
		set[len(set)-1].mask |= 1 << (v % 64)
	}
	return set
}

func (p *plain) addHouse(k model.AllDifferent) {
	var cells []int
	for _, v := range k.Vars {
		p.housesOf[v] = append(p.housesOf[v], len(p.houses))
		cells = append(cells, int(v))
	}
	p.houses = append(p.houses, cells)
}

func (p *plain) addDeferred(k model.Constraint) {
	scope := distinct(k.Scope())
	for _, v := range scope {
		p.deferredOf[v] = append(p.deferredOf[v], len(p.deferred))
	}
	p.deferred = append(p.deferred, deferredConstraint{k, scope})
}

// distinct returns the variables without repetitions, in order of first occurrence.
func distinct(scope []model.Var) (vars []int) {
	for _, v := range scope {
		if !slices.Contains(vars, int(v)) {
			vars = append(vars, int(v))
		}
	}
	return vars
}

// newState returns the state without assignments. values is the number of different values.
func (p *plain) newState(values int) state {
	s := state{
		candidates: make([]uint64, values*p.words()), blank: make([]uint64, p.words()),
		unfilled: make([]int32, len(p.deferred)), blanksIn: make([]int32, len(p.houses)),
	}
	for v, layers := range p.layers {
		s.blank[v/64] |= 1 << (v % 64)
		for _, layer := range layers {
			s.candidates[layer+v/64] |= 1 << (v % 64)
		}
	}
	for i, o := range p.deferred {
		s.unfilled[i] = int32(len(o.scope))
		if len(o.scope) == 0 && o.constraint.Violation(nil) != 0 {
			s.dead = true
		}
	}
	for h, cells := range p.houses {
		s.blanksIn[h] = int32(len(cells))
	}
	return s
}

// assignGivens assigns the givens, and sets dead if they contradict each other.
func (p *plain) assignGivens(givens []model.Given) {
	for _, g := range givens {
		v := int(g.Var)
		k, ok := p.domains[v].Index(g.Value)
		switch {
		case !p.state.isBlank(v):
			p.state.dead = p.state.dead || p.a[v] != g.Value
		case !ok || !p.isFree(v, k) || !p.assign(v, k):
			p.state.dead = true
		}
	}
	p.undo = p.undo[:0]
}

// isFree reports whether value k of the domain of v clashes with no assigned variable.
func (p *plain) isFree(v, k int) bool { return p.state.candidates[p.layers[v][k]+v/64]>>(v%64)&1 != 0 }

// assign assigns value k of its domain to v, and reports whether no deferred constraint is violated now.
func (p *plain) assign(v, k int) bool {
	s := &p.state
	p.a[v] = p.domains[v].At(k)
	s.blank[v/64] &^= 1 << (v % 64)
	for _, c := range p.cuts[v] {
		if layer := c.layers[k]; layer >= 0 {
			for _, r := range c.rivals {
				set := &s.candidates[layer+r.word]
				p.undo = append(p.undo, *set&r.mask)
				*set &^= r.mask
			}
		}
	}
	for _, h := range p.housesOf[v] {
		s.blanksIn[h]--
	}
	good := true
	for _, i := range p.deferredOf[v] {
		if s.unfilled[i]--; s.unfilled[i] == 0 && p.deferred[i].constraint.Violation(p.a) != 0 {
			good = false
		}
	}
	return good
}

// unassign undoes the last assignment, value k of v. p.undo[taken:] holds the bits that its cuts removed.
func (p *plain) unassign(v, k, taken int) {
	s := &p.state
	s.blank[v/64] |= 1 << (v % 64)
	i := taken
	for _, c := range p.cuts[v] {
		if layer := c.layers[k]; layer >= 0 {
			for _, r := range c.rivals {
				s.candidates[layer+r.word] |= p.undo[i]
				i++
			}
		}
	}
	p.undo = p.undo[:taken]
	for _, h := range p.housesOf[v] {
		s.blanksIn[h]++
	}
	for _, i := range p.deferredOf[v] {
		s.unfilled[i]++
	}
}

// Run implements backends.Search.
func (p *plain) Run(
	ctx context.Context, givens []model.Given, yield func(model.Assignment) bool,
) (model.Result, error) {
	p.begin(ctx, givens, yield)
	p.state.copyFrom(&p.root)
	for _, g := range p.m.Constraints {
		if g, ok := g.(model.Given); ok {
			p.a[g.Var] = g.Value
		}
	}
	p.assignGivens(givens)
	if p.state.dead {
		return p.result()
	}
	p.unassigned = p.unassigned[:0]
	for _, v := range p.vars {
		if p.state.isBlank(v) {
			p.unassigned = append(p.unassigned, v)
		}
	}
	if len(p.unassigned) == 0 {
		p.report(p.a)
		return p.result()
	}
	cost := &p.r.Stats.Effort
	p.stack = p.stack[:0] // choose uses its length
	p.stack = append(p.stack, choice{v: p.choose()})
	for len(p.stack) > 0 {
		c := &p.stack[len(p.stack)-1]
		if c.assigned {
			p.unassign(c.v, c.tried-1, c.taken)
			c.assigned = false
		}
		if !p.probe(c) {
			cost.Failures++
			p.stack = p.stack[:len(p.stack)-1]
			continue
		}
		if !p.countNode() {
			break
		}
		c.assigned, c.taken = true, len(p.undo)
		if !p.assign(c.v, c.tried-1) {
			continue
		}
		if len(p.stack) < len(p.unassigned) {
			p.stack = append(p.stack, choice{v: p.choose()})
		} else if !p.report(p.a) {
			break
		}
	}
	return p.result()
}

// probe tries the next values of c until one clashes with no assigned variable, and returns false if none is left.
func (p *plain) probe(c *choice) bool {
	layers, word, bit := p.layers[c.v], c.v/64, uint64(1)<<(c.v%64)
	before := c.tried
	found := false
	for !found && c.tried < len(layers) {
		found = p.state.candidates[layers[c.tried]+word]&bit != 0
		c.tried++
	}
	p.r.Stats.Effort.Probes += int64(c.tried - before)
	return found
}

// choose returns the next variable to assign, which the caller pushes on the stack. Some variable must be unassigned.
func (p *plain) choose() int {
	switch p.order {
	case RowMajor, Random:
		return p.unassigned[len(p.stack)]
	case NearlyComplete:
		return p.nearlyComplete()
	}
	return p.fewest()
}

// nearlyComplete returns the variable that the order NearlyComplete chooses.
func (p *plain) nearlyComplete() int {
	s := &p.state
	best, least := -1, int32(math.MaxInt32)
	for h, n := range s.blanksIn {
		if 0 < n && n < least {
			best, least = h, n
		}
	}
	vars := p.vars
	if best >= 0 { // otherwise every unassigned variable is in no house
		vars = p.houses[best]
	}
	for _, v := range vars {
		if s.isBlank(v) {
			return v
		}
	}
	return -1
}

// fewest returns the first unassigned variable with the fewest candidates. The first loop finds counts up to two by
// saturating bit-sliced counters; if every variable has more candidates, the second loop counts them exactly.
func (p *plain) fewest() int {
	s := &p.state
	best, least := -1, 3
	for w, blank := range s.blank {
		var one, two, three uint64 // the variables of this word with at least one, two, three candidates
		for i := w; i < len(s.candidates) && three != blank; i += len(s.blank) {
			can := s.candidates[i] & blank
			three |= two & can
			two |= one & can
			one |= can
		}
		switch {
		case one != blank:
			return 64*w + bits.TrailingZeros64(blank&^one)
		case least > 1 && two != blank:
			best, least = 64*w+bits.TrailingZeros64(blank&^two), 1
		case least > 2 && three != blank:
			best, least = 64*w+bits.TrailingZeros64(blank&^three), 2
		}
	}
	if best >= 0 {
		return best
	}
	least = math.MaxInt
	for w, blank := range s.blank { // every variable has at least three: count
		if blank == 0 {
			continue
		}
		clear(p.digits)
		for i := w; i < len(s.candidates); i += len(s.blank) {
			for d, carry := 0, s.candidates[i]&blank; carry != 0; d++ {
				p.digits[d], carry = p.digits[d]^carry, p.digits[d]&carry
			}
		}
		few, n := blank, 0 // the variables with the fewest candidates by the digits read so far; that minimum
		for d := len(p.digits) - 1; d >= 0; d-- {
			if zero := few &^ p.digits[d]; zero != 0 {
				few = zero
			} else {
				n |= 1 << d
			}
		}
		if n < least {
			best, least = 64*w+bits.TrailingZeros64(few), n
		}
	}
	return best
}
