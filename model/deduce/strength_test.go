package deduce_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/deduce"
)

// A plain applies the rules of the reductions one after another, by their definitions, until nothing changes.
type plain struct {
	m       *model.Model
	domains []model.Domain
	changed bool
}

// keep keeps the values of v that fit.
func (p *plain) keep(v model.Var, fit func(value int) bool) {
	before := p.domains[v].Size()
	p.domains[v] = p.domains[v].Filter(fit)
	p.changed = p.changed || p.domains[v].Size() < before
}

// single removes the value of v, if it has one left, from the variables that must differ.
func (p *plain) single(v model.Var) {
	if p.domains[v].Size() != 1 {
		return
	}
	value := p.domains[v].Min()
	without := func(u model.Var, gone int) { p.keep(u, func(value int) bool { return value != gone }) }
	for _, c := range p.m.Constraints {
		switch c := c.(type) {
		case model.AllDifferent:
			if slices.Contains(c.Vars, v) {
				for _, u := range c.Vars {
					if u != v {
						without(u, value)
					}
				}
			}
		case model.NotEqual:
			if c.A == v {
				without(c.B, value-c.Offset)
			}
			if c.B == v {
				without(c.A, value+c.Offset)
			}
		}
	}
}

// permutations calls visit with the AllDifferents that use all their values, and these values.
func (p *plain) permutations(visit func(vars []model.Var, values model.Domain)) {
	for _, c := range p.m.Constraints {
		if c, ok := c.(model.AllDifferent); ok {
			var values []int
			for _, v := range c.Vars {
				values = slices.AppendSeq(values, p.m.Vars[v].Domain.All)
			}
			slices.Sort(values)
			if values = slices.Compact(values); len(values) == len(c.Vars) {
				visit(c.Vars, model.Values(values...))
			}
		}
	}
}

// reduced returns the domains that a reduction leaves, and whether one is empty.
func (p *plain) reduced(rules string) (domains []model.Domain, empty bool) {
	p.domains = nil
	for _, v := range p.m.Vars {
		p.domains = append(p.domains, v.Domain)
	}
	given := map[model.Var]bool{}
	for _, c := range p.m.Constraints {
		if g, ok := c.(model.Given); ok {
			p.keep(g.Var, func(value int) bool { return value == g.Value })
			given[g.Var] = true
		}
	}
	isEmpty := func() bool {
		return slices.ContainsFunc(p.domains, func(d model.Domain) bool { return d.Size() == 0 })
	}
	for p.changed = true; p.changed && !isEmpty(); {
		p.changed = false
		for v := range p.m.Vars {
			if given[model.Var(v)] || rules != "givens" {
				p.single(model.Var(v))
			}
		}
		if rules == "givens" {
			break
		}
		p.permutations(func(vars []model.Var, values model.Domain) {
			for value := range values.All {
				var places []model.Var
				for _, v := range vars {
					if p.domains[v].Contains(value) {
						places = append(places, v)
					}
				}
				if len(places) == 0 {
					p.domains[vars[0]] = model.Domain{}
				} else if len(places) == 1 {
					p.keep(places[0], func(x int) bool { return x == value })
				}
				for _, c := range p.m.Constraints {
					if c, ok := c.(model.AllDifferent); ok && rules == "locked" && len(places) > 1 &&
						!slices.ContainsFunc(places, func(v model.Var) bool { return !slices.Contains(c.Vars, v) }) {
						for _, v := range c.Vars {
							if !slices.Contains(vars, v) {
								p.keep(v, func(x int) bool { return x != value })
							}
						}
					}
				}
			}
		})
	}
	return p.domains, isEmpty()
}

// The reductions leave the values that their rules leave, applied in the plainest way: on overlapping permutations, on
// other AllDifferents, with differences, with one value from the start, and with values of several words.
func TestStrength(t *testing.T) {
	failed, stronger := 0, 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 3))
		step := []int{1, 1, 17}[r.IntN(3)]
		n, values := 7+r.IntN(4), 4+r.IntN(2)
		m := &model.Model{}
		for range n {
			var d []int
			for x := range values {
				if r.IntN(6) > 0 || x == values-1 && len(d) == 0 {
					d = append(d, step*x)
				}
			}
			if r.IntN(12) == 0 {
				d = d[:1]
			}
			m.Vars = append(m.Vars, model.Variable{Domain: model.Values(d...)})
		}
		if step > 1 {
			m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(-1, 100)})
		}
		for range 3 + r.IntN(2) {
			c, size := model.AllDifferent{}, values-r.IntN(4)/3
			for _, v := range r.Perm(n)[:size] {
				c.Vars = append(c.Vars, model.Var(v))
			}
			m.Constraints = append(m.Constraints, c)
		}
		for range r.IntN(3) {
			m.Constraints = append(m.Constraints, model.NotEqual{A: model.Var(r.IntN(n)), B: model.Var(r.IntN(n)),
				Offset: step * (1 + r.IntN(2))})
		}
		for range r.IntN(3) {
			m.Constraints = append(m.Constraints, model.Given{Var: model.Var(r.IntN(n)), Value: step * r.IntN(values)})
		}
		left := map[string]int{}
		for _, r := range []*deduce.Reduction{deduce.Givens, deduce.Singles, deduce.Locked} {
			want, empty := (&plain{m: m}).reduced(r.Name())
			small, err := r.Preprocess(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			isEmpty := slices.ContainsFunc(small.Vars, func(v model.Variable) bool { return v.Domain.Size() == 0 })
			if empty != isEmpty && (r.Name() != "givens" || isEmpty) {
				t.Fatalf("seed %d: %s: an empty domain: %v, want %v\n%+v", seed, r.Name(), isEmpty, empty, m)
			}
			for v := range want {
				if left[r.Name()] += want[v].Size(); !empty && !small.Vars[v].Domain.Equal(want[v]) {
					t.Fatalf("seed %d: %s: variable %d: %v, want %v\n%+v", seed, r.Name(), v, small.Vars[v].Domain,
						want[v], m)
				}
			}
			if empty {
				failed++
			}
		}
		if left["locked"] < left["singles"] {
			stronger++
		}
	}
	if failed < 100 || failed > 1000 || stronger < 50 {
		t.Errorf("%d of 1800 fail; locked is stronger in %d", failed, stronger)
	}
}

// All reductions find that two givens of the only variable differ, and what one given leaves of it.
func TestOneVariable(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Domain: model.Interval(1, 3)}}}
	for _, r := range deduce.All() {
		one, _ := r.Preprocess(t.Context(), m.With(model.Given{Value: 2}))
		two, _ := r.Preprocess(t.Context(), m.With(model.Given{Value: 2}, model.Given{Value: 3}))
		none, _ := r.Preprocess(t.Context(), &model.Model{})
		if !one.Vars[0].Domain.Equal(model.Values(2)) || two.Vars[0].Domain.Size() > 0 || len(none.Vars) > 0 {
			t.Errorf("%s: %v, %v, %v", r.Name(), one.Vars, two.Vars, none.Vars)
		}
	}
}

// A value with one place is found in each of 70 permutations, more than a word has bits.
func TestManyPermutations(t *testing.T) {
	m := &model.Model{}
	for v := model.Var(0); v < 210; v += 3 {
		two := model.Variable{Domain: model.Interval(1, 2)}
		m.Vars = append(m.Vars, two, two, model.Variable{Domain: model.Interval(1, 3)})
		m.Constraints = append(m.Constraints, model.AllDifferent{Vars: []model.Var{v, v + 1, v + 2}})
	}
	small, _ := deduce.Singles.Preprocess(t.Context(), m)
	for v := 2; v < 210; v += 3 {
		if d := small.Vars[v].Domain; !d.Equal(model.Values(3)) {
			t.Errorf("variable %d: %v", v, d)
		}
	}
}
