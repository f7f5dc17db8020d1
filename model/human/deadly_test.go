package human

import (
	"math/bits"
	"slices"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

// TestRectanglesOfGrids checks that the rectangles of a grid have two rows of one band and columns of two stacks, or
// two columns of one stack and rows of two bands.
func TestRectanglesOfGrids(t *testing.T) {
	for _, s := range []sudoku.Shape{sudoku.Order(2), {Height: 2, Width: 3}, {Height: 3, Width: 2}, sudoku.Order(3),
		sudoku.Order(4), {Height: 1, Width: 6}} {
		want := 0
		for a := range s.Cells() {
			for c := range s.Cells() {
				a, c := sudoku.Cell(a), sudoku.Cell(c)
				b, d := s.Cell(s.Row(a), s.Column(c)), s.Cell(s.Row(c), s.Column(a))
				boxes := map[int]bool{s.Box(a): true, s.Box(b): true, s.Box(c): true, s.Box(d): true}
				if s.Row(a) < s.Row(c) && s.Column(a) < s.Column(c) && len(boxes) == 2 {
					want++
				}
			}
		}
		if got := len(mustBoard(t, s.Model()).deadlyPatterns().rectangles); got != want {
			t.Errorf("%v: got %d rectangles, want %d", s, got, want)
		}
	}
	if n := len(mustBoard(t, sudoku.Order(3).Model()).deadlyPatterns().rectangles); n != 486 {
		t.Errorf("9x9: got %d rectangles, want 486: 27 pairs of rows times 18 pairs of columns", n)
	}
}

// TestRectanglesByDefinition compares the rectangles with their definition: in every solution that has two values
// alternating there, exchanging them gives a solution. In plain grids and with diagonals the rectangles found are
// exactly these. With other constraints more cells may have the property for reasons that the search ignores.
func TestRectanglesByDefinition(t *testing.T) {
	plain := sudoku.Order(2).Model()
	vars := func(cells ...model.Var) model.AllDifferent { return model.AllDifferent{Vars: cells} }
	sum := func(weights ...int) model.Linear { // of the cells of the second row and the third
		l := model.Linear{Relation: model.AtMost, Bound: 8}
		for i, k := range weights {
			l.Terms = append(l.Terms, model.Term{Coef: k, Var: model.Var(4 + i)})
		}
		return l
	}
	for _, test := range []struct {
		name  string
		more  []model.Constraint
		exact bool
		want  int
	}{
		{"plain", nil, true, 16},
		{"diagonals", []model.Constraint{vars(0, 5, 10, 15), vars(3, 6, 9, 12)}, true, 0},
		{"one more house of cells that are not adjacent", []model.Constraint{vars(0, 6)}, false, 9},
		{"adjacent cells differ twice", []model.Constraint{model.NotEqual{A: 0, B: 1}}, true, 16},
		{"cells that are not adjacent differ", []model.Constraint{model.NotEqual{A: 0, B: 6}}, false, 9},
		{"adjacent cells differ by an offset", []model.Constraint{model.NotEqual{A: 0, B: 2, Offset: 1}}, false, 9},
		{"a sum of adjacent cells", []model.Constraint{sum(1, 0, 1)}, false, 10},
		{"a weighted sum of adjacent cells", []model.Constraint{sum(1, 0, 2)}, false, 9},
		{"a table", []model.Constraint{model.Table{Vars: []model.Var{0, 2}, Rows: [][]int{{1, 2}, {2, 1}, {3, 4}}}},
			false, 9},
	} {
		m := &model.Model{Vars: plain.Vars, Constraints: append(slices.Clone(plain.Constraints), test.more...)}
		b := mustBoard(t, m)
		got := b.deadlyPatterns().rectangles
		if len(got) != test.want {
			t.Errorf("%s: got %d rectangles, want %d", test.name, len(got), test.want)
		}
		all := exchanges(b)
		for _, r := range got {
			if deadly, met := all[r]; met && !deadly {
				t.Errorf("%s: %v was found but is not a rectangle", test.name, r)
			}
		}
		for r, deadly := range all {
			if deadly && test.exact && !slices.Contains(got, r) {
				t.Errorf("%s: %v is a rectangle but was not found", test.name, r)
			}
		}
	}
}

// exchanges maps all cells a, b, c, d that have values x, y, x, y in some solution of the board, for some x and y, to
// whether exchanging x and y gives a solution for every such solution. a is the first of the cells, and b comes before
// d.
func exchanges(b *Board) map[deadlyRectangle]bool {
	all := map[deadlyRectangle]bool{}
	eachSolution(b.NewPosition(nil), func(grid []int) {
		for a := range grid {
			for c := a + 1; c < len(grid); c++ {
				for e := a + 1; e < len(grid); e++ {
					for d := e + 1; d < len(grid); d++ {
						if grid[a] != grid[c] || grid[e] != grid[d] || grid[a] == grid[e] {
							continue
						}
						r := deadlyRectangle{a, e, c, d}
						other := slices.Clone(grid)
						other[a], other[c], other[e], other[d] = grid[e], grid[e], grid[a], grid[a]
						old, met := all[r]
						all[r] = (old || !met) && b.model.Violation(other) == 0
					}
				}
			}
		}
	})
	return all
}

// eachSolution passes the solutions of the model that agree with p to found, by exhaustive search.
func eachSolution(p *Position, found func(grid []int)) {
	c := p.unfilled.Next(0)
	if p.broken {
		return
	}
	if c < 0 {
		grid := make([]int, len(p.filled))
		for c := range grid {
			grid[c], _ = p.Value(model.Var(c))
		}
		if p.model.Violation(grid) == 0 {
			found(grid)
		}
		return
	}
	for _, v := range p.Candidates(model.Var(c)) {
		q := p.NewPosition(nil)
		q.CopyFrom(p)
		q.Place(Candidate{model.Var(c), v})
		eachSolution(q, found)
	}
}

// TestTwoSolutions checks that in a puzzle with two solutions a unique rectangle eliminates values of solutions, and
// that the sound ladder does not.
func TestTwoSolutions(t *testing.T) {
	b := mustBoard(t, sudoku.Order(2).Model())
	var grid []int
	eachSolution(b.NewPosition(nil), func(g []int) {
		if grid == nil {
			grid = g
		}
	})
	unsound := 0
	for _, r := range b.deadlyPatterns().rectangles {
		if grid[r[0]] != grid[r[2]] || grid[r[1]] != grid[r[3]] {
			continue
		}
		for blanks := range 1 << len(grid) { // besides the rectangle
			if bits.OnesCount(uint(blanks)) != 2 {
				continue
			}
			var givens []model.Given
			for c, v := range grid {
				if blanks>>c&1 == 0 && !slices.Contains(r[:], c) {
					givens = append(givens, model.Given{Var: model.Var(c), Value: v})
				}
			}
			p := b.NewPosition(givens)
			var solutions [][]int
			eachSolution(p, func(g []int) { solutions = append(solutions, g) })
			if len(solutions) < 2 {
				t.Fatalf("%v: got %d solutions, want at least 2", givens, len(solutions))
			}
			for _, rule := range Rules() {
				if rule.Unique {
					rule.Find(p, func(s *Step) bool {
						for _, k := range s.Eliminations {
							if slices.ContainsFunc(solutions, func(g []int) bool { return g[k.Cell] == k.Value }) {
								unsound++
							}
						}
						return true
					})
				}
			}
			Standard().Sound().Run(p, func(s *Step) bool {
				if s.Rule.Unique {
					t.Errorf("%s is in the sound ladder", s.Rule.Name)
				}
				for _, g := range solutions {
					checkStep(t, givens, s, g)
				}
				return true
			})
			if p.Solved() {
				t.Errorf("%v: solved, though there are %d solutions", givens, len(solutions))
			}
		}
	}
	if unsound == 0 {
		t.Error("no rule that assumes uniqueness eliminated a value of a solution: the test shows nothing")
	}
}

// TestGraves checks that a bivalue universal grave requires that no other constraint restricts its cells, because the
// exchange need not preserve it.
func TestGraves(t *testing.T) {
	plain := sudoku.Order(2).Model()
	for _, test := range []struct {
		name string
		more model.Constraint
		want bool
	}{
		{"nothing else", nil, true},
		{"a constraint about filled cells", model.NotEqual{A: 3, B: 10, Offset: 1}, true},
		{"cells of a house differ", model.NotEqual{A: 0, B: 1}, true},
		{"other cells differ", model.NotEqual{A: 0, B: 6}, false},
		{"cells of a house differ by an offset", model.NotEqual{A: 0, B: 1, Offset: 1}, false},
		{"a sum", model.Linear{
			Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 6}}, Relation: model.AtMost, Bound: 7,
		}, false},
		{"a table", model.Table{Vars: []model.Var{0}, Rows: [][]int{{1}, {2}}}, false},
		{"a house of two of the cells", model.AllDifferent{Vars: []model.Var{0, 7}}, false},
	} {
		m := &model.Model{Vars: plain.Vars, Constraints: slices.Clone(plain.Constraints)}
		if test.more != nil {
			m.Constraints = append(m.Constraints, test.more)
		}
		p := mustBoard(t, m).NewPosition(nil)
		// A cell with v != 4 in the grid has candidates v and v mod 3 + 1; cells with 4 are filled. r1c1 also has
		// candidate 3.
		for c, v := range []int{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1} {
			switch {
			case v == 4:
				p.Place(Candidate{model.Var(c), 4})
			case c == 0:
				p.Eliminate(Candidate{0, 4})
			default:
				for x := 1; x <= 4; x++ {
					if x != v && x != v%3+1 {
						p.Eliminate(Candidate{model.Var(c), x})
					}
				}
			}
		}
		s := ruleNamed("bug+1").First(p)
		if got := s != nil; got != test.want {
			t.Errorf("%s: got found %v, want %v", test.name, got, test.want)
		}
		if want := "Bivalue universal grave + 1: unless r1c1 is 3, all blank cells could change to their other " +
			"candidate: r1c1≠1; r1c1≠2"; s != nil && s.String() != want {
			t.Errorf("%s: %s", test.name, s)
		}
	}
}
