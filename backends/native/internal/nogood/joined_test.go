package nogood

import (
	"math"
	"slices"
	"testing"

	"nonet/internal/search"
)

// TestJoinedSums: no grid has the sum 49 along these eight diagonals of 7 to 9 cells. Four of them together show it
// soon, each alone does not in 100,000 nodes.
func TestJoinedSums(t *testing.T) {
	const n = 9
	p := emptyGrid()
	sumAt := map[int32]int{} // by first variable: the sum that begins there
	for _, d := range [][3]int32{
		{8, n - 1, 9}, {7, n - 1, 8}, {73, 1 - n, 8}, {74, 1 - n, 7}, {62, -n - 1, 7},
		{0, n + 1, 9}, {9, n + 1, 8}, {18, n + 1, 7},
	} {
		var terms []Term
		for k := range d[2] {
			terms = append(terms, Term{d[0] + k*d[1], 1})
		}
		sumAt[d[0]] = len(p.sums)
		p.Linear(terms, 49, 49)
	}
	joined := p.joinedSums()
	if len(joined) == 0 {
		t.Error("no sums are joined")
	}
	for _, j := range joined {
		sum := 0
		for i := 0; i < len(j.terms); {
			part := p.sums[sumAt[j.terms[i].Var]]
			if i+len(part.terms) > len(j.terms) || !slices.Equal(j.terms[i:i+len(part.terms)], part.terms) {
				t.Fatalf("%v is not a sum of sums", j.terms)
			}
			sum += part.lo
			i += len(part.terms)
		}
		if j.lo != sum || j.hi != sum {
			t.Errorf("a sum is from %d to %d, want %d", j.lo, j.hi, sum)
		}
	}
	s := New(p)
	s.Start(p.initial)
	if event, _ := s.Next(math.MaxInt); event != search.Exhausted || s.Nodes > 1000 {
		t.Errorf("event %v after %d nodes, want none after some hundred", event, s.Nodes)
	}
}
