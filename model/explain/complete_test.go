package explain_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/explain"
	"nonet/model/sudoku"
)

// grids4 returns all 4x4 grids.
func grids4(t *testing.T) []model.Assignment {
	t.Helper()
	var grids []model.Assignment
	if _, err := (native.Solver{Engine: "general"}).Solve(t.Context(), sudoku.Order(2).Model(),
		func(a model.Assignment) bool {
			grids = append(grids, slices.Clone(a))
			return true
		}); err != nil || len(grids) != 288 {
		t.Fatalf("%d grids, %v", len(grids), err)
	}
	return grids
}

func agrees(a model.Assignment, givens ...model.Given) bool {
	return !slices.ContainsFunc(givens, func(g model.Given) bool { return g.Violation(a) != 0 })
}

// TestCompletions compares with all sets of further clues of 4x4 puzzles.
func TestCompletions(t *testing.T) {
	s := sudoku.Order(2)
	grids := grids4(t)
	r := rand.New(rand.NewPCG(3, 3))
	sizes := map[int]int{}
	for range 60 {
		grid := grids[r.IntN(len(grids))]
		var clues []model.Given
		for c, v := range grid {
			if r.IntN(6) == 0 {
				clues = append(clues, model.Given{Var: model.Var(c), Value: v})
			}
		}
		var solutions []model.Assignment
		for _, a := range grids {
			if agrees(a, clues...) {
				solutions = append(solutions, a)
			}
		}
		if len(solutions) > 40 {
			continue
		}
		fewest := func(target model.Assignment) int {
			best := 16
			for mask := range uint(1) << 16 {
				n := bits.OnesCount(mask)
				if n >= best {
					continue
				}
				unique := true
				for _, a := range solutions {
					same, differs := true, false
					for c := range a {
						same = same && a[c] == target[c]
						differs = differs || mask>>c&1 != 0 && a[c] != target[c]
					}
					if !same && !differs {
						unique = false
						break
					}
				}
				if unique {
					best = n
				}
			}
			return best
		}
		e := newExplainer(t, s.Model())
		overall, err := e.Complete(t.Context(), clues)
		if err != nil || !overall.Exact || overall.Solutions != len(solutions) ||
			overall.LowerBound != len(overall.Clues) {
			t.Fatalf("%v: Complete = %+v, error %v", clues, overall, err)
		}
		checkCompletion(t, solutions, overall)
		least := 16
		for _, a := range solutions[:min(8, len(solutions))] {
			least = min(least, fewest(a))
		}
		if len(overall.Clues) > least || len(solutions) <= 8 && len(overall.Clues) != least {
			t.Errorf("%v: Complete = %+v, want %d clues", clues, overall, least)
		}
		sizes[len(overall.Clues)]++
		if len(solutions) > 1 {
			e.TargetLimit = 1
			one, err := e.Complete(t.Context(), clues)
			if err != nil || !one.Exact || one.Solutions != -1 {
				t.Fatalf("%v: Complete = %+v, error %v", clues, one, err)
			}
			checkCompletion(t, solutions, one)
			if want := fewest(one.Target); len(one.Clues) != want {
				t.Errorf("%v: Complete for one target = %+v, want %d clues", clues, one, want)
			}
		}
	}
	if sizes[0] == 0 || sizes[1] == 0 || sizes[2] == 0 {
		t.Errorf("completions by size: %v, want some of size 0, 1 and 2", sizes)
	}
}

func checkCompletion(t *testing.T, solutions []model.Assignment, c *explain.Completion) {
	t.Helper()
	n := 0
	for _, a := range solutions {
		if agrees(a, c.Clues...) {
			n++
			if !slices.Equal(a, c.Target) {
				t.Errorf("remaining solution %v, want %v", a, c.Target)
			}
		}
	}
	if n != 1 {
		t.Errorf("%+v leaves %d solutions, want 1", c, n)
	}
}
