package bounds_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/bounds"
)

const none = bounds.NoUpper

// Bounds follow from the bounds of the other variables of a sum; none follows from numbers beyond 2^53.
func TestInfer(t *testing.T) {
	const large = 1 << 52
	type list []bounds.Interval
	terms := func(numbers ...int) (all []model.Term) {
		for i := 0; i < len(numbers); i += 2 {
			all = append(all, model.Term{Coef: numbers[i], Var: model.Var(numbers[i+1])})
		}
		return all
	}
	atMost := func(n int, numbers ...int) bounds.Sum {
		return bounds.Sum{terms(numbers...), bounds.Interval{-none, n}}
	}
	equal := func(n int, numbers ...int) bounds.Sum { return bounds.Sum{terms(numbers...), bounds.Interval{n, n}} }
	for _, c := range []struct {
		what         string
		improvements int
		vars         list
		sums         []bounds.Sum
		want         list
	}{
		{"one missing bound", 0, list{{0, none}, {0, 9}}, []bounds.Sum{atMost(20, 2, 0, 3, 1)}, list{{0, 10}, {0, 9}}},
		{"two missing bounds", 0, list{{0, none}, {0, none}}, []bounds.Sum{atMost(20, 2, 0, 3, 1)},
			list{{0, 10}, {0, 6}}},
		{"two missing least values", 0, list{{-none, 5}, {-none, 5}}, []bounds.Sum{atMost(20, 2, 0, 3, 1)},
			list{{-none, 5}, {-none, 5}}},
		{"both bounds missing", 0, list{{-none, none}, {1, 3}}, []bounds.Sum{equal(7, -2, 0, 3, 1)},
			list{{-2, 1}, {1, 3}}},
		{"a chain", 0, list{{0, none}, {0, none}, {0, 4}}, []bounds.Sum{atMost(1, 1, 0, -1, 1), atMost(1, 1, 1, -1, 2)},
			list{{0, 6}, {0, 5}, {0, 4}}},
		{"no improvement of a bound that is there", 0, list{{0, 99}, {0, none}}, []bounds.Sum{atMost(20, 2, 0, 3, 1)},
			list{{0, 99}, {0, 6}}},
		{"one improvement", 1, list{{0, 99}, {0, 99}}, []bounds.Sum{equal(0, 2, 0, -2, 1), equal(1, 1, 0, -2, 1)},
			list{{1, 49}, {1, 49}}},
		{"nothing is left", 9, list{{0, 99}}, []bounds.Sum{atMost(-1, 1, 0)}, list{{0, 0}}},
		{"the coefficient 0", 9, list{{0, 99}, {0, 99}}, []bounds.Sum{atMost(8, 0, 0, 1, 1)}, list{{0, 99}, {0, 8}}},
		{"a variable twice", 9, list{{0, 99}}, []bounds.Sum{atMost(8, 1, 0, 1, 0)}, list{{0, 8}}},
		{"large numbers", 9, list{{0, none}, {0, 2}}, []bounds.Sum{atMost(0, 1, 0, -large, 1)},
			list{{0, 2 * large}, {0, 2}}},
		{"too large numbers", 9, list{{0, none}, {0, 3}}, []bounds.Sum{atMost(0, 1, 0, -large, 1)},
			list{{0, none}, {0, 3}}},
		{"a product beyond int", 9, list{{0, none}, {0, 3}}, []bounds.Sum{atMost(0, 1, 0, math.MinInt, 1)},
			list{{0, none}, {0, 3}}},
	} {
		bounds.Infer(c.vars, c.sums, c.improvements)
		if !slices.Equal(c.vars, c.want) {
			t.Errorf("%s: got %v, want %v", c.what, c.vars, c.want)
		}
	}
}

// The bounds of random constraints exclude no solution, and most of them are better than without constraints.
func TestInferLosesNoSolution(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	better := 0
	for n := range 2000 {
		const most = 6
		vars := []bounds.Interval{{-most, most}, {-most, most}, {-most, most}}
		var constraints []model.Linear
		var sums []bounds.Sum
		for range 1 + rng.IntN(4) {
			c := model.Linear{Relation: model.Relation(rng.IntN(3)), Bound: rng.IntN(41) - 20}
			for range 1 + rng.IntN(3) {
				c.Terms = append(c.Terms, model.Term{Coef: rng.IntN(9) - 4, Var: model.Var(rng.IntN(len(vars)))})
			}
			constraints, sums = append(constraints, c), append(sums, bounds.Of(c))
		}
		bounds.Infer(vars, sums, rng.IntN(4))
		values := 1
		for _, i := range vars {
			values *= i.Size()
		}
		if values < (2*most+1)*(2*most+1)*(2*most+1) {
			better++
		}
		a := make(model.Assignment, len(vars))
		for point := range 13 * 13 * 13 {
			a[0], a[1], a[2] = point%13-most, point/13%13-most, point/169-most
			violated := func(c model.Linear) bool { return c.Violation(a) > 0 }
			for v, i := range vars {
				if (a[v] < i.Lower || a[v] > i.Upper) && !slices.ContainsFunc(constraints, violated) {
					t.Fatalf("%d: %v satisfies %v, the bounds are %v", n, a, constraints, vars)
				}
			}
		}
	}
	if better < 1000 {
		t.Errorf("%d of 2000 have better bounds", better)
	}
}

func TestSize(t *testing.T) {
	for _, c := range []struct {
		of   bounds.Interval
		want int
	}{{bounds.Interval{3, 3}, 1}, {bounds.Interval{-1, 1}, 3}, {bounds.Interval{0, math.MaxInt - 1}, math.MaxInt},
		{bounds.Interval{-1, math.MaxInt}, math.MaxInt}, {bounds.Interval{math.MinInt, math.MaxInt}, math.MaxInt}} {
		if got := c.of.Size(); got != c.want {
			t.Errorf("%v: got %d, want %d", c.of, got, c.want)
		}
	}
}

// A column without an upper bound gets one from its row.
func ExampleInfer() {
	boxes, pallets := model.Var(0), model.Var(1)
	vars := []bounds.Interval{{0, bounds.NoUpper}, {0, 3}}
	row := model.Linear{Terms: []model.Term{{Coef: 1, Var: boxes}, {Coef: -40, Var: pallets}}, Relation: model.AtMost}
	bounds.Infer(vars, []bounds.Sum{bounds.Of(row)}, 0)
	fmt.Println(vars[boxes])
	// Output: {0 120}
}
