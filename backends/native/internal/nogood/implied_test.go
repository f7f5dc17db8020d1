package nogood

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
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

// Cages in a 4x4 grid with the values 1 to 4 imply the sums of few cells inside and outside of unions of houses.
func TestImpliedSums(t *testing.T) {
	for _, c := range []struct {
		cages [][]int32 // each with its sum at the end
		want  string
	}{
		{[][]int32{{0, 1, 5}, {2, 3, 13, 8}}, "[2 3]=5 [13]=3 [12 14 15]=7"},
		{[][]int32{{2, 3, 6}, {0, 1, 4, 9}}, "[0 1]=4 [4]=5 [5 6 7]=5 [5 8 9 12 13]=11"},
		{[][]int32{{0, 1, 4, 8}, {8, 12, 5}}, "[2 3 5 6 7]=12 [0 4]=5 [1]=3 [5 9 13]=7"},
		{[][]int32{{4, 5, 6}}, "[6 7]=4"},
		{[][]int32{{0, 1, 2, 3, 4, 5, 6, 17}}, "[7]=-3 [4 5 6]=7 [7]=3 [7 8 9 10 11]=13 [7 12 13 14 15]=13"},
		{[][]int32{{0, 1, 2, 3, 4, 5, 8, 9, 22}}, "[4 5 8 9]=12 [6 7 10 11]=8"},
	} {
		p := NewProblem(slices.Repeat([]uint64{15 << 1}, 16))
		for i := range int32(4) {
			p.AllDifferent([]int32{4 * i, 4*i + 1, 4*i + 2, 4*i + 3})
			p.AllDifferent([]int32{i, i + 4, i + 8, i + 12})
		}
		for _, cage := range c.cages {
			l := linear{lo: int(cage[len(cage)-1]), hi: int(cage[len(cage)-1])}
			for _, v := range cage[:len(cage)-1] {
				l.terms = append(l.terms, Term{v, 1})
			}
			p.sums = append(p.sums, l)
		}
		var got []string
		for _, l := range p.impliedSums(impliedWork) {
			var vars []int32
			for _, t := range l.terms {
				vars = append(vars, t.Var)
			}
			if len(vars) != 4 || l.lo != 10 || l.hi != 10 { // else a house
				got = append(got, fmt.Sprint(vars, "=", l.lo))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: got %v, want %s", c.cages, got, c.want)
		}
	}
}
