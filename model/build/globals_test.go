package build_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/build"
)

// Global constraints that are no expressions: each makes a random constraint over five expressions, with its meaning.
var globals = map[string]func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool){
	"Circuit": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		n := 1 + r.IntN(4)
		return build.Circuit(x[:n]...), func(v []int) bool {
			size, ok := circuit(v[:n])
			return ok && size == n && n > 1
		}
	},
	"Subcircuit": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		n := 1 + r.IntN(4)
		return build.Subcircuit(x[:n]...), func(v []int) bool {
			_, ok := circuit(v[:n])
			return ok
		}
	},
	"SubcircuitOfSize": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		n := 1 + r.IntN(4)
		return build.SubcircuitOfSize(x[:n], x[4]), func(v []int) bool {
			size, ok := circuit(v[:n])
			return ok && size == v[4]
		}
	},
	"Inverse": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		n := 1 + r.IntN(2)
		m := n + r.IntN(2)
		return build.Inverse(x[:n], x[n:n+m]), func(v []int) bool {
			for i, j := range v[:n] {
				if j < 0 || j >= m || v[n+j] != i {
					return false
				}
			}
			return true
		}
	},
	"Cumulative": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		durations, demands := []int{r.IntN(4), r.IntN(4), r.IntN(4)}, []int{r.IntN(3), r.IntN(3)}
		return build.Cumulative(x[:3], durations, []build.Value{demands[0], demands[1], x[3]}, x[4]),
			func(v []int) bool {
				for time := -5; time < 12; time++ {
					use := 0
					for i, s := range v[:3] {
						if s <= time && time < s+durations[i] {
							use += append(demands, v[3])[i]
						}
					}
					if use > v[4] {
						return false
					}
				}
				return v[4] >= 0
			}
	},
	"BinPacking": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		sizes := []int{r.IntN(3), r.IntN(3), r.IntN(3)}
		return build.BinPacking(x[4], x[:3], sizes), func(v []int) bool {
			return !slices.ContainsFunc(v[:3], func(bin int) bool { return load(bin, v, sizes) > v[4] })
		}
	},
	"BinPackingCapa": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		sizes := []int{r.IntN(3), r.IntN(3), r.IntN(3)}
		return build.BinPackingCapa(x[3:], x[:3], sizes), func(v []int) bool {
			return inside(v[:3], 2) && load(0, v, sizes) <= v[3] && load(1, v, sizes) <= v[4]
		}
	},
	"BinPackingLoad": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		sizes := []int{r.IntN(3), r.IntN(3), r.IntN(3)}
		return build.BinPackingLoad(x[3:], x[:3], sizes), func(v []int) bool {
			return inside(v[:3], 2) && load(0, v, sizes) == v[3] && load(1, v, sizes) == v[4]
		}
	},
	"ValuePrecedeChain": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		values := []int{r.IntN(4), r.IntN(4), r.IntN(4)}[:2+r.IntN(2)]
		return build.ValuePrecedeChain(values, x), func(v []int) bool {
			for k := 1; k < len(values); k++ {
				at := slices.Index(v, values[k])
				if at >= 0 && !slices.Contains(v[:at], values[k-1]) {
					return false
				}
			}
			return true
		}
	},
	"Automaton": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		n, rest := 1+r.IntN(5), r.IntN(3)
		step := func(sum string, v int) (string, bool) { return sum + strings.Repeat("+", v+3), v != rest }
		accepts := func(sum string) bool { return len(sum)%3 == rest }
		return build.Automaton(x[:n], "", step, accepts), func(v []int) bool {
			sum := 0
			for _, n := range v[:n] {
				sum += n + 3
			}
			return sum%3 == rest && !slices.Contains(v[:n], rest)
		}
	},
	"Regular": func(r *rand.Rand, x []build.Expr) (build.Constraint, func(v []int) bool) {
		var transitions [][3]int
		for range 3 + r.IntN(8) {
			transitions = append(transitions, [3]int{r.IntN(3), r.IntN(6) - 2, r.IntN(3)})
		}
		final := r.IntN(3)
		return build.Regular(x[:3], transitions, 0, final), func(v []int) bool {
			states := map[int]bool{0: true}
			for _, n := range v[:3] {
				next := map[int]bool{}
				for _, t := range transitions {
					if states[t[0]] && t[1] == n {
						next[t[2]] = true
					}
				}
				states = next
			}
			return states[final]
		}
	},
}

// circuit reports whether successors form one circuit, and how many nodes it has.
func circuit(next []int) (size int, ok bool) {
	if !inside(next, len(next)) || len(distinct(next)) < len(next) {
		return 0, false
	}
	begin := -1
	for i, j := range next {
		if i != j {
			begin = i
			size++
		}
	}
	if begin < 0 {
		return 0, true
	}
	steps := 1
	for i := next[begin]; i != begin; i = next[i] {
		steps++
	}
	return size, steps == size
}

func inside(list []int, n int) bool { return slices.Min(list) >= 0 && slices.Max(list) < n }

// load returns the sum of the sizes of the first items that are in a bin.
func load(bin int, v, sizes []int) (sum int) {
	for i, size := range sizes {
		if v[i] == bin {
			sum += size
		}
	}
	return sum
}

// Each global constraint has the solutions of its definition, over variables and over expressions.
func TestGlobals(t *testing.T) {
	for name, random := range globals {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(backendtest.Rounds(20, 100)) {
				r := rand.New(rand.NewPCG(seed, 2))
				var vars []model.Variable
				var domains [][]int
				for range 5 {
					var values []int
					for v := range 5 {
						if r.IntN(3) > 0 {
							values = append(values, v-1)
						}
					}
					if values == nil {
						values = []int{0, 1}
					}
					domains = append(domains, values)
					vars = append(vars, model.Variable{Domain: model.Values(values...)})
				}
				b := build.New("")
				if seed%3 == 0 { // the domains stay
					b = build.From(&model.Model{Vars: vars})
				}
				var xs []build.Expr
				shift := make([]int, 5)
				for i := range shift {
					if seed%3 == 0 {
						xs = append(xs, b.Expr(i))
					} else {
						xs = append(xs, b.IntOf("", domains[i]...))
					}
					if r.IntN(4) == 0 {
						shift[i] = r.IntN(3) - 1
						xs[i] = xs[i].Plus(shift[i])
					}
				}
				c, holds := random(r, xs)
				b.Add(c)
				m, err := b.Model()
				if err != nil {
					t.Fatal(err)
				}
				var want []model.Assignment
				for _, a := range product(domains) {
					v := slices.Clone(a)
					for i := range v {
						v[i] += shift[i]
					}
					if holds(v) {
						want = append(want, a)
					}
				}
				by := formulations[:1]
				if seed%8 == 0 {
					by = formulations
				}
				if solutions(t, m, by, want); t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
		})
	}
}

// The first error has the place of the call in this file, and nothing panics.
func TestErrors(t *testing.T) {
	other := build.New("").Int("y", 0, 1)
	for _, test := range []struct {
		want  string
		state func(b *build.Builder, x build.Expr)
	}{
		{"Add: a constraint is nil", func(b *build.Builder, x build.Expr) { b.Add(nil) }},
		{"Function: its function is nil", func(b *build.Builder, x build.Expr) { b.Minimize(build.Function(nil, x)) }},
		{"Where: its function is nil", func(b *build.Builder, x build.Expr) { b.Add(build.Where(nil, x)) }},
		{"Automaton: its function is nil", func(b *build.Builder, x build.Expr) {
			b.Add(build.Automaton([]build.Expr{x}, 0, nil, func(int) bool { return true }))
		}},
		{"Sum: two coefficients in a row", func(b *build.Builder, x build.Expr) { b.Add(build.Sum(2, 3, x).Eq(1)) }},
		{"Sum: a coefficient without", func(b *build.Builder, x build.Expr) { b.Add(build.Sum(x, 3).Eq(1)) }},
		{"Sum: has 1 coefficients for 2", func(b *build.Builder, x build.Expr) {
			b.Add(build.Sum([]int{1}, []build.Expr{x, x}).Eq(1))
		}},
		{"an int or a bool, got string", func(b *build.Builder, x build.Expr) { b.Add(x.Eq("1")) }},
		{"expected a []Expr, []int or []bool, got float64", func(b *build.Builder, x build.Expr) {
			b.Add(build.Count(1.5, x).Eq(1))
		}},
		{"Plus: expected a Boolean expression", func(b *build.Builder, x build.Expr) { b.Add(x.Plus(1)) }},
		{"Or: argument 2: expected a Boolean", func(b *build.Builder, x build.Expr) { b.Add(build.Or(x.Eq(1), x)) }},
		{"If: argument 1: expected a Boolean", func(b *build.Builder, x build.Expr) { b.Add(build.If(x, x.Eq(1))) }},
		{"IfThenElse: argument 1: expected", func(b *build.Builder, x build.Expr) {
			b.Add(build.IfThenElse(x, x, 1).Eq(1))
		}},
		{"Expr: it is the zero value", func(b *build.Builder, x build.Expr) { b.Add(build.Expr{}) }},
		{"it is the zero value", func(b *build.Builder, x build.Expr) { b.Add(build.Max(x, build.Expr{}).Eq(1)) }},
		{"Expr: it is the zero value", func(b *build.Builder, x build.Expr) { b.Add(build.Expr{}.Plus(x).Eq(1)) }},
		{"Eq: variable y belongs to another builder", func(b *build.Builder, x build.Expr) { b.Add(x.Eq(other)) }},
		{"variable z: it has no values", func(b *build.Builder, x build.Expr) {
			b.Int("z", 2, 1)
			b.Int("later", 2, 1) // the first error is kept
		}},
		{"variable x: another one has this name", func(b *build.Builder, x build.Expr) { b.Bool("x") }},
		{"objective: the model has one already", func(b *build.Builder, x build.Expr) {
			b.Minimize(x)
			b.Maximize(x)
		}},
		{"constant: expected an Expr", func(b *build.Builder, x build.Expr) { b.Minimize("x") }},
		{"Max: the list is empty", func(b *build.Builder, x build.Expr) { b.Minimize(build.Max()) }},
		{"Table: has a row of 1 numbers for 2", func(b *build.Builder, x build.Expr) {
			b.Add(build.Table([]build.Expr{x, x}, [][]int{{1}}))
		}},
		{"Cumulative: has 1 starts, 2 durations and 1 demands", func(b *build.Builder, x build.Expr) {
			b.Add(build.Cumulative([]build.Expr{x}, []int{1, 2}, []int{1}, 1))
		}},
		{"BinPacking: has 1 bins and 2 sizes", func(b *build.Builder, x build.Expr) {
			b.Add(build.BinPacking(3, []build.Expr{x}, []int{1, 2}))
		}},
		{"Diffn: has 2 origins and 1 sizes in dimension 0", func(b *build.Builder, x build.Expr) {
			b.Add(build.Diffn([]build.List{[]build.Expr{x, x}}, []build.List{[]int{1}}))
		}},
		{"Pow: it needs a table with a row for each combination of 1000 ×", func(b *build.Builder, _ build.Expr) {
			p, q := b.Int("p", 1, 1000), b.Int("q", 1, 1000)
			b.Add(p.Pow(q).Eq(p))
		}},
		{"Automaton: the automaton has more than 4194304 steps", func(b *build.Builder, x build.Expr) {
			join := func(before, v int) (int, bool) { return 3_000*before + v, true }
			b.Add(build.Automaton(b.Ints("y", 2, 0, 2_999), 0, join, func(int) bool { return true }))
		}},
		{"its numbers do not fit 64 bits", func(b *build.Builder, x build.Expr) {
			b.Add(build.Sum(1<<62, x, 1<<62, x).Le(x))
		}},
		{"variable y: its bounds are", func(b *build.Builder, x build.Expr) { b.Int("y", 0, math.MaxInt) }},
	} {
		b := build.New("")
		test.state(b, b.Int("x", 0, 9))
		m, err := b.Model()
		var e *build.Error
		if m != nil || !errors.As(err, &e) || e.File != "globals_test.go" || e.Line < 180 ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want globals_test.go:LINE: %s", err, test.want)
		}
		if _, again := b.Model(); again == nil {
			t.Errorf("%v: the second call of Model returns no error", err)
		}
	}
}

// A model may grow after it was made, and expressions have values under the solutions of the new one.
func TestModelTwice(t *testing.T) {
	b := build.New("")
	x := b.Ints("x", 2, 0, 3)
	most := build.Max(x[0].Times(x[1]), x[0])
	b.Add(most.Ge(2))
	first, err := b.Model()
	if err != nil {
		t.Fatal(err)
	}
	y := b.Int("y", 0, 9)
	b.Add(most.Eq(y), x[0].Lt(x[1]))
	second, err := b.Model()
	if err != nil {
		t.Fatal(err)
	}
	if first.Shown() != 2 || second.Shown() != 3 || second.Vars[2].Name != "y" {
		t.Errorf("%d and %d variables shown, the last one is %s", first.Shown(), second.Shown(), second.Vars[2].Name)
	}
	solutions(t, second, formulations[:2], []model.Assignment{{1, 2, 2}, {1, 3, 3}, {2, 3, 6}})
	if v := most.Value(model.Assignment{1, 3, 3}); v != 3 {
		t.Errorf("value %d, want 3", v)
	}
}

// Times at which no task may run cost nothing.
func TestDistantTasks(t *testing.T) {
	b := build.New("")
	near, far := b.Int("near", 0, 2), b.Int("far", 1<<50, 1<<50+1)
	b.Add(build.Cumulative([]build.Expr{near, far, build.Const(2)}, []int{1, 1, 1}, []int{1, 1, 1}, 1))
	m, err := b.Model()
	if err != nil {
		t.Fatal(err)
	}
	solutions(t, m, formulations[:1], product([][]int{{0, 1}, {1 << 50, 1<<50 + 1}}))
}

// Tasks with distant times, of which some never fit together, have the solutions of the definition, and so do their
// durations and demands.
func TestTasksThatNeverFit(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		b := build.New("")
		var domains [][]int
		variable := func(values ...int) build.Expr {
			domains = append(domains, values)
			return b.IntOf(fmt.Sprint("x", len(domains)), values...)
		}
		var starts, durations, demands []build.Expr
		for range 3 {
			starts = append(starts, variable(0, 1, 2, 1<<20))
			shortest, least := r.IntN(3), r.IntN(4)
			durations = append(durations, variable([]int{shortest, shortest + 1}[:1+r.IntN(2)]...))
			demands = append(demands, variable([]int{least, least + 1}[:1+r.IntN(2)]...))
		}
		b.Add(build.Cumulative(starts, durations, demands, variable(3, 4)))
		m, err := b.Model()
		if err != nil {
			t.Fatal(err)
		}
		solutions(t, m, formulations[:1], slices.DeleteFunc(product(domains), func(a model.Assignment) bool {
			return slices.ContainsFunc([]int{0, 1, 2, 3, 4, 1 << 20}, func(time int) bool {
				use := 0
				for i := 0; i < 9; i += 3 {
					if a[i] <= time && time < a[i]+a[i+1] {
						use += a[i+2]
					}
				}
				return use > a[9]
			})
		}))
	}
}

// A constraint that nothing satisfies mentions its variables, so that an explanation can name them.
func TestFalseConstraints(t *testing.T) {
	never := func([]int) bool { return false }
	for i, state := range []func(xs []build.Expr) build.Constraint{
		func(xs []build.Expr) build.Constraint { return build.Sum(xs).Ge(9) },
		func(xs []build.Expr) build.Constraint { return build.Sum(xs).Eq(-1) },
		func(xs []build.Expr) build.Constraint { return xs[0].Eq(4) },
		func(xs []build.Expr) build.Constraint { return build.Table(xs, nil) },
		func(xs []build.Expr) build.Constraint { return build.Where(never, xs...) },
		func(xs []build.Expr) build.Constraint { return build.Regular(xs, nil, 0, 1) },
	} {
		b := build.New("")
		b.Add(state(b.Ints("x", 2, 0, 3)))
		m, err := b.Model()
		if err != nil || len(m.Constraints) != 1 || len(m.Constraints[0].Scope()) == 0 {
			t.Fatalf("constraint %d: %v, error %v", i, m, err)
		}
		solutions(t, m, formulations, nil)
	}
}
