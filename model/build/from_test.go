package build_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/build"
)

// A model that begins with another keeps its domains. The constraints of each origin mean the same without the others.
func TestFrom(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(400, 10_000)) {
		r := rand.New(rand.NewPCG(seed, 4))
		first := build.New("")
		g, domains := newGenerator(first, r, 3)
		base, err := first.Model()
		if err != nil {
			t.Fatal(err)
		}
		base.Constraints = []model.Constraint{model.NotEqual{A: 0, B: 1}}
		b := build.From(base)
		for i := range g.vars {
			g.vars[i].expr = b.Expr(i)
		}
		p := []meaning{g.bool(2), g.bool(2)}
		all := []meaning{
			of(build.Or(exprs(p)...), p, holds(func(v []int) bool { return v[0]+v[1] > 0 })),
			of(build.Xor(exprs(p)...), p, holds(func(v []int) bool { return v[0] != v[1] })),
		}
		for i, e := range all {
			b.AddAt(build.Origin{Line: 1 + i}, e.expr)
		}
		stated, err := b.Result(nil)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		m := stated.Model
		for v, d := range domains {
			if !m.Vars[v].Domain.Equal(model.Values(d...)) || m.Shown() != len(domains) {
				t.Fatalf("seed %d: domain %v, want %v", seed, m.Vars[v].Domain, d)
			}
		}
		for kept := range 4 {
			part := &model.Model{Vars: m.Vars}
			for i, c := range m.Constraints {
				if line := stated.Origins[i].Line; line == 0 || kept>>(line-1)&1 == 1 {
					part.Constraints = append(part.Constraints, c)
				}
			}
			for v := m.Shown(); v < len(m.Vars); v++ {
				if line := stated.Vars[v].Line; kept>>(line-1)&1 == 0 { // it is not a function of the others
					fixed := model.Given{Var: model.Var(v), Value: m.Vars[v].Domain.Min()}
					part.Constraints = append(part.Constraints, fixed)
				}
			}
			var want []model.Assignment
			for _, a := range product(domains) {
				holds := a[0] != a[1]
				for i, e := range all {
					if v, ok := e.value(a); kept>>i&1 == 1 {
						holds = holds && ok && v == 1
					}
				}
				if holds {
					want = append(want, a)
				}
			}
			if solutions(t, part, formulations[:1], want); t.Failed() {
				t.Fatalf("seed %d, constraints %b", seed, kept)
			}
		}
	}
}

// Expressions of large numbers become a model or an error, and nothing panics.
func TestLargeNumbers(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(1_000, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 3))
		b := build.New("")
		g := generator{Rand: r, large: []int{math.MinInt, math.MinInt + 1, math.MinInt / 4, -1 << 40, -1, 0, 1, 2,
			1 << 20, math.MaxInt / 8, math.MaxInt / 4, math.MaxInt / 2, math.MaxInt}}
		for range 3 {
			lo, hi := -r.IntN(3), r.IntN(4)
			if seed%2 == 0 {
				lo, hi = min(g.number(), 0), max(g.number(), 0)
			}
			g.vars = append(g.vars, of(b.Int("", lo, hi), nil, nil))
		}
		n, x := g.number, exprs(g.list(2, 2))
		b.Add(g.bool(2).expr, build.Cumulative(x, []int{n(), n()}, []int{n(), n()}, n()),
			build.BinPacking(n(), x, []int{n(), n()}), build.Circuit(exprs(g.list(2, 2))...),
			build.Regular(x, [][3]int{{0, n(), 1}, {1, n(), 0}}, 0, n(), 0))
		b.Minimize(g.int(2).expr)
		if m, err := b.Model(); err == nil && m.Validate() != nil {
			t.Errorf("seed %d: %v", seed, m.Validate())
		}
	}
}
