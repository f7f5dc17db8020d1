package gini_test

import (
	"bufio"
	"compress/gzip"
	"context"
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

// seventeen returns the givens of the puzzles with 17 clues.
func seventeen(t testing.TB) [][]model.Given {
	f, err := os.Open(backendtest.Data(t, "sudoku17.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]model.Given
	for lines := bufio.NewScanner(z); lines.Scan(); {
		all = append(all, backendtest.Puzzle(sudoku.Order(3), lines.Text()).Given(nil))
	}
	return all
}

// BenchmarkUnique decides the uniqueness of the puzzles with 17 clues, in the order of the list, on one core: everything is counted but
// the reading of the file. Every verdict is checked.
func BenchmarkUnique(b *testing.B) {
	puzzles := seventeen(b)
	for _, method := range []struct {
		name string
		pre  backends.Preprocessor
		enc  cnf.Encoder
	}{
		{"gini", deduce.Singles{}, cnf.Encoder{}},
		{"singles+gini:extended-dedup", deduce.Singles{}, cnf.Encoder{Dedup: true}},
		{"singles+gini:triad", deduce.Singles{}, cnf.Encoder{Preset: cnf.Triad}},
		{"singles+gini:minimal", deduce.Singles{}, cnf.Encoder{Preset: cnf.Minimal}},
		{"givens+gini:extended", deduce.Givens{}, cnf.Encoder{}},
		{"locked+gini:extended", deduce.Locked{}, cnf.Encoder{}},
		{"locked+gini:extended-dedup", deduce.Locked{}, cnf.Encoder{Dedup: true}},
		{"locked+gini:triad", deduce.Locked{}, cnf.Encoder{Preset: cnf.Triad}},
	} {
		b.Run("list=17clue/method="+method.name, func(b *testing.B) {
			s, err := model.Prepare(backends.Bind(method.pre, method.enc, gini.Engine{}), sudoku.Order(3).Model())
			if err != nil {
				b.Fatal(err)
			}
			ctx, cancel := context.WithCancel(b.Context())
			defer cancel()
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				found := 0
				r, err := s.SolveGiven(ctx, puzzles[i%len(puzzles)], func(model.Assignment) bool { found++; return found < 2 })
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
	for _, e := range []cnf.Encoder{{}, {Preset: cnf.Minimal}, {Preset: cnf.Triad}, {AtMostOne: cnf.Product{}}} {
		t.Run("encoding="+e.Name(), func(t *testing.T) {
			backendtest.Run(t, backends.Bind(deduce.Singles{}, e, gini.Engine{}), backendtest.Options{NoLinear: true, Random: 100})
		})
	}
}
