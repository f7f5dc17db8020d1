package gridn

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/search"
)

// walkNow makes the search restart at the next decision, and there begin 100 moves of walks unless it has found a
// solution.
func (s *Search) walkNow() {
	s.FailuresLeft, s.walk.next, s.Failures = 0, 1, max(s.Failures, 1)
}

// check recomputes the redundant data of a walk.
func (w *walk) check(t *testing.T, s *Search) {
	t.Helper()
	clashes := make([]int32, len(w.options))
	cost := 0
	for p, x := range w.value {
		if x < w.first[p] || x >= w.first[p+1] || w.place[x] != int32(p) {
			t.Fatalf("place %d has candidate %d, of place %d", p, x, w.place[x])
		}
		for y := range w.options {
			if s.exclusive(w.options[x], w.options[y]) {
				clashes[y]++
				if w.value[w.place[y]] == int32(y) {
					cost++
				}
			}
		}
	}
	if !slices.Equal(clashes, w.clashes) || cost != 2*w.cost {
		t.Fatalf("cost %d and clashes %v, want %d and %v", w.cost, w.clashes, cost/2, clashes)
	}
	for p, x := range w.value {
		if slices.Contains(w.clashed, int32(p)) != (clashes[x] > 0) || (w.index[p] > 0) != (clashes[x] > 0) {
			t.Fatalf("place %d has %d clashes, and index %d in %v", p, clashes[x], w.index[p], w.clashed)
		}
	}
}

// checkConsistent checks that no two places of an assignment clash; those with -1 have no value.
func (w *walk) checkConsistent(t *testing.T, s *Search, values []int32) {
	t.Helper()
	for p, x := range values {
		for _, y := range values[:p] {
			if x >= 0 && y >= 0 && s.exclusive(w.options[x], w.options[y]) {
				t.Fatalf("candidates %d and %d of %v clash", x, y, values)
			}
		}
	}
}

// exclusive reports whether two options of different cells have the same value and share a house.
func (t *tables) exclusive(x, y uint32) bool {
	a, b := t.locations[x>>t.shift], t.locations[y>>t.shift]
	return x != y && x&t.valueMask == y&t.valueMask && (a.row == b.row || a.column == b.column || a.box == b.box)
}

// TestWalk begins walks at random times, and compares the solutions with plain backtracking: each is found once.
func TestWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	const limit = 200
	during, moves, first, changes := 0, int64(0), 0, 0
	for _, shape := range small {
		s := New(shape)
		for range 30 {
			domains := randomDomains(shape, r)
			want := enumerate(shape, domains, limit)
			s.Start(domains)
			if r.IntN(2) == 0 {
				s.restartNow() // the walk begins in the stable mode
			}
			s.walkNow()
			var got [][]int
			for len(got) < limit {
				e, _ := s.Next(1 + r.IntN(3))
				if e == search.Exhausted {
					break
				}
				s.checkInvariants(t)
				s.checkOrder(t)
				if s.walk.budget > 0 {
					during++
					if s.found {
						t.Fatalf("%v %v: a walk after a solution", shape, domains)
					}
					s.walk.check(t, s)
				}
				if e == search.Found {
					grid := make([]int, len(s.cells))
					s.Solution(grid)
					if got = append(got, grid); len(got) == 1 && s.Moves > 0 {
						first++
					}
				} else if r.IntN(8) == 0 {
					s.walkNow()
				}
			}
			moves += s.Moves
			changes += s.stages
			checkSolutions(t, shape, domains, got, want, limit)
		}
	}
	if during < 60 || moves < 1000 || first < 60 || changes < 60 {
		t.Errorf("%d pauses in walks, %d moves, %d walks before a solution, %d changes of mode: too few for a test",
			during, moves, first, changes)
	}
}

// hardDomains returns the domains of a random grid of order 6 of which 45 per cent are given.
func hardDomains() []uint64 {
	r := rand.New(rand.NewPCG(1, 0))
	shape := Shape{6, 6}
	grid := randomGrid(shape, r)
	domains := make([]uint64, len(grid))
	for i, c := range r.Perm(len(grid)) { // 45 per cent given
		domains[c] = 1<<shape.N() - 1
		if i%20 < 9 {
			domains[c] = 1 << (grid[c] - 1)
		}
	}
	return domains
}

// TestCombine checks that a walk begins with consistent parts of the two before it, and that each value in them is
// from one of the two.
func TestCombine(t *testing.T) {
	s := New(Shape{6, 6})
	s.Start(hardDomains())
	s.propagate()
	w := &s.walk
	w.prepare(&s.state)
	for walks := range 6 {
		w.run(300)
		w.check(t, s)
		w.moves = int64(walkMoves * len(w.options))
		if walks < 2 {
			continue
		}
		if parents := len(w.parents[0]); parents != len(w.value) {
			t.Fatalf("%d values of the older parent", parents)
		}
		for p := range w.value {
			w.value[p] = -1
		}
		w.combine()
		var from [MaxN][2]bool // by value: it is in a place where a parent does not have it
		taken := 0
		for p, x := range w.value {
			if x >= 0 {
				taken++
				from[w.values[x]][0] = from[w.values[x]][0] || w.parents[0][p] != x
				from[w.values[x]][1] = from[w.values[x]][1] || w.parents[1][p] != x
			}
		}
		w.checkConsistent(t, s, w.parents[0])
		w.checkConsistent(t, s, w.parents[1])
		w.checkConsistent(t, s, w.value)
		if slices.Contains(from[:], [2]bool{true, true}) || 2*taken < len(w.value) {
			t.Errorf("%d of %d places from parents: %v of %v", taken, len(w.value), w.value, w.parents)
		}
	}
}

// TestWalkFinds checks that the first walk finds a solution of a hard puzzle, that the search follows it without a
// further failure, and that the effort does not depend on pauses.
func TestWalkFinds(t *testing.T) {
	s, domains := New(Shape{6, 6}), hardDomains()
	var efforts [2]search.Effort
	for i, pause := range []int{math.MaxInt, 7} {
		s.Start(domains)
		e, failures := search.Paused, int64(0)
		for e == search.Paused && s.Failures < 2*firstWalk {
			if e, _ = s.Next(pause); s.walk.budget > 0 {
				failures = s.Failures
			}
		}
		efforts[i] = s.Effort
		if e != search.Found || efforts[i].Moves == 0 || pause == 7 && efforts[i].Failures != failures {
			t.Errorf("event %v, %+v, %d failures before the end of the walk", e, efforts[i], failures)
		}
	}
	if efforts[0] != efforts[1] {
		t.Errorf("got %+v, with pauses %+v", efforts[0], efforts[1])
	}
}

// TestWalkTooLarge checks that walks have a limit of candidates.
func TestWalkTooLarge(t *testing.T) {
	const n = 64
	domains := make([]uint64, n*n) // each value has 16 places in each house
	for c := range domains {
		row, column := c/n, c%n
		domains[c] = bits.RotateLeft64(1<<16-1, 8*(row%8)+row/8+column)
	}
	s := New(Shape{8, 8})
	for _, candidates := range []int{n * n * 16, maxCandidates} {
		s.Start(domains)
		s.walkNow()
		s.BeginRun()
		if got, want := s.walk.budget > 0, candidates <= maxCandidates; got != want {
			t.Errorf("%d candidates: a walk: got %v, want %v", candidates, got, want)
		}
		domains[0] &= domains[0] - 1
	}
}
