package deduce_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/native"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// The rules that assume uniqueness never strike what the solution uses if there is one: on small grids with further constraints of all
// kinds, which forbid exchanges, as well as on plain ones. The positions have clues, cells filled besides, and few other candidates.
func TestUniqueRulesAreSound(t *testing.T) {
	var rules []*deduce.Rule
	for _, r := range deduce.Rules() {
		if r.Unique {
			rules = append(rules, r)
		}
	}
	for _, test := range []struct {
		name  string
		more  func(r *rand.Rand, s sudoku.Shape, grid model.Assignment) model.Constraint
		count int // further constraints
	}{
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
	} {
		t.Run(test.name, func(t *testing.T) {
			found := map[string]int{}
			for seed := range sample(300) {
				r := rand.New(rand.NewPCG(uint64(seed), 21))
				s := sudoku.Order(2)
				if seed%4 == 0 {
					s = sudoku.Shape{Height: 2, Width: 3}
				}
				grid := randomGrid(t, r, s)
				m := s.Model()
				if test.name == "smaller domains" {
					m.Vars = slices.Clone(m.Vars)
					for v := range m.Vars {
						if r.IntN(4) == 0 {
							m.Vars[v].Domain = slices.DeleteFunc(slices.Clone(m.Vars[v].Domain), func(x int) bool { return x%2 != grid[v]%2 })
						}
					}
				}
				for range test.count {
					m = m.With(test.more(r, s, grid))
				}
				givens := clues(t, r, m, grid)
				p := newBoard(t, m).NewPosition(givens)
				for range 100 {
					p.Reset(givens)
					blurred(r, p, grid)
					for _, rule := range rules {
						rule.Find(p, func(s *deduce.Step) bool {
							found[rule.Name]++
							for _, k := range s.Eliminations {
								if grid[k.Cell] == k.Value {
									t.Errorf("seed %d: clues %v, solution %v: %s", seed, givens, grid, s)
								}
							}
							return !t.Failed()
						})
					}
				}
			}
			t.Log(found)
			for _, rule := range rules {
				if rule != deduce.BUGPlus1 && found[rule.Name] == 0 {
					t.Errorf("no %s", rule.Name)
				}
			}
		})
	}
}

// someCells returns k cells, most often of two rows.
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

// clues returns values of the grid that make it the only solution, none of which can be left out.
func clues(t *testing.T, r *rand.Rand, m *model.Model, grid model.Assignment) []model.Given {
	solver, err := native.Solver{}.Prepare(m)
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

// blurred strikes candidates that the solution does not use, and fills cells.
func blurred(r *rand.Rand, p *deduce.Position, grid model.Assignment) {
	keep, fill := r.Float64()/2, r.Float64()/2
	for c, v := range grid {
		if r.Float64() < fill {
			p.Place(deduce.Candidate{Cell: model.Var(c), Value: v})
		}
		for _, x := range p.Candidates(model.Var(c)) {
			if x != v && r.Float64() > keep {
				p.Eliminate(deduce.Candidate{Cell: model.Var(c), Value: x})
			}
		}
	}
}
