package build_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/build"
)

// A meaning is an expression and its value by the comments of package build, with no code of the package. It has no
// value if ok is false.
type meaning struct {
	expr  build.Expr
	value func(x []int) (v int, ok bool)
}

// A generator makes random expressions over some variables.
type generator struct {
	*rand.Rand
	vars  []meaning
	large []int // numbers to choose from; nil: small ones
}

// of returns the meaning of a function.
func of(e build.Expr, args []meaning, value func(v []int) (int, bool)) meaning {
	return meaning{e, func(x []int) (int, bool) {
		v := make([]int, len(args))
		for i, a := range args {
			var ok bool
			if v[i], ok = a.value(x); !ok {
				return 0, false
			}
		}
		return value(v)
	}}
}

func always(f func(v []int) int) func(v []int) (int, bool) {
	return func(v []int) (int, bool) { return f(v), true }
}

func holds(f func(v []int) bool) func(v []int) (int, bool) {
	return always(func(v []int) int { return is(f(v)) })
}

func is(b bool) int {
	if b {
		return 1
	}
	return 0
}

func exprs(list []meaning) []build.Expr {
	all := make([]build.Expr, len(list))
	for i, m := range list {
		all[i] = m.expr
	}
	return all
}

func (g generator) list(n, depth int) []meaning {
	all := make([]meaning, n)
	for i := range all {
		all[i] = g.int(depth - 1)
	}
	return all
}

func (g generator) bools(n, depth int) []meaning {
	all := make([]meaning, n)
	for i := range all {
		all[i] = g.bool(depth - 1)
	}
	return all
}

func (g generator) number() int {
	if g.large != nil {
		return g.large[g.IntN(len(g.large))]
	}
	return g.IntN(6) - 2
}

// int returns an integer expression.
func (g generator) int(depth int) meaning {
	if depth <= 0 || g.IntN(6) == 0 {
		if g.IntN(4) == 0 {
			n := g.number()
			return of(build.Const(n), nil, always(func([]int) int { return n }))
		}
		return g.vars[g.IntN(len(g.vars))]
	}
	pair := g.list(2, depth)
	x, y := pair[0].expr, pair[1].expr
	switch g.IntN(17) {
	case 16:
		list := g.list(1+g.IntN(2), depth)
		f := func(v []int) (int, bool) { return v[0]*v[0] - v[len(v)-1], v[0] != 1 }
		return of(build.Function(f, exprs(list)...), list, f)
	case 0:
		c, n := g.number(), g.number()
		return of(build.Sum(c, x, y).Plus(n), pair, always(func(v []int) int { return c*v[0] + v[1] + n }))
	case 1:
		return of(x.Minus(y), pair, always(func(v []int) int { return v[0] - v[1] }))
	case 2:
		return of(x.Neg(), pair[:1], always(func(v []int) int { return -v[0] }))
	case 3:
		return of(x.Times(y), pair, always(func(v []int) int { return v[0] * v[1] }))
	case 4:
		return of(x.Div(y), pair, func(v []int) (int, bool) {
			if v[1] == 0 {
				return 0, false
			}
			return v[0] / v[1], true
		})
	case 5:
		return of(x.Mod(y), pair, func(v []int) (int, bool) {
			if v[1] == 0 {
				return 0, false
			}
			return v[0] % v[1], true
		})
	case 6:
		return of(x.Abs(), pair[:1], always(func(v []int) int { return max(v[0], -v[0]) }))
	case 7:
		list := g.list(2+g.IntN(2), depth)
		return of(build.Max(exprs(list)...), list, always(func(v []int) int { return slices.Max(v) }))
	case 8:
		list := g.list(2+g.IntN(2), depth)
		return of(build.Min(exprs(list)...), list, always(func(v []int) int { return slices.Min(v) }))
	case 9:
		list := g.list(3, depth)
		return of(build.Element(exprs(list[:2]), list[2].expr), list, func(v []int) (int, bool) {
			if v[2] < 0 || v[2] > 1 {
				return 0, false
			}
			return v[v[2]], true
		})
	case 10:
		numbers := []int{g.number(), g.number(), g.number()}
		return of(build.Element(numbers, x), pair[:1], func(v []int) (int, bool) {
			if v[0] < 0 || v[0] > 2 {
				return 0, false
			}
			return numbers[v[0]], true
		})
	case 11:
		list := g.list(4, depth)
		return of(build.Among(exprs(list[:2]), exprs(list[2:])), list, always(func(v []int) int {
			return is(slices.Contains(v[2:], v[0])) + is(slices.Contains(v[2:], v[1]))
		}))
	case 12:
		list, except := g.list(3, depth), g.number()
		return of(build.NValueExcept(exprs(list), except), list, always(func(v []int) int {
			return len(distinct(slices.DeleteFunc(slices.Clone(v), func(n int) bool { return n == except })))
		}))
	case 13:
		list := append(g.bools(1, depth), pair...)
		return of(build.IfThenElse(list[0].expr, x, y), list, always(func(v []int) int { return v[2-v[0]] }))
	case 14:
		n := g.IntN(3)
		return of(x.Pow(n), pair[:1], always(func(v []int) int { return []int{1, v[0], v[0] * v[0]}[n] }))
	default:
		return g.bool(depth - 1)
	}
}

func distinct(list []int) []int { return slices.Compact(slices.Sorted(slices.Values(list))) }

// bool returns a Boolean expression.
func (g generator) bool(depth int) meaning {
	pair := g.list(2, depth)
	x, y := pair[0].expr, pair[1].expr
	if depth <= 0 || g.IntN(3) == 0 {
		switch g.IntN(7) {
		case 0:
			return of(x.Eq(y), pair, holds(func(v []int) bool { return v[0] == v[1] }))
		case 1:
			return of(x.Ne(y), pair, holds(func(v []int) bool { return v[0] != v[1] }))
		case 2:
			return of(x.Le(y), pair, holds(func(v []int) bool { return v[0] <= v[1] }))
		case 3:
			return of(x.Lt(y), pair, holds(func(v []int) bool { return v[0] < v[1] }))
		case 4:
			return of(x.Ge(y), pair, holds(func(v []int) bool { return v[0] >= v[1] }))
		case 5:
			return of(x.Gt(y), pair, holds(func(v []int) bool { return v[0] > v[1] }))
		default:
			set := []int{g.number(), g.number(), g.number()}
			return of(x.In(set...), pair[:1], holds(func(v []int) bool { return slices.Contains(set, v[0]) }))
		}
	}
	switch g.IntN(16) {
	case 0:
		p := g.bools(2+g.IntN(2), depth)
		return of(build.And(exprs(p)...), p, holds(func(v []int) bool { return !slices.Contains(v, 0) }))
	case 1:
		p := g.bools(2+g.IntN(2), depth)
		return of(build.Or(exprs(p)...), p, holds(func(v []int) bool { return slices.Contains(v, 1) }))
	case 2:
		p := g.bools(1, depth)
		return of(build.Not(p[0].expr), p, always(func(v []int) int { return 1 - v[0] }))
	case 3, 4:
		p := g.bools(2, depth)
		return of(build.If(p[0].expr, p[1].expr), p, holds(func(v []int) bool { return v[0] <= v[1] }))
	case 5:
		p := g.bools(2, depth)
		return of(build.Iff(p[0].expr, p[1].expr), p, holds(func(v []int) bool { return v[0] == v[1] }))
	case 6:
		p := g.bools(1+g.IntN(3), depth)
		return of(build.Xor(exprs(p)...), p, always(func(v []int) int {
			n := 0
			for _, b := range v {
				n += b
			}
			return n % 2
		}))
	default:
		return g.global(depth)
	}
}

// global returns a global constraint that has a form for expressions.
func (g generator) global(depth int) meaning {
	list := g.list(2+g.IntN(2), depth)
	xs := exprs(list)
	each := func(related func(a, b int) bool) func(v []int) (int, bool) {
		return holds(func(v []int) bool {
			for i := 1; i < len(v); i++ {
				if !related(v[i-1], v[i]) {
					return false
				}
			}
			return true
		})
	}
	switch g.IntN(13) {
	case 12:
		n := g.number()
		odd := func(v []int) bool { return (v[0]*v[1]+n)%2 != 0 }
		return of(build.Where(odd, xs...), list, holds(odd))
	case 0:
		return of(build.AllDifferent(xs...), list, holds(func(v []int) bool { return len(distinct(v)) == len(v) }))
	case 1:
		n := g.number()
		return of(build.AllDifferentExcept(xs, n), list, holds(func(v []int) bool {
			v = slices.DeleteFunc(slices.Clone(v), func(m int) bool { return m == n })
			return len(distinct(v)) == len(v)
		}))
	case 2:
		return of(build.AllEqual(xs...), list, each(func(a, b int) bool { return a == b }))
	case 3:
		return of(build.Increasing(xs...), list, each(func(a, b int) bool { return a <= b }))
	case 4:
		return of(build.StrictlyIncreasing(xs...), list, each(func(a, b int) bool { return a < b }))
	case 5:
		return of(build.Decreasing(xs...), list, each(func(a, b int) bool { return a >= b }))
	case 6:
		return of(build.StrictlyDecreasing(xs...), list, each(func(a, b int) bool { return a > b }))
	case 7:
		k := 1 + g.IntN(len(xs)-1)
		return of(build.LexLess(xs[:k], xs[k:]), list,
			holds(func(v []int) bool { return slices.Compare(v[:k], v[k:]) < 0 }))
	case 8:
		k := 1 + g.IntN(len(xs)-1)
		return of(build.LexLessEq(xs[:k], xs[k:]), list,
			holds(func(v []int) bool { return slices.Compare(v[:k], v[k:]) <= 0 }))
	case 9:
		var rows [][]int
		for range g.IntN(6) {
			row := make([]int, len(xs))
			for i := range row {
				row[i] = g.number()
			}
			rows = append(rows, row)
		}
		return of(build.Table(xs, rows), list, holds(func(v []int) bool {
			return slices.ContainsFunc(rows, func(row []int) bool { return slices.Equal(row, v) })
		}))
	case 10:
		values, counts := []int{g.number(), g.number()}, g.list(2, 0)
		return of(build.GlobalCardinality(xs, values, exprs(counts)), append(counts, list...),
			holds(func(v []int) bool {
				count := func(n int) (k int) {
					for _, x := range v[2:] {
						k += is(x == n)
					}
					return k
				}
				return count(values[0]) == v[0] && count(values[1]) == v[1]
			}))
	default:
		sizes, strict := []int{g.IntN(3), g.IntN(3), g.IntN(3), g.IntN(3)}, g.IntN(2) == 0
		boxes := g.list(4, depth)
		e := exprs(boxes)
		diffn := build.DiffnNonstrict
		if strict {
			diffn = build.Diffn
		}
		return of(diffn([]build.List{e[:2], e[2:]}, []build.List{sizes[:2], sizes[2:]}), boxes,
			holds(func(v []int) bool {
				return !strict && slices.Contains(sizes, 0) || v[0]+sizes[0] <= v[1] || v[1]+sizes[1] <= v[0] ||
					v[2]+sizes[2] <= v[3] || v[3]+sizes[3] <= v[2]
			}))
	}
}

// newGenerator returns a generator over a few variables with random domains.
func newGenerator(b *build.Builder, r *rand.Rand, n int) (g generator, domains [][]int) {
	g.Rand = r
	for i := range n {
		var values []int
		if r.IntN(4) == 0 {
			values = []int{0, 1}
		} else {
			for v := -2; v <= 3; v++ {
				if r.IntN(2) == 0 || v == 3 && values == nil {
					values = append(values, v)
				}
			}
		}
		x := b.IntOf(string(rune('a'+i)), values...)
		g.vars = append(g.vars, meaning{x, func(x []int) (int, bool) { return x[i], true }})
		domains = append(domains, values)
	}
	return g, domains
}

// product returns all assignments, in lexicographic order.
func product(domains [][]int) (all []model.Assignment) {
	all = []model.Assignment{nil}
	for _, d := range domains {
		var next []model.Assignment
		for _, a := range all {
			for _, v := range d {
				next = append(next, append(slices.Clone(a), v))
			}
		}
		all = next
	}
	return all
}

// formulations are methods of each formulation.
var formulations = []string{"native", "gini", "cdcl", "clp", "gini:order", "gophersat-pb"}

// solutions compares the solutions that methods find with the expected ones. The declared variables come first in the
// model. A solution that is found twice, with other values of auxiliary variables, is an error, too.
func solutions(t *testing.T, m *model.Model, by []string, want []model.Assignment) {
	t.Helper()
	for _, name := range by {
		method, err := methods.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		var got []model.Assignment
		for a, err := range model.All(t.Context(), method.Solver(), m) {
			if errors.Is(err, backends.ErrUnavailable) {
				got = want
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if got = append(got, a[:m.Shown()]); len(got) > len(want) {
				break
			}
		}
		slices.SortFunc(got, slices.Compare)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%s finds %d solutions %v, want %d: %v", name, len(got), got, len(want), want)
		}
	}
}

// Random expressions have the solutions of their meaning, each once, by methods of each formulation, and Expr.Value
// computes the same.
func TestRandomExpressions(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(400, 10_000)) {
		r := rand.New(rand.NewPCG(seed, 1))
		b := build.New("")
		g, domains := newGenerator(b, r, 2+r.IntN(2))
		var all []meaning
		for range 1 + r.IntN(2) {
			e := g.bool(1 + r.IntN(3))
			b.Add(e.expr)
			all = append(all, e)
		}
		m, err := b.Model()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var want []model.Assignment
		for _, a := range product(domains) {
			true := true
			for _, e := range all {
				v, ok := e.value(a)
				if got := e.expr.Value(a); ok && got != v || !ok && got != 0 {
					t.Fatalf("seed %d: Value(%v) = %d, want %d %t", seed, a, got, v, ok)
				}
				true = true && ok && v == 1
			}
			if true {
				want = append(want, a)
			}
		}
		by := formulations[:1]
		if seed%4 == 0 {
			by = formulations
		}
		if solutions(t, m, by, want); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}
