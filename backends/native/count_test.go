package native_test

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/encode"
	"nonet/model"
	"nonet/model/sudoku"
)

// TestLargeCounts counts solutions that are too many to enumerate. It takes seconds; TestCountOtherRules has two grids
// that take less.
func TestLargeCounts(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	eight := sudoku.Shape{Height: 2, Width: 4}
	m := eight.Model().With(model.Given{Var: 0, Value: 1}, model.Given{Var: 1, Value: 2}, model.Given{Var: 2, Value: 3})
	if got, want := count(t, "", m), "86715735736320"; got != want { // all grids / (8 × 7 × 6)
		t.Errorf("8x8 with three clues: got %s, want %s", got, want)
	}
}

// TestCountAgainstEngines compares with enumeration by the general engine, on grids with more than enumerationLimit
// solutions. With NONET_LONG it tries four grids of each shape, otherwise one.
func TestCountAgainstEngines(t *testing.T) {
	grids := 1
	if os.Getenv("NONET_LONG") != "" {
		grids = 4
	}
	for _, shape := range []sudoku.Shape{{Height: 2, Width: 3}, {Height: 3, Width: 2}} {
		r := rand.New(rand.NewPCG(uint64(shape.Width), 7))
		for range grids {
			m := shape.Model()
			r.Shuffle(len(m.Constraints), func(i, k int) {
				m.Constraints[i], m.Constraints[k] = m.Constraints[k], m.Constraints[i]
			})
			for i, cell := range r.Perm(36)[:3] {
				m = m.With(model.Given{Var: model.Var(cell), Value: 1 + i})
			}
			if got, want := count(t, "", m), count(t, "general", m); got != want {
				t.Errorf("%v: %s, want %s", m.Constraints[len(m.Constraints)-3:], got, want)
			}
		}
	}
}

// TestCount9x9 does the same for 9×9 grids with the fastest engine. With NONET_LONG it removes the clue of each third
// cell, otherwise of each ninth, one at a time.
func TestCount9x9(t *testing.T) {
	const puzzle = ".6.8..4......29.....9.....14...12............6.87..........82......35.....7....5." // 63,758 solutions
	large, step := 0, 9
	if os.Getenv("NONET_LONG") != "" {
		step = 3
	}
	for cell := range 81 {
		if puzzle[cell] == '.' || cell%step != 0 {
			continue
		}
		blank := puzzle[:cell] + "." + puzzle[cell+1:]
		m := backendtest.Puzzle(sudoku.Order(3), blank).Model()
		got, want := count(t, "", m), count(t, native.Engines()[0], m)
		if got != want {
			t.Errorf("%s: %s, want %s", blank, got, want)
		}
		if len(want) >= 6 {
			large++
		}
	}
	if large < 2 {
		t.Errorf("only %d large numbers", large)
	}
}

// TestCountOtherRules counts models that are similar to grids but not supported by tally.
func TestCountOtherRules(t *testing.T) {
	six := sudoku.Shape{Height: 2, Width: 3}
	clue := model.Given{Var: 0, Value: 1}
	m := six.Model().With(clue)
	one := m.With(backendtest.RuleConstraints(six, "disjoint-groups")...)
	if got := count(t, "", one); got != "466560" {
		t.Errorf("disjoint groups: got %s, want 466560", got)
	}
	gone := six.Model().With(clue)
	gone.Vars[1].Domain = model.Interval(2, 5)
	want := "3760128" // four fifths of 28,200,960 / 6
	if got := count(t, "", gone); got != want {
		t.Errorf("one candidate removed: got %s, want %s", got, want)
	}
	mixed := six.Model()
	mixed.Vars[0].Domain = model.Values(4)
	if got := count(t, "", mixed); got != "4700160" {
		t.Errorf("a single candidate: got %s, want 4700160", got)
	}
	mixed.Vars[35].Domain = model.Domain{}
	if got := count(t, "", mixed); got != "0" {
		t.Errorf("no candidate: got %s, want 0", got)
	}
	// Two independent grids, then a sum that connects them.
	pair := six.Model()
	for _, c := range six.Model().Constraints {
		d := c.(model.AllDifferent)
		vars := make([]model.Var, len(d.Vars))
		for i, v := range d.Vars {
			vars[i] = v + 36
		}
		pair.Constraints = append(pair.Constraints, model.AllDifferent{Vars: vars})
	}
	for range 36 {
		pair.Vars = append(pair.Vars, model.Variable{Domain: model.Interval(1, 6)})
	}
	if got := count(t, "", pair); got != "795294144921600" { // 28,200,960²
		t.Errorf("two grids: got %s, want 28,200,960²", got)
	}
	terms := []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 71}}
	tied := pair.With(model.Linear{Terms: terms, Relation: model.Equal, Bound: 7})
	if got := count(t, "", tied); got != "132549024153600" { // a sixth
		t.Errorf("two connected grids: got %s, want 28,200,960² / 6", got)
	}
}

func TestCountJobs(t *testing.T) {
	m := sudoku.Shape{Height: 2, Width: 3}.Model().With(model.Given{Var: 3, Value: 3})
	n, r, err := native.Solver{}.CountSolutions(t.Context(), m, 0)
	if err != nil || n.String() != "4700160" || !r.Complete {
		t.Fatalf("%v, %+v, error %v", n, r, err)
	}
	for _, jobs := range []int{-1, 2, 7} {
		k, s, err := native.Solver{Jobs: jobs}.CountSolutions(t.Context(), m, 0)
		if err != nil || k.Cmp(n) != 0 || s.Stats.Effort != r.Stats.Effort {
			t.Errorf("%d jobs: %v, %+v, error %v; one: %v, %+v", jobs, k, s, err, n, r)
		}
	}
	for _, limit := range []int64{1000, 100_000} {
		n, r, err := native.Solver{}.CountSolutions(t.Context(), m, limit)
		if err != nil || n.Int64() != limit || r.Complete {
			t.Errorf("up to %d: %v, %+v, error %v", limit, n, r, err)
		}
	}
}

func TestCountCancelled(t *testing.T) {
	nine := sudoku.Order(3).Model()
	for i := range 8 { // clues on a diagonal: takes minutes
		nine = nine.With(model.Given{Var: model.Var(10 * i), Value: 1 + i})
	}
	for _, m := range []*model.Model{nine, nine.With(backendtest.RuleConstraints(sudoku.Order(3), "diagonals")...)} {
		// Double the limit until something has been counted.
		for limit, n := 300*time.Millisecond, new(big.Int); n.Sign() == 0; limit *= 2 {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			var r model.Result
			var err error
			n, r, err = native.Solver{Jobs: 2}.CountSolutions(ctx, m, 0)
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || r.Complete {
				t.Fatalf("counted %v, complete %v, error %v", n, r.Complete, err)
			}
		}
	}
}

// wideModel has a variable of 2^40 values.
func wideModel() *model.Model {
	return &model.Model{Vars: []model.Variable{{Domain: model.Interval(0, 1<<40)}, {Domain: model.Interval(0, 1)}},
		Constraints: []model.Constraint{model.NotEqual{A: 0, B: 1}}}
}

// A count that needs something for each value enumerates instead, until the context ends.
func TestCountOfWideVariables(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	n, r, err := native.Solver{}.CountSolutions(ctx, wideModel(), 0)
	if !errors.Is(err, context.DeadlineExceeded) || r.Complete {
		t.Errorf("counted %v, complete %v, error %v", n, r.Complete, err)
	}
	_, _, err = native.Solver{}.Estimate(t.Context(), wideModel(), 1, 0)
	if !errors.As(err, new(*encode.UnsupportedError)) {
		t.Errorf("estimate: error %v, want an UnsupportedError", err)
	}
}
