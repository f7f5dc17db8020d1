package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

func testSolvers(t testing.TB) Solvers {
	t.Helper()
	gini, err := methods.Parse("gini")
	if err != nil {
		t.Fatal(err)
	}
	return Solvers{Search: native.Solver{}, Confirm: gini.Solver()}
}

func newTestMaker(t testing.TB, spec Spec) *Maker {
	t.Helper()
	m, err := NewMaker(spec, testSolvers(t))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func ruleByName(t testing.TB, name string) *human.Rule {
	t.Helper()
	r, ok := human.RuleByName(name)
	if !ok {
		t.Fatalf("no rule %s", name)
	}
	return r
}

func verdictOf(t testing.TB, s model.Solver, p sudoku.Puzzle) (model.Verdict, error) {
	n := 0
	r, err := s.Solve(t.Context(), p.Model(), func(model.Assignment) bool { n++; return n < 2 })
	return model.VerdictOf(r), err
}

// TestMake makes puzzles with many kinds of requirements and checks each with a third solver.
func TestMake(t *testing.T) {
	nine := sudoku.Order(3)
	easy := human.NewLadder("naked", "", "", []*human.Rule{ruleByName(t, "naked-single")})
	for _, test := range []struct {
		name string
		spec Spec
		n    uint64
	}{
		{"any number of clues", Spec{Shape: nine}, 5},
		{"minimal", Spec{Shape: nine, Minimal: true}, 5},
		{"30 clues", Spec{Shape: nine, Clues: Range{30, 30}}, 5},
		{"a range of clues", Spec{Shape: nine, Clues: Range{28, 40}}, 5},
		{"minimal with 25 clues", Spec{Shape: nine, Clues: Range{25, 25}, Minimal: true}, 5},
		{"the whole grid", Spec{Shape: nine, Clues: Range{81, 81}}, 2},
		{"half turn", Spec{Shape: nine, Pattern: Rotate180}, 5},
		{"half turn, minimal", Spec{Shape: nine, Pattern: Rotate180, Minimal: true}, 2},
		{"half turn, an odd number of clues", Spec{Shape: nine, Pattern: Rotate180, Clues: Range{31, 31}}, 3},
		{"quarter turn", Spec{Shape: nine, Pattern: Rotate90, Clues: Range{32, 32}}, 3},
		{"horizontal", Spec{Shape: nine, Pattern: Horizontal, Clues: Range{29, 30}}, 3},
		{"vertical", Spec{Shape: nine, Pattern: Vertical, Clues: Range{29, 30}}, 3},
		{"diagonal", Spec{Shape: nine, Pattern: Diagonal, Clues: Range{29, 30}}, 3},
		{"antidiagonal", Spec{Shape: nine, Pattern: Antidiagonal, Clues: Range{29, 30}}, 3},
		{"orthogonal", Spec{Shape: nine, Pattern: Orthogonal, Clues: Range{32, 36}}, 3},
		{"both diagonals", Spec{Shape: nine, Pattern: BothDiagonals, Clues: Range{32, 36}}, 3},
		{"full", Spec{Shape: nine, Pattern: Full, Clues: Range{36, 40}}, 3},
		{"easy", Spec{Shape: nine, Level: human.Easy}, 3},
		{"medium", Spec{Shape: nine, Level: human.Medium}, 3},
		{"hard", Spec{Shape: nine, Level: human.Hard}, 2},
		{"with a naked pair", Spec{Shape: nine, Technique: ruleByName(t, "naked-pair")}, 2},
		{"with pointing that is needed", Spec{Shape: nine, Technique: ruleByName(t, "pointing"), Needed: true}, 2},
		{"naked singles suffice", Spec{Shape: nine, SolvedBy: easy, Clues: Range{34, 36}, Pattern: Rotate180}, 3},
		{"singles do not suffice", Spec{Shape: nine, Beyond: singles(), Clues: Range{28, 28}}, 3},
		{"singles fill half", Spec{Shape: nine, Closure: Interval{0.4, 0.6}, Clues: Range{27, 29}}, 3},
		{"order 1", Spec{Shape: sudoku.Order(1)}, 1},
		{"order 2", Spec{Shape: sudoku.Order(2), Minimal: true}, 5},
		{"4x4 with 4 clues", Spec{Shape: sudoku.Order(2), Clues: Range{4, 4}}, 2},
		{"6x6", Spec{Shape: sudoku.Shape{Height: 2, Width: 3}, Pattern: Full, Clues: Range{16, 16}}, 3},
		{"8x8", Spec{Shape: sudoku.Shape{Height: 4, Width: 2}}, 2},
		{"10x10", Spec{Shape: sudoku.Shape{Height: 2, Width: 5}, Clues: Range{40, 40}}, 2},
		{"Latin square", Spec{Shape: sudoku.Shape{Height: 1, Width: 5}}, 3},
		{"order 4 with 102 clues", Spec{Shape: sudoku.Order(4), Clues: Range{102, 102}}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newTestMaker(t, test.spec)
			for index := range min(test.n, uint64(backendtest.Rounds(1, 5))) {
				p, err := m.Make(t.Context(), 7, index)
				if err != nil {
					t.Fatal(err)
				}
				checkPuzzle(t, test.spec, p)
			}
		})
	}
}

// checkPuzzle checks a puzzle against its Spec, independently of the Maker.
func checkPuzzle(t *testing.T, spec Spec, p *Puzzle) {
	t.Helper()
	if err := p.Validate(); err != nil || p.Shape != spec.Shape {
		t.Fatalf("puzzle %v of shape %v: error %v, want shape %v", p.Clues, p.Shape, err, spec.Shape)
	}
	if err := p.Model().Check(model.Assignment(p.Solution)); err != nil {
		t.Errorf("%v: wrong solution: %v", p.Clues, err)
	}
	n := p.Givens()
	if spec.Clues != (Range{}) && (n < spec.Clues.Min || n > spec.Clues.Max) {
		t.Errorf("%d clues, want %v", n, spec.Clues)
	}
	if !symmetric(spec.Pattern, spec.Shape, p.Clues) {
		t.Errorf("%v: clues do not have the symmetry %v", p.Clues, spec.Pattern)
	}
	checkUnique(t, spec, p)
	board, err := human.NewBoard(p.Shape.Model())
	if err != nil {
		t.Fatal(err)
	}
	checkLadders(t, spec, p, board)
	if spec.Level != 0 || spec.Technique != nil {
		checkRating(t, spec, p, board)
	}
}

// checkUnique checks with a third solver that p has one solution, and, if it must be minimal, several without any one
// of its clues.
func checkUnique(t *testing.T, spec Spec, p *Puzzle) {
	t.Helper()
	third, err := methods.Parse("gophersat")
	if err != nil {
		t.Fatal(err)
	}
	unique := func(q sudoku.Puzzle) bool {
		verdict, err := verdictOf(t, third.Solver(), q)
		if err != nil {
			t.Fatal(err)
		}
		return verdict == model.One
	}
	if !unique(p.Puzzle) {
		t.Errorf("%v: solution not unique", p.Clues)
	}
	for c, v := range p.Clues {
		q := sudoku.Puzzle{Shape: p.Shape, Clues: slices.Clone(p.Clues)}
		if q.Clues[c] = 0; spec.Minimal && v != 0 && unique(q) {
			t.Errorf("%v: %s is not needed", p.Clues, p.Shape.Name(sudoku.Cell(c)))
		}
	}
}

// blankAfter returns the number of cells that a ladder leaves blank.
func blankAfter(l *human.Ladder, board *human.Board, p *Puzzle) int {
	position := board.NewPosition(p.Given(nil))
	l.Run(position, nil)
	return position.Blank()
}

func checkLadders(t *testing.T, spec Spec, p *Puzzle, board *human.Board) {
	t.Helper()
	if l := spec.SolvedBy; l != nil && blankAfter(l, board, p) > 0 {
		t.Errorf("%v: %s does not solve it", p.Clues, l.Name())
	}
	if l := spec.Beyond; l != nil && blankAfter(l, board, p) == 0 {
		t.Errorf("%v: %s solves it", p.Clues, l.Name())
	}
	if i := spec.Closure; i != (Interval{}) {
		if filled := float64(81 - blankAfter(singles(), board, p)); filled < i.Min*81 || filled > i.Max*81 {
			t.Errorf("%v: singles fill %v cells", p.Clues, filled)
		}
	}
	if !spec.Needed {
		return
	}
	enough := slices.DeleteFunc(human.Rules(),
		func(r *human.Rule) bool { return r.Explainer > spec.Technique.Explainer })
	if blankAfter(human.NewLadder("enough", "", "", enough), board, p) > 0 {
		t.Errorf("%v: not solved with %s", p.Clues, spec.Technique.Name)
	}
	others := slices.DeleteFunc(slices.Clone(enough), func(r *human.Rule) bool { return r == spec.Technique })
	if blankAfter(human.NewLadder("others", "", "", others), board, p) == 0 {
		t.Errorf("%v: solved without %s", p.Clues, spec.Technique.Name)
	}
}

func checkRating(t *testing.T, spec Spec, p *Puzzle, board *human.Board) {
	t.Helper()
	uses := 0
	countUses := func(s *human.Step) bool {
		if s.Rule == spec.Technique {
			uses++
		}
		return true
	}
	position := board.NewPosition(p.Given(nil))
	rating, err := human.Standard().Rate(position, model.Assignment(p.Solution), countUses)
	if err != nil || p.Rating == nil {
		t.Fatalf("%v: rating %v, error %v", p.Clues, p.Rating, err)
	}
	if spec.Level != 0 && rating.Level != spec.Level {
		t.Errorf("%v: level %v, want %v", p.Clues, rating.Level, spec.Level)
	}
	if spec.Technique != nil && uses == 0 {
		t.Errorf("%v: no step with %s", p.Clues, spec.Technique.Name)
	}
}

// TestMakeRepeats checks that puzzles do not depend on the Maker or on the order in which they are made.
func TestMakeRepeats(t *testing.T) {
	for _, spec := range []Spec{
		{Shape: sudoku.Order(3)},
		{Shape: sudoku.Order(3), Minimal: true, Pattern: Rotate180},
		{Shape: sudoku.Order(3), Clues: Range{20, 20}},
		{Shape: sudoku.Order(3), Level: human.Easy},
	} {
		a, b := newTestMaker(t, spec), newTestMaker(t, spec)
		makePuzzle := func(m *Maker, seed, index uint64) string {
			p, err := m.Make(t.Context(), seed, index)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(p.Clues, p.Solution, p.Attempts)
		}
		first := []string{makePuzzle(a, 5, 0), makePuzzle(a, 5, 1), makePuzzle(a, 5, 2)}
		second := []string{makePuzzle(b, 5, 2), makePuzzle(b, 5, 0), makePuzzle(b, 5, 1)}
		if first[0] != second[1] || first[1] != second[2] || first[2] != second[0] {
			t.Errorf("%+v: a puzzle depends on the puzzles made before", spec)
		}
		if first[0] == first[1] || first[0] == makePuzzle(a, 6, 0) {
			t.Errorf("%+v: different seeds and indices give the same puzzle", spec)
		}
	}
}

// Puzzles that are dug from shuffles of the root solution have such a solution: in the root solution, two rows differ
// by a constant, modulo the number of values. So do two rows of a shuffle, or two columns if it is transposed.
func TestShuffled(t *testing.T) {
	s := sudoku.Order(4)
	shuffled := func(g sudoku.Grid) bool {
		n := s.N()
		constant := func(at func(line, i int) int) bool {
			for line := range n {
				for i := range n {
					if (at(line, i)-at(0, i)-at(line, 0)+at(0, 0))%n != 0 {
						return false
					}
				}
			}
			return true
		}
		return constant(func(line, i int) int { return g[line*n+i] }) ||
			constant(func(line, i int) int { return g[i*n+line] })
	}
	for _, want := range []bool{true, false} {
		m := newTestMaker(t, Spec{Shape: s, Clues: Range{150, 150}, Shuffled: want})
		p, err := m.Make(t.Context(), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := shuffled(p.Solution); got != want {
			t.Errorf("Shuffled: %v: the solution is a shuffle of the root solution: %v", want, got)
		}
	}
}

func TestImpossible(t *testing.T) {
	nine := sudoku.Order(3)
	for _, test := range []struct {
		name string
		spec Spec
		want string
	}{
		{"16 clues", Spec{Shape: nine, Clues: Range{16, 16}},
			"16 clues and one solution: no such puzzle: McGuire, Tugemann and Civario 2012"},
		{"no clues", Spec{Shape: nine, Clues: Range{0, 3}},
			"0-3 clues and one solution: no such puzzle: McGuire"},
		{"3 clues on 4x4", Spec{Shape: sudoku.Order(2), Clues: Range{3, 3}},
			"3 clues and one solution: no such puzzle: enumeration"},
		{"4 clues on 6x6", Spec{Shape: sudoku.Shape{Height: 2, Width: 3}, Clues: Range{4, 4}},
			"two values without a clue can change places"},
		{"82 clues", Spec{Shape: nine, Clues: Range{82, 82}},
			"82 clues: no such puzzle: the grid has 81 cells"},
		{"an empty range", Spec{Shape: nine, Clues: Range{30, 28}}, "the range is empty"},
		{"minimal with 41", Spec{Shape: nine, Clues: Range{41, 41}, Minimal: true},
			"none with more than 40 clues is known"},
		{"an odd number of clues in pairs", Spec{Shape: sudoku.Order(2), Clues: Range{5, 5}, Pattern: Rotate180},
			"5 clues with the symmetry rotate180: no such puzzle: no union of its orbits has that many cells"},
		{"a technique above the level", Spec{Shape: nine, Level: human.Easy, Technique: ruleByName(t, "naked-pair")},
			"the level easy with the technique naked-pair: no such puzzle: that is medium"},
		{"a technique for variants", Spec{Shape: nine, Technique: ruleByName(t, "line-order")},
			"the technique line-order: no such puzzle: it is about the rules of variants"},
		{"a technique without a name", Spec{Shape: nine, Needed: true}, "no technique is given"},
		{"a closure beyond 1", Spec{Shape: nine, Closure: Interval{0.5, 1.5}}, "proportion of the cells"},
		{"beyond what must solve it", Spec{Shape: nine, SolvedBy: singles(), Beyond: human.Standard()},
			"solved by singles and beyond human: no such puzzle"},
		{"no shape", Spec{}, "boxes of 0x0"},
		{"no pattern", Spec{Shape: nine, Pattern: 77}, "unknown pattern 77"},
	} {
		_, err := NewMaker(test.spec, testSolvers(t))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got error %v, want %s", test.name, err, test.want)
		}
	}
	var impossible *ImpossibleError
	if _, err := NewMaker(Spec{Shape: nine, Clues: Range{16, 16}}, testSolvers(t)); !errors.As(err, &impossible) {
		t.Errorf("got error %v, want an *ImpossibleError", err)
	}
}

// TestAttempts requires minimal puzzles with 35 clues, which are too rare to be found.
func TestAttempts(t *testing.T) {
	m := newTestMaker(t, Spec{Shape: sudoku.Order(3), Minimal: true, Clues: Range{35, 35}, Attempts: 20})
	_, err := m.Make(t.Context(), 1, 0)
	var attempts *AttemptsError
	if !errors.As(err, &attempts) || attempts.Attempts != 20 || len(attempts.Reasons) != 1 ||
		attempts.Reasons[0] != (Reason{"with too few clues", 20}) {
		t.Errorf("got error %v, want an *AttemptsError with one reason", err)
	}
	if want := "none of 20 puzzles met the requirements: 20 with too few clues"; err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// TestTooLargeForRules makes a Maker for a grid with more values than the rules support.
func TestTooLargeForRules(t *testing.T) {
	if _, err := NewMaker(Spec{Shape: sudoku.Order(9)}, testSolvers(t)); err != nil {
		t.Error(err)
	}
	var limit *human.LimitError
	if _, err := NewMaker(Spec{Shape: sudoku.Order(9), Level: human.Hard}, testSolvers(t)); !errors.As(err, &limit) {
		t.Errorf("with a level: got error %v, want a LimitError", err)
	}
}

func TestMakeCancelled(t *testing.T) {
	for _, spec := range []Spec{
		{Shape: sudoku.Order(3), Minimal: true, Clues: Range{38, 38}},
		{Shape: sudoku.Order(3), Clues: Range{17, 17}},
		{Shape: sudoku.Order(5), Clues: Range{120, 120}},
		{Shape: sudoku.Order(5), Clues: Range{260, 260}, SolvedBy: human.Standard()}, // minutes of hard rules
	} {
		m := newTestMaker(t, spec)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		p, err := m.Make(ctx, 2, 0)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || p != nil {
			t.Errorf("%+v: Make = %v, error %v; want nil, DeadlineExceeded", spec, p, err)
		}
		if _, err := m.Make(ctx, 2, 0); err == nil {
			t.Errorf("%+v: Make returns no error with a context that has ended", spec)
		}
	}
}

// A lyingSolver returns the given number of solutions for every puzzle: none, or a wrong one after the right one.
type lyingSolver struct{ solutions int }

func (l lyingSolver) Solve(ctx context.Context, m *model.Model,
	yield func(model.Assignment) bool) (model.Result, error) {
	if l.solutions == 0 {
		return model.Result{Complete: true}, nil
	}
	r, err := native.Solver{}.Solve(ctx, m, yield)
	if l.solutions > 1 && err == nil {
		yield(make(model.Assignment, len(m.Vars)))
	}
	return r, err
}

func TestCertifyDetectsDisagreement(t *testing.T) {
	for _, l := range []lyingSolver{{0}, {2}} {
		solvers := testSolvers(t)
		solvers.Confirm = l
		m, err := NewMaker(Spec{Shape: sudoku.Order(3)}, solvers)
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Make(t.Context(), 1, 0)
		var disagree *DisagreementError
		if !errors.As(err, &disagree) || p != nil {
			t.Errorf("%d solutions: Make = %v, error %v; want nil, DisagreementError", l.solutions, p, err)
		}
	}
}

// TestOrderFive makes the puzzles whose uniqueness is hardest to prove.
func TestOrderFive(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	for _, clues := range []int{287, 281} {
		m := newTestMaker(t, Spec{Shape: sudoku.Order(5), Clues: Range{clues, clues}})
		p, err := m.Make(t.Context(), 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		checkPuzzle(t, m.spec, p)
	}
}

func BenchmarkMake(b *testing.B) {
	for _, spec := range []struct {
		name string
		Spec
	}{
		{"minimal", Spec{Shape: sudoku.Order(3), Minimal: true}},
		{"symmetric", Spec{Shape: sudoku.Order(3), Pattern: Rotate180}},
		{"easy", Spec{Shape: sudoku.Order(3), Level: human.Easy}},
		{"hard", Spec{Shape: sudoku.Order(3), Level: human.Hard}},
		{"19", Spec{Shape: sudoku.Order(3), Clues: Range{19, 19}}},
		{"order4", Spec{Shape: sudoku.Order(4), Clues: Range{102, 102}}},
	} {
		b.Run("puzzle="+spec.name, func(b *testing.B) {
			m := newTestMaker(b, spec.Spec)
			attempts, index := 0, uint64(0)
			for b.Loop() {
				p, err := m.Make(b.Context(), 1, index)
				if err != nil {
					b.Fatal(err)
				}
				attempts += p.Attempts
				index++
			}
			b.ReportMetric(float64(attempts)/float64(b.N), "attempts/puzzle")
		})
	}
}
