package sudoku_test

import (
	"errors"
	"testing"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"
)

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
		err := p.ValidateSize(t.Context())
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

// TestVariantErrors calls operations for classic puzzles with a variant.
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
