package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// TestNeighbors compares the neighbours of 4x4 and 6x6 puzzles with the result of trying every clue.
func TestNeighbors(t *testing.T) {
	found, needed := 0, 0
	for _, s := range []sudoku.Shape{sudoku.Order(2), {Height: 2, Width: 3}} {
		m := newTestMaker(t, Spec{Shape: s})
		h, err := newNeighborhood(s, m.search)
		if err != nil {
			t.Fatal(err)
		}
		for index := range uint64(10) {
			p, err := m.Make(t.Context(), 1, index)
			if err != nil {
				t.Fatal(err)
			}
			before := slices.Clone(p.Clues)
			all, err := h.exchanges(t.Context(), p.Clues, rand.New(rand.NewPCG(2, index)))
			if err != nil || !slices.Equal(p.Clues, before) {
				t.Fatalf("%v: exchanges changes the puzzle to %v, error %v", before, p.Clues, err)
			}
			var got []string
			for _, x := range all {
				got = append(got, fmt.Sprint(x))
			}
			slices.Sort(got)
			if want := neighborsByBruteForce(t, h, p.Puzzle); !slices.Equal(got, want) {
				t.Fatalf("%s, puzzle %v: exchanges %v, want %v", s, p.Clues, got, want)
			}
			found += len(got)
			for _, x := range all {
				q := slices.Clone(p.Clues)
				q[x.out], q[x.in.Var] = 0, x.in.Value
				for c, v := range q {
					if v == 0 || !h.needed(x, c) {
						continue
					}
					needed++
					q[c] = 0
					unique, err := m.staysUnique(t.Context(), q, []model.Given{{Var: model.Var(c), Value: v}})
					q[c] = v
					if unique || err != nil {
						t.Fatalf("%v after %v: cell %d is called needed, error %v", p.Clues, x, c, err)
					}
				}
			}
		}
	}
	if found < 300 || needed < 1000 {
		t.Errorf("%d neighbours with %d needed clues in all, want at least 300 and 1000", found, needed)
	}
}

func neighborsByBruteForce(t *testing.T, h *neighborhood, p sudoku.Puzzle) []string {
	var all []string
	for out, gone := range p.Clues {
		if gone == 0 {
			continue
		}
		q := sudoku.Puzzle{Shape: p.Shape, Clues: slices.Clone(p.Clues)}
		q.Clues[out] = 0
		for c := range q.Clues {
			for v := 1; v <= q.Shape.N(); v++ {
				if q.Clues[c] != 0 || c == out && v == gone {
					continue
				}
				q.Clues[c] = v
				n := 0
				upToTwo := func(model.Assignment) bool { n++; return n < 2 }
				if _, err := h.solver.SolveGiven(t.Context(), q.Given(nil), upToTwo); err != nil {
					t.Fatal(err)
				}
				if n == 1 {
					all = append(all, fmt.Sprint(exchange{out, model.Given{Var: model.Var(c), Value: v}}))
				}
				q.Clues[c] = 0
			}
		}
	}
	slices.Sort(all)
	return all
}

// TestDescend finds puzzles with few clues, which digging does not reach. The indices are chosen such that they are
// found soon.
func TestDescend(t *testing.T) {
	for _, test := range []struct {
		clues   int
		minimal bool
		index   uint64
	}{{21, true, 0}, {20, false, 0}, {20, true, 1}, {19, false, 0}, {18, false, 1}} {
		m := newTestMaker(t, Spec{Shape: sudoku.Order(3), Clues: Range{test.clues, test.clues}, Minimal: test.minimal})
		p, err := m.Make(t.Context(), 1, test.index)
		if err != nil {
			t.Fatal(err)
		}
		checkPuzzle(t, m.spec, p)
	}
}

// TestDescendTo17 finds puzzles with 17 clues, starting from a seed alone. A descent that does not return to puzzles it
// has left open succeeds once in 57 times.
func TestDescendTo17(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	m := newTestMaker(t, Spec{Shape: sudoku.Order(3), Clues: Range{17, 17}})
	puzzles, limit := 3, 30
	attempts := 0
	for index := range puzzles {
		p, err := m.Make(t.Context(), 1, uint64(index))
		if err != nil {
			t.Fatal(err)
		}
		attempts += p.Attempts
		checkPuzzle(t, m.spec, p)
	}
	t.Logf("%d puzzles with 17 clues after %d descents", puzzles, attempts)
	if attempts > limit {
		t.Errorf("%d descents for %d puzzles, want at most %d", attempts, puzzles, limit)
	}
}

// TestMaxCandidates checks that a limit on the candidates leaves all neighbours out, or none, by the removed clue.
func TestMaxCandidates(t *testing.T) {
	m := newTestMaker(t, Spec{Shape: sudoku.Order(3), Clues: Range{20, 20}})
	p, err := m.Make(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	exchanges := func(limit int) map[int]int { // by removed clue
		m.neighborhood.maxCandidates = limit
		all, err := m.neighborhood.exchanges(t.Context(), p.Clues, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		n := map[int]int{}
		for _, x := range all {
			n[x.out]++
		}
		return n
	}
	all := exchanges(0)
	previous := 0
	for _, limit := range []int{1, 150, 200, 250, 729} {
		some := exchanges(limit)
		for out, n := range some {
			if n != all[out] {
				t.Errorf("limit %d, without the clue of cell %d: %d exchanges, want %d", limit, out, n, all[out])
			}
		}
		if len(some) < previous || limit == 1 && len(some) > 0 || limit == 729 && len(some) != len(all) {
			t.Errorf("limit %d: exchanges of %d clues; %d with a smaller limit, %d without limit", limit, len(some),
				previous, len(all))
		}
		previous = len(some)
	}
}

// The neighbourhood takes a second for a grid of 100 rows, which no descent uses.
func TestLargeMakersHaveNoNeighborhood(t *testing.T) {
	if m := newTestMaker(t, Spec{Shape: sudoku.Order(10)}); m.neighborhood != nil {
		t.Error("a neighbourhood before the first descent")
	}
}
