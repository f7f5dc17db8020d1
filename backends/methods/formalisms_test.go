package methods

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/encode"
	"nonet/model"
	"nonet/model/sudoku"
)

// magicSquare returns a model of the n×n squares of the numbers 1..n² whose rows, columns and diagonals have one sum.
// There are 8 of order 3 and 7040 of order 4: Frénicle's 880, each in eight orientations.
func magicSquare(n int) *model.Model {
	m := &model.Model{Name: "magic square"}
	all := model.AllDifferent{}
	for v := range model.Var(n * n) {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1, n*n)})
		all.Vars = append(all.Vars, v)
	}
	m.Constraints = append(m.Constraints, all)
	line := func(start, step int) {
		c := model.Linear{Bound: n * (n*n + 1) / 2}
		for k := range n {
			c.Terms = append(c.Terms, model.Term{Coef: 1, Var: model.Var(start + k*step)})
		}
		m.Constraints = append(m.Constraints, c)
	}
	for i := range n {
		line(i*n, 1)
		line(i, n)
	}
	line(0, n+1)
	line(n-1, n-1)
	return m
}

// killer returns a grid without clues whose rows are cut into cages: two to four consecutive cells whose values are
// different and have the sum that they have in the solution.
func killer(s sudoku.Shape, solution sudoku.Grid, r *rand.Rand) *model.Model {
	m := s.Model()
	n := s.N()
	for row := range n {
		for start := 0; start < n; {
			size := min(2+r.IntN(3), n-start)
			cage := model.AllDifferent{}
			sum := model.Linear{}
			for k := range size {
				v := row*n + start + k
				cage.Vars = append(cage.Vars, model.Var(v))
				sum.Terms = append(sum.Terms, model.Term{Coef: 1, Var: model.Var(v)})
				sum.Bound += solution[v]
			}
			m.Constraints = append(m.Constraints, cage, sum)
			start += size
		}
	}
	return m
}

// randomSums returns a small model of sums, tables and disequalities with offsets.
func randomSums(r *rand.Rand) *model.Model {
	m := &model.Model{}
	n := 3 + r.IntN(3)
	for range n {
		low := r.IntN(4) - 2
		d := model.Interval(low, low+2+r.IntN(4))
		if d.Size() > 3 && r.IntN(2) == 0 {
			d = d.Filter(func(x int) bool { return x != low+1 })
		}
		m.Vars = append(m.Vars, model.Variable{Domain: d})
	}
	for range 1 + r.IntN(3) {
		c := model.Linear{Relation: model.Relation(r.IntN(3))}
		for range 2 + r.IntN(n) { // a variable may occur twice
			v := model.Var(r.IntN(n))
			c.Terms = append(c.Terms, model.Term{Coef: r.IntN(11) - 5, Var: v})
			c.Bound += c.Terms[len(c.Terms)-1].Coef * m.Vars[v].Domain.At(r.IntN(m.Vars[v].Domain.Size()))
		}
		m.Constraints = append(m.Constraints, c)
	}
	if r.IntN(2) == 0 {
		c := model.Table{Vars: []model.Var{0, 2, 1}}
		for range 12 + r.IntN(20) {
			var row []int
			for _, v := range c.Vars {
				row = append(row, m.Vars[v].Domain.At(r.IntN(m.Vars[v].Domain.Size())))
			}
			c.Rows = append(c.Rows, row)
		}
		m.Constraints = append(m.Constraints, c)
	}
	if r.IntN(2) == 0 {
		m.Constraints = append(m.Constraints, model.NotEqual{A: 0, B: model.Var(n - 1), Offset: r.IntN(5) - 2})
	}
	return m
}

// formalisms returns the names of all complete backends, and of CNF with every variable encoding and linear encoding.
func formalisms() []string {
	var names []string
	for _, b := range Backends() {
		if m := mustParse(b); m.Kind != Stochastic && !m.Slow {
			names = append(names, b)
		}
	}
	for _, encoding := range []string{"minimal", "triad", "support", "order", "log",
		"order/product", "log/sequential"} {
		names = append(names, "gini:"+encoding, "gini:"+encoding+"/diagram")
	}
	return append(names, "gini:extended/diagram", "gini:extended/adder", "gini:order/adder", "none+gini:order",
		"givens+gini:log", "gophersat:order", "gophersat:log/diagram", "clasp:order", "clasp:log", "clasp:support")
}

// TestFormalisms counts the solutions of models beyond Sudoku with every backend, and compares with brute force and
// with known numbers. A backend may refuse a constraint, but not every model. NONET_LONG adds random models, all magic
// squares of order 4, and the squares with two given corners for every backend.
func TestFormalisms(t *testing.T) {
	grid, err := sudoku.RandomGrid(t.Context(), sudoku.Order(2), rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	cages := killer(sudoku.Order(2), grid, rand.New(rand.NewPCG(3, 1)))
	inCages := 0
	for a, err := range model.All(t.Context(), reduced("native").Solver(), sudoku.Order(2).Model()) {
		if err == nil && cages.Violation(a) == 0 {
			inCages++
		}
	}
	type instance struct {
		name string
		m    *model.Model
		want int
		hard bool // takes seconds with most backends
	}
	corners := []model.Constraint{model.Given{Var: 0, Value: 1}, model.Given{Var: 3, Value: 4}}
	tests := []instance{
		{"4x4 grids", sudoku.Order(2).Model(), 288, false},
		{"magic squares of order 3", magicSquare(3), 8, false},
		{"magic squares of order 4 with two corners", magicSquare(4).With(corners...), 32, true},
		{"killer 4x4", cages, inCages, false},
	}
	long := os.Getenv("NONET_LONG") != ""
	if long {
		tests = append(tests, instance{"magic squares of order 4", magicSquare(4), 7040, true})
	}
	for seed := range uint64(backendtest.Rounds(5, 30)) {
		m := randomSums(rand.New(rand.NewPCG(seed, 7)))
		if seed%3 == 0 {
			m = backendtest.Random(rand.New(rand.NewPCG(seed, 8)),
				backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		}
		tests = append(tests, instance{"random", m, len(backendtest.Enumerate(m)), false})
	}
	for _, name := range formalisms() {
		method := reduced(name)
		t.Run(strings.ReplaceAll(name, "/", "-"), func(t *testing.T) {
			inTurn(t, name, 1)
			counted := 0
			for i, test := range tests {
				process := method.Install != "" && name != "clingo" &&
					!strings.HasPrefix(name, "clp") && !strings.HasPrefix(name, "clasp")
				if process && (test.want > 3 || i > 12) {
					continue // one process per solution
				}
				if i > 2 && strings.HasPrefix(name, "clasp") && !long {
					continue // several processes per model
				}
				if test.hard && method.Kind != SAT && name != "native" && !long {
					continue
				}
				if test.want > 1000 && name != "native" { // thousands of clauses that exclude solutions
					continue
				}
				n, r, err := model.Count(t.Context(), method.Solver(), test.m, 0)
				var unsupported *encode.UnsupportedError
				switch {
				case errors.Is(err, backends.ErrUnavailable):
					t.Skip(err)
				case errors.As(err, &unsupported):
					continue
				case err != nil || n.Int64() != int64(test.want) || !r.Complete:
					t.Errorf("%s (%d): %v solutions, complete %v, error %v; want %d", test.name, i, n,
						r.Complete, err, test.want)
				}
				counted++
			}
			if counted == 0 {
				t.Error("every model was refused")
			}
		})
	}
}
