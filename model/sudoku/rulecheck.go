package sudoku

import (
	"fmt"
	"slices"

	"nonet/internal/slice"
)

// Checks of complete grids, by rows, columns and values. The constraints of rules share no code with them.

// A check reports whether a complete grid breaks a rule of a puzzle.
type check = func(p Puzzle, r Rule, g Grid) bool

// onValues returns a check by the values of the cells of the rule, in order.
func onValues(broken func(v []int, r Rule) bool) check {
	return func(_ Puzzle, r Rule, g Grid) bool { return broken(valuesOf(g, r.Cells), r) }
}

func valuesOf(g Grid, cells []Cell) []int {
	return slice.Map(cells, func(c Cell) int { return g[c] })
}

// distinct returns the number of different values.
func distinct(v []int) int { return len(slice.Unique(slices.Clone(v))) }

func hasRepeat(v []int) bool { return distinct(v) < len(v) }

func total(v []int) (sum int) {
	for _, x := range v {
		sum += x
	}
	return sum
}

// times returns how often a value occurs.
func times(v []int, value int) (n int) {
	for _, x := range v {
		n += oneIf(x == value)
	}
	return n
}

// anyTwo reports whether bad holds for some two cells of the grid, in either order, with their distances in rows and
// columns.
func anyTwo(s Shape, bad func(c, d Cell, rows, columns int) bool) bool {
	for c := range Cell(s.GridCells()) {
		for d := range Cell(s.GridCells()) {
			if c != d && bad(c, d, apart(s.Row(c), s.Row(d)), apart(s.Column(c), s.Column(d))) {
				return true
			}
		}
	}
	return false
}

func regionsBroken(p Puzzle, r Rule, g Grid) bool {
	regions := slices.AppendSeq(slices.Clip(r.Groups), slices.Chunk(r.Cells, p.Shape.N()))
	return slices.ContainsFunc(regions, func(region []Cell) bool { return hasRepeat(valuesOf(g, region)) })
}

// placeOf returns the region of c, from 0, and the number of cells before c in it in reading order. A grid without
// boxes and regions is one region. The region of a cell in none is -1.
func (p Puzzle) placeOf(c Cell) (region, place int) {
	regionOf := func(c Cell) int {
		for _, r := range p.Rules {
			if r.Kind == "regions" && r.Groups != nil {
				return slices.IndexFunc(r.Groups, func(group []Cell) bool { return slices.Contains(group, c) })
			}
			if r.Kind == "regions" {
				return slices.Index(r.Cells, c) / p.Shape.N()
			}
		}
		if p.Shape.Height == 1 || p.Shape.Width == 1 {
			return 0
		}
		return p.Shape.Row(c)/p.Shape.Height*MaxN + p.Shape.Column(c)/p.Shape.Width
	}
	region = regionOf(c)
	for d := range c {
		if regionOf(d) == region {
			place++
		}
	}
	return region, place
}

// repeatsInGroup reports whether two cells have the same value and the same group, except group 0.
func repeatsInGroup(p Puzzle, g Grid, group func(Cell) int) bool {
	seen := map[[2]int]bool{}
	for c, v := range g[:p.Shape.GridCells()] {
		at := [2]int{group(Cell(c)), v}
		if at[0] != 0 && seen[at] {
			return true
		}
		seen[at] = true
	}
	return false
}

func oneIf(condition bool) int {
	if condition {
		return 1
	}
	return 0
}

func rows(p Puzzle) int {
	rows, _ := p.Shape.Size()
	return rows
}

func columns(p Puzzle) int {
	_, columns := p.Shape.Size()
	return columns
}

// diagonalsBroken is about the falling diagonals, the rising ones, or both, at marked distances from the long one.
func diagonalsBroken(falling, rising bool, marked func(n, distance int) bool) check {
	return func(p Puzzle, _ Rule, g Grid) bool {
		n := rows(p)
		group := func(beside int) int { // 0 if the diagonal is not marked
			if marked(n, max(beside, -beside)) {
				return n + beside
			}
			return 0
		}
		s := p.Shape
		return falling && repeatsInGroup(p, g, func(c Cell) int { return group(s.Row(c) - s.Column(c)) }) ||
			rising && repeatsInGroup(p, g, func(c Cell) int { return group(s.Row(c) + s.Column(c) - n + 1) })
	}
}

func isLongDiagonal(_, distance int) bool   { return distance == 0 }
func isArgyleDiagonal(n, distance int) bool { return distance == 1 || distance == (n-1)/2 }

// starBroken is about the centre of a 9×9 grid, the cells three steps beside it, and the cells of the diagonals at a
// squared distance from it.
func starBroken(distance int) check {
	return func(p Puzzle, _ Rule, g Grid) bool {
		return repeatsInGroup(p, g, func(c Cell) int {
			rows, columns := p.Shape.Row(c)-4, p.Shape.Column(c)-4
			return oneIf(slices.Contains([]int{0, 9, distance}, rows*rows+columns*columns))
		})
	}
}

func windokuBroken(p Puzzle, _ Rule, g Grid) bool {
	s := p.Shape
	bands, stacks := (rows(p)-1)/(s.Height+1), (columns(p)-1)/(s.Width+1)
	return repeatsInGroup(p, g, func(c Cell) int {
		band, stack := s.Row(c)/(s.Height+1), s.Column(c)/(s.Width+1)
		if s.Row(c)%(s.Height+1) == 0 || s.Column(c)%(s.Width+1) == 0 || band >= bands || stack >= stacks {
			return 0 // between the windows, or after the last
		}
		return 1 + band*stacks + stack
	})
}

func disjointGroupsBroken(p Puzzle, _ Rule, g Grid) bool {
	return repeatsInGroup(p, g, func(c Cell) int {
		region, place := p.placeOf(c)
		if region < 0 {
			return 0
		}
		return 1 + place
	})
}

func isKnightMove(rows, columns int) bool { return rows*columns == 2 }
func isKingMove(rows, columns int) bool   { return max(rows, columns) == 1 }

func apartBroken(move func(rows, columns int) bool, torus bool) check {
	return func(p Puzzle, _ Rule, g Grid) bool {
		height, width := p.Shape.Size()
		return anyTwo(p.Shape, func(c, d Cell, rows, columns int) bool {
			return g[c] == g[d] && (move(rows, columns) || torus &&
				(move(height-rows, columns) || move(rows, width-columns) || move(height-rows, width-columns)))
		})
	}
}

func queenBroken(p Puzzle, r Rule, g Grid) bool {
	return anyTwo(p.Shape, func(c, d Cell, rows, columns int) bool {
		return rows == columns && g[c] == g[d] && (len(r.Values) == 0 || slices.Contains(r.Values, g[c]))
	})
}

func antiTaxicabBroken(p Puzzle, _ Rule, g Grid) bool {
	return anyTwo(p.Shape, func(c, d Cell, rows, columns int) bool {
		return (p.Shape.Free || rows > 0 && columns > 0) && g[c] == g[d] && rows+columns == g[c]
	})
}

func nonConsecutiveBroken(p Puzzle, _ Rule, g Grid) bool {
	return anyTwo(p.Shape, func(c, d Cell, rows, columns int) bool { return rows+columns == 1 && g[c] == g[d]+1 })
}

// anyUnmarked reports whether bad holds for the values of two cells side by side, in either order, that are not the
// cells of a rule that marks accepts.
func anyUnmarked(p Puzzle, g Grid, marks func(r Rule) bool, bad func(v, w int) bool) bool {
	return anyTwo(p.Shape, func(c, d Cell, rows, columns int) bool {
		return rows+columns == 1 && bad(g[c], g[d]) && !slices.ContainsFunc(p.Rules, func(r Rule) bool {
			return marks(r) && len(r.Cells) == 2 && slices.Contains(r.Cells, c) && slices.Contains(r.Cells, d)
		})
	})
}

func isDot(r Rule) bool { return r.Kind == "difference" || r.Kind == "ratio" }

// dotNumbers returns the numbers of the dots of a kind, or the usual number if there are none.
func dotNumbers(p Puzzle, kind string, usual int) []int {
	var all []int
	for _, r := range p.Rules {
		switch {
		case r.Kind == kind && r.Number > 0:
			all = append(all, r.Number)
		case r.Kind == kind:
			all = append(all, usual)
		}
	}
	if len(all) == 0 {
		all = []int{usual}
	}
	return all
}

func negativeDifferenceBroken(p Puzzle, r Rule, g Grid) bool {
	numbers := dotNumbers(p, "difference", 1)
	if r.Number > 0 {
		numbers = []int{r.Number}
	}
	return anyUnmarked(p, g, isDot, func(v, w int) bool { return slices.Contains(numbers, v-w) })
}

func negativeRatioBroken(p Puzzle, _ Rule, g Grid) bool {
	numbers := dotNumbers(p, "ratio", 2)
	return anyUnmarked(p, g, isDot, func(v, w int) bool {
		return slices.ContainsFunc(numbers, func(k int) bool { return v == k*w })
	})
}

func negativeXVBroken(p Puzzle, _ Rule, g Grid) bool {
	return anyUnmarked(p, g, func(r Rule) bool { return r.Kind == "sum" && (r.Number == 5 || r.Number == 10) },
		func(v, w int) bool { return v+w == 5 || v+w == 10 })
}

func extremeBroken(sign int) check {
	return func(p Puzzle, r Rule, g Grid) bool {
		return anyTwo(p.Shape, func(c, d Cell, rows, columns int) bool {
			return rows+columns == 1 && slices.Contains(r.Cells, c) && sign*g[c] >= sign*g[d] &&
				!slices.ContainsFunc(append(slices.Clip(p.Rules), r), func(q Rule) bool {
					return q.Kind == r.Kind && slices.Contains(q.Cells, d)
				})
		})
	}
}

// entropyClass returns which of the low, middle and high values v is, by listing them.
func entropyClass(s Shape, v int) string {
	n := s.N()
	sizes := map[int][3]int{0: {n / 3, n / 3, n / 3}, 1: {n / 3, n/3 + 1, n / 3}, 2: {n/3 + 1, n / 3, n/3 + 1}}[n%3]
	switch v -= s.Offset; {
	case v <= sizes[0]:
		return "low"
	case v <= sizes[0]+sizes[1]:
		return "middle"
	}
	return "high"
}

func remainderClass(_ Shape, v int) int { return v % 3 }

// classesBroken looks for a 2×2 square without one of three classes.
func classesBroken[C comparable](class func(s Shape, v int) C) check {
	return func(p Puzzle, _ Rule, g Grid) bool {
		s, n := p.Shape, columns(p)
		for c := range s.GridCells() {
			if c%n+1 < n && c/n+1 < rows(p) && len(map[C]bool{class(s, g[c]): true, class(s, g[c+1]): true,
				class(s, g[c+n]): true, class(s, g[c+n+1]): true}) < 3 {
				return true
			}
		}
		return false
	}
}

func dutchFlatmatesBroken(p Puzzle, _ Rule, g Grid) bool {
	_, n := p.Shape.Numbers()
	cells := p.Shape.GridCells()
	for c, v := range g[:cells] {
		above, below := c-columns(p), c+columns(p)
		if rows(p) > 1 && v == (n+1)/2 && !(above >= 0 && g[above] == 1) && !(below < cells && g[below] == n) {
			return true
		}
	}
	return false
}

func battenburgBroken(v []int, _ Rule) bool {
	odd := ""
	for _, x := range v {
		odd += fmt.Sprint(x % 2)
	}
	return odd != "0110" && odd != "1001"
}

func sumBroken(v []int, r Rule) bool { return total(v) != r.Number }

func productBroken(v []int, r Rule) bool {
	left := r.Number
	for _, x := range v {
		if x == 0 || left%x != 0 {
			return true
		}
		left /= x
	}
	return left != 1
}

// anyGroup returns a check of groups of cells: whether bad holds for the values of the first group and of another one.
func anyGroup(bad func(first, other []int) bool) check {
	return func(_ Puzzle, r Rule, g Grid) bool {
		return slices.ContainsFunc(r.Groups[1:], func(group []Cell) bool {
			return bad(valuesOf(g, r.Groups[0]), valuesOf(g, group))
		})
	}
}

func sameValuesBroken(first, other []int) bool {
	slices.Sort(first)
	slices.Sort(other)
	return !slices.Equal(first, other)
}

// containsBroken looks for each listed value in a cell that no value before it has taken.
func containsBroken(left []int, r Rule) bool {
	for _, v := range r.Values {
		at := slices.Index(left, v)
		if at < 0 {
			return true
		}
		left = slices.Delete(left, at, at+1)
	}
	return false
}

func lookAndSayBroken(v []int, r Rule) bool {
	for i := 0; i < len(r.Values); i += 2 {
		if times(v, r.Values[i+1]) != r.Values[i] {
			return true
		}
	}
	return false
}

func countingCirclesBroken(v []int, _ Rule) bool {
	return slices.ContainsFunc(v, func(x int) bool { return times(v, x) != x })
}

func parityBroken(rest int) check {
	return onValues(func(v []int, _ Rule) bool {
		return slices.ContainsFunc(v, func(x int) bool { return x%2 != rest })
	})
}
