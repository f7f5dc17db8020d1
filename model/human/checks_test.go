package human

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// A rule is sound if it eliminates no value of a solution. The tests check rules in positions from three sources:
// positions on the way to the solution of public puzzles, with realistic patterns; positions with a planted solution
// and random other candidates, where patterns are frequent; and random models, with houses of all forms.

// checkClimbing applies the ladder to each of the 9x9 puzzles and checks every instance of the rules in every position
// on the way. It returns the number of instances by rule name.
func checkClimbing(t *testing.T, lines []string, ladder, rules []*Rule) map[string]int {
	t.Helper()
	b := mustBoard(t, sudoku.Order(3).Model())
	found := map[string]int{}
	for _, line := range lines {
		p := b.NewPosition(backendtest.Puzzle(sudoku.Order(3), line).Given(nil))
		solution := solutionOf(p)
		if solution == nil {
			t.Fatalf("%s: no solution", line)
		}
		l := NewLadder("", "", "", ladder)
		for again := true; again && !p.Solved(); {
			checkAll(t, line, p, solution, rules, found)
			s := l.Next(p)
			if again = s != nil; again {
				p.Apply(s)
			}
		}
	}
	return found
}

// checkPlanted checks every instance of the rules in positions of the shape that have a random solution and each other
// candidate with a probability between 0 and keep. If disguise is not nil, it makes the model from the solution.
func checkPlanted(t *testing.T, shape sudoku.Shape,
	disguise func(*rand.Rand, sudoku.Shape, []int) *model.Model,
	keep float64, positions int, rules []*Rule) map[string]int {
	t.Helper()
	b := mustBoard(t, shape.Model())
	found := map[string]int{}
	for seed := range positions {
		r := rand.New(rand.NewPCG(uint64(seed), uint64(shape.N())))
		solution := patterned(r, shape)
		if disguise != nil {
			b = mustBoard(t, disguise(r, shape, solution))
		}
		p := b.NewPosition(nil)
		q := keep * r.Float64()
		for c, v := range solution {
			for x := range b.values {
				if b.values[x] != v && r.Float64() > q {
					p.eliminate(c, x)
				}
			}
		}
		for range r.IntN(shape.Cells() / 2) {
			c := r.IntN(shape.Cells())
			p.Place(Candidate{model.Var(c), solution[c]})
		}
		checkAll(t, seed, p, solution, rules, found)
	}
	return found
}

// jigsaw returns a model that has the solution, with rows, columns, and random houses in place of boxes. Half of the
// models have no cell names and list the cells of their houses in random order.
func jigsaw(r *rand.Rand, shape sudoku.Shape, solution []int) *model.Model {
	m := &model.Model{Vars: slices.Clone(shape.Model().Vars),
		Constraints: append(sudoku.Rows(shape), sudoku.Columns(shape)...)}
	regions := make([][]model.Var, shape.N())
	for value := 1; value <= shape.N(); value++ {
		i := 0
		for _, c := range r.Perm(shape.Cells()) {
			if solution[c] == value {
				regions[i] = append(regions[i], model.Var(c))
				i++
			}
		}
	}
	for _, cells := range regions {
		m.Constraints = append(m.Constraints, model.AllDifferent{Vars: cells})
	}
	if r.IntN(2) == 0 {
		return m
	}
	for v := range m.Vars {
		m.Vars[v].Name = ""
	}
	for i, c := range m.Constraints {
		cells := slices.Clone(c.(model.AllDifferent).Vars)
		r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		m.Constraints[i] = model.AllDifferent{Vars: cells}
	}
	return m
}

// patterned returns a random complete grid: shifted rows, with values, rows, columns, bands and stacks permuted.
func patterned(r *rand.Rand, s sudoku.Shape) []int {
	n := s.N()
	lines := func(groups, size int) []int {
		var all []int
		for _, g := range r.Perm(groups) {
			for _, i := range r.Perm(size) {
				all = append(all, g*size+i)
			}
		}
		return all
	}
	rows, columns, values := lines(s.Width, s.Height), lines(s.Height, s.Width), r.Perm(n)
	grid := make([]int, 0, n*n)
	for _, i := range rows {
		for _, j := range columns {
			grid = append(grid, 1+values[(i%s.Height*s.Width+i/s.Height+j)%n])
		}
	}
	return grid
}

// checkRandom checks the rules on random models: no solution of the constraints that rules use has an eliminated value.
func checkRandom(t *testing.T, models int, rules []*Rule) map[string]int {
	t.Helper()
	found := map[string]int{}
	for seed := range models {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		m := backendtest.Random(r, backendtest.Kinds{NotEqual: true})
		b := mustBoard(t, m)
		p := b.NewPosition(nil)
		for range r.IntN(6) {
			p.Eliminate(Candidate{model.Var(r.IntN(len(m.Vars))), 1 + r.IntN(5)})
		}
		var solutions []model.Assignment
		for _, a := range backendtest.Enumerate(m) {
			if agrees(p, a) {
				solutions = append(solutions, a)
			}
		}
		for _, rule := range rules {
			rule.Find(p, func(s *Step) bool {
				found[rule.Name]++
				for _, a := range solutions {
					checkStep(t, seed, s, a)
				}
				return !t.Failed()
			})
		}
	}
	return found
}

func mustBoard(t testing.TB, m *model.Model) *Board {
	t.Helper()
	b, err := NewBoard(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// agrees reports whether every value of the assignment is a candidate or the filled value of its cell in p.
func agrees(p *Position, a []int) bool {
	for c, v := range a {
		at, filled := p.Value(model.Var(c))
		if filled && at != v || !filled && !p.HasCandidate(Candidate{model.Var(c), v}) {
			return false
		}
	}
	return true
}

func checkAll(t *testing.T, name any, p *Position, solution []int, rules []*Rule, found map[string]int) {
	t.Helper()
	for _, r := range rules {
		r.Find(p, func(s *Step) bool {
			found[r.Name]++
			checkStep(t, name, s, solution)
			return !t.Failed()
		})
	}
}

// checkStep checks that the step has a conclusion that agrees with a solution.
func checkStep(t *testing.T, name any, s *Step, solution []int) {
	t.Helper()
	if !s.useful() {
		t.Errorf("%v: nothing follows: %s", name, s)
	}
	for _, k := range s.Placements {
		if solution[k.Cell] != k.Value {
			t.Errorf("%v: wrong: %s", name, s)
		}
	}
	for _, k := range s.Eliminations {
		if solution[k.Cell] == k.Value {
			t.Errorf("%v: wrong: %s", name, s)
		}
	}
}

// solutionOf returns a solution of p, found by singles and guessing, or nil.
func solutionOf(p *Position) []int {
	q := p.NewPosition(nil)
	q.CopyFrom(p)
	NewLadder("", "", "", rulesNamed("hidden-single hidden-single-in-line naked-single")).Run(q, nil)
	if q.Broken() {
		return nil
	}
	best := -1
	for c := q.unfilled.Next(0); c >= 0; c = q.unfilled.Next(c + 1) {
		if best < 0 || len(q.Candidates(model.Var(c))) < len(q.Candidates(model.Var(best))) {
			best = c
		}
	}
	if best < 0 {
		solution := make([]int, len(q.filled))
		for c := range solution {
			solution[c], _ = q.Value(model.Var(c))
		}
		return solution
	}
	for _, v := range q.Candidates(model.Var(best)) {
		r := q.NewPosition(nil)
		r.CopyFrom(q)
		r.Place(Candidate{model.Var(best), v})
		if s := solutionOf(r); s != nil {
			return s
		}
	}
	return nil
}
