package native_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
)

func count(t *testing.T, engine string, m *model.Model) string {
	t.Helper()
	n, r, err := native.Solver{Engine: engine}.CountSolutions(t.Context(), m, 0)
	if err != nil || !r.Complete {
		t.Fatalf("complete %v, error %v", r.Complete, err)
	}
	return n.String()
}

// TestCounts checks counts known from the literature or from independent programs.
func TestCounts(t *testing.T) { backendtest.RunKnownCounts(t, native.Solver{}, 100_000) }

// TestEnumeratedCounts counts grids one by one: a first clue keeps reduce from renaming values.
func TestEnumeratedCounts(t *testing.T) {
	six := sudoku.Shape{Height: 2, Width: 3}
	one := model.Given{Var: 0, Value: 1}
	m := six.Model().With(backendtest.RuleConstraints(six, "disjoint-groups")...).With(one)
	if got := count(t, "", m); got != "466560" {
		t.Errorf("6x6, disjoint groups: got %s grids, want 2,799,360 / 6", got)
	}
	t.Run("all", func(t *testing.T) {
		backendtest.SkipUnlessLong(t)
		// Always true, but not invariant under renaming of values.
		all := model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}}, Relation: model.AtLeast}
		if got := count(t, "", six.Model().With(all)); got != "28200960" {
			t.Errorf("6x6: %s grids, want 28,200,960", got)
		}
	})
}

// TestExactCounts counts the solutions after all cells of some digits have been blanked in a solution grid.
func TestExactCounts(t *testing.T) {
	const grid = "798635421126974583453218679972586314564123897381497256617352948835749162249861735"
	for digits, want := range map[string]string{
		"157": "6", "169": "6", "234": "6", "237": "6", "257": "6", "369": "6", "468": "6", "479": "360",
		"15": "2", "12": "8", "38": "8", "79": "16", "": "1",
	} {
		puzzle := strings.Map(func(r rune) rune {
			if strings.ContainsRune(digits, r) {
				return '.'
			}
			return r
		}, grid)
		for _, engine := range native.Engines() {
			if got := count(t, engine, backendtest.Puzzle(sudoku.Order(3), puzzle).Model()); got != want {
				t.Errorf("%s: without %s: %s, want %s", engine, digits, got, want)
			}
		}
	}
}

func TestCountsBeyondInt64(t *testing.T) {
	// A 4x4 grid and 40 variables of ten values that no constraint mentions.
	m := sudoku.Order(2).Model()
	for range 40 {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(0, 9)})
	}
	if got, want := count(t, "", m), "288"+strings.Repeat("0", 40); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// The limit is reached at the first grid, which counts for 4! grids.
	n, r, err := native.Solver{}.CountSolutions(t.Context(), m, 1000)
	want, _ := new(big.Int).SetString("24"+strings.Repeat("0", 40), 10)
	if err != nil || r.Complete || n.Cmp(want) != 0 {
		t.Errorf("up to 1000: %v, complete %v, error %v", n, r.Complete, err)
	}
	// An additional empty domain.
	m.Vars = append(m.Vars, model.Variable{})
	if got := count(t, "", m); got != "0" {
		t.Errorf("%s, want 0", got)
	}
}

// TestNamedPuzzles solves the named puzzles, including the one that is not classic.
func TestNamedPuzzles(t *testing.T) {
	solve := func(engine string, m *model.Model) (string, model.Verdict) {
		t.Helper()
		v, found, _, err := model.Unique(t.Context(), native.Solver{Engine: engine}, m)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			return "", v
		}
		var b strings.Builder
		for _, value := range found[0] {
			b.WriteString(strconv.Itoa(value))
		}
		return b.String(), v
	}
	for _, p := range backendtest.Hardest {
		for _, engine := range native.Engines() {
			got, v := solve(engine, backendtest.Puzzle(sudoku.Order(3), p.Puzzle).Model())
			if v != model.One || got != p.Solution {
				t.Errorf("%s, %s: %v, %s", p.Name, engine, v, got)
			}
		}
	}
	nine := sudoku.Order(3)
	m := backendtest.Puzzle(nine, ".......1.....2...3.........4....3.......5...6....1.........78......6........32...").Model()
	m = m.With(backendtest.RuleConstraints(nine, "diagonals")...).With(backendtest.RuleConstraints(nine, "windoku")...)
	const want = "932674518678521943541398267469283751217459386853716429326147895794865132185932674"
	if got, v := solve("", m); v != model.One || got != want {
		t.Errorf("X-windoku: %v, %s", v, got)
	}
}

// TestLargeGrids solves the instances of order 4, and those of order 5 that are not hard because few or many cells are
// given. Several of them take minutes without restarts.
func TestLargeGrids(t *testing.T) {
	for _, list := range []struct {
		order int
		file  string
		hard  func(percent int) bool
	}{
		{4, "order4-random.txt.gz", func(int) bool { return false }},
		{5, "order5-random.txt.gz", func(p int) bool { return p > 25 && p < 55 }},
	} {
		order := list.order
		shape := sudoku.Order(order)
		p, err := native.Solver{}.Prepare(t.Context(), shape.Model())
		if err != nil {
			t.Fatal(err)
		}
		solved := 0
		for _, line := range backendtest.Lines(t, list.file) {
			name, cells, _ := strings.Cut(line, " ")
			percent, _, _ := strings.Cut(name, "_")
			if n, err := strconv.Atoi(percent); err != nil || list.hard(n) {
				continue
			}
			puzzle := parseLarge(t, shape, cells)
			r, err := p.SolveGiven(t.Context(), puzzle.Given(nil), func(a model.Assignment) bool {
				if err := puzzle.Model().Check(a); err != nil {
					t.Errorf("order %d, %s: %v", order, name, err)
				}
				return false
			})
			if err != nil || r.Solutions != 1 {
				t.Errorf("order %d, %s: %d solutions, error %v", order, name, r.Solutions, err)
			}
			solved++
		}
		if solved < 20 {
			t.Errorf("order %d: only %d instances", order, solved)
		}
	}
}

// parseLarge reads a line of the instances of orders 4 (1-9 A-G) and 5 (A-Y).
func parseLarge(t testing.TB, s sudoku.Shape, line string) sudoku.Puzzle {
	t.Helper()
	alphabet := "123456789ABCDEFG"
	if s.N() == 25 {
		alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXY"
	}
	p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
	if len(line) != len(p.Clues) {
		t.Fatalf("%d cells, want %d", len(line), len(p.Clues))
	}
	for c := range p.Clues {
		p.Clues[c] = strings.IndexByte(alphabet, line[c]) + 1
	}
	return p
}

// TestCancelledCount cancels counts that would not finish.
func TestCancelledCount(t *testing.T) {
	for engine, m := range map[string]*model.Model{
		"general": sudoku.Order(5).Model(),
		"bands":   sudoku.Order(3).Model(),
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		n, r, err := native.Solver{Engine: engine}.CountSolutions(ctx, m, 0)
		if !errors.Is(err, context.DeadlineExceeded) || r.Complete || n == nil {
			t.Errorf("%s: counted %v, complete %v, error %v", engine, n, r.Complete, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		n, r, err = native.Solver{Engine: engine}.CountSolutions(ctx, m, 0)
		if !errors.Is(err, context.Canceled) || r.Complete || n.Sign() != 0 {
			t.Errorf("%s, cancelled before: counted %v, complete %v, error %v", engine, n, r.Complete, err)
		}
	}
}

func ExampleSolver_CountSolutions() {
	n, r, err := native.Solver{}.CountSolutions(context.Background(), sudoku.Order(2).Model(), 0)
	fmt.Println(n, r.Complete, err)
	// Output: 288 true <nil>
}

func ExampleSolver_Prepare() {
	shape := sudoku.Order(3)
	p, err := native.Solver{}.Prepare(context.Background(), shape.Model())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range []string{
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7.........",
		"11...7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
	} {
		n := 0
		givens := backendtest.Puzzle(shape, line).Given(nil)
		r, err := p.SolveGiven(context.Background(), givens, func(a model.Assignment) bool {
			n++
			return n < 2
		})
		fmt.Println(model.VerdictOf(r), err)
	}
	// Output:
	// unique <nil>
	// multiple <nil>
	// none <nil>
}
