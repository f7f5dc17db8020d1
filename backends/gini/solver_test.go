package gini_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/gini"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// BenchmarkUnique decides the uniqueness of the puzzles with 17 clues, in the order of the list, on one core. The time
// covers everything except reading the file. Every verdict is checked.
func BenchmarkUnique(b *testing.B) {
	puzzles := backendtest.Givens(backendtest.Lines(b, "sudoku17.txt.gz"))
	for _, method := range []struct {
		name string
		pre  backends.Preprocessor
		enc  cnf.Encoder
	}{
		{"gini", deduce.Singles, cnf.Encoder{}},
		{"singles+gini:extended-dedup", deduce.Singles, cnf.Encoder{Dedup: true}},
		{"singles+gini:triad", deduce.Singles, cnf.Encoder{Preset: cnf.Triad}},
		{"singles+gini:minimal", deduce.Singles, cnf.Encoder{Preset: cnf.Minimal}},
		{"givens+gini:extended", deduce.Givens, cnf.Encoder{}},
		{"locked+gini:extended", deduce.Locked, cnf.Encoder{}},
		{"locked+gini:extended-dedup", deduce.Locked, cnf.Encoder{Dedup: true}},
		{"locked+gini:triad", deduce.Locked, cnf.Encoder{Preset: cnf.Triad}},
	} {
		b.Run("list=17clue/method="+method.name, func(b *testing.B) {
			solver := backends.Bind(method.pre, method.enc, gini.Engine{})
			s, err := model.Prepare(b.Context(), solver, sudoku.Order(3).Model())
			if err != nil {
				b.Fatal(err)
			}
			ctx, cancel := context.WithCancel(b.Context())
			defer cancel()
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				found := 0
				r, err := s.SolveGiven(ctx, puzzles[i%len(puzzles)], func(model.Assignment) bool {
					found++
					return found < 2
				})
				if err != nil || model.VerdictOf(r) != model.One || found != 1 {
					b.Fatalf("puzzle %d: %+v, error %v", i, r, err)
				}
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

func TestConformance(t *testing.T) {
	for _, e := range []cnf.Encoder{{}, {Preset: cnf.Minimal}, {Preset: cnf.Triad}, {AtMostOne: cnf.Product{}},
		{Preset: cnf.Support},
		{Preset: cnf.Order}, {Preset: cnf.Order, AtMostOne: cnf.Sequential{}, Linear: cnf.BDD}, {Preset: cnf.Log}} {
		t.Run("encoding="+e.Name(), func(t *testing.T) {
			backendtest.Run(t, backends.Bind(deduce.Singles, e, gini.Engine{}),
				// the encoding does not change how a search is cancelled
				backendtest.Options{Objective: true, Random: 100, NoCancel: e != cnf.Encoder{}})
		})
	}
}

// All puzzles with 17 clues have one solution: the test solves the first thousand, or all with NONET_LONG.
func TestSeventeenClues(t *testing.T) {
	puzzles := backendtest.Givens(backendtest.Lines(t, "sudoku17.txt.gz"))
	if os.Getenv("NONET_LONG") == "" {
		puzzles = puzzles[:1000]
	}
	solver := backends.Bind(deduce.Singles, cnf.Encoder{}, gini.Engine{})
	s, err := model.Prepare(t.Context(), solver, sudoku.Order(3).Model())
	if err != nil {
		t.Fatal(err)
	}
	for i, givens := range puzzles {
		r, err := s.SolveGiven(t.Context(), givens, func(model.Assignment) bool { return true })
		if err != nil || model.VerdictOf(r) != model.One {
			t.Errorf("puzzle %d: %+v, error %v", i, r, err)
		}
	}
}

// Decide whether a 4x4 puzzle has one solution, by SAT.
func ExampleEngine() {
	shape := sudoku.Order(2)
	puzzle := sudoku.Puzzle{Shape: shape, Clues: sudoku.Grid{
		1, 0, 0, 0,
		0, 0, 3, 0,
		0, 4, 0, 0,
		0, 0, 0, 2,
	}}
	s := backends.Bind(nil, cnf.Encoder{}, gini.Engine{})
	verdict, solutions, _, err := model.Unique(context.Background(), s, puzzle.Model())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(verdict)
	for row := range 4 {
		fmt.Println(solutions[0][4*row : 4*row+4])
	}
	// Output:
	// unique
	// [1 3 2 4]
	// [4 2 3 1]
	// [2 4 1 3]
	// [3 1 4 2]
}
