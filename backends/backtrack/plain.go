package backtrack

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"nonet/model"
)

// plain is a search of Solver. It counts for each value of each variable how many assigned variables it clashes with, so that a check is
// a look at a counter.
type plain struct {
	watch
	order   Order
	domains [][]value // by variable
	rivals  [][]rival // by variable: those it may clash with
	others  []other   // constraints that are not pairs of rivals
	of      [][]int   // by variable: indices of others
	houses  [][]int   // the AllDifferents
	housed  [][]int   // by variable: indices of houses
	shuffle []int     // all variables, in the order of Random

	state, root state // root is state after the givens of the model
	a           model.Assignment
	stack       []choice
}

// A value of a domain, and the index in state.clashes of the number of assigned variables it clashes with.
type value struct{ value, clashes int }

// A rival u of v must not have the value of v plus by.
type rival struct{ v, by int }

// An other is a constraint that is asked when all its variables have values.
type other struct {
	constraint model.Constraint
	scope      []int // each variable once
}

// state is what assigning changes.
type state struct {
	clashes  []int32 // by value of a variable; see value
	left     []int32 // by variable: its candidates, values without clashes
	assigned []bool
	blank    int     // number of variables that are not assigned
	unfilled []int32 // by other: variables of its scope that are not assigned
	room     []int32 // by house: variables of it that are not assigned
	dead     bool    // the givens contradict each other
}

func (s *state) set(t *state) {
	copy(s.clashes, t.clashes)
	copy(s.left, t.left)
	copy(s.assigned, t.assigned)
	copy(s.unfilled, t.unfilled)
	copy(s.room, t.room)
	s.blank, s.dead = t.blank, t.dead
}

// A choice is a variable, the number of its values that have been tried, and whether it has the last of them now.
type choice struct {
	v, tried int
	assigned bool
}

func (s Solver) newSearch(m *model.Model) (searcher, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	order := s.Order
	if order == "" {
		order = Fewest
	}
	if !slices.Contains(Orders(), order) {
		return nil, fmt.Errorf("backtrack: unknown order %q", order)
	}
	n := len(m.Vars)
	p := &plain{
		watch: watch{m: m, limit: s.Nodes}, order: order,
		domains: make([][]value, n), rivals: make([][]rival, n), of: make([][]int, n), housed: make([][]int, n),
		shuffle: rand.New(rand.NewPCG(s.Seed, 0)).Perm(n),
		a:       make(model.Assignment, n), stack: make([]choice, 0, n),
	}
	values := 0
	for v := range m.Vars {
		for _, x := range m.Vars[v].Domain {
			p.domains[v] = append(p.domains[v], value{x, values})
			values++
		}
	}
	var givens []model.Given
	for _, k := range m.Constraints {
		switch k := k.(type) {
		case model.Given:
			givens = append(givens, k)
		case model.AllDifferent:
			p.addHouse(k)
		case model.NotEqual:
			if k.A == k.B {
				p.addOther(k)
				break
			}
			p.rivals[k.A] = append(p.rivals[k.A], rival{int(k.B), -k.Offset})
			p.rivals[k.B] = append(p.rivals[k.B], rival{int(k.A), k.Offset})
		default:
			p.addOther(k)
		}
	}
	for v := range p.rivals { // houses overlap
		slices.SortFunc(p.rivals[v], func(a, b rival) int {
			if a.v != b.v {
				return a.v - b.v
			}
			return a.by - b.by
		})
		p.rivals[v] = slices.Compact(p.rivals[v])
	}
	p.root, p.state = p.newState(values), p.newState(values)
	p.give(givens)
	p.root.set(&p.state)
	return p, nil
}

func (p *plain) addHouse(k model.AllDifferent) {
	var cells []int
	for _, v := range k.Vars {
		p.housed[v] = append(p.housed[v], len(p.houses))
		cells = append(cells, int(v))
		for _, u := range k.Vars {
			if u != v {
				p.rivals[v] = append(p.rivals[v], rival{int(u), 0})
			}
		}
	}
	p.houses = append(p.houses, cells)
}

func (p *plain) addOther(k model.Constraint) {
	o := other{constraint: k}
	for _, v := range k.Scope() {
		if !slices.Contains(o.scope, int(v)) {
			o.scope = append(o.scope, int(v))
			p.of[v] = append(p.of[v], len(p.others))
		}
	}
	p.others = append(p.others, o)
}

// newState returns the state in which nothing is assigned.
func (p *plain) newState(values int) state {
	n := len(p.domains)
	s := state{
		clashes: make([]int32, values), left: make([]int32, n), assigned: make([]bool, n), blank: n,
		unfilled: make([]int32, len(p.others)), room: make([]int32, len(p.houses)),
	}
	for v, d := range p.domains {
		s.left[v] = int32(len(d))
	}
	for i, o := range p.others {
		s.unfilled[i] = int32(len(o.scope))
		if len(o.scope) == 0 && o.constraint.Violation(nil) != 0 {
			s.dead = true
		}
	}
	for h, cells := range p.houses {
		s.room[h] = int32(len(cells))
	}
	return s
}

// give assigns the givens.
func (p *plain) give(givens []model.Given) {
	for _, g := range givens {
		v := int(g.Var)
		x, ok := find(p.domains[v], g.Value)
		switch {
		case p.state.assigned[v]:
			p.state.dead = p.state.dead || p.a[v] != g.Value
		case !ok || p.state.clashes[x.clashes] > 0 || !p.assign(v, x.value):
			p.state.dead = true
		}
	}
}

// find returns the entry of a value in a domain.
func find(domain []value, x int) (value, bool) {
	if len(domain) > 0 { // mostly the values are consecutive
		if k := x - domain[0].value; 0 <= k && k < len(domain) && domain[k].value == x {
			return domain[k], true
		}
	}
	k, ok := slices.BinarySearchFunc(domain, x, func(d value, x int) int {
		switch {
		case d.value < x:
			return -1
		case d.value > x:
			return 1
		}
		return 0
	})
	if !ok {
		return value{}, false
	}
	return domain[k], true
}

// assign gives v the value x and reports whether no other constraint is violated by what is assigned now.
func (p *plain) assign(v, x int) bool {
	s := &p.state
	p.a[v] = x
	s.assigned[v] = true
	s.blank--
	for _, r := range p.rivals[v] {
		if y, ok := find(p.domains[r.v], x+r.by); ok {
			if s.clashes[y.clashes]++; s.clashes[y.clashes] == 1 {
				s.left[r.v]--
			}
		}
	}
	for _, h := range p.housed[v] {
		s.room[h]--
	}
	good := true
	for _, i := range p.of[v] {
		if s.unfilled[i]--; s.unfilled[i] == 0 && p.others[i].constraint.Violation(p.a) != 0 {
			good = false
		}
	}
	return good
}

// unassign takes back the value of v.
func (p *plain) unassign(v int) {
	s := &p.state
	s.assigned[v] = false
	s.blank++
	for _, r := range p.rivals[v] {
		if y, ok := find(p.domains[r.v], p.a[v]+r.by); ok {
			if s.clashes[y.clashes]--; s.clashes[y.clashes] == 0 {
				s.left[r.v]++
			}
		}
	}
	for _, h := range p.housed[v] {
		s.room[h]++
	}
	for _, i := range p.of[v] {
		s.unfilled[i]++
	}
}

// run implements searcher.
func (p *plain) run(ctx context.Context, givens []model.Given, yield func(model.Assignment) bool) (model.Result, error) {
	p.begin(ctx, givens, yield)
	p.state.set(&p.root)
	for _, g := range p.m.Constraints {
		if g, ok := g.(model.Given); ok {
			p.a[g.Var] = g.Value
		}
	}
	p.give(givens)
	if p.state.dead {
		return p.end()
	}
	if p.state.blank == 0 {
		p.solution(p.a)
		return p.end()
	}
	cost := &p.r.Stats.Effort
	p.stack = append(p.stack[:0], choice{v: p.choose()})
	for len(p.stack) > 0 {
		c := &p.stack[len(p.stack)-1]
		if c.assigned {
			p.unassign(c.v)
			c.assigned = false
		}
		if c.tried == len(p.domains[c.v]) {
			cost.Failures++
			p.stack = p.stack[:len(p.stack)-1]
			continue
		}
		x := p.domains[c.v][c.tried]
		c.tried++
		cost.Probes++
		if p.state.clashes[x.clashes] > 0 {
			continue
		}
		if !p.node() {
			break
		}
		c.assigned = true
		if !p.assign(c.v, x.value) {
			continue
		}
		if p.state.blank > 0 {
			p.stack = append(p.stack, choice{v: p.choose()})
		} else if !p.solution(p.a) {
			break
		}
	}
	return p.end()
}

// choose returns the variable to assign next. There must be a blank one.
func (p *plain) choose() int {
	s := &p.state
	switch p.order {
	case RowMajor:
		return slices.Index(s.assigned, false)
	case Random:
		for _, v := range p.shuffle {
			if !s.assigned[v] {
				return v
			}
		}
	case NearlyComplete:
		best, least := -1, int32(math.MaxInt32)
		for h, n := range s.room {
			if 0 < n && n < least {
				best, least = h, n
			}
		}
		if best < 0 { // the blank ones are in no house
			return slices.Index(s.assigned, false)
		}
		for _, v := range p.houses[best] {
			if !s.assigned[v] {
				return v
			}
		}
	}
	best, fewest := -1, int32(math.MaxInt32)
	for v, n := range s.left {
		if n < fewest && !s.assigned[v] {
			if best, fewest = v, n; n == 0 {
				break
			}
		}
	}
	return best
}
