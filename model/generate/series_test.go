package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"nonet/model/notation"
	"nonet/model/sudoku"
)

// fake returns a part whose puzzles have different values in the first cells of row 1 and no other clue. draw returns
// the number of clues. Two such puzzles are the same up to a symmetry exactly if their numbers of clues are equal.
func fake(n int, draw func(*rand.Rand) (int, error)) Part {
	return Part{N: n, New: func() (Make, error) {
		return func(ctx context.Context, seed, index uint64) (*Puzzle, error) {
			clues, err := draw(rand.New(rand.NewPCG(seed, index)))
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return nil, err
			}
			p := sudoku.Puzzle{Shape: sudoku.Shape{Height: 1, Width: 45}}
			p.Clues = make(sudoku.Grid, p.Shape.Cells())
			for c := range clues {
				p.Clues[c] = c + 1
			}
			return &Puzzle{Puzzle: p}, nil
		}, nil
	}}
}

// results runs a series and returns a word for each result.
func results(t *testing.T, s Series) (all []string) {
	t.Helper()
	err := s.Run(t.Context(), func(r Result) bool {
		if r.Err != nil {
			all = append(all, fmt.Sprintf("%d/%d %v", r.Part, r.Index, r.Err))
		} else {
			all = append(all, fmt.Sprintf("%d/%d %d", r.Part, r.Index, r.Givens()))
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSeriesIsDistinct draws most of the few classes that there are, for any number of jobs in the same order.
func TestSeriesIsDistinct(t *testing.T) {
	s := Series{Seed: 5, Parts: []Part{
		fake(20, func(r *rand.Rand) (int, error) { return 1 + r.IntN(30), nil }),
		fake(20, func(r *rand.Rand) (int, error) { return 1 + r.IntN(45), nil }),
	}}
	var first []string
	for _, jobs := range []int{0, 1, 2, 7} {
		s.Jobs = jobs
		got := results(t, s)
		if first == nil {
			first = got
		}
		if !slices.Equal(got, first) {
			t.Errorf("%d jobs: %v, want %v", jobs, got, first)
		}
	}
	seen := map[string]bool{}
	for i, r := range first {
		var part, index, clues int
		if _, err := fmt.Sscanf(r, "%d/%d %d", &part, &index, &clues); err != nil || index != i || part != i/20 {
			t.Errorf("result %d is %q", i, r)
		}
		key := fmt.Sprint(clues)
		if seen[key] {
			t.Errorf("two puzzles have %s clues", key)
		}
		seen[key] = true
	}
	if len(first) != 40 {
		t.Errorf("%d results", len(first))
	}
}

// TestSeriesPartEnds: a part without further puzzles ends with one error, and the next part follows.
func TestSeriesPartEnds(t *testing.T) {
	broken := errors.New("broken")
	for _, jobs := range []int{1, 4} {
		got := results(t, Series{Seed: 1, Jobs: jobs, Parts: []Part{
			fake(9, func(r *rand.Rand) (int, error) { return 1 + r.IntN(2), nil }),
			fake(9, func(*rand.Rand) (int, error) { return 0, broken }),
			{N: 3, New: func() (Make, error) { return nil, broken }},
			fake(1, func(*rand.Rand) (int, error) { return 7, nil }),
		}})
		want := []string{"0/0 1", "0/1 2",
			"0/2 1001 puzzles in a row were the same as earlier ones, up to a symmetry",
			"1/9 broken", "2/18 broken", "3/21 7"}
		if got[0] == "0/0 2" {
			want[0], want[1] = "0/0 2", "0/1 1"
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d jobs: %q, want %q", jobs, got, want)
		}
	}
}

// TestSeriesWithDuplicates checks that each puzzle follows from its index, and that errors end nothing.
func TestSeriesWithDuplicates(t *testing.T) {
	fails := errors.New("no puzzle")
	make := func(r *rand.Rand) (int, error) {
		if n := r.IntN(4); n > 0 {
			return n, nil
		}
		return 0, fails
	}
	var want []string
	errs := 0
	for i := range 20 {
		if n, err := make(rand.New(rand.NewPCG(5, uint64(i)))); err != nil {
			want = append(want, fmt.Sprintf("0/%d %v", i, err))
			errs++
		} else {
			want = append(want, fmt.Sprintf("0/%d %d", i, n))
		}
	}
	if errs == 0 {
		t.Fatal("no puzzle fails")
	}
	for _, jobs := range []int{1, 4} {
		s := Series{Seed: 5, Jobs: jobs, Duplicates: true, Parts: []Part{fake(20, make)}}
		if got := results(t, s); !slices.Equal(got, want) {
			t.Errorf("%d jobs: %q, want %q", jobs, got, want)
		}
	}
}

// TestSeriesStops ends a series from outside and from yield, and checks that no goroutine is left.
func TestSeriesStops(t *testing.T) {
	before := runtime.NumGoroutine()
	s := Series{Jobs: 3, Parts: []Part{
		fake(1000, func(r *rand.Rand) (int, error) { return r.IntN(45), nil })}}
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := s.Run(ctx, func(Result) bool {
		if n++; n == 5 {
			cancel()
		}
		return true
	})
	if !errors.Is(err, context.Canceled) || n < 5 {
		t.Errorf("after the end of the context: %v, %d puzzles", err, n)
	}
	n = 0
	if err := s.Run(t.Context(), func(Result) bool { n++; return n < 5 }); err != nil || n != 5 {
		t.Errorf("after yield returned false: %v, %d puzzles", err, n)
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// TestSeriesOfPuzzles makes all 13 classes of 4x4 puzzles with four clues and one solution.
func TestSeriesOfPuzzles(t *testing.T) {
	part := Part{N: 14, New: func() (Make, error) {
		m, err := NewMaker(Spec{Shape: sudoku.Order(2), Clues: Range{Min: 4, Max: 4}}, testSolvers(t))
		if err != nil {
			return nil, err
		}
		return m.Make, nil
	}}
	lines := map[string]bool{}
	var end error
	s := Series{Parts: []Part{part}, Jobs: 2}
	if err := s.Run(t.Context(), func(r Result) bool {
		if end = r.Err; end == nil {
			lines[notation.Line(nil, r.Clues)] = true
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	var duplicates *DuplicatesError
	if len(lines) != 13 || !errors.As(end, &duplicates) {
		t.Errorf("%d puzzles, then %v; want 13, then duplicates", len(lines), end)
	}
}
