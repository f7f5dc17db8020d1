package nogood

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// emptyGrid returns an empty grid of order 3 with the values 1 to 9.
func emptyGrid() *Problem {
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
	}
	return p
}

// TestImpliedSumsStop finds the sums of a grid of cages with different limits on the work.
func TestImpliedSumsStop(t *testing.T) {
	const n = 9
	p := emptyGrid()
	for i := range int32(n) {
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

// Cages in a 4x4 grid with the values 1 to 4, or in disjoint houses with as many values as variables, imply the sums of
// few cells inside and outside of unions of houses, and differences of both. They hold in all solutions, and the search
// finds all solutions with them.
func TestImpliedSums(t *testing.T) {
	var latin [][]int32
	for i := range int32(4) {
		latin = append(latin, []int32{4 * i, 4*i + 1, 4*i + 2, 4*i + 3}, []int32{i, i + 4, i + 8, i + 12})
	}
	three := [][]int32{{0, 1, 2, 3}, {4, 5, 6}, {7, 8, 9, 10}}
	for _, c := range []struct {
		houses, cages [][]int32 // each cage with its sum at the end
		want          string
		solutions     int
	}{
		{latin, [][]int32{{0, 1, 5}, {2, 3, 13, 8}}, "2+3=5 13=3 12+14+15=7 4+5+8+9+12+13=15 1-4-8-12=-5", 48},
		{latin, [][]int32{{2, 3, 6}, {0, 1, 4, 9}}, "0+1=4 4=5 5+6+7=5 5+8+9+12+13=11 6+7+10+11+14+15=14", 0},
		{latin, [][]int32{{0, 1, 4, 8}, {8, 12, 5}}, "2+3+5+6+7=12 0+4=5 1=3 5+9+13=7 9+10+11+13+14+15=15 2+3-4=2", 48},
		{latin, [][]int32{{4, 5, 6}}, "0+1+8+9+12+13=14 6+7=4", 96},
		{latin, [][]int32{{0, 1, 2, 3, 4, 5, 6, 17}}, "4+5+6=7 7=3", 144},
		{latin, [][]int32{{0, 1, 2, 3, 4, 5, 8, 9, 22}}, "4+5+8+9=12 6+7-8-9=-2 6+7+10+11=8 2+3-12-13=2", 48},
		{three, [][]int32{{2, 3, 4, 5, 9}, {1, 7, 8, 9, 11}}, "0+1+6=7 0+6+10=6 0+2+3+10=9 1-10=1", 144},
	} {
		problem := func() *Problem {
			domains := make([]uint64, slices.Max(slices.Concat(c.houses...))+1)
			for _, h := range c.houses {
				for _, v := range h {
					domains[v] = (1<<len(h) - 1) << 1
				}
			}
			p := NewProblem(domains)
			for _, h := range c.houses {
				p.AllDifferent(h)
			}
			return p
		}
		solutions := func(p *Problem) [][]int {
			s := New(p)
			s.Start(p.initial)
			return collect(t, s, math.MaxInt, nil)
		}
		p := problem()
		for _, cage := range c.cages {
			l := linear{lo: int(cage[len(cage)-1]), hi: int(cage[len(cage)-1])}
			for _, v := range cage[:len(cage)-1] {
				l.terms = append(l.terms, Term{v, 1})
			}
			p.sums = append(p.sums, l)
		}
		want := slices.DeleteFunc(solutions(problem()), func(values []int) bool {
			return slices.ContainsFunc(c.cages, func(cage []int32) bool {
				sum := 0
				for _, v := range cage[:len(cage)-1] {
					sum += values[v]
				}
				return sum != int(cage[len(cage)-1])
			})
		})
		var got []string
		for _, l := range p.impliedSums(impliedWork) {
			name := ""
			for _, t := range l.terms {
				name += strings.ReplaceAll(fmt.Sprintf("%+d", t.Coef), "1", "") + fmt.Sprint(t.Var)
			}
			got = append(got, fmt.Sprint(strings.TrimPrefix(name, "+"), "=", l.lo))
			for _, values := range want {
				sum := 0
				for _, t := range l.terms {
					sum += t.Coef * values[t.Var]
				}
				if sum != l.lo || sum != l.hi {
					t.Errorf("%v: %s does not hold in %v", c.cages, got[len(got)-1], values)
				}
			}
		}
		for _, sum := range strings.Fields(c.want) {
			if !slices.Contains(got, sum) {
				t.Errorf("%v: %s is not among %v", c.cages, sum, got)
			}
		}
		if all := solutions(p); len(want) != c.solutions || !slices.EqualFunc(all, want, slices.Equal) {
			t.Errorf("%v: %d solutions, want %d, and %d", c.cages, len(all), len(want), c.solutions)
		}
	}
}

// TestStrength has four pairs of variables that differ: a pair has the sums from 3 to 17.
func TestStrength(t *testing.T) {
	p := NewProblem(slices.Repeat([]uint64{0x3fe}, 8))
	for v := int32(0); v < 8; v += 2 {
		p.Differ(v, v+1)
	}
	for _, c := range []struct{ sign, sum, want int }{
		{1, 68, 56}, {1, 65, 44}, {1, 40, -56}, {1, 12, 56}, {-1, 28, 56}, {-1, 25, 44}, {-1, 0, -56},
	} {
		var terms []Term
		for v := range int32(8) {
			sign := 1
			if v > 3 {
				sign = c.sign
			}
			terms = append(terms, Term{v, sign})
		}
		if got := p.strength(linear{terms, c.sum, c.sum}); got != c.want {
			t.Errorf("coefficients 1 and %d, sum %d: strength %d, want %d", c.sign, c.sum, got, c.want)
		}
	}
}
