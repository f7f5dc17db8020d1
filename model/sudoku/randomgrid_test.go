package sudoku_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
)

// TestRandomGrid checks that grids of many shapes are solutions, differ, and repeat with their seed.
func TestRandomGrid(t *testing.T) {
	for _, s := range []sudoku.Shape{shape(1, 1), shape(1, 5), shape(2, 2), shape(3, 2), shape(3, 3), shape(3, 4),
		shape(4, 4), shape(5, 5), shape(5, 6)} {
		var grids []sudoku.Grid
		for _, seed := range []uint64{1, 2, 1} {
			g, err := sudoku.RandomGrid(t.Context(), s, random(seed))
			if err != nil {
				t.Fatal(err)
			}
			if !isSolution(s, g) {
				t.Fatalf("%s: %v is not a solution", s, g)
			}
			grids = append(grids, g)
		}
		if !slices.Equal(grids[0], grids[2]) {
			t.Errorf("%s: the same seed gives another grid", s)
		}
		if s.N() > 1 && slices.Equal(grids[0], grids[1]) {
			t.Errorf("%s: two seeds give the same grid", s)
		}
	}
}

func TestRandomGridErrors(t *testing.T) {
	if g, err := sudoku.RandomGrid(t.Context(), shape(0, 3), random(1)); err == nil {
		t.Errorf("a grid without cells: %v", g)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if g, err := sudoku.RandomGrid(ctx, shape(10, 10), random(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v, %v", g, err)
	}
	within := backendtest.NewCountdown(t, 5)
	if g, err := sudoku.RandomGrid(within, shape(4, 4), random(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled after a third of the cells: %v, %v", g, err)
	}
}

// TestRandomGridBias draws 4x4 grids until each of the 288 has occurred many times. The grids of each class are equally
// likely (chi-squared), and the classes of 96 and 192 grids nearly so.
func TestRandomGridBias(t *testing.T) {
	s, r := shape(2, 2), random(5)
	const draws = 60_000
	all := map[[16]int]int{}
	for range draws {
		g, err := sudoku.RandomGrid(t.Context(), s, r)
		if err != nil {
			t.Fatal(err)
		}
		all[[16]int(g)]++
	}
	if len(all) != 288 {
		t.Fatalf("%d grids, want 288", len(all))
	}
	byClass := map[int]map[[16]int]int{}
	for g, n := range all {
		automorphisms := int(canonical(t, sudoku.Puzzle{Shape: s, Clues: g[:]}).Automorphisms.Int64())
		if byClass[automorphisms] == nil {
			byClass[automorphisms] = map[[16]int]int{}
		}
		byClass[automorphisms][g] = n
	}
	means := map[int]float64{}
	for automorphisms, class := range byClass {
		total := 0
		for _, n := range class {
			total += n
		}
		means[automorphisms] = float64(total) / float64(len(class))
		if x, freedom := chiSquare(class, total), float64(len(class)-1); x > freedom+5*math.Sqrt(2*freedom) {
			t.Errorf("%d grids with %d automorphisms: chi-squared %.0f", len(class), automorphisms, x)
		}
	}
	t.Logf("a grid with 16 automorphisms is drawn %.1f times in %d, one with 32 %.1f times", means[16], draws,
		means[32])
	if len(byClass[16]) != 192 || len(byClass[32]) != 96 || means[32] > 1.5*means[16] || means[16] > 1.5*means[32] {
		t.Errorf("classes of %d and %d grids, drawn %v times", len(byClass[16]), len(byClass[32]), means)
	}
}

func BenchmarkRandomGrid(b *testing.B) {
	for n := 2; n <= 6; n++ {
		b.Run(fmt.Sprintf("order=%d", n), func(b *testing.B) {
			r := random(1)
			for b.Loop() {
				if _, err := sudoku.RandomGrid(b.Context(), sudoku.Order(n), r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
