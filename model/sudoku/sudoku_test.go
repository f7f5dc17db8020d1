package sudoku_test

import (
	"slices"
	"strings"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

func shape(height, width int) sudoku.Shape { return sudoku.Shape{Height: height, Width: width} }

func TestShapeOf(t *testing.T) {
	want := map[int]sudoku.Shape{
		1: shape(1, 1), 2: shape(1, 2), 3: shape(1, 3), 4: shape(2, 2), 6: shape(2, 3), 8: shape(2, 4), 9: shape(3, 3),
		10: shape(2, 5),
		12: shape(3, 4), 14: shape(2, 7), 15: shape(3, 5), 16: shape(4, 4), 18: shape(3, 6), 20: shape(4, 5),
		25: shape(5, 5), 36: shape(6, 6),
		49: shape(7, 7), 64: shape(8, 8), 81: shape(9, 9), 96: shape(8, 12), 100: shape(10, 10),
	}
	for n, s := range want {
		if got, ok := sudoku.ShapeOf(n); !ok || got != s {
			t.Errorf("ShapeOf(%d) = %v, %v, want %v", n, got, ok, s)
		}
	}
	for _, n := range []int{-4, 0, 5, 7, 11, 13, 97, 101, 121} {
		if got, ok := sudoku.ShapeOf(n); ok {
			t.Errorf("ShapeOf(%d) = %v", n, got)
		}
	}
	for n := 1; n <= sudoku.MaxN; n++ {
		s, ok := sudoku.ShapeOf(n)
		if ok && (s.N() != n || s.Height > s.Width || s.Validate() != nil) {
			t.Errorf("ShapeOf(%d) = %v", n, s)
		}
	}
	if got := sudoku.Order(3); got != shape(3, 3) {
		t.Errorf("Order(3) = %v", got)
	}
}

func TestShapeValidate(t *testing.T) {
	for _, s := range []sudoku.Shape{shape(1, 1), shape(1, 100), shape(100, 1), shape(10, 10), shape(7, 14)} {
		if err := s.Validate(); err != nil {
			t.Errorf("%v: %v", s, err)
		}
	}
	for _, s := range []sudoku.Shape{{}, shape(0, 3), shape(3, 0), shape(-2, -2), shape(10, 11), shape(101, 1),
		shape(1<<32, 1<<32)} {
		if err := s.Validate(); err == nil {
			t.Errorf("%d by %d: got no error", s.Height, s.Width)
		}
	}
}

// boxes has the number of the box of each cell, row by row.
var boxes = map[sudoku.Shape]string{
	shape(1, 1): "0",
	shape(1, 4): "0000 1111 2222 3333",
	shape(4, 1): "0123 0123 0123 0123",
	shape(2, 2): "0011 0011 2233 2233",
	shape(2, 3): "000111 000111 222333 222333 444555 444555",
	shape(3, 2): "001122 001122 001122 334455 334455 334455",
	shape(2, 5): "0000011111 0000011111 2222233333 2222233333 4444455555 4444455555 6666677777 6666677777 8888899999 " +
		"8888899999",
	shape(3, 4): "000011112222 000011112222 000011112222 333344445555 333344445555 333344445555 " +
		"666677778888 666677778888 666677778888 9999aaaabbbb 9999aaaabbbb 9999aaaabbbb",
}

// TestCells compares rows, columns and boxes of cells with boxes.
func TestCells(t *testing.T) {
	for s, picture := range boxes {
		rows := strings.Fields(picture)
		if len(rows) != s.N() || s.Cells() != s.N()*s.N() {
			t.Fatalf("%s: N %d, cells %d", s, s.N(), s.Cells())
		}
		c := sudoku.Cell(0)
		for row, line := range rows {
			for column, box := range line {
				if s.Cell(row, column) != c || s.Row(c) != row || s.Column(c) != column {
					t.Errorf("%s: cell %d is in row %d and column %d", s, c, s.Row(c), s.Column(c))
				}
				if want := strings.IndexRune("0123456789ab", box); s.Box(c) != want {
					t.Errorf("%s: %s is in box %d, want %d", s, s.Name(c), s.Box(c), want)
				}
				c++
			}
		}
	}
	s := shape(3, 3)
	for c, want := range map[sudoku.Cell]string{0: "r1c1", 17: "r2c9", 80: "r9c9"} {
		if got := s.Name(c); got != want {
			t.Errorf("Name(%d) = %s, want %s", c, got, want)
		}
	}
	for s, want := range map[sudoku.Shape]string{s: "9x9 (3x3)", shape(2, 5): "10x10 (2x5)"} {
		if got := s.String(); got != want {
			t.Errorf("String() = %s, want %s", got, want)
		}
	}
}

// TestModel checks the constraints of every shape in boxes: rows, columns and boxes, each with its cells.
func TestModel(t *testing.T) {
	for s, picture := range boxes {
		n := s.N()
		m := s.Model()
		if err := m.Validate(); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		if len(m.Vars) != n*n || len(m.Constraints) != 3*n {
			t.Fatalf("%s: %d variables, %d constraints", s, len(m.Vars), len(m.Constraints))
		}
		for c, v := range m.Vars {
			if v.Name != s.Name(sudoku.Cell(c)) || !v.Domain.Equal(model.Interval(1, n)) {
				t.Errorf("%s: variable %d is %+v", s, c, v)
			}
		}
		picture = strings.ReplaceAll(picture, " ", "")
		house := func(i int, member func(c int) bool) {
			var want []model.Var
			for c := range n * n {
				if member(c) {
					want = append(want, model.Var(c))
				}
			}
			got, ok := m.Constraints[i].(model.AllDifferent)
			if !ok || len(want) != n || !slices.Equal(got.Vars, want) {
				t.Errorf("%s: constraint %d is %v, want %v", s, i, m.Constraints[i], want)
			}
		}
		for k := range n {
			house(k, func(c int) bool { return c/n == k })
			house(n+k, func(c int) bool { return c%n == k })
			house(2*n+k, func(c int) bool { return strings.IndexByte("0123456789ab", picture[c]) == k })
		}
	}
	if m := shape(2, 2).Model(); len(m.Constraints) != 12 {
		t.Errorf("4x4 has %d constraints, want 12", len(m.Constraints))
	}
}

// TestPuzzle builds the model of a puzzle and checks assignments against it.
func TestPuzzle(t *testing.T) {
	p := sudoku.Puzzle{Shape: sudoku.Order(2), Name: "four",
		Clues: sudoku.Grid{1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1}}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	givens := []model.Given{{Var: 0, Value: 1}, {Var: 3, Value: 4}, {Var: 6, Value: 1}, {Var: 9, Value: 1},
		{Var: 12, Value: 4}, {Var: 15, Value: 1}}
	if got := p.Given(nil); !slices.Equal(got, givens) || p.Givens() != len(givens) {
		t.Errorf("givens %v, %d of them", got, p.Givens())
	}
	if got := p.Given(make([]model.Given, 1, 20)); len(got) != 7 || got[1] != givens[0] {
		t.Errorf("appended %v", got)
	}
	m := p.Model()
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	if m.Name != "four" || len(m.Constraints) != 12+6 {
		t.Errorf("model %q with %d constraints", m.Name, len(m.Constraints))
	}
	solution := model.Assignment{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	if err := m.Check(solution); err != nil || m.Violation(solution) != 0 {
		t.Errorf("the solution: %v", err)
	}
	swapped := slices.Clone(solution)
	swapped[1], swapped[2] = 3, 2 // breaks two columns and two boxes
	if got := m.Violation(swapped); got != 4 {
		t.Errorf("violation %d, want 4", got)
	}
	if err := m.Check(swapped); err == nil || err.Error() != "constraint 5 is violated: alldifferent(r1c2, "+
		"r2c2, r3c2, r4c2)" {
		t.Errorf("%v", err)
	}
	// a solution of the grid, but not of this puzzle
	other := model.Assignment{2, 1, 3, 4, 3, 4, 1, 2, 1, 2, 4, 3, 4, 3, 2, 1}
	if err := m.Check(other); err == nil || err.Error() != "constraint 12 is violated: r1c1 = 1" {
		t.Errorf("%v", err)
	}
}

func TestPuzzleValidate(t *testing.T) {
	clues := func(n int, at int, v int) sudoku.Grid {
		g := make(sudoku.Grid, n)
		if at >= 0 {
			g[at] = v
		}
		return g
	}
	for _, test := range []struct {
		name string
		p    sudoku.Puzzle
		want string
	}{
		{"blank", sudoku.Puzzle{Shape: sudoku.Order(3), Clues: clues(81, -1, 0)}, ""},
		{"equal clues in a row", sudoku.Puzzle{Shape: sudoku.Order(2), Clues: sudoku.Grid{1, 1, 15: 0}}, ""},
		{"largest value", sudoku.Puzzle{Shape: shape(2, 3), Clues: clues(36, 35, 6)}, ""},
		{"no shape", sudoku.Puzzle{}, "boxes of 0x0 cells are not supported: a grid has 1 to 100 rows"},
		{"no cells", sudoku.Puzzle{Shape: sudoku.Order(3)}, "0 cells given, a 9x9 (3x3) grid has 81"},
		{"a cell too many", sudoku.Puzzle{Shape: sudoku.Order(3), Clues: clues(82, -1, 0)},
			"82 cells given, a 9x9 (3x3) grid has 81"},
		{"value too large", sudoku.Puzzle{Shape: shape(2, 3), Clues: clues(36, 8, 7)},
			"r2c3 = 7: values are 1 to 6"},
		{"value below zero", sudoku.Puzzle{Shape: sudoku.Order(3), Clues: clues(81, 80, -1)},
			"r9c9 = -1: values are 1 to 9"},
	} {
		got := ""
		if err := test.p.Validate(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: got error %q, want %q", test.name, got, test.want)
		}
	}
}

// TestGridCounts counts all grids of small shapes by exhaustive search.
func TestGridCounts(t *testing.T) {
	for s, want := range map[sudoku.Shape]int{
		shape(1, 1): 1, shape(1, 2): 2, shape(1, 3): 12, shape(2, 2): 288, shape(1, 4): 576, shape(4, 1): 576,
	} {
		m := s.Model()
		a := make(model.Assignment, len(m.Vars))
		clash := func(v int) bool {
			for _, c := range m.Constraints {
				scope := c.Scope()
				for _, w := range scope {
					if int(w) < v && a[w] == a[v] && slices.Contains(scope, model.Var(v)) {
						return true
					}
				}
			}
			return false
		}
		count := 0
		var try func(v int)
		try = func(v int) {
			if v == len(a) {
				if m.Violation(a) != 0 {
					t.Fatalf("%s: %v is not a solution", s, a)
				}
				count++
				return
			}
			for a[v] = range m.Vars[v].Domain.All {
				if !clash(v) {
					try(v + 1)
				}
			}
		}
		try(0)
		if count != want {
			t.Errorf("%s has %d grids, want %d", s, count, want)
		}
	}
}
