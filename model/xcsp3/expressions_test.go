package xcsp3_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func is(b bool) int {
	if b {
		return 1
	}
	return 0
}

func randomFunction(r *rand.Rand, depth int, isBool bool) function {
	sub := func(isBool bool, n int) (text string, value func(a []int) ([]int, bool)) {
		var parts []string
		var all []function
		for range n {
			f := randomFunction(r, depth-1, isBool)
			parts, all = append(parts, f.text), append(all, f)
		}
		return strings.Join(parts, ","), func(a []int) ([]int, bool) {
			values := make([]int, n)
			for i, f := range all {
				var ok bool
				if values[i], ok = f.value(a); !ok {
					return nil, false
				}
			}
			return values, true
		}
	}
	make := func(name string, ofBools bool, n int, f func(v []int) (int, bool)) function {
		text, value := sub(ofBools, n)
		return function{name + "(" + text + ")", isBool, func(a []int) (int, bool) {
			v, ok := value(a)
			if !ok {
				return 0, false
			}
			return f(v)
		}}
	}
	total := func(f func(v []int) int) func(v []int) (int, bool) {
		return func(v []int) (int, bool) { return f(v), true }
	}
	if isBool {
		switch r.IntN(12) {
		case 0:
			return make("eq", false, 2+r.IntN(2), total(func(v []int) int {
				return is(slices.Min(v) == slices.Max(v))
			}))
		case 1:
			return make("ne", false, 2, total(func(v []int) int { return is(v[0] != v[1]) }))
		case 2:
			return make("le", false, 2, total(func(v []int) int { return is(v[0] <= v[1]) }))
		case 3:
			return make("lt", false, 2, total(func(v []int) int { return is(v[0] < v[1]) }))
		case 4:
			return make("ge", false, 2, total(func(v []int) int { return is(v[0] >= v[1]) }))
		case 5:
			return make("gt", false, 2, total(func(v []int) int { return is(v[0] > v[1]) }))
		}
		if depth <= 1 {
			return make("ne", false, 2, total(func(v []int) int { return is(v[0] != v[1]) }))
		}
		switch r.IntN(7) {
		case 0:
			return make("and", true, 1+r.IntN(3), total(func(v []int) int { return slices.Min(v) }))
		case 1:
			return make("or", true, 1+r.IntN(3), total(func(v []int) int { return slices.Max(v) }))
		case 2:
			return make("not", true, 1, total(func(v []int) int { return 1 - v[0] }))
		case 3:
			return make("imp", true, 2, total(func(v []int) int { return is(v[0] <= v[1]) }))
		case 4:
			return make("iff", true, 2, total(func(v []int) int { return is(v[0] == v[1]) }))
		case 5:
			return make("xor", true, 2+r.IntN(2), total(func(v []int) int {
				n := 0
				for _, x := range v {
					n += x
				}
				return n % 2
			}))
		}
		f := make("in", false, 1, total(func(v []int) int { return is(v[0] == 1 || v[0] == 3) }))
		f.text = strings.TrimSuffix(f.text, ")") + ",set(1,3))"
		return f
	}
	if depth <= 0 || r.IntN(4) == 0 {
		if v := r.IntN(4); v < 3 {
			return function{fmt.Sprintf("x[%d]", v), false, func(a []int) (int, bool) { return a[v], true }}
		}
		n := r.IntN(7) - 3
		return function{fmt.Sprint(n), false, func([]int) (int, bool) { return n, true }}
	}
	switch r.IntN(12) {
	case 0:
		return make("add", false, 1+r.IntN(3), total(func(v []int) int {
			n := 0
			for _, x := range v {
				n += x
			}
			return n
		}))
	case 1:
		return make("sub", false, 2, total(func(v []int) int { return v[0] - v[1] }))
	case 2:
		return make("mul", false, 2, total(func(v []int) int { return v[0] * v[1] }))
	case 3:
		return make("neg", false, 1, total(func(v []int) int { return -v[0] }))
	case 4:
		return make("abs", false, 1, total(func(v []int) int { return max(v[0], -v[0]) }))
	case 5:
		return make("dist", false, 2, total(func(v []int) int { return max(v[0]-v[1], v[1]-v[0]) }))
	case 6:
		return make("min", false, 1+r.IntN(3), total(func(v []int) int { return slices.Min(v) }))
	case 7:
		return make("max", false, 1+r.IntN(3), total(func(v []int) int { return slices.Max(v) }))
	case 8:
		return make("sqr", false, 1, total(func(v []int) int { return v[0] * v[0] }))
	case 9:
		return make("div", false, 2, func(v []int) (int, bool) {
			if v[1] == 0 {
				return 0, false
			}
			return v[0] / v[1], true
		})
	case 10:
		return make("mod", false, 2, func(v []int) (int, bool) {
			if v[1] == 0 {
				return 0, false
			}
			return v[0] % v[1], true
		})
	}
	c, x, y := randomFunction(r, depth-1, true), randomFunction(r, depth-1, false), randomFunction(r, depth-1, false)
	return function{"if(" + c.text + "," + x.text + "," + y.text + ")", false, func(a []int) (int, bool) {
		cv, ok1 := c.value(a)
		xv, ok2 := x.value(a)
		yv, ok3 := y.value(a)
		if cv == 1 {
			return xv, ok1 && ok2 && ok3
		}
		return yv, ok1 && ok2 && ok3
	}}
}

// Random expressions have the solutions that brute force finds.
func TestExpressions(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		f := randomFunction(r, 1+r.IntN(3), true)
		p := read(t, `<instance format="XCSP3" type="CSP">
			<variables> <array id="x" size="[3]"> -2..3 </array> </variables>
			<constraints><intension> `+f.text+` </intension></constraints></instance>`)
		var want [][]int
		for _, x := range []int{-2, -1, 0, 1, 2, 3} {
			for _, y := range []int{-2, -1, 0, 1, 2, 3} {
				for _, z := range []int{-2, -1, 0, 1, 2, 3} {
					if v, ok := f.value([]int{x, y, z}); ok && v == 1 {
						want = append(want, []int{x, y, z})
					}
				}
			}
		}
		if got, _ := solutions(t, p); !cmp.Equal(want, got) {
			t.Fatalf("%s: %d solutions, want %d:\n%s", f.text, len(got), len(want), cmp.Diff(want, got))
		}
	}
}
