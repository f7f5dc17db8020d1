package human_test

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

var update = flag.Bool("update", false, "write testdata/conditions.txt")

// conditionRules are the rules that use conditions.
var conditionRules = []string{"line-order", "pair-of-cells", "sum-combination", "equation", "innies-and-outies",
	"variant-rule", "variant-contradiction"}

// long asks for all puzzles where a test takes a sample by default.
var long = os.Getenv("NONET_LONG") != ""

// TestConditionsOfAllKinds rates a puzzle of each kind of rule, which has one solution. Rate compares each step with
// the solution.
func TestConditionsOfAllKinds(t *testing.T) {
	used, guesses := map[string]int{}, 0
	for i, p := range readNonet(t, "../../testdata/puzzles/variants/kinds.nonet") {
		if i%4 != 0 && !long {
			continue
		}
		solution := solutionsOf(t, p, 2)
		if len(solution) != 1 {
			t.Fatalf("%s: %d solutions, want 1", p.Name, len(solution))
		}
		board, err := human.NewPuzzleBoard(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		position := board.NewPosition(p.Given(nil))
		rating, err := human.Standard().Rate(position, solution[0], nil)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		guesses += rating.Guesses
		for _, u := range rating.Uses {
			used[u.Rule.Name] += u.Steps
		}
	}
	for _, name := range conditionRules {
		if long && used[name] == 0 && name != "innies-and-outies" && name != "variant-contradiction" {
			t.Errorf("no step by %s on any puzzle", name)
		}
	}
	if guesses > 4 {
		t.Errorf("%d guesses on puzzles that are small enough to be solved by rules", guesses)
	}
	t.Logf("%d guesses; steps by rule: %v", guesses, used)
}

// TestConditionsWithSeveralSolutions removes clues, so that there are several solutions. No step of a sound rule may
// exclude any of them.
func TestConditionsWithSeveralSolutions(t *testing.T) {
	steps := 0
	for i, p := range readNonet(t, "../../testdata/puzzles/variants/kinds.nonet") {
		if i%4 != 1 && !long {
			continue
		}
		p.Clues = slices.Clone(p.Clues)
		removed := 0
		for c := i % 3; c < len(p.Clues) && removed < 3; c++ {
			if p.Clues[c] != 0 {
				p.Clues[c] = 0
				removed++
			}
		}
		solutions := solutionsOf(t, p, 2000)
		board, err := human.NewPuzzleBoard(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		position := board.NewPosition(p.Given(nil))
		for _, r := range human.Rules() {
			if r.Unique || !slices.Contains(conditionRules, r.Name) {
				continue
			}
			found := 0
			r.Find(position, func(s *human.Step) bool {
				steps++
				found++
				for _, a := range solutions {
					for _, k := range s.Eliminations {
						if a[k.Cell] == k.Value {
							t.Errorf("%s: %s: but there is a solution with %v", p.Name, s, k)
						}
					}
				}
				return found < 5 // contradictions take long
			})
		}
	}
	if steps < 100 {
		t.Errorf("got %d steps in all, want at least 100", steps)
	}
}

// TestKillerByHand checks the sentences of steps that follow from cages.
func TestKillerByHand(t *testing.T) {
	r := notation.NewReader(strings.NewReader(`nonet 1
shape 2x2
grid
. . . .
. . . .
. . . .
. . . .
cage 3 r1c1 r2c1
cage 5 r1c2..r1c3
cage 7 r1c4 r2c4
less r4c1 r4c2 r4c3
`), notation.Options{})
	p, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	board, err := human.NewPuzzleBoard(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	position := board.NewPosition(nil)
	for rule, want := range map[string]string{
		"sum-combination": "Combination of a sum: cage 3 r1c1 r2c1 is 1+2: r1c1,r2c1≠3; r1c1,r2c1≠4",
		"innies-and-outies": "Innies and outies: column 1: the values add up to 10, and the cages inside to 3, so " +
			"r3c1 + r4c1 = 7: r3c1,r4c1≠1; r3c1,r4c1≠2",
		"line-order": "Order on a line: r4c1 < r4c2 < r4c3: r4c1 is 1 or 2; r4c2 is 2 or 3; r4c3 is 3 or 4: " +
			"r4c2,r4c3≠1; r4c3≠2; r4c1≠3; r4c1,r4c2≠4",
	} {
		found, ok := human.RuleByName(rule)
		if !ok {
			t.Fatalf("no rule %s", rule)
		}
		if s := found.First(position); s == nil {
			t.Errorf("%s: no step", rule)
		} else if s.String() != want {
			t.Errorf("%s: got  %s\nwant %s", rule, s, want)
		}
	}
}

// TestWordsOfConditions checks the words about a rule of each kind: the first step from its example.
func TestWordsOfConditions(t *testing.T) {
	got := map[string]string{}
	for _, k := range sudoku.RuleKinds() {
		s := k.ExampleShape()
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells()), Rules: []sudoku.Rule{k.Example}}
		board, err := human.NewPuzzleBoard(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		for c := 0; c < s.Cells() && got[k.Name] == ""; c++ { // some need a filled cell
			for v := s.N(); v > 0 && got[k.Name] == ""; v-- {
				for _, name := range conditionRules[:len(conditionRules)-1] {
					var givens []model.Given
					if c > 0 || v < s.N() {
						givens = []model.Given{{Var: model.Var(c), Value: v}}
					}
					r, _ := human.RuleByName(name)
					if step := r.First(board.NewPosition(givens)); step != nil {
						_, got[k.Name], _ = strings.Cut(step.String(), ": ")
						break
					}
				}
			}
		}
	}
	var lines []string
	for _, k := range sudoku.RuleKinds() {
		lines = append(lines, k.Name+": "+got[k.Name])
		if strings.ContainsAny(got[k.Name], "{}") {
			t.Errorf("%s: %s", k.Name, got[k.Name])
		}
	}
	const file = "testdata/conditions.txt"
	text := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || text != string(want) {
		t.Errorf("%v\n%s", err, text)
	}
}

func readNonet(t *testing.T, file string) []sudoku.Puzzle {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []sudoku.Puzzle
	for r := notation.NewReader(f, notation.Options{}); ; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// solutionsOf returns up to limit solutions of p.
func solutionsOf(t *testing.T, p sudoku.Puzzle, limit int) []model.Assignment {
	t.Helper()
	var all []model.Assignment
	if _, err := (native.Solver{}).Solve(context.Background(), p.Model(), func(a model.Assignment) bool {
		all = append(all, slices.Clone(a))
		return len(all) < limit
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestHouseNames checks that houses of rules are named by their rule and its line, and not after the row that they lie
// in.
func TestHouseNames(t *testing.T) {
	r := notation.NewReader(strings.NewReader("nonet 1\nshape 3\nregions 112/132/332\ncage 3 r1c1 r1c2\n"+
		"diagonals\nsum 5 r2c1 r2c2\n"), notation.Options{})
	p, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	board, err := human.NewPuzzleBoard(p, r.RuleLines())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]model.Var{
		"row 1":                         {0, 1, 2},
		"column 3":                      {2, 5, 8},
		"regions r1c1..r2c1 (line 3)":   {0, 1, 3},
		"cage 3 r1c1 r1c2 (line 4)":     {0, 1},
		"diagonals r1c1..r3c3 (line 5)": {0, 4, 8},
		"sum 5 r2c1 r2c2 (line 6)":      nil, // a condition, and no house
		"regions r1c1..r2c1":            nil,
	} {
		if got := board.HouseCells(name); !slices.Equal(got, want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	p.Clues[0], p.Clues[1] = 3, 0
	at := board.NewPosition(p.Given(nil))
	if got, want := at.ImpossibleCondition(), "cage 3 r1c1 r1c2 (line 4) has no solution"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
