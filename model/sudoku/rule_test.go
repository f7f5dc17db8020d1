package sudoku_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"

	"github.com/google/go-cmp/cmp"
)

// shapesOf returns shapes in which rules like the example of a kind make sense.
func shapesOf(k sudoku.RuleKind) []sudoku.Shape {
	var all []sudoku.Shape
	shapes := []sudoku.Shape{
		shape(2, 2), shape(1, 4), shape(2, 3), shape(3, 2), shape(3, 3), shape(2, 5),
		shape(2, 2).With(sudoku.Layout{Rows: 4, Columns: 4, Values: 5, Offset: -1, Extra: 2}),
		shape(2, 3).With(sudoku.Layout{Rows: 4, Columns: 6, Values: 6}),
		shape(1, 4).With(sudoku.Layout{Rows: 4, Columns: 4, Values: 6}),
		shape(1, 4).With(sudoku.Layout{Rows: 4, Columns: 4, Values: 4, Offset: -1, Free: true}),
		shape(2, 2).With(sudoku.Layout{Rows: 6, Columns: 4, Values: 7, Offset: 2}),
	}
	if s := k.ExampleShape(); !s.IsUsual() {
		shapes = append(shapes, s)
	}
	for _, s := range shapes {
		if k.Name == "connected" && s.N() > 7 || k.Name == "different-lines" && s.N() != 4 {
			continue // it costs seconds, or hardly any random grid breaks it
		}
		p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells()), Rules: []sudoku.Rule{k.Example},
			Alphabet: s.Usual()}
		rows, columns := s.Size()
		if p.Validate() == nil && (rows == 4 && columns == 4 || s == k.ExampleShape() && !s.IsUsual() || k.IsWhole()) {
			all = append(all, s)
		}
	}
	return all
}

// ruleModel returns the model of a rule alone, without rows and columns.
func ruleModel(p sudoku.Puzzle) *model.Model {
	m, rule, _ := p.BaseModelByRule()
	houses := 0
	for _, i := range rule {
		if i < 0 {
			houses++
		}
	}
	m.Constraints = m.Constraints[houses:]
	return m
}

// TestRuleConstraintsAndChecks compares the constraints of each kind with its check, which shares no code with them: on
// grids that satisfy the rule, on grids that nearly do, and on random grids. Rules whose constraints rely on rows and
// columns are compared on grids that keep these only: the constraints of ranks do not compare lines beyond a place at
// which these keep two lines apart, those of regions take each value of a row from one cell, and the states of clues
// outside the grid leave out what different values cannot do.
func TestRuleConstraintsAndChecks(t *testing.T) {
	for i, k := range sudoku.RuleKinds() {
		for j, s := range shapesOf(k) {
			if (i+j)%4 != 0 && backendtest.Rounds(1, 2) == 1 {
				continue
			}
			random := rand.New(rand.NewPCG(uint64(i), uint64(j)))
			p := sudoku.Puzzle{Shape: s, Rules: []sudoku.Rule{k.Example}}
			alone, extend := ruleModel(p), p.Extend()
			kept, broken := 0, 0
			inHouses := slices.Contains(strings.Fields(
				"rank shared-rank unknown-regions sandwich skyscraper hidden-skyscraper x-sum"), k.Name)
			if inHouses {
				alone, _, _ = p.BaseModelByRule()
			}
			base := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells())}
			compare := func(g sudoku.Grid) {
				t.Helper()
				if inHouses && base.Check(g) != nil {
					return
				}
				err := k.Example.Check(p, g)
				if bad := alone.Violation(extend(g)); (err == nil) != (bad == 0) {
					t.Fatalf("%s, %s: check returns %v, violation is %d: %v", k.Name, s, err, bad, g)
				}
				if err == nil {
					kept++
				} else {
					broken++
				}
			}
			solved := backendtest.Rounds(3, 30)
			for tries := 10 * solved; tries > 0 && solved > 0; tries-- {
				m := alone.With()
				for c, v := range random.Perm(s.Cells()) {
					if c < 3 {
						m.Constraints = append(
							m.Constraints, model.Given{Var: model.Var(v), Value: 1 + random.IntN(s.N())})
					}
				}
				a, _, err := model.First(t.Context(), native.Solver{}, m)
				if err != nil {
					t.Fatal(err)
				}
				if a == nil {
					continue
				}
				solved--
				compare(p.Solution(a))
				for range 30 {
					g := slices.Clone(p.Solution(a))
					for range 1 + random.IntN(2) {
						g[random.IntN(len(g))] = 1 + random.IntN(s.N())
					}
					compare(g)
				}
			}
			for range 200 {
				g := make(sudoku.Grid, s.Cells())
				for c := range g {
					g[c] = 1 + random.IntN(s.N())
				}
				if inHouses {
					m := s.Model().With()
					for c := range 3 {
						m.Constraints = append(m.Constraints, model.Given{Var: model.Var(5 * c), Value: g[c]})
					}
					if a, _, _ := model.First(t.Context(), native.Solver{}, m); a != nil {
						g = base.Solution(a)
					}
				}
				compare(g)
			}
			if kept < min(solved, 10) || broken < 10 {
				t.Errorf("%s, %s: kept %d times, broken %d times", k.Name, s, kept, broken)
			}
		}
	}
}

// TestAlternative counts the solutions of each kind as one of several rules, beside a rule that never holds. This rule
// has one cell, or seven, so that anyOf does not list the values. The count is the same as for the rule alone.
func TestAlternative(t *testing.T) {
	compared := 0
	for _, k := range sudoku.RuleKinds() {
		s := k.ExampleShape()
		count := func(r sudoku.Rule) string {
			p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells()), Rules: []sudoku.Rule{r}}
			n, _, err := model.Count(t.Context(), native.Solver{}, p.Model(), 0)
			if err != nil {
				t.Fatal(err)
			}
			return n.String()
		}
		for _, cells := range [][]sudoku.Cell{{0}, {0, 1, 2, 3, 4, 5, 6}} {
			never := sudoku.Rule{Kind: "sum", Number: sudoku.MaxRuleNumber, Cells: cells}
			either := sudoku.Rule{Kind: "any-of", Any: [][]sudoku.Rule{{never}, {k.Example}}}
			if either.Validate(s) != nil {
				continue
			}
			compared++
			if got, want := count(either), count(k.Example); got != want {
				t.Errorf("%s: %s solutions as one of several rules, want %s", k.Name, got, want)
			}
		}
	}
	if compared < 100 {
		t.Errorf("%d comparisons, want 100", compared)
	}
}

// TestCellsInNoRegion compares constraints and checks of rules about regions where some cells are in none.
func TestCellsInNoRegion(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	s := shape(1, 4).With(sudoku.Layout{Rows: 4, Columns: 4, Values: 4, Free: true})
	regions := sudoku.Rule{Kind: "regions", Groups: [][]sudoku.Cell{{1, 4, 5}, {6, 2, 9}}}
	kept := map[string]int{}
	for range 300 {
		var cells []sudoku.Cell
		for _, c := range random.Perm(s.Cells())[:1+random.IntN(4)] {
			cells = append(cells, sudoku.Cell(c))
		}
		for _, kind := range []string{"region-sum", "box-indexer", "disjoint-groups"} {
			r := sudoku.Rule{Kind: kind, Cells: cells}
			if kind == "disjoint-groups" {
				r.Cells = nil
			}
			p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells()), Alphabet: s.Usual(),
				Rules: []sudoku.Rule{regions, r}}
			if p.Validate() != nil {
				continue
			}
			kept[kind] += agreeOnGrids(t, p, random)
		}
	}
	for _, kind := range []string{"region-sum", "box-indexer", "disjoint-groups"} {
		if kept[kind] < 10 {
			t.Errorf("%s is kept %d times, want at least 10", kind, kept[kind])
		}
	}
}

// agreeOnGrids compares the rules of p, by their checks and by their constraints, on random grids. It returns how many
// of these keep the rules.
func agreeOnGrids(t *testing.T, p sudoku.Puzzle, random *rand.Rand) (kept int) {
	t.Helper()
	m, extend := p.BaseModel(), p.Extend()
	for range 50 {
		g := make(sudoku.Grid, p.Shape.Cells())
		for c := range g {
			g[c] = 1 + random.IntN(p.Shape.N())
		}
		var errs []error
		for _, r := range p.Rules {
			errs = append(errs, r.Check(p, g))
		}
		err := errors.Join(errs...)
		if bad := m.Violation(extend(g)); (err == nil) != (bad == 0) {
			t.Fatalf("%v: check returns %v, violation is %d: %v", p.Rules, err, bad, g)
		}
		if err == nil {
			kept++
		}
	}
	return kept
}

// Lines of rules that compare close cells may cross and meet themselves.
func TestLinesThatMeetThemselves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	s := shape(1, 4).With(sudoku.Layout{Rows: 4, Columns: 4, Values: 4, Free: true})
	for _, r := range []sudoku.Rule{{Kind: "whisper", Number: 1}, {Kind: "parity-line"}, {Kind: "entropic"},
		{Kind: "modular", Number: 2}} {
		kept := 0
		for range 200 {
			r.Cells = nil
			for range 2 + random.IntN(4) {
				r.Cells = append(r.Cells, sudoku.Cell(random.IntN(6)))
			}
			p := sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, s.Cells()), Alphabet: s.Usual(),
				Rules: []sudoku.Rule{r}}
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			kept += agreeOnGrids(t, p, random)
		}
		if kept < 100 {
			t.Errorf("%s is kept %d times, want at least 100", r.Kind, kept)
		}
	}
}

// variants returns the puzzles of a file of variants, and their solutions.
func variants(t *testing.T, file string) (puzzles []sudoku.Puzzle, solutions []string) {
	t.Helper()
	text, err := os.ReadFile("../../testdata/puzzles/variants/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if solution, found := strings.CutPrefix(line, "# solution "); found {
			solutions = append(solutions, strings.TrimSpace(solution))
		}
	}
	r := notation.NewReader(strings.NewReader(string(text)), notation.Options{})
	for {
		p, err := r.Read()
		if err == io.EOF {
			return puzzles, solutions
		}
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, p)
	}
}

// TestRulesDecide has a puzzle for each kind of rule that has one solution with the rule and several without it.
func TestRulesDecide(t *testing.T) {
	puzzles, solutions := variants(t, "kinds.nonet")
	if len(puzzles) != len(sudoku.RuleKinds()) || len(solutions) != len(puzzles) {
		t.Fatalf("%d puzzles, %d solutions, %d kinds of rules", len(puzzles), len(solutions), len(sudoku.RuleKinds()))
	}
	for i, p := range puzzles {
		if p.Name != sudoku.RuleKinds()[i].Name || p.Rules[0].Kind != p.Name || p.Classic() {
			t.Errorf("puzzle %d: %q", i, p.Name)
		}
	}
	named, known := variants(t, "named.nonet")
	puzzles, solutions = append(puzzles, named...), append(solutions, known...)
	for i, p := range puzzles {
		verdict, found, _, err := model.Unique(t.Context(), native.Solver{}, p.Model())
		if err != nil || verdict != model.One || notation.Line(p.Alphabet, p.Solution(found[0])) != solutions[i] {
			t.Errorf("%s: %v, error %v", p.Name, verdict, err)
		}
		if err := p.Check(p.Solution(found[0])); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		classic := p
		classic.Rules = nil
		verdict, found, _, err = model.Unique(t.Context(), native.Solver{}, classic.Model())
		if err != nil || verdict != model.Multiple {
			t.Fatalf("%s without its rules: %v, error %v", p.Name, verdict, err)
		}
		if p.Check(p.Solution(found[0])) == nil && p.Check(p.Solution(found[1])) == nil {
			t.Errorf("%s: two solutions without the rules satisfy them", p.Name)
		}
	}
}

// TestDifferentLines compares the rule with its definition on grids that keep rows and columns: the constraints and the
// check leave out lines that these keep apart.
func TestDifferentLines(t *testing.T) {
	for _, s := range []sudoku.Shape{shape(2, 2), shape(1, 4), shape(1, 5)} {
		p := sudoku.Puzzle{Shape: s, Rules: []sudoku.Rule{{Kind: "different-lines"}}}
		alone, extend := ruleModel(p), p.Extend()
		n, kept, broken := s.N(), 0, 0
		for a, err := range model.All(t.Context(), native.Solver{}, s.Model()) {
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for i := range n {
				for _, start := range [][2]int{{i * n, 1}, {i*n + n - 1, -1}, {i, n}, {n*n - n + i, -n}} {
					line := ""
					for k := range n {
						line += fmt.Sprint(a[start[0]+k*start[1]])
					}
					seen[line] = true
				}
			}
			equal := len(seen) < 4*n
			g := p.Solution(a)
			if (p.Rules[0].Check(p, g) != nil) != equal || (alone.Violation(extend(g)) != 0) != equal {
				t.Fatalf("%s: equal lines %v, but the check or the constraints differ: %v", s, equal, g)
			}
			if kept++; equal {
				kept, broken = kept-1, broken+1
			}
			if kept+broken == 2000 {
				break
			}
		}
		if kept == 0 || broken == 0 {
			t.Errorf("%s: kept %d times, broken %d times", s, kept, broken)
		}
	}
}

// TestRulesAsJSON checks that every kind of rule survives JSON, in which campaigns send puzzles to workers.
func TestRulesAsJSON(t *testing.T) {
	for _, k := range sudoku.RuleKinds() {
		text, err := json.Marshal(k.Example)
		if err != nil {
			t.Fatal(err)
		}
		again := sudoku.Rule{Kind: "cage", Number: 7, Cells: []sudoku.Cell{1}, Core: model.NotEqual{}}
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if d := cmp.Diff(k.Example, again); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
	var r sudoku.Rule
	if err := json.Unmarshal([]byte(`{"Kind":"linear","Core":7}`), &r); err == nil {
		t.Error("a number is read as a linear constraint")
	}
}
