package human_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

func newBoard(t testing.TB, m *model.Model) *human.Board {
	t.Helper()
	b, err := human.NewBoard(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// only returns the only solution of a puzzle.
func only(t testing.TB, p sudoku.Puzzle) model.Assignment {
	t.Helper()
	verdict, found, _, err := model.Unique(context.Background(), native.Solver{}, p.Model())
	if err != nil || verdict != model.One {
		t.Fatalf("%v: verdict %v, error %v", p.Clues, verdict, err)
	}
	return found[0]
}

// TestRatingFromSteps compares ratings with their definition, applied to the visited steps, and checks that the steps
// reach the solution.
func TestRatingFromSteps(t *testing.T) {
	board := newBoard(t, sudoku.Order(3).Model())
	test := backendtest.Hardest[0]
	solution := model.Assignment(backendtest.Puzzle(sudoku.Order(3), test.Solution).Clues)
	givens := backendtest.Puzzle(sudoku.Order(3), test.Puzzle).Given(nil)
	for _, ladder := range human.Ladders() {
		t.Run(ladder.Name()+" "+test.Name, func(t *testing.T) {
			again := board.NewPosition(givens)
			var steps []*human.Step
			got, err := ladder.Rate(board.NewPosition(givens), solution, func(s *human.Step) bool {
				steps = append(steps, s.Clone())
				again.Apply(s)
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			if !again.Solved() || !got.Solved() {
				t.Errorf("got %d blank cells, want 0", again.Blank())
			}
			if got.Guesses > 0 && got.Level != human.Extreme {
				t.Errorf("%d guesses: got level %v, want extreme", got.Guesses, got.Level)
			}
			want := ratingOf(ladder, steps)
			want.Level, want.Class = got.Level, got.Class
			if got.Guesses == 0 {
				want.Hardest = got.Hardest
			}
			if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b *human.Rule) bool { return a == b })); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// ratingOf rates steps by the definition of a Rating, except for the level and the class.
func ratingOf(ladder *human.Ladder, steps []*human.Step) human.Rating {
	r := human.Rating{Steps: len(steps), Hardest: human.Guess}
	uses := map[*human.Rule]int{}
	placed := false
	for i, s := range steps {
		uses[s.Rule]++
		r.Score += s.Rule.Score
		r.ER = max(r.ER, s.Rating())
		if i == 0 {
			r.ED = r.ER
		}
		if len(s.Placements) > 0 && !placed {
			r.EP, placed = r.ER, true
		}
	}
	r.Guesses = uses[human.Guess]
	for _, rule := range append(slices.Clone(ladder.Rules()), human.Guess) {
		if n := uses[rule]; n > 0 {
			r.Uses = append(r.Uses, human.Use{Rule: rule, Steps: n})
		}
	}
	return r
}

// TestRating has ratings that are small enough to compute by hand.
func TestRating(t *testing.T) {
	for _, test := range []struct {
		name, puzzle string
		ladder       string
		want         string // steps, guesses, blank; ER/EP/ED; score, level, hardest rule
	}{
		{"nothing to do", "1234 3412 2143 4321", "human", "0 0 0; 0/0/0; 0 unrated none"},
		{"one blank cell", "123. 3412 2143 4321", "human", "1 0 0; 1/1/1; 4 easy full-house"},
		{"four full houses", "123. 3412 2143 432.", "human", "2 0 0; 1/1/1; 8 easy full-house"},
		// r1c2 and r4c2 are the last of their boxes. Then two cells are blank in each house: one hidden single, and
		// three full houses.
		{"a hidden single between full houses", "1... 3412 2143 4...", "human",
			"6 0 0; 1.2/1/1; 34 easy hidden-single"},
	} {
		t.Run(test.name, func(t *testing.T) {
			puzzle := backendtest.Puzzle(sudoku.Order(2), strings.ReplaceAll(test.puzzle, " ", ""))
			ladder, _ := human.LadderByName(test.ladder)
			r, err := ladder.Rate(newBoard(t, puzzle.Model()).NewPosition(nil), only(t, puzzle), nil)
			if err != nil {
				t.Fatal(err)
			}
			hardest := "none"
			if r.Hardest != nil {
				hardest = r.Hardest.Name
			}
			got := fmt.Sprintf("%d %d %d; %v/%v/%v; %d %s %s", r.Steps, r.Guesses, r.Blank, r.ER, r.EP, r.ED, r.Score,
				r.Level, hardest)
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// TestRateWithoutSolution checks that Rate without a solution uses no rule that assumes uniqueness, does not guess, and
// stops when visit returns false.
func TestRateWithoutSolution(t *testing.T) {
	puzzle := backendtest.Puzzle(sudoku.Order(2), "1..4..1..1......")
	p := newBoard(t, puzzle.Model()).NewPosition(nil)
	var solutions []model.Assignment
	for a, err := range model.All(context.Background(), native.Solver{}, puzzle.Model()) {
		if err != nil {
			t.Fatal(err)
		}
		solutions = append(solutions, a)
	}
	if len(solutions) < 2 {
		t.Fatalf("got %d solutions, want several", len(solutions))
	}
	r, err := human.Standard().Rate(p, nil, func(s *human.Step) bool {
		for _, a := range solutions {
			for _, k := range s.Placements {
				if a[k.Cell] != k.Value {
					t.Errorf("%s: wrong in solution %v", s, a)
				}
			}
			for _, k := range s.Eliminations {
				if a[k.Cell] == k.Value {
					t.Errorf("%s: loses solution %v", s, a)
				}
			}
		}
		if s.Rule.Unique {
			t.Errorf("unsound rule %s was used", s.Rule.Name)
		}
		return true
	})
	if err != nil {
		t.Error(err)
	}
	if r.Solved() || r.Guesses > 0 || r.Steps == 0 {
		t.Errorf("got %d steps, %d guesses, solved %v, want some steps, no guess, not solved", r.Steps, r.Guesses,
			r.Solved())
	}
	if r.Blank != p.Blank() {
		t.Errorf("field Blank: got %d, want %d", r.Blank, p.Blank())
	}

	p.Reset(nil)
	blank := p.Blank()
	r, _ = human.Standard().Rate(p, nil, func(*human.Step) bool { return false })
	if r.Steps != 1 || p.Blank() != blank {
		t.Errorf("stopped at the first step: %+v, %d cells are blank", r, p.Blank())
	}
}

// TestRateContradiction checks that a wrong solution gives an error and that the contradicting step is not applied.
func TestRateContradiction(t *testing.T) {
	puzzle := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle)
	wrong := slices.Clone(only(t, puzzle))
	for c, v := range wrong {
		wrong[c] = v%9 + 1
	}
	p := newBoard(t, puzzle.Model()).NewPosition(nil)
	r, err := human.Standard().Rate(p, wrong, nil)
	var contradiction *human.ContradictionError
	if !errors.As(err, &contradiction) || r.Steps != 0 || p.Blank() != 81-puzzle.Givens() {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestClassify(t *testing.T) {
	for _, test := range []struct {
		name, puzzle string
		want         human.Class
	}{
		{"full", "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
			human.ClassSimple},
		{"naked singles only", "53467891267219534819834256785976142342685379171392485696153728428741963534528....",
			human.ClassSimple},
		{"17 clues, hidden singles",
			"000000010400000000020000000000050407008000300001090000300400200050100000000806000", human.ClassEasy},
		{"AI Escargot", backendtest.Hardest[0].Puzzle, human.ClassExpert},
	} {
		puzzle := backendtest.Puzzle(sudoku.Order(3), test.puzzle)
		if got := human.Classify(newBoard(t, puzzle.Model()).NewPosition(nil)); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// The hardest step of the ladder qqwing has the class.
func TestClassifyAgainstTheLadder(t *testing.T) {
	ladder, _ := human.LadderByName("qqwing")
	board := newBoard(t, sudoku.Order(3).Model())
	seen := map[human.Class]int{}
	for i := range backendtest.Rounds(150, 300) {
		r := rand.New(rand.NewPCG(uint64(i), 0))
		named := backendtest.Hardest[r.IntN(len(backendtest.Hardest))]
		given := backendtest.Puzzle(sudoku.Order(3), named.Puzzle).Given(nil)
		all := backendtest.Puzzle(sudoku.Order(3), named.Solution).Given(nil)
		for _, c := range r.Perm(81)[:r.IntN(30)] {
			given = append(given, all[c])
		}
		p := board.NewPosition(given)
		want := human.ClassSimple
		ladder.Run(p, func(s *human.Step) bool {
			switch s.Rule.Name {
			case "naked-single":
			case "hidden-single", "hidden-single-in-line":
				want = max(want, human.ClassEasy)
			default:
				want = human.ClassIntermediate
			}
			return true
		})
		if !p.Solved() {
			want = human.ClassExpert
		}
		end := p.Blank()
		p.Reset(given)
		if got := human.Classify(p); got != want || p.Blank() != end {
			t.Errorf("%s, %d: %v with %d blank cells, want %v with %d", named.Name, i, got, p.Blank(), want, end)
		}
		seen[want]++
	}
	if len(seen) < 4 {
		t.Errorf("classes %v: want all four", seen)
	}
}

func TestLadders(t *testing.T) {
	for _, l := range human.Ladders() {
		found, ok := human.LadderByName(l.Name())
		if !ok || !slices.Equal(found.Rules(), l.Rules()) || l.Summary() == "" || l.Source() == "" {
			t.Errorf("%s: found %v, summary %q, source %q", l.Name(), found, l.Summary(), l.Source())
		}
	}
	if _, ok := human.LadderByName("rope"); ok {
		t.Error("LadderByName returned an unknown ladder")
	}
}
