package build_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/build"
)

// Products and divisions of variables with too many values for a table have the solutions that their numbers have.
func TestWideArithmetic(t *testing.T) {
	times := func(x, y int) (int, bool) { return x * y, true }
	div := func(x, y int) (int, bool) { return x / max(y, -y, 1) * sign(y), y != 0 }
	mod := func(x, y int) (int, bool) { return x - x/max(y, -y, 1)*max(y, -y), y != 0 }
	for _, c := range []struct {
		what     string
		xLo, xHi int
		yLo, yHi int
		zLo, zHi int
		state    func(x build.Expr, y build.Value) build.Expr
		value    func(x, y int) (z int, ok bool)
	}{
		{"product", -600, 400, -500, 300, 5040, 5041, build.Expr.Times, times},
		{"product of few", 7, 16, 1, 9000, 60, 64, build.Expr.Times, times},
		{"positive product", 1, 1000, 1, 1000, 720720, 720720, build.Expr.Times, times},
		{"quotient", -900, 900, -300, 300, 30, 30, build.Expr.Div, div},
		{"quotient by negative numbers", 0, 900, -500, -2, -31, -30, build.Expr.Div, div},
		{"quotient zero", -300, -1, 280, 800, 0, 0, build.Expr.Div, div},
		{"remainder", 900, 1000, 1, 600, 396, 399, build.Expr.Mod, mod},
		{"remainder of negative numbers", -1000, -900, -600, 0, -399, -396, build.Expr.Mod, mod},
	} {
		b := build.New(c.what)
		x, y, z := b.Int("x", c.xLo, c.xHi), b.Int("y", c.yLo, c.yHi), b.Int("z", c.zLo, c.zHi)
		b.Add(c.state(x, y).Eq(z))
		if c.what == "quotient zero" {
			b.Add(x.Plus(y).Le(20))
		}
		m, err := b.Model()
		if err != nil {
			t.Fatal(c.what, err)
		}
		var want []string
		for x := c.xLo; x <= c.xHi; x++ {
			for y := c.yLo; y <= c.yHi; y++ {
				if z, ok := c.value(x, y); ok && z >= c.zLo && z <= c.zHi && (c.what != "quotient zero" || x+y <= 20) {
					want = append(want, fmt.Sprint(x, y, z))
				}
			}
		}
		for _, name := range []string{"native"} {
			method, err := methods.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for a, err := range model.All(t.Context(), method.Solver(), m) {
				if err != nil {
					t.Fatal(c.what, name, err)
				}
				got = append(got, fmt.Sprint(a[0], a[1], a[2]))
			}
			slices.Sort(want)
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s by %s: %d solutions, want %d", c.what, name, len(got), len(want))
			}
		}
		t.Log(c.what, len(want), "solutions")
	}
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// The bounds of a product of large numbers follow from those of the factors, whose digits have no values.
func TestProductBounds(t *testing.T) {
	b := build.New("")
	x, y := b.Ints("x", 2, 0, 3000), b.Ints("y", 2, 0, 3000)
	b.Add(x[0].Times(y[0]).Plus(x[1].Times(y[1])).Lt(2 * 2000 * 2000))
	for i := range x {
		b.Add(x[i].Plus(y[i]).Ge(5000))
	}
	m, err := b.Model()
	if err != nil {
		t.Fatal(err)
	}
	result, err := native.Solver{Engine: "lazy"}.Solve(t.Context(), m, func(model.Assignment) bool { return false })
	if err != nil || result.Solutions > 0 || result.Stats.Effort.Failures > 1 {
		t.Errorf("%d solutions after %d failures, error %v; want none after 1", result.Solutions,
			result.Stats.Effort.Failures, err)
	}
}

// An index may have more values than maxCases, but not many such indices.
func TestManyCases(t *testing.T) {
	b := build.New("")
	list := b.Bools("x", 300)
	b.Add(build.Count(list, 1).Eq(1), build.Element(list, b.Int("i", 0, 400)).Eq(1))
	m, err := b.Model()
	if err != nil {
		t.Fatal(err)
	}
	n, _, err := model.Count(t.Context(), native.Solver{}, m, 0)
	if err != nil || n.Int64() != 300 {
		t.Errorf("%v solutions, error %v; want 300", n, err)
	}
	for _, i := range b.Ints("j", 50, 0, 299) {
		b.Add(build.Element(list, i).Eq(1))
	}
	const want = "it needs a case for each of 300 values, at most 256"
	if _, err := b.Model(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// A division of a variable by a number with a given result reduces a domain and states nothing.
func TestDivisionsThatReduce(t *testing.T) {
	b := build.New("multiples")
	x, y := b.Int("x", 1, 100_000), b.Int("y", -100_000, 100_000)
	b.Add(x.Mod(97).Eq(0), y.Div(1000).Eq(-7))
	m, err := b.Model()
	if err != nil {
		t.Fatal(err)
	}
	if first, second := m.Vars[0].Domain, m.Vars[1].Domain; first.Size() != 1030 || first.At(3) != 388 ||
		second.Min() != -7999 || second.Max() != -7000 || len(m.Constraints) > 0 {
		t.Errorf("%v has %d values; %v; %d constraints", first, first.Size(), second, len(m.Constraints))
	}
}
