package native

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native/internal/gridn"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// TestGridShape checks which models are recognized as grids of some shape.
func TestGridShape(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	latin := func(n int) *model.Model {
		s := sudoku.Shape{Height: 1, Width: n}
		m := s.Model()
		m.Constraints = append(sudoku.Rows(s), sudoku.Columns(s)...)
		return m
	}
	for _, test := range []struct {
		name string
		m    *model.Model
		want gridn.Shape
	}{
		{"order 4", sudoku.Order(4).Model(), gridn.Shape{Height: 4, Width: 4}},
		{"order 8", sudoku.Order(8).Model(), gridn.Shape{Height: 8, Width: 8}},
		{"order 9", sudoku.Order(9).Model(), gridn.Shape{}},
		{"boxes of 2x5", sudoku.Shape{Height: 2, Width: 5}.Model(), gridn.Shape{Height: 2, Width: 5}},
		{"boxes of 5x2", sudoku.Shape{Height: 5, Width: 2}.Model(), gridn.Shape{Height: 5, Width: 2}},
		{"boxes that are rows", sudoku.Shape{Height: 1, Width: 7}.Model(), gridn.Shape{Height: 1, Width: 7}},
		{"boxes that are columns", sudoku.Shape{Height: 7, Width: 1}.Model(), gridn.Shape{Height: 1, Width: 7}},
		{"a Latin square: wrong verdict", latin(6), gridn.Shape{Height: 1, Width: 6}},
		{"one cell", latin(1), gridn.Shape{Height: 1, Width: 1}},
		{"nothing", &model.Model{}, gridn.Shape{}},
		{"one cell and no house", &model.Model{Vars: []model.Variable{{Domain: model.Interval(1, 1)}}}, gridn.Shape{}},
	} {
		r.Shuffle(len(test.m.Constraints), func(i, j int) {
			test.m.Constraints[i], test.m.Constraints[j] = test.m.Constraints[j], test.m.Constraints[i]
		})
		for _, c := range test.m.Constraints {
			vars := c.(model.AllDifferent).Vars
			r.Shuffle(len(vars), func(i, j int) { vars[i], vars[j] = vars[j], vars[i] })
		}
		if got, ok := gridShape(test.m); got != test.want || ok != (test.want != gridn.Shape{}) {
			t.Errorf("%s: %v", test.name, got)
		}
	}
	scope := func(m *model.Model, i int) []model.Var { return m.Constraints[i].(model.AllDifferent).Vars }
	for _, test := range []struct {
		name   string
		change func(m *model.Model)
		want   bool
	}{
		{"with clues",
			func(m *model.Model) { m.Constraints = append(m.Constraints, model.Given{Var: 35, Value: 6}) }, true},
		{"with a clue that no domain holds",
			func(m *model.Model) { m.Constraints = append(m.Constraints, model.Given{Var: 35, Value: 70}) }, true},
		{"with smaller domains", func(m *model.Model) { m.Vars[3].Domain = model.Values(2, 5) }, true},
		{"with an empty domain", func(m *model.Model) { m.Vars[3].Domain = model.Domain{} }, true},
		{"a house stated twice",
			func(m *model.Model) { m.Constraints = append(m.Constraints, m.Constraints[7]) }, true},
		{"values from 0", func(m *model.Model) { m.Vars[3].Domain = model.Interval(0, 5) }, false},
		{"values up to 7", func(m *model.Model) { m.Vars[3].Domain = model.Interval(2, 7) }, false},
		{"a row missing", func(m *model.Model) { m.Constraints = m.Constraints[1:] }, false},
		{"a box missing", func(m *model.Model) { m.Constraints = m.Constraints[:17] }, false},
		{"a house with a wrong cell", func(m *model.Model) { scope(m, 0)[3] = 30 }, false},
		{"a cell twice", func(m *model.Model) { scope(m, 15)[3] = scope(m, 15)[2] }, false},
		{"a house without one of its cells",
			func(m *model.Model) { m.Constraints[5] = model.AllDifferent{Vars: scope(m, 5)[:5]} }, false},
		{"a variable that does not exist", func(m *model.Model) { scope(m, 0)[0] = 36 }, false},
		{"a clue to a cell that does not exist",
			func(m *model.Model) { m.Constraints = append(m.Constraints, model.Given{Var: -1, Value: 1}) }, false},
		{"an additional diagonal", func(m *model.Model) {
			m.Constraints = append(m.Constraints, model.AllDifferent{Vars: []model.Var{0, 7, 14, 21, 28, 35}})
		}, false},
		{"an additional inequality",
			func(m *model.Model) { m.Constraints = append(m.Constraints, model.NotEqual{A: 0, B: 35}) }, false},
		{"an objective", func(m *model.Model) { m.Objective = &model.Objective{} }, false},
	} {
		m := sudoku.Shape{Height: 2, Width: 3}.Model()
		test.change(m)
		if _, ok := gridShape(m); ok != test.want {
			t.Errorf("%s: %v", test.name, ok)
		}
	}
}

// TestLearningAgrees compares with the general engine on puzzles of all shapes with none, one and many solutions.
func TestLearningAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	seen := map[int]int{}
	for _, shape := range []sudoku.Shape{
		{Height: 2, Width: 2}, {Height: 1, Width: 6}, {Height: 3, Width: 2}, {Height: 2, Width: 4},
		{Height: 3, Width: 3}, {Height: 5, Width: 2}, {Height: 3, Width: 4}, {Height: 4, Width: 4},
	} {
		base := shape.Model()
		learning, err := Solver{Engine: "learning"}.Prepare(t.Context(), base)
		if err != nil {
			t.Fatal(err)
		}
		general, err := Solver{Engine: "general"}.Prepare(t.Context(), base)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 60 {
			grid, err := sudoku.RandomGrid(t.Context(), shape, r)
			if err != nil {
				t.Fatal(err)
			}
			n := shape.Cells()
			clues := sudoku.Puzzle{Shape: shape, Clues: sudoku.KeepExactly(grid, n*4/10+r.IntN(n/5+1), r)}.Given(nil)
			if i%3 == 0 {
				clues[r.IntN(len(clues))].Value = 1 + r.IntN(shape.N())
			}
			const limit = 100
			solve := func(p model.Prepared) (all []model.Assignment) {
				res, err := p.SolveGiven(t.Context(), clues, func(a model.Assignment) bool {
					if err := base.Check(a); err != nil {
						t.Fatalf("%v: %v", clues, err)
					}
					all = append(all, slices.Clone(a))
					return len(all) < limit
				})
				if err != nil || res.Solutions != len(all) || !res.Complete && len(all) < limit {
					t.Fatalf("%v: %+v, error %v", clues, res, err)
				}
				slices.SortFunc(all, slices.Compare)
				return all
			}
			got, want := solve(learning), solve(general)
			seen[min(len(want), 2)]++
			if len(got) != len(want) || len(got) < limit && !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("%v, %v: %d solutions, want %d", shape, clues, len(got), len(want))
			}
		}
	}
	for n := range 3 {
		if seen[n] < 30 {
			t.Errorf("only %d puzzles with %d solutions", seen[n], n)
		}
	}
}

// TestRandomInstances solves a sample of the random instances of orders 4 and 5, TestAllRandomInstances all of them.
func TestRandomInstances(t *testing.T) { solveInstances(t, 150) }

func TestAllRandomInstances(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	solveInstances(t, math.MaxInt)
}

func solveInstances(t *testing.T, limit int) {
	for order, file := range map[int]string{4: "order4-random.txt.gz", 5: "order5-random.txt.gz"} {
		alphabet := map[int]string{4: "mixed", 5: "letters"}[order]
		base := sudoku.Order(order).Model()
		p, err := Solver{}.Prepare(t.Context(), base)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range backendtest.Spread(backendtest.Lines(t, file), limit) {
			name, text, _ := strings.Cut(line, " ")
			puzzle, err := notation.Parse(text, notation.Options{Alphabet: alphabet})
			if err != nil {
				t.Fatal(err)
			}
			r, err := p.SolveGiven(t.Context(), puzzle.Given(nil), func(a model.Assignment) bool {
				if err := puzzle.Model().Check(a); err != nil {
					t.Errorf("order %d, %s: %v", order, name, err)
				}
				return false
			})
			if err != nil || r.Solutions != 1 {
				t.Errorf("order %d, %s: %+v, error %v", order, name, r, err)
			}
		}
	}
}
