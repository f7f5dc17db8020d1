package gridn

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"nonet/internal/search"
)

// restartNow makes the search restart at the next decision, and there change its mode and return to the best
// assignment.
func (s *Search) restartNow() { s.FailuresLeft, s.nextStage, s.nextReturn = 0, 0, 0 }

// TestStableMode changes the mode at random times, and compares the solutions with plain backtracking: each is found
// once.
func TestStableMode(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	const limit = 200
	stages, inStable := 0, 0
	for _, shape := range small {
		s := New(shape)
		for range 20 {
			domains := randomDomains(shape, r)
			want := enumerate(shape, domains, limit)
			s.Start(domains)
			s.restartNow()
			var got [][]int
			for len(got) < limit {
				e, _ := s.Next(1 + r.IntN(6))
				if e == search.Exhausted {
					break
				}
				s.checkInvariants(t)
				s.checkOrder(t)
				if e == search.Found {
					grid := make([]int, len(s.cells))
					s.Solution(grid)
					got = append(got, grid)
				}
				if s.stable {
					inStable++
				}
				if r.IntN(8) == 0 {
					s.restartNow()
				}
			}
			stages += s.stages
			checkSolutions(t, shape, domains, got, want, limit)
		}
	}
	if stages < 250 || inStable < 500 {
		t.Errorf("%d changes of mode, %d pauses in the stable mode: too few for a test", stages, inStable)
	}
}

// checkSolutions compares the solutions that a search found, in any order, with those of enumerate. There may be more
// than the limit; then it compares the numbers only, and checks that each one found is valid and none occurs twice.
func checkSolutions(t *testing.T, shape Shape, domains []uint64, got, want [][]int, limit int) {
	t.Helper()
	slices.SortFunc(got, slices.Compare)
	if len(got) != len(want) || len(want) < limit && !slices.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("%v %v: %d solutions, want %d", shape, domains, len(got), len(want))
	}
	for i, grid := range got {
		if !Valid(shape, domains, grid) || i > 0 && slices.Equal(grid, got[i-1]) {
			t.Fatalf("%v %v: wrong or repeated solution %v", shape, domains, grid)
		}
	}
}

// checkOrder checks that the order has every unassigned option in the stable mode.
func (s *Search) checkOrder(t *testing.T) {
	t.Helper()
	for c := range s.cells {
		for v := range s.n {
			if x := s.option(c, v); s.stable && s.litValue[chosen(x)] == 0 && !s.order.Contains(int(x)) {
				t.Fatalf("option %d is unassigned and not in the order", x)
			}
		}
	}
}

// TestTurns checks that a long search changes its mode by itself, and takes the same effort again.
func TestTurns(t *testing.T) {
	// A Latin square with ten cells of a row for nine values: pigeons in holes.
	const n = 20
	domains := slices.Repeat([]uint64{1<<n - 1}, n*n)
	for c := range 10 {
		domains[c] = 1<<9 - 1
	}
	s := New(Shape{1, n})
	efforts := make([]search.Effort, 1)
	if os.Getenv("NONET_LONG") != "" { // the same again
		efforts = make([]search.Effort, 2)
	}
	for i := range efforts {
		s.Start(domains)
		for s.stages == 0 || s.returns == 0 {
			if e, _ := s.Next(1000); e != search.Paused || s.Failures > 2*stageUnit {
				t.Fatalf("event %v after %d failures, %d changes of mode, %d returns", e, s.Failures, s.stages,
					s.returns)
			}
		}
		efforts[i] = s.Effort
	}
	if last := efforts[len(efforts)-1]; efforts[0] != last {
		t.Errorf("got %+v, then %+v", efforts[0], last)
	}
}
