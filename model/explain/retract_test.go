package explain_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
)

// TestRetractions compares with all 4x4 grids, for puzzles with one solution and with several.
func TestRetractions(t *testing.T) {
	s := sudoku.Order(2)
	grids := grids4(t)
	r := rand.New(rand.NewPCG(4, 4))
	sizes := map[int]int{}
	for range 300 {
		grid := grids[r.IntN(len(grids))]
		var clues, entries []model.Given
		for c, v := range grid {
			switch r.IntN(4) {
			case 0:
				clues = append(clues, model.Given{Var: model.Var(c), Value: v})
			case 1, 2:
				if r.IntN(4) == 0 {
					v = 1 + r.IntN(4)
				}
				entries = append(entries, model.Given{Var: model.Var(c), Value: v})
			}
		}
		most := 0
		for _, a := range grids {
			if agrees(a, clues...) {
				kept := 0
				for _, g := range entries {
					kept += 1 - g.Violation(a)
				}
				most = max(most, kept)
			}
		}
		e := newExplainer(t, s.Model())
		x, err := e.Retract(t.Context(), clues, entries)
		if err != nil || !x.Exact || len(x.Entries) != len(entries)-most || x.LowerBound != len(x.Entries) {
			t.Fatalf("clues %v, entries %v: Retract = %+v, error %v, want %d entries",
				clues, entries, x, err, len(entries)-most)
		}
		sizes[len(x.Entries)]++
		var kept []model.Given
		for i, g := range entries {
			if !slices.Contains(x.Entries, i) {
				kept = append(kept, g)
			}
		}
		kept = append(kept, clues...)
		if !slices.ContainsFunc(grids, func(a model.Assignment) bool { return agrees(a, kept...) }) {
			t.Errorf("clues %v, entries %v: no solution after %+v", clues, entries, x)
		}
		for _, set := range x.Conflicts {
			for out := -1; out < len(set); out++ { // the whole set, and each subset without one element
				some := slices.Clone(clues)
				for k, i := range set {
					if k != out {
						some = append(some, entries[i])
					}
				}
				solvable := slices.ContainsFunc(grids, func(a model.Assignment) bool { return agrees(a, some...) })
				if solvable != (out >= 0) {
					t.Errorf("clues %v, entries %v: %v is not a minimal conflict", clues, entries, set)
				}
			}
		}
	}
	if sizes[0] == 0 || sizes[1] == 0 || sizes[2] == 0 || sizes[3] == 0 {
		t.Errorf("retractions by size: %v, want some of each size from 0 to 3", sizes)
	}
	e := newExplainer(t, s.Model())
	if x, err := e.Retract(t.Context(), []model.Given{{Var: 0, Value: 1}, {Var: 1, Value: 1}}, nil); x != nil ||
		err != nil {
		t.Errorf("clues without a solution: Retract = %v, error %v; want nil, nil", x, err)
	}
}

// TestPlantedEntries fills in cells of puzzles with one solution, some of them wrongly. Retract must return exactly the
// wrong ones.
func TestPlantedEntries(t *testing.T) {
	s := sudoku.Order(3)
	e := newExplainer(t, s.Model())
	r := rand.New(rand.NewPCG(5, 5))
	for k, line := range backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 400) {
		p := backendtest.Puzzle(s, line)
		a, _, err := model.First(t.Context(), native.Solver{}, p.Model())
		if err != nil {
			t.Fatal(err)
		}
		var entries []model.Given
		for c, v := range p.Clues {
			if v == 0 && r.IntN(3) == 0 {
				entries = append(entries, model.Given{Var: model.Var(c), Value: a[c]})
			}
		}
		wrong := r.Perm(len(entries))[:min(len(entries), 1+k%4)]
		for _, i := range wrong {
			entries[i].Value = 1 + (entries[i].Value+r.IntN(8))%9
		}
		slices.Sort(wrong)
		x, err := e.Retract(t.Context(), p.Given(nil), entries)
		if err != nil || !x.Exact || !slices.Equal(x.Entries, wrong) {
			t.Fatalf("%s, entries %v: Retract = %+v, error %v, want %v", line, entries, x, err, wrong)
		}
	}
}
