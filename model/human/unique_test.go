package human_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// A disguise adds constraints to puzzles that a grid satisfies.
type disguise struct {
	name  string
	more  func(r *rand.Rand, s sudoku.Shape, grid model.Assignment) model.Constraint
	count int // number of added constraints
}

var disguises = []disguise{
	{"plain", nil, 0},
	{"houses", func(r *rand.Rand, s sudoku.Shape, grid model.Assignment) model.Constraint {
		c := model.AllDifferent{}
		for _, v := range someCells(r, s, 4) {
			if !slices.ContainsFunc(c.Vars, func(w model.Var) bool { return grid[v] == grid[w] }) {
				c.Vars = append(c.Vars, v)
			}
		}
		return c
	}, 3},
	{"cells that differ", func(r *rand.Rand, s sudoku.Shape, grid model.Assignment) model.Constraint {
		v := someCells(r, s, 2)
		c := model.NotEqual{A: v[0], B: v[1], Offset: r.IntN(2)}
		if c.Violation(grid) > 0 {
			c.Offset = 1 - c.Offset
		}
		return c
	}, 5},
	{"sums", func(r *rand.Rand, s sudoku.Shape, grid model.Assignment) model.Constraint {
		c := model.Linear{Relation: model.Relation(r.IntN(3))}
		for _, v := range someCells(r, s, 2+r.IntN(3)) {
			c.Terms = append(c.Terms, model.Term{Coef: 1 + r.IntN(2), Var: v})
			c.Bound += c.Terms[len(c.Terms)-1].Coef * grid[v]
		}
		return c
	}, 3},
	{"tables", func(r *rand.Rand, s sudoku.Shape, grid model.Assignment) model.Constraint {
		c := model.Table{Vars: someCells(r, s, 2)}
		for range 10 {
			c.Rows = append(c.Rows, []int{1 + r.IntN(s.N()), 1 + r.IntN(s.N())})
		}
		c.Rows = append(c.Rows, []int{grid[c.Vars[0]], grid[c.Vars[1]]})
		return c
	}, 2},
	{"smaller domains", nil, 0},
}

// puzzle returns a model that the grid satisfies.
func (d disguise) puzzle(r *rand.Rand, s sudoku.Shape, grid model.Assignment) *model.Model {
	m := s.Model()
	if d.name == "smaller domains" {
		m.Vars = slices.Clone(m.Vars)
		for v := range m.Vars {
			if r.IntN(4) == 0 {
				m.Vars[v].Domain = m.Vars[v].Domain.Filter(func(x int) bool { return x%2 == grid[v]%2 })
			}
		}
	}
	for range d.count {
		m = m.With(d.more(r, s, grid))
	}
	return m
}

// TestUniqueRulesAreSound checks that rules that assume uniqueness never eliminate a value of the only solution, on
// small plain grids and on grids with constraints of all kinds that forbid exchanges. The positions have clues, further
// filled cells, and few other candidates.
func TestUniqueRulesAreSound(t *testing.T) {
	rules := slices.DeleteFunc(human.Rules(), func(r *human.Rule) bool { return !r.Unique })
	puzzles := 100
	if os.Getenv("NONET_LONG") != "" {
		puzzles = 300
	}
	for _, d := range disguises {
		t.Run(d.name, func(t *testing.T) {
			found := map[string]int{}
			for seed := range puzzles {
				d.checkUnique(t, rules, uint64(seed), found)
			}
			t.Log(found)
			for _, rule := range rules {
				if rule.Name != "bug+1" && found[rule.Name] == 0 {
					t.Errorf("no %s", rule.Name)
				}
			}
		})
	}
}

// checkUnique compares the steps of the rules in 100 positions of one puzzle with its solution, and counts them in
// found.
func (d disguise) checkUnique(t *testing.T, rules []*human.Rule, seed uint64, found map[string]int) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 21))
	s := sudoku.Order(2)
	if seed%4 == 0 {
		s = sudoku.Shape{Height: 2, Width: 3}
	}
	grid := randomGrid(t, r, s)
	m := d.puzzle(r, s, grid)
	givens := clues(t, r, m, grid)
	p := newBoard(t, m).NewPosition(givens)
	for range 100 {
		p.Reset(givens)
		blurred(r, p, grid)
		for _, rule := range rules {
			rule.Find(p, func(step *human.Step) bool {
				found[rule.Name]++
				if eliminatesFrom(step, grid) {
					t.Errorf("seed %d: clues %v, solution %v: %s", seed, givens, grid, step)
				}
				return !t.Failed()
			})
		}
	}
}

// eliminatesFrom reports whether a step eliminates a value of the grid.
func eliminatesFrom(s *human.Step, grid model.Assignment) bool {
	return slices.ContainsFunc(s.Eliminations, func(k human.Candidate) bool { return grid[k.Cell] == k.Value })
}

// someCells returns k random cells of the first two rows.
func someCells(r *rand.Rand, s sudoku.Shape, k int) []model.Var {
	var cells []model.Var
	for _, c := range r.Perm(2 * s.N())[:k] {
		cells = append(cells, model.Var(c))
	}
	return cells
}

// randomGrid returns a complete grid.
func randomGrid(t *testing.T, r *rand.Rand, s sudoku.Shape) model.Assignment {
	grid, err := sudoku.RandomGrid(t.Context(), s, r)
	if err != nil {
		t.Fatal(err)
	}
	return model.Assignment(grid)
}

// clues returns a minimal set of values of the grid that makes it the only solution.
func clues(t *testing.T, r *rand.Rand, m *model.Model, grid model.Assignment) []model.Given {
	solver, err := native.Solver{}.Prepare(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	var givens []model.Given
	for c, v := range grid {
		givens = append(givens, model.Given{Var: model.Var(c), Value: v})
	}
	r.Shuffle(len(givens), func(i, j int) { givens[i], givens[j] = givens[j], givens[i] })
	for i := 0; i < len(givens); {
		without := slices.Delete(slices.Clone(givens), i, i+1)
		n := 0
		if _, err := solver.SolveGiven(t.Context(), without, func(model.Assignment) bool {
			n++
			return n < 2
		}); err != nil {
			t.Fatal(err)
		}
		if n == 1 {
			givens = without
		} else {
			i++
		}
	}
	return givens
}

// blurred removes candidates that the solution does not use, and fills cells, at random.
func blurred(r *rand.Rand, p *human.Position, grid model.Assignment) {
	keep, fill := r.Float64()/2, r.Float64()/2
	for c, v := range grid {
		if r.Float64() < fill {
			p.Place(human.Candidate{Cell: model.Var(c), Value: v})
		}
		for _, x := range p.Candidates(model.Var(c)) {
			if x != v && r.Float64() > keep {
				p.Eliminate(human.Candidate{Cell: model.Var(c), Value: x})
			}
		}
	}
}
