package dsatur_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/dlx"
	"nonet/backends/dsatur"
	"nonet/backends/gini"
	"nonet/backends/native"
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

func TestFacts(t *testing.T) {
	for _, engine := range []dsatur.Engine{{}, {IgnoreCliques: true}} {
		t.Run(fmt.Sprintf("plain=%v", engine.IgnoreCliques), func(t *testing.T) {
			backendtest.RunKnownCounts(t, backends.Bind(nil, coloring.Encoder{}, engine), 5_000)
		})
	}
}

// random returns a random graph; some vertices have lists, and all triangles are given as cliques.
func random(r *rand.Rand) *coloring.Graph {
	g := &coloring.Graph{Vertices: r.IntN(8), Colors: r.IntN(5)}
	for v := range int32(g.Vertices) {
		for u := range v {
			if r.IntN(2) == 0 {
				g.Edges = append(g.Edges, coloring.Edge{U: u, V: v})
			}
		}
	}
	g.Lists = make([][]int32, g.Vertices)
	for v := range g.Lists {
		if r.IntN(4) == 0 {
			g.Lists[v] = []int32{}
			for c := range int32(g.Colors) {
				if r.IntN(3) > 0 {
					g.Lists[v] = append(g.Lists[v], c)
				}
			}
		}
	}
	adjacent := map[coloring.Edge]bool{}
	for _, e := range g.Edges {
		adjacent[e] = true
	}
	for w := range int32(g.Vertices) {
		for v := range w {
			for u := range v {
				if adjacent[coloring.Edge{U: u, V: v}] && adjacent[coloring.Edge{U: u, V: w}] &&
					adjacent[coloring.Edge{U: v, V: w}] {
					g.Cliques = append(g.Cliques, []int32{u, v, w})
				}
			}
		}
	}
	return g
}

// TestRenamedColors compares enumeration, and counting, which multiplies by the renamings of colours, with a trial of
// all colourings: each colouring occurs once.
func TestRenamedColors(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(500, 2000)) {
		g := random(rand.New(rand.NewPCG(seed, 1)))
		want := 0
		c := make(coloring.Coloring, g.Vertices)
		var try func(v int)
		try = func(v int) {
			if v == len(c) {
				if g.Check(c) == nil {
					want++
				}
				return
			}
			for c[v] = range int32(g.Colors) {
				try(v + 1)
			}
		}
		try(0)
		for _, engine := range []dsatur.Engine{{}, {IgnoreCliques: true}} {
			seen := map[string]bool{}
			r, err := engine.Solve(t.Context(), g, func(c coloring.Coloring) bool {
				if err := g.Check(c); err != nil || seen[fmt.Sprint(c)] {
					t.Fatalf("seed %d: %v found twice, or error %v", seed, c, err)
				}
				seen[fmt.Sprint(c)] = true
				return true
			})
			n, counted, countErr := engine.CountSolutions(t.Context(), g, 0)
			if err != nil || len(seen) != want || r.Solutions != want || !r.Complete {
				t.Fatalf("seed %d: %d found, Solutions %d, complete %v, error %v; want %d of\n%+v",
					seed, len(seen), r.Solutions, r.Complete, err, want, g)
			}
			if countErr != nil || n.Int64() != int64(want) || !counted.Complete {
				t.Fatalf("seed %d: counted %v, complete %v, error %v; want %d of\n%+v",
					seed, n, counted.Complete, countErr, want, g)
			}
		}
	}
}

func TestMaxColors(t *testing.T) {
	many := &coloring.Graph{Vertices: 2, Colors: 64, Edges: []coloring.Edge{{U: 0, V: 1}}}
	if n, _, err := (dsatur.Engine{}).CountSolutions(t.Context(), many, 0); err != nil || n.Int64() != 64*63 {
		t.Errorf("%v colourings, error %v; want %d", n, err, 64*63)
	}
	many.Colors = 65
	_, _, err := dsatur.Engine{}.CountSolutions(t.Context(), many, 0)
	if unsupported := new(encode.UnsupportedError); !errors.As(err, &unsupported) {
		t.Errorf("got error %v, want *encode.UnsupportedError", err)
	}
}

// TestCountStops checks that counting stops at its limit and when its context ends.
func TestCountStops(t *testing.T) {
	s := backends.Bind(nil, coloring.Encoder{}, dsatur.Engine{})
	n, r, err := model.Count(t.Context(), s, sudoku.Order(3).Model(), 1000)
	if n.Int64() != 1000 || r.Complete || err != nil {
		t.Errorf("%v solutions, complete %v, error %v; want 1000", n, r.Complete, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, _, err := model.Count(ctx, s, sudoku.Order(3).Model(), 0)
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestAgreement compares exact cover, colouring, clauses and propagation on random puzzles with one, several or no
// solutions, of three sizes and with further rules: they must agree on the number of solutions, up to a limit.
func TestAgreement(t *testing.T) {
	solvers := []struct {
		name string
		s    model.Solver
	}{
		{"native", native.Solver{}},
		{"singles+gini", backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{})},
		{"singles+dlx", backends.Bind(deduce.Singles, cover.Encoder{}, dlx.Engine{})},
		{"dlx", backends.Bind(nil, cover.Encoder{}, dlx.Engine{})},
		{"dsatur", backends.Bind(nil, coloring.Encoder{}, dsatur.Engine{})},
		{"singles+dsatur", backends.Bind(deduce.Singles, coloring.Encoder{}, dsatur.Engine{})},
	}
	nine := sudoku.Order(3)
	for _, test := range []struct {
		name    string
		shape   sudoku.Shape
		rules   []model.Constraint
		density float64
		puzzles int
	}{
		{"4x4", sudoku.Order(2), nil, 0.2, 60},
		{"6x6", sudoku.Shape{Height: 2, Width: 3}, nil, 0.25, 40},
		{"9x9", nine, nil, 0.33, 40},
		{"9x9 X", nine, backendtest.RuleConstraints(nine, "diagonals"), 0.25, 20},
		{"9x9 windoku", nine, backendtest.RuleConstraints(nine, "windoku"), 0.25, 20},
		{"9x9 anti-knight", nine, backendtest.RuleConstraints(nine, "knight"), 0.2, 20},
		{"16x16", sudoku.Order(4), nil, 0.5, 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			base := test.shape.Model().With(test.rules...)
			for seed := range uint64(test.puzzles) {
				r := rand.New(rand.NewPCG(seed, 2))
				grid, ok := solution(t, base, test.shape, test.rules, r)
				if !ok {
					continue
				}
				m := base
				for c, value := range sudoku.KeepEach(grid, test.density, r) {
					if value == 0 {
						continue
					}
					if r.IntN(200) == 0 { // sometimes a wrong clue
						value = value%test.shape.N() + 1
					}
					m = m.With(model.Given{Var: model.Var(c), Value: value})
				}
				counts := map[string][]string{}
				for _, x := range solvers {
					n, _, err := model.Count(t.Context(), x.s, m, 50)
					if err != nil {
						t.Fatalf("%s: %v", x.name, err)
					}
					counts[n.String()] = append(counts[n.String()], x.name)
				}
				if len(counts) != 1 {
					t.Errorf("puzzle %d: %v", seed, counts)
				}
			}
		})
	}
}

// solution returns a random solution of base. With rules, it searches for one, since a random grid need not satisfy
// them.
func solution(
	t *testing.T, base *model.Model, s sudoku.Shape, rules []model.Constraint, r *rand.Rand,
) (sudoku.Grid, bool) {
	if rules == nil {
		grid, err := sudoku.RandomGrid(t.Context(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		return grid, true
	}
	m := base
	for i, v := range r.Perm(s.N()) {
		m = m.With(model.Given{Var: model.Var(i), Value: v + 1})
	}
	a, _, err := model.First(t.Context(), native.Solver{}, m)
	if err != nil {
		t.Fatal(err)
	}
	return sudoku.Grid(a), a != nil
}

// The queens of a board of 12 x 12 cannot have 11 colours, since a row has 12 queens; the engine proves it at once.
func TestLargerClique(t *testing.T) {
	const n = 12
	g := &coloring.Graph{Vertices: n * n, Colors: n - 1}
	for u := range int32(n * n) {
		for v := u + 1; v < n*n; v++ {
			if x, y := v/n-u/n, v%n-u%n; x == 0 || y == 0 || x == y || x == -y {
				g.Edges = append(g.Edges, coloring.Edge{U: u, V: v})
			}
		}
	}
	r, err := dsatur.Engine{}.Solve(t.Context(), g, func(coloring.Coloring) bool { return false })
	if err != nil || !r.Complete || r.Solutions > 0 || r.Stats.Effort.Nodes > 1 {
		t.Errorf("%+v, error %v", r, err)
	}
}
