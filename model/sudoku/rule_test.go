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
	"nonet/internal/slice"
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
// grids that satisfy the rule, on grids that nearly do, and on random grids. Ranks and unknown regions are compared on
// grids that keep rows and columns only: the constraints of ranks do not compare lines beyond a place at which these
// keep two lines apart, and those of regions take each value of a row from one cell.
func TestRuleConstraintsAndChecks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for i, k := range sudoku.RuleKinds() {
		for j, s := range shapesOf(k) {
			if (i+j)%4 != 0 && backendtest.Rounds(1, 2) == 1 {
				continue
			}
			p := sudoku.Puzzle{Shape: s, Rules: []sudoku.Rule{k.Example}}
			alone, extend := ruleModel(p), p.Extend()
			kept, broken := 0, 0
			inHouses := k.Name == "rank" || k.Name == "shared-rank" || k.Name == "unknown-regions"
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
			for range solved {
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

// A model of the rules of a puzzle may take too much memory.
func TestValidateSize(t *testing.T) {
	for _, test := range []struct {
		s    sudoku.Shape
		rule sudoku.Rule
		want string
	}{
		{shape(5, 5), sudoku.Rule{Kind: "connected", Number: 10, Values: []int{1, 2}}, ""},
		{shape(6, 6), sudoku.Rule{Kind: "connected", Values: []int{1, 2}},
			"rule connected : 1 2: the model would take more than 400 MB"},
		{shape(6, 6), sudoku.Rule{Kind: "unknown-regions", Cells: slice.Indices[sudoku.Cell](1296)},
			"rule unknown-regions r1c1 ... r36c36: the model would take more than 400 MB"},
		{shape(5, 5), sudoku.Rule{Kind: "count-distinct", Cells: slice.Indices[sudoku.Cell](625)}, ""},
	} {
		less := sudoku.Rule{Kind: "thermometer", Cells: []sudoku.Cell{0, 1, 2}}
		p := sudoku.Puzzle{Shape: test.s, Rules: []sudoku.Rule{less, test.rule}}
		err := p.ValidateSize()
		var large *sudoku.SizeError
		switch {
		case test.want == "" && err != nil || test.want != "" && !errors.As(err, &large):
			t.Errorf("%s of %d rows: error %v, want %q", test.rule.Kind, test.s.N(), err, test.want)
		case test.want != "" && (large.Rule != 1 || large.Error() != test.want):
			t.Errorf("rule %d: %v, want %q of rule 1", large.Rule, large, test.want)
		}
	}
}

func TestRuleValidate(t *testing.T) {
	stated := func(kind string, c model.Constraint) sudoku.Rule { return sudoku.Rule{Kind: kind, Core: c} }
	for _, test := range []struct {
		name string
		s    sudoku.Shape
		rule sudoku.Rule
		want string
	}{
		{"unknown", shape(2, 2), sudoku.Rule{Kind: "antiknight"}, `unknown rule "antiknight"`},
		{"no sum", shape(2, 2), sudoku.Rule{Kind: "sum", Cells: []sudoku.Cell{0}},
			"rule sum: the sum is 0, expected 1 to 1000000000"},
		{"a negative sum", shape(2, 2), sudoku.Rule{Kind: "cage", Number: -1, Cells: []sudoku.Cell{0}},
			"rule cage: the sum is -1, expected 1 to 1000000000"},
		{"a negative sandwich", shape(2, 2), sudoku.Rule{Kind: "sandwich", Number: -1, Cells: []sudoku.Cell{0, 1}},
			"rule sandwich: the sum is -1, expected 0 to 1000000000"},
		{"groups of a cage", shape(2, 2), sudoku.Rule{Kind: "cage", Groups: [][]sudoku.Cell{{0}}},
			"rule cage: several groups of cells, expected one list"},
		{"one group", shape(2, 2), sudoku.Rule{Kind: "equal-sums", Groups: [][]sudoku.Cell{{0}}},
			"rule equal-sums: 1 groups of cells, expected 2 or more"},
		{"no groups", shape(2, 2), sudoku.Rule{Kind: "clone", Cells: []sudoku.Cell{0}},
			"rule clone: cells in one list, expected 2 or more groups"},
		{"three clones", shape(2, 2), sudoku.Rule{Kind: "clone", Groups: [][]sudoku.Cell{{0}, {1}, {2}}},
			"rule clone: 3 groups of cells, expected at most 2"},
		{"unequal groups", shape(2, 2), sudoku.Rule{Kind: "clone", Groups: [][]sudoku.Cell{{0}, {1, 2}}},
			"rule clone: groups of 1 and 2 cells, expected equal numbers"},
		{"a shaft through its circle", shape(2, 2), sudoku.Rule{Kind: "arrow", Groups: [][]sudoku.Cell{{0}, {1, 0}}},
			"rule arrow: r1c1 is in the circle and in its shaft"},
		{"a group without cells", shape(2, 2), sudoku.Rule{Kind: "arrow", Groups: [][]sudoku.Cell{{0}, {}}},
			"rule arrow: 0 cells, expected 1 or more"},
		{"a circle and groups", shape(2, 2),
			sudoku.Rule{Kind: "arrow", Cells: []sudoku.Cell{0}, Groups: [][]sudoku.Cell{{0}, {1}}},
			"rule arrow: cells in one list, expected 2 or more groups"},
		{"values of a cage", shape(2, 2), sudoku.Rule{Kind: "cage", Cells: []sudoku.Cell{0}, Values: []int{1}},
			"rule cage: 1 values, expected none"},
		{"no candidates", shape(2, 2), sudoku.Rule{Kind: "candidates", Cells: []sudoku.Cell{0}},
			"rule candidates: 0 values, expected 1 or more"},
		{"a value above the grid", shape(2, 2),
			sudoku.Rule{Kind: "candidates", Cells: []sudoku.Cell{0}, Values: []int{5}},
			"rule candidates: the value 5, expected 1 to 4"},
		{"half a pair", shape(2, 2),
			sudoku.Rule{Kind: "look-and-say", Cells: []sudoku.Cell{0}, Values: []int{1, 1, 1}},
			"rule look-and-say: 3 numbers, expected pairs of a count and a value"},
		{"a bend in a diagonal", shape(2, 2),
			sudoku.Rule{Kind: "little-killer", Number: 5, Cells: []sudoku.Cell{0, 5, 2}},
			"rule little-killer: r1c3 does not continue the diagonal"},
		{"a girandola in another grid", shape(2, 2), sudoku.Rule{Kind: "girandola"},
			"rule girandola: expected a 9x9 grid with boxes of 3x3 cells"},
		{"an unexpected number", shape(2, 2), sudoku.Rule{Kind: "knight", Number: 3},
			"rule knight: the number 3, expected none"},
		{"unexpected cells", shape(2, 2), sudoku.Rule{Kind: "knight", Cells: []sudoku.Cell{0}},
			"rule knight: 1 cells, expected none"},
		{"cells too few", shape(2, 2), sudoku.Rule{Kind: "arrow", Cells: []sudoku.Cell{0}},
			"rule arrow: 1 cells, expected 2 or more"},
		{"three for a pair", shape(2, 2), sudoku.Rule{Kind: "ratio", Number: 2, Cells: []sudoku.Cell{0, 1, 2}},
			"rule ratio: 3 cells, expected at most 2"},
		{"a cell twice", shape(2, 2), sudoku.Rule{Kind: "renban", Cells: []sudoku.Cell{0, 5, 0}},
			"rule renban: r1c1 appears twice"},
		{"a cell outside", shape(2, 2), sudoku.Rule{Kind: "even", Cells: []sudoku.Cell{16}},
			"rule even: cell 16 of a grid with 16 cells"},
		{"no boxes", shape(1, 4), sudoku.Rule{Kind: "windoku"}, "rule windoku: the grid has no boxes"},
		{"regions beside boxes", shape(2, 2), sudoku.RuleKindByName("regions").Example,
			"rule regions: they take the place of boxes, expected a grid without boxes (shape 1x4)"},
		{"regions too small", shape(1, 4), sudoku.Rule{Kind: "regions", Cells: []sudoku.Cell{1, 2}},
			"rule regions: they have 2 cells, the grid has 16"},
		{"too many products", shape(6, 6),
			sudoku.Rule{Kind: "product", Number: 720720, Cells: []sudoku.Cell{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
			"rule product: there are too many ways to make 720720 of 12 values"},
		{"too many sums", shape(5, 5), sudoku.Rule{Kind: "rellik", Number: 60, Cells: slice.Indices[sudoku.Cell](13)},
			"rule rellik: there are too many sums of 13 of 25 values"},
		{"a constraint of its own", shape(2, 2), sudoku.Rule{Kind: "king", Core: model.NotEqual{A: 0, B: 1}},
			"rule king: a constraint, which only linear, not-equal and table have"},
		{"another constraint", shape(2, 2), stated("table", model.NotEqual{A: 0, B: 1}),
			"rule table: the constraint is a model.NotEqual"},
		{"no constraint", shape(2, 2), stated("linear", nil), "rule linear: the constraint is a <nil>"},
		{"a variable outside", shape(2, 2), stated("not-equal", model.NotEqual{A: 0, B: 16}),
			"rule not-equal: mentions variable 16 of 16"},
		{"a large number", shape(2, 2), stated("linear", model.Linear{Bound: 2_000_000_000}),
			"rule linear: the number 2000000000, expected -1000000000 to 1000000000"},
		{"a short row", shape(2, 2), stated("table", model.Table{Vars: []model.Var{0, 1}, Rows: [][]int{{1}}}),
			"rule table: row 0 has 1 values, the scope has 2 variables"},
	} {
		err := test.rule.Validate(test.s)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v\nwant %s", test.name, err, test.want)
		}
		p := sudoku.Puzzle{Shape: test.s, Clues: make(sudoku.Grid, test.s.Cells()), Rules: []sudoku.Rule{test.rule}}
		if whole := p.Validate(); whole == nil || whole.Error() != err.Error() {
			t.Errorf("%s, in a puzzle: %v", test.name, whole)
		}
	}
	for n, cells := range map[int]int{1_000_000_000: 40, 999_999_937: 81, 720720: 3} { // the second is a prime
		r := sudoku.Rule{Kind: "product", Number: n}
		for c := range cells {
			r.Cells = append(r.Cells, sudoku.Cell(c))
		}
		r.Validate(shape(3, 3)) // must terminate
	}
}

// TestVariantErrors calls operations for classic puzzles with a variant.
// Every example is within the bounds of its kind, and clues outside the grid have a number and one list.
func TestBounds(t *testing.T) {
	within := func(n int, bounds [2]int) bool {
		return n >= bounds[0] && (n <= bounds[1] || bounds[1] == 0 && bounds[0] > 0)
	}
	for _, k := range sudoku.RuleKinds() {
		b, r := k.Bounds(), k.Example
		lists := r.Groups
		if r.Cells != nil {
			lists = [][]sudoku.Cell{r.Cells}
		}
		if k.TakesRules() || k.IsCore() {
			lists = nil
		}
		if !within(len(lists), b.Lists) && len(lists) > 0 || len(r.Values) < b.Values[0] {
			t.Errorf("%s: %d lists and %d values, bounds %v", k.Name, len(lists), len(r.Values), b)
		}
		for _, cells := range lists {
			if !within(len(cells), b.Cells) {
				t.Errorf("%s: %d cells, bounds %v", k.Name, len(cells), b)
			}
		}
		if k.IsOutside() && (b.Lists != [2]int{1, 1} || k.Number == "") {
			t.Errorf("%s: outside the grid with bounds %v", k.Name, b)
		}
	}
}

func TestVariantErrors(t *testing.T) {
	p := sudoku.Puzzle{Shape: shape(2, 2), Clues: make(sudoku.Grid, 16),
		Rules: []sudoku.Rule{{Kind: "diagonals"}, {Kind: "king"}, {Kind: "king"}}}
	want := "rating: the puzzle has further rules (diagonals, king), expected only rows, columns and boxes"
	var variant *sudoku.VariantError
	if err := p.RequireClassic("rating"); !errors.As(err, &variant) || err.Error() != want {
		t.Errorf("%v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("the image of a variant: got no panic")
		}
	}()
	sudoku.Identity(p.Shape).Puzzle(p)
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
