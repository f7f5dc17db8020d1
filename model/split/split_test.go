package split_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/split"
	"nonet/model/sudoku"

	"pgregory.net/rapid"
)

var allKinds = backendtest.Kinds{Linear: true, Table: true, NotEqual: true}

func splitChecked(t testing.TB, m *model.Model, n int) []split.Cube {
	t.Helper()
	cubes, err := split.Split(t.Context(), m, n)
	if err != nil {
		t.Fatal(err)
	}
	if err := split.Covers(t.Context(), m, cubes); err != nil {
		t.Fatal(err)
	}
	return cubes
}

// countAlive counts the cubes that propagation does not refute.
func countAlive(m *model.Model, cubes []split.Cube) int {
	n := 0
	for _, c := range cubes {
		small, _ := deduce.Singles.Preprocess(context.Background(), m.WithGivens(c))
		if !slices.ContainsFunc(small.Vars, func(v model.Variable) bool { return v.Domain.Size() == 0 }) {
			n++
		}
	}
	return n
}

func TestSolutionsAddUp(t *testing.T) {
	clues := func(line string) *model.Model { return backendtest.Puzzle(sudoku.Order(3), line).Model() }
	for _, c := range []struct {
		name  string
		m     *model.Model
		n     int
		count int64
		cubes int // lower bound on the cubes that are not refuted; -1: the model is refuted and stays one cube
	}{
		{"4x4", sudoku.Order(2).Model(), 10, 288, 10},
		{"4x4 into all its grids and more", sudoku.Order(2).Model(), 1000, 288, 288},
		{"6x6", sudoku.Shape{Height: 2, Width: 3}.Model(), 64, 28_200_960, 64},
		{"6x6 in one piece", sudoku.Shape{Height: 2, Width: 3}.Model(), 1, 28_200_960, 1},
		{"9x9 with 20 solutions",
			clues("1....7....3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."), 40, 20, 20},
		{"9x9 with one solution",
			clues("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."), 64, 1, 1},
		{"9x9 without solution",
			clues("55..............................................................................."), 64, 0, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.count > 1_000_000 && c.n > 1 {
				backendtest.SkipUnlessLong(t)
			}
			cubes := splitChecked(t, c.m, c.n)
			if c.cubes < 0 && len(cubes) != 1 {
				t.Errorf("%d cubes of a refuted model, want 1", len(cubes))
			}
			if n := countAlive(c.m, cubes); n < c.cubes {
				t.Errorf("%d of %d cubes are not refuted, want at least %d", n, len(cubes), c.cubes)
			}
			sum := new(big.Int)
			for _, cube := range cubes {
				n, r, err := model.Count(t.Context(), native.Solver{}, c.m.WithGivens(cube), 0)
				if err != nil || !r.Complete {
					t.Fatal(r, err)
				}
				sum.Add(sum, n)
			}
			if sum.Cmp(big.NewInt(c.count)) != 0 {
				t.Errorf("%v solutions in %d cubes, want %d", sum, len(cubes), c.count)
			}
		})
	}
}

// TestEachSolutionIsInOneCube tries all assignments of random models with constraints of all kinds. It also checks that
// Split is deterministic.
func TestEachSolutionIsInOneCube(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := backendtest.Random(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), allKinds)
		n := rapid.IntRange(1, 40).Draw(t, "n")
		cubes, err := split.Split(t.Context(), m, n)
		if err != nil {
			t.Fatal(err)
		}
		if len(cubes) == 0 {
			t.Fatal("Split returns no cube")
		}
		for _, a := range backendtest.Enumerate(m) {
			if in := countHolding(cubes, a); in != 1 {
				t.Fatalf("%+v\nsolution %v is in %d of the cubes %v, want 1", m, a, in, cubes)
			}
		}
		if err := split.Covers(t.Context(), m, cubes); err != nil {
			t.Fatalf("%+v\n%v: %v", m, cubes, err)
		}
		again, err := split.Split(t.Context(), m, n)
		if err != nil || fmt.Sprint(again) != fmt.Sprint(cubes) {
			t.Fatalf("Split = %v, then %v, error %v", cubes, again, err)
		}
	})
}

// countHolding returns the number of cubes that a extends.
func countHolding(cubes []split.Cube, a model.Assignment) int {
	n := 0
	for _, c := range cubes {
		if !slices.ContainsFunc(c, func(g model.Given) bool { return a[g.Var] != g.Value }) {
			n++
		}
	}
	return n
}

func TestSplitRefuses(t *testing.T) {
	if _, err := split.Split(t.Context(), sudoku.Order(2).Model(), 0); err == nil {
		t.Error("Split accepts 0 cubes")
	}
	invalid := &model.Model{Constraints: []model.Constraint{nil}}
	var want *model.InvalidError
	if _, err := split.Split(t.Context(), invalid, 2); !errors.As(err, &want) {
		t.Errorf("%v for a constraint that is nil", err)
	}
	if err := split.Covers(t.Context(), invalid, []split.Cube{nil}); !errors.As(err, &want) {
		t.Errorf("%v for a constraint that is nil", err)
	}
}

// Variables of millions of values are not branched on, and the others once.
func TestWideVariables(t *testing.T) {
	m := &model.Model{Vars: []model.Variable{{Domain: model.Interval(0, 1<<40)}, {Domain: model.Interval(0, 1)}},
		Constraints: []model.Constraint{model.Linear{Terms: []model.Term{{Coef: 1, Var: 0}, {Coef: 1, Var: 1}},
			Relation: model.AtLeast, Bound: 3}}}
	if cubes := splitChecked(t, m, 8); len(cubes) != 2 {
		t.Errorf("cubes %v, want one for each value of the second variable", cubes)
	}
}
