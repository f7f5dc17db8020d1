package human_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

const (
	candidatesPuzzle   = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
	candidatesSolution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// statedCandidates returns the puzzle with rules for candidates of some cells, and its solution.
func statedCandidates(rules map[sudoku.Cell][]int) (sudoku.Puzzle, model.Assignment) {
	p := sudoku.Puzzle{Shape: sudoku.Order(3), Clues: make(sudoku.Grid, 81)}
	solution := make(model.Assignment, 81)
	for c := range p.Clues {
		p.Clues[c] = int(candidatesPuzzle[c] - '0')
		solution[c] = int(candidatesSolution[c] - '0')
		if values := rules[sudoku.Cell(c)]; values != nil {
			p.Rules = append(p.Rules, sudoku.Rule{Kind: "candidates", Cells: []sudoku.Cell{sudoku.Cell(c)},
				Values: values})
		}
	}
	return p, solution
}

// TestStatedCandidates starts from the candidates that rules state. A value that no other cell may have is filled in; a
// naked single that has not been filled in is a step.
func TestStatedCandidates(t *testing.T) {
	p, solution := statedCandidates(map[sudoku.Cell][]int{2: {2, 4}, 30: {7}})
	board, err := human.NewPuzzleBoard(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	position := board.NewPosition(p.Given(nil))
	if got := position.Candidates(2); !slices.Equal(got, []int{2, 4}) {
		t.Errorf("r1c3 has %v, want 2 4", got)
	}
	if got := position.Candidates(30); !slices.Equal(got, []int{7}) {
		t.Errorf("r4c4 has %v, want 7 and not filled, because r4c6 may be 7", got)
	}
	if s := human.Standard().Next(position); s == nil || len(s.Placements) != 1 {
		t.Errorf("the first step is %v", s)
	}
	r, err := human.Standard().Rate(position, solution, nil)
	if err != nil || !r.Solved() || r.Guesses > 0 {
		t.Errorf("%+v, %v", r, err)
	}

	// With 7 excluded from the cells that see r4c4, the value is known.
	rules := map[sudoku.Cell][]int{30: {7}}
	for c := range sudoku.Cell(81) {
		sees := p.Shape.Row(c) == 3 || p.Shape.Column(c) == 3 || p.Shape.Box(c) == 4
		if sees && c != 30 {
			rules[c] = []int{1, 2, 3, 4, 5, 6, 8, 9}
		}
	}
	p, _ = statedCandidates(rules)
	if board, err = human.NewPuzzleBoard(p, nil); err != nil {
		t.Fatal(err)
	}
	if v, filled := board.NewPosition(p.Given(nil)).Value(30); !filled || v != 7 {
		t.Errorf("r4c4 is %d, filled %v", v, filled)
	}
}

// TestStatedCandidatesAreSound rates positions with random candidates that include the solution: no step contradicts
// it, also where rules that assume uniqueness would apply to the puzzle without these candidates.
func TestStatedCandidatesAreSound(t *testing.T) {
	rules := slices.DeleteFunc(slices.Clone(human.Standard().Rules()),
		func(r *human.Rule) bool { return r.Level > human.Hard }) // others take long
	ladder := human.NewLadder("easy", "", "", rules)
	if !slices.ContainsFunc(rules, func(r *human.Rule) bool { return r.Unique }) {
		t.Fatal("no rule of the ladder assumes uniqueness")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		rules := map[sudoku.Cell][]int{}
		for c := range sudoku.Cell(81) {
			for v := 1; v <= 9; v++ {
				if v == int(candidatesSolution[c]-'0') || random.IntN(3) > 0 {
					rules[c] = append(rules[c], v)
				}
			}
		}
		p, solution := statedCandidates(rules)
		for c := range p.Clues {
			if random.IntN(3) > 0 {
				p.Clues[c] = 0
			}
		}
		board, err := human.NewPuzzleBoard(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ladder.Rate(board.NewPosition(p.Given(nil)), solution, func(s *human.Step) bool {
			if s.Rule.Unique {
				t.Fatalf("%s assumes uniqueness of a puzzle that states candidates", s)
			}
			return s.Rule != human.Guess
		}); err != nil {
			t.Fatal(err)
		}
	}
}
