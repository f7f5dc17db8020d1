package nogood

import (
	"reflect"
	"slices"
	"testing"
)

// TestImpliedSumsStop finds the sums of a grid of cages with different limits on the work.
func TestImpliedSumsStop(t *testing.T) {
	const n = 9
	p := NewProblem(slices.Repeat([]uint64{(1<<n - 1) << 1}, n*n))
	for i := range int32(n) {
		var row, column, box []int32
		for k := range int32(n) {
			row, column = append(row, i*n+k), append(column, k*n+i)
			box = append(box, (i/3*3+k/3)*n+i%3*3+k%3)
		}
		p.AllDifferent(row)
		p.AllDifferent(column)
		p.AllDifferent(box)
		for k := range int32(4) { // of the cells of a row, one is in no cage
			from := i*n + 2*k + (i+k)%2
			p.sums = append(p.sums, linear{[]Term{{from, 1}, {from + 1, 1}}, 8, 8})
		}
	}
	all := p.impliedSums(impliedWork)
	if len(all) < n {
		t.Fatalf("only %d sums", len(all))
	}
	for _, work := range []int{0, n, 100, 1000, 10_000} {
		some := p.impliedSums(work)
		if len(some) > work || len(some) > len(all) || len(some) > 0 && !reflect.DeepEqual(some, all[:len(some)]) {
			t.Errorf("work %d: %d sums, which are not the first of %d", work, len(some), len(all))
		}
		if work <= 1000 && len(some) == len(all) {
			t.Errorf("work %d: all sums", work)
		}
	}
}
