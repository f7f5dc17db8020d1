package native

import (
	"context"
	"errors"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
)

// manySteps are models in which propagation at the root removes one value at a time.
func manySteps(n int) map[string]*model.Model {
	var even, odd []int
	for x := 0; x < n; x += 2 {
		even, odd = append(even, x), append(odd, x+1)
	}
	difference := func(coef, bound int) []model.Constraint {
		terms := []model.Term{{Coef: coef, Var: 0}, {Coef: -coef, Var: 1}}
		return []model.Constraint{model.Linear{Terms: terms, Bound: bound}}
	}
	circle := &model.Model{Vars: vars(model.Interval(0, n), model.Interval(0, n), model.Interval(0, n))}
	for v := range model.Var(3) {
		circle.Constraints = append(circle.Constraints, model.Linear{Relation: model.AtMost, Bound: -1,
			Terms: []model.Term{{Coef: 1, Var: v}, {Coef: -1, Var: (v + 1) % 3}}})
	}
	return map[string]*model.Model{
		"an even and an odd number are equal": {Vars: vars(model.Values(even...), model.Values(odd...)),
			Constraints: difference(1, 0)},
		"2x - 2y = 1":   {Vars: circle.Vars[:2], Constraints: difference(2, 1)},
		"x < y < z < x": circle,
	}
}

// TestSlowPropagation counts the steps of propagations that take one for each value, so that they pause for the context
// and end soon after it.
func TestSlowPropagation(t *testing.T) {
	const n = 1 << 16
	for name, m := range manySteps(n) {
		e, _, err := compile(t.Context(), m, Automatic)
		if err != nil {
			t.Fatal(err)
		}
		e.scheduleAll()
		pauses := 0
		for steps, o := 0, paused; o == paused; steps = checkInterval {
			if o = e.fixpoint(&steps); o == stable {
				t.Errorf("%s: has a solution", name)
			}
			pauses++
		}
		if pauses < n/2/checkInterval || pauses > n {
			t.Errorf("%s: %d pauses", name, pauses)
		}
		if passes := e.removed; passes < n/2 {
			t.Errorf("%s: only %d values removed", name, passes)
		}
	}
}

// TestPreparingEnds prepares under a context that ends at its third check.
func TestPreparingEnds(t *testing.T) {
	for name, m := range manySteps(1 << 16) {
		ctx := backendtest.NewCountdown(t, 3)
		_, err := Solver{Engine: generalName}.Prepare(ctx, m)
		if !errors.Is(err, context.Canceled) || ctx.Checks != 3 {
			t.Errorf("%s: error %v after %d checks, want %v after 3", name, err, ctx.Checks, context.Canceled)
		}
	}
}
