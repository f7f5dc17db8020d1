package generate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// TestDigReachesTarget digs with a condition that always holds. It must reach the target exactly if the pattern admits
// it, in any order.
func TestDigReachesTarget(t *testing.T) {
	s := sudoku.Order(3)
	for p := range Pattern(len(patterns)) {
		for target := 1; target <= 81; target++ {
			if !p.admits(s, target) {
				continue
			}
			clues := s.Root()
			orbits := p.shuffledOrbits(s, rand.New(rand.NewPCG(3, uint64(target))))
			n, err := dig(clues, orbits, target, func(int, []model.Given) (bool, error) { return true, nil })
			if err != nil || n != target || countClues(clues) != target {
				t.Errorf("%v: %d clues, dig returns %d, error %v; want %d", p, countClues(clues), n, err, target)
			}
			if !symmetric(p, s, clues) {
				t.Errorf("%v with %d clues: not symmetric", p, target)
			}
		}
	}
}

// TestDigRestores checks that dig restores the clues whose removal accept refuses.
func TestDigRestores(t *testing.T) {
	s := sudoku.Order(3)
	clues := s.Root()
	var offered []int
	n, err := dig(clues, Any.shuffledOrbits(s, rand.New(rand.NewPCG(1, 1))), 0,
		func(left int, removed []model.Given) (bool, error) {
			if len(removed) != 1 || clues[removed[0].Var] != 0 || countClues(clues) != left {
				t.Fatalf("%d left, %v removed, %v", left, removed, clues)
			}
			offered = append(offered, int(removed[0].Var))
			return removed[0].Value > 3, nil
		})
	if err != nil || n != 27 || len(offered) != 81 {
		t.Errorf("dig leaves %d clues and offered %d, error %v; want 27 and 81", n, len(offered), err)
	}
	for c, want := range s.Root() {
		if want > 3 {
			want = 0
		}
		if clues[c] != want {
			t.Errorf("%s: got clue %d, want %d", s.Name(sudoku.Cell(c)), clues[c], want)
		}
	}
}

func countClues(g sudoku.Grid) int { return sudoku.Puzzle{Clues: g}.Givens() }

func symmetric(p Pattern, s sudoku.Shape, clues sudoku.Grid) bool {
	return !slices.ContainsFunc(p.orbits(s), func(o []sudoku.Cell) bool {
		return slices.ContainsFunc(o, func(c sudoku.Cell) bool { return (clues[c] == 0) != (clues[o[0]] == 0) })
	})
}
