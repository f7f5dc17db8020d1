package native

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

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
	latin := sudoku.Shape{Height: 1, Width: 7}.Model()
	latin = latin.With(model.Given{Var: 0, Value: 3}, model.Given{Var: 9, Value: 1})
	wide := &model.Model{Constraints: []model.Constraint{model.AllDifferent{Vars: scope(6)}}}
	for v := range 6 {
		wide.Vars = append(wide.Vars, model.Variable{Domain: model.Values(1, 40+v/3, 70+v/2, 140, 200+v/2)})
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
	cover := &model.Model{Objective: &model.Objective{}}
	for v := range model.Var(9) {
		cover.Vars = append(cover.Vars, model.Variable{Domain: model.Interval(int(v)%3-1, 2)})
		cover.Objective.Terms = append(cover.Objective.Terms, model.Term{Coef: 3 + int(v*v)%7, Var: v})
	}
	for k := range 7 {
		c := model.Linear{Relation: model.AtLeast, Bound: 3 + k%3}
		for j := range 4 {
			c.Terms = append(c.Terms, model.Term{Coef: 1 + (k+j)%3, Var: model.Var((2*k + j*j) % 9)})
		}
		cover.Constraints = append(cover.Constraints, c)
	}
	models := []struct {
		name string
		m    *model.Model
	}{
		{"magic square", magicSquare(3)}, {"magic square of order 4", magicSquare(4)}, {"ruler", golomb(5)},
		{"knapsack", knapsack(rand.New(rand.NewPCG(4, 5)), 8)}, {"independent set", cycle(13)}, {"pigeons", pigeons},
		{"tables", tables}, {"cover", cover},
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
	backendtest.Golden(t, "testdata/effort.txt", b.Bytes(), flag.Lookup("update").Value.String() == "true")
}

// Counting stops when its context ends. An estimate follows from its weights.
func TestStoppedCountsAndEstimates(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, _, err := countComponents(ctx, magicSquare(4)); !errors.Is(err, context.Canceled) || n.Sign() != 0 {
		t.Errorf("components of a cancelled context: %v, error %v", n, err)
	}
	s := newSample()
	if e := s.estimate(0); e.Probes != 0 || !math.IsInf(e.Mean, -1) {
		t.Errorf("an empty sample: %+v", e)
	}
	s.add(math.Inf(-1))
	if e := s.estimate(3); e.Probes != 1 || e.Hits != 0 || !math.IsInf(e.Mean, -1) || !math.IsInf(e.High, 1) {
		t.Errorf("a sample without a hit: %+v", e)
	}
	s.add(math.Log(6))
	s.add(math.Log(12))
	// The weights 0, 6, 12 have the mean 6 and, of the sample, the standard deviation 6.
	e := s.estimate(math.Log(10))
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-9 }
	if e.Probes != 3 || e.Hits != 2 || !near(e.Mean, math.Log(60)) || !near(e.RelStdDev, 1) ||
		!near(e.LargestShare, 12.0/18) || !near(e.High, math.Log(60*(1+1.96/math.Sqrt(3)))) ||
		!math.IsInf(e.Low, -1) {
		t.Errorf("got %+v", e)
	}
	one := newSample()
	one.add(2)
	if e := one.estimate(1); e.Hits != 1 || !near(e.Mean, 3) || e.LargestShare != 1 || !math.IsInf(e.High, 1) {
		t.Errorf("one weight: %+v", e)
	}
	for range 3 {
		one.add(2)
		if e := one.estimate(0); !near(e.Low, 2) || !near(e.High, 2) || e.RelStdDev != 0 {
			t.Errorf("equal weights: %+v", e)
		}
	}
}

// A model that mentions a variable it does not have is no grid.
func TestInvalidGrids(t *testing.T) {
	for _, v := range []model.Var{-1, 16} {
		grid := sudoku.Order(2).Model()
		house := model.AllDifferent{Vars: []model.Var{0, 1, 2, v}}
		for _, c := range []model.Constraint{house, model.Given{Var: v, Value: 1}} {
			if _, ok := gridShape(grid.With(c)); ok {
				t.Errorf("%+v: a grid", c)
			}
		}
	}
}

// Counting by column sets takes grids whose domains are full or of one value, and no others.
func TestGridsToCount(t *testing.T) {
	for _, c := range []struct {
		domain model.Domain
		given  int
		ok     bool
	}{
		{model.Interval(1, 4), 0, true}, {model.Values(3), 0, true}, {model.Values(1, 2), 0, false},
		{model.Values(3), 3, true}, {model.Values(3), 2, false}, {model.Domain{}, 0, false},
		{model.Interval(1, 4), 4, true}, {model.Interval(1, 4), 1, true},
		{model.Interval(1, 4), 5, false}, {model.Interval(1, 4), -1, false}, {model.Values(2, 3, 4), 0, false},
	} {
		m := sudoku.Order(2).Model()
		m.Vars[5].Domain = c.domain
		if c.given != 0 {
			m = m.With(model.Given{Var: 5, Value: c.given})
		}
		if plan := planGrid(m); (plan != nil) != c.ok {
			t.Errorf("domain %v, given %d: supported %v", c.domain, c.given, plan != nil)
		}
	}
}
