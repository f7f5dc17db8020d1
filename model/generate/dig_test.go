package generate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// TestDigReachesTarget digs without any condition: the target is reached exactly whenever the pattern admits it, whatever the order.
func TestDigReachesTarget(t *testing.T) {
	s := sudoku.Order(3)
	for p := range Pattern(len(patterns)) {
		for target := 1; target <= 81; target++ {
			if !p.admits(s, target) {
				continue
			}
			clues := s.Root()
			n, err := dig(clues, p.shuffledOrbits(s, rand.New(rand.NewPCG(3, uint64(target)))), target, func(int, []model.Given) (bool, error) { return true, nil })
			if err != nil || n != target || countClues(clues) != target {
				t.Errorf("%v: %d clues, said to be %d, want %d, error %v", p, countClues(clues), n, target, err)
			}
			if !symmetric(p, s, clues) {
				t.Errorf("%v with %d clues: not symmetric", p, target)
			}
		}
	}
}

// TestDigPutsBack refuses to take some clues away.
func TestDigPutsBack(t *testing.T) {
	s := sudoku.Order(3)
	clues := s.Root()
	var offered []int
	n, err := dig(clues, Any.shuffledOrbits(s, rand.New(rand.NewPCG(1, 1))), 0, func(left int, removed []model.Given) (bool, error) {
		if len(removed) != 1 || clues[removed[0].Var] != 0 || countClues(clues) != left {
			t.Fatalf("%d left, %v removed, %v", left, removed, clues)
		}
		offered = append(offered, int(removed[0].Var))
		return removed[0].Value > 3, nil
	})
	if err != nil || n != 27 || len(offered) != 81 {
		t.Errorf("%d clues are left of %d offered, error %v", n, len(offered), err)
	}
	for c, v := range s.Root() {
		if want := v; v > 3 && clues[c] != 0 || v <= 3 && clues[c] != want {
			t.Errorf("%s: %d", s.Name(sudoku.Cell(c)), clues[c])
		}
	}
}

func countClues(g sudoku.Grid) int { return sudoku.Puzzle{Clues: g}.Givens() }

func symmetric(p Pattern, s sudoku.Shape, clues sudoku.Grid) bool {
	return !slices.ContainsFunc(p.orbits(s), func(o []sudoku.Cell) bool {
		return slices.ContainsFunc(o, func(c sudoku.Cell) bool { return (clues[c] == 0) != (clues[o[0]] == 0) })
	})
}
