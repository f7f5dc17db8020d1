// Package meaningtest defines rules of variants by plain loops over the values of a grid with four rows. Tests compare
// with it what the packages of formats read.
//
// Sources, for facts: SudokuSolver by dclamage, SolverFactory and the classes in the folder Constraints, which has the
// corner cases, and the rules that f-puzzles.com and SudokuMaker show for their lines.
package meaningtest

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// N is the number of rows.
const N = 4

// LatinSquares returns the 576 grids in which the values of each row and each column differ.
func LatinSquares() (all []sudoku.Grid) {
	g := make(sudoku.Grid, N*N)
	var fill func(c int)
	fill = func(c int) {
		if c == N*N {
			all = append(all, slices.Clone(g))
			return
		}
		for v := 1; v <= N; v++ {
			fits := true
			for d := range c {
				fits = fits && (g[d] != v || d/N != c/N && d%N != c%N)
			}
			if fits {
				g[c] = v
				fill(c + 1)
			}
		}
	}
	fill(0)
	return all
}

// Differ reports whether no value occurs twice.
func Differ(values []int) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(values)))) == len(values)
}

// Sum returns the sum of values.
func Sum(values []int) (sum int) {
	for _, v := range values {
		sum += v
	}
	return sum
}

// Lines are kinds of lines by the name of their rule: whether the values of the cells along a line satisfy it. A
// whisper has the number 2, which is usual for four rows, and a modular line has 3.
var Lines = map[string]func(v []int) bool{
	"thermometer":      steps(func(a, b int) bool { return a < b }),
	"slow-thermometer": steps(func(a, b int) bool { return a <= b }),
	"whisper":          steps(func(a, b int) bool { return distance(a, b) >= 2 }),
	"parity-line":      steps(func(a, b int) bool { return a%2 != b%2 }),
	"palindrome": func(v []int) bool {
		back := slices.Clone(v)
		slices.Reverse(back)
		return slices.Equal(v, back)
	},
	"renban": func(v []int) bool { return Differ(v) && slices.Max(v)-slices.Min(v) == len(v)-1 },
	"between": func(v []int) bool {
		least, most := min(v[0], v[len(v)-1]), max(v[0], v[len(v)-1])
		return !slices.ContainsFunc(v[1:len(v)-1], func(x int) bool { return x <= least || x >= most })
	},
	// Of n values, n mod 3 = 1, the group in the middle is the larger one: 1, 2-3, 4.
	"entropic": triples(func(v int) int { return v / 2 }),
	"modular":  triples(func(v int) int { return v % 3 }),
	"nabner": func(v []int) bool {
		for i, a := range v {
			if slices.ContainsFunc(v[:i], func(b int) bool { return distance(a, b) < 2 }) {
				return false
			}
		}
		return true
	},
	"double-arrow": func(v []int) bool { return v[0]+v[len(v)-1] == Sum(v[1:len(v)-1]) },
	"zipper": func(v []int) bool {
		n := len(v)
		for i := range n / 2 {
			sum := v[0] + v[n-1]
			if n%2 == 1 {
				sum = v[n/2]
			}
			if v[i]+v[n-1-i] != sum {
				return false
			}
		}
		return true
	},
}

func distance(a, b int) int { return max(a-b, b-a) }

// steps is a line on which each two neighbours are related.
func steps(related func(a, b int) bool) func(v []int) bool {
	return func(v []int) bool {
		for i := range len(v) - 1 {
			if !related(v[i], v[i+1]) {
				return false
			}
		}
		return true
	}
}

// triples is a line on which each three neighbours, or the two of a shorter line, are of different groups.
func triples(group func(v int) int) func(v []int) bool {
	return func(v []int) bool {
		for i := range v {
			if !Differ(slice.Map(v[i:min(i+3, len(v))], group)) {
				return false
			}
		}
		return true
	}
}

// RegionSum reports whether the values along a line have the same sum in each piece that lies in one region. regions
// are those of the cells.
func RegionSum(v, regions []int) bool {
	var sums []int
	for i := range v {
		if i == 0 || regions[i] != regions[i-1] {
			sums = append(sums, 0)
		}
		sums[len(sums)-1] += v[i]
	}
	return slices.Min(sums) == slices.Max(sums)
}

// Arrow reports whether the values of each shaft sum to the number that the values of the circle are the digits of, in
// reading order.
func Arrow(circle []int, shafts [][]int) bool {
	number := 0
	for _, v := range circle {
		number = 10*number + v
	}
	return !slices.ContainsFunc(shafts, func(shaft []int) bool { return Sum(shaft) != number })
}

// Indexers are the kinds of indexers by the name of their rule: whether a cell points back from the cell to which it
// points. The cells of a region are counted in reading order.
var Indexers = map[string]func(g sudoku.Grid, cell int, regionOf []int) bool{
	"row-indexer": func(g sudoku.Grid, c int, _ []int) bool {
		return g[(g[c]-1)*N+c%N] == c/N+1
	},
	"column-indexer": func(g sudoku.Grid, c int, _ []int) bool { return g[c/N*N+g[c]-1] == c%N+1 },
	"box-indexer": func(g sudoku.Grid, c int, regionOf []int) bool {
		for d := range g {
			if regionOf[d] == regionOf[c] && Rank(d, regionOf) == g[c] {
				return g[d] == Rank(c, regionOf)
			}
		}
		return false
	},
}

// Rank returns the position of a cell in its region, in reading order and from 1.
func Rank(cell int, regionOf []int) (rank int) {
	for _, region := range regionOf[:cell+1] {
		if region == regionOf[cell] {
			rank++
		}
	}
	return rank
}

// Walk returns the cells of a random path of two to most cells, each beside the one before it or diagonally so.
func Walk(intn func(int) int, most int) (cells []int) {
	for len(cells) < 2 {
		cells = []int{intn(N * N)}
		for range 1 + intn(most-1) {
			last := cells[len(cells)-1]
			row, column := last/N+intn(3)-1, last%N+intn(3)-1
			if c := row*N + column; min(row, column) >= 0 && max(row, column) < N && !slices.Contains(cells, c) {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// Values returns the values of cells.
func Values(g sudoku.Grid, cells []int) (v []int) {
	return slice.Map(cells, func(c int) int { return g[c] })
}
