package native

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// magicSquare returns the magic squares of order n.
func magicSquare(n int) *model.Model {
	m := &model.Model{}
	line := func(from, step int) {
		c := model.Linear{Bound: n * (n*n + 1) / 2}
		for k := range n {
			c.Terms = append(c.Terms, model.Term{Coef: 1, Var: model.Var(from + k*step)})
		}
		m.Constraints = append(m.Constraints, c)
	}
	for range n * n {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1, n*n)})
	}
	m.Constraints = append(m.Constraints, model.AllDifferent{Vars: scope(n * n)})
	for k := range n {
		line(k*n, 1)
		line(k, n)
	}
	line(0, n+1)
	line(n-1, n-1)
	return m
}

// golomb returns the shortest ruler of n marks whose distances differ.
func golomb(n int) *model.Model {
	m := &model.Model{Objective: &model.Objective{Terms: []model.Term{{Coef: 1, Var: model.Var(n - 1)}}}}
	for range n {
		m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(0, n*n)})
	}
	all := model.AllDifferent{}
	for i := range n {
		for j := range i {
			d := model.Var(len(m.Vars))
			m.Vars = append(m.Vars, model.Variable{Domain: model.Interval(1, n*n)})
			m.Constraints = append(m.Constraints, model.Linear{Terms: []model.Term{{Coef: 1, Var: d},
				{Coef: -1, Var: model.Var(i)}, {Coef: 1, Var: model.Var(j)}}})
			all.Vars = append(all.Vars, d)
		}
	}
	m.Constraints = append(m.Constraints, all, model.Given{Var: 0})
	return m
}

// Searches of small models take the recorded numbers of nodes, dead ends and removed values, and find the recorded
// solutions first and last. A change of propagation, of branching, of restarts or of learning shows here; run with
// -update to accept it.
func TestEffortOfSmallSearches(t *testing.T) {
	pigeons := &model.Model{}
	for v := range 7 {
		pigeons.Vars = append(pigeons.Vars, model.Variable{Domain: model.Interval(1, 6)})
		for w := range v {
			pigeons.Constraints = append(pigeons.Constraints, model.NotEqual{A: model.Var(v), B: model.Var(w)})
		}
	}
	latin := sudoku.Shape{Height: 1, Width: 7}.Model().With(model.Given{Var: 0, Value: 3}, model.Given{Var: 9, Value: 1})
	wide := &model.Model{Constraints: []model.Constraint{model.AllDifferent{Vars: scope(6)}}}
	for v := range 6 {
		wide.Vars = append(wide.Vars, model.Variable{Domain: model.Domain{1, 40 + v/3, 70 + v/2, 140, 200 + v/2}})
	}
	r := rand.New(rand.NewPCG(7, 77))
	tables := &model.Model{Vars: slices.Repeat([]model.Variable{{Domain: model.Interval(-2, 4)}}, 8)}
	for k := range 6 {
		c := model.Table{Vars: []model.Var{model.Var(k), model.Var((3*k + 1) % 8), 7}}
		for range 40 {
			c.Rows = append(c.Rows, []int{r.IntN(7) - 2, r.IntN(7) - 2, r.IntN(7) - 2})
		}
		tables.Constraints = append(tables.Constraints, c, model.NotEqual{A: c.Vars[0], B: 7, Offset: k - 2})
	}
	models := []struct {
		name string
		m    *model.Model
	}{
		{"magic square", magicSquare(3)}, {"magic square of order 4", magicSquare(4)}, {"ruler", golomb(5)},
		{"knapsack", knapsack(rand.New(rand.NewPCG(4, 5)), 8)}, {"independent set", cycle(13)}, {"pigeons", pigeons},
		{"tables", tables},
		{"Latin squares", latin}, {"values beyond 64", wide},
		{"puzzle", backendtest.Puzzle(sudoku.Order(3), backendtest.HardestLines()[0]).Model()},
		{"empty grid", sudoku.Order(4).Model()},
	}
	solvers := []Solver{{Engine: generalName}, {Options: Options{AllDifferent: Hidden, Order: Fewest}},
		{Options: Options{AllDifferent: Domain, Values: Highest}},
		{Options: Options{Order: Weighted, Values: Lowest, Restarts: Never}},
		{Options: Options{Order: Lexicographic, Restarts: Never}}, {Engine: "mixed"}, {Engine: "lazy"},
		{Engine: "nogoods"}, {Engine: "learning"}}
	var b bytes.Buffer
	for _, c := range models {
		for _, s := range solvers {
			var first, last model.Assignment
			n := 0
			r, err := s.Solve(t.Context(), c.m, func(a model.Assignment) bool {
				if err := c.m.Check(a); err != nil {
					t.Fatalf("%s, %+v: %v", c.name, s, err)
				}
				last = append(last[:0], a...)
				if n++; first == nil {
					first = append(first, a...)
				}
				return n < 30
			})
			if err != nil {
				continue
			}
			e := r.Stats.Effort
			fmt.Fprintf(&b, "%s, %s %+v: %s, %d nodes, %d dead ends, %d removed, %d restarts\n", c.name, s.Engine,
				s.Options, r, e.Nodes, e.Failures, e.Propagations, e.Restarts)
			if len(first) < 30 {
				fmt.Fprintf(&b, "  %v %v\n", first, last)
			}
		}
	}
	path := filepath.Join("testdata", "effort.txt")
	if flag.Lookup("update").Value.String() == "true" { // of samples_test.go
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("%s (-want +got):\n%s", path, d)
	}
}
