package sudoku

import "slices"

// Checks of complete grids, by rows, columns and values. The constraints of rules share no code with them.

// hasRepeat reports whether two of the cells have the same value.
func hasRepeat(g Grid, cells []Cell) bool {
	values := valuesOf(g, cells)
	slices.Sort(values)
	return len(slices.Compact(values)) < len(cells)
}

func valuesOf(g Grid, cells []Cell) []int {
	var values []int
	for _, c := range cells {
		values = append(values, g[c])
	}
	return values
}

// anyTwo reports whether bad holds for some two cells, in either order: for their distances in rows and columns, and
// their values.
func anyTwo(s Shape, g Grid, bad func(rows, columns, v, w int) bool) bool {
	for c, v := range g {
		for d, w := range g {
			rows, columns := s.Row(Cell(d))-s.Row(Cell(c)), s.Column(Cell(d))-s.Column(Cell(c))
			if c != d && bad(max(rows, -rows), max(columns, -columns), v, w) {
				return true
			}
		}
	}
	return false
}

func allDifferentBroken(_ Shape, r Rule, g Grid) bool { return hasRepeat(g, r.Cells) }

func regionsBroken(s Shape, r Rule, g Grid) bool {
	for region := range slices.Chunk(r.Cells, s.N()) {
		if hasRepeat(g, region) {
			return true
		}
	}
	return false
}

// repeatsInGroup reports whether two cells have the same value and the same group, except group 0.
func repeatsInGroup(g Grid, group func(Cell) int) bool {
	seen := map[[2]int]bool{}
	for c, v := range g {
		at := [2]int{group(Cell(c)), v}
		if at[0] != 0 && seen[at] {
			return true
		}
		seen[at] = true
	}
	return false
}

func diagonalsBroken(s Shape, _ Rule, g Grid) bool {
	var down, up []Cell
	for i := range g {
		c := Cell(i)
		if s.Row(c) == s.Column(c) {
			down = append(down, c)
		}
		if s.Row(c)+s.Column(c)+1 == s.N() {
			up = append(up, c)
		}
	}
	return hasRepeat(g, down) || hasRepeat(g, up)
}

func windokuBroken(s Shape, _ Rule, g Grid) bool {
	bands, stacks := (s.N()-1)/(s.Height+1), (s.N()-1)/(s.Width+1)
	return repeatsInGroup(g, func(c Cell) int {
		band, stack := s.Row(c)/(s.Height+1), s.Column(c)/(s.Width+1)
		if s.Row(c)%(s.Height+1) == 0 || s.Column(c)%(s.Width+1) == 0 || band >= bands || stack >= stacks {
			return 0 // between the windows, or after the last
		}
		return 1 + band*stacks + stack
	})
}

func disjointGroupsBroken(s Shape, _ Rule, g Grid) bool {
	return repeatsInGroup(g, func(c Cell) int { return 1 + s.Row(c)%s.Height*s.Width + s.Column(c)%s.Width })
}

func isKnightMove(rows, columns int) bool { return rows*columns == 2 }
func isKingMove(rows, columns int) bool   { return max(rows, columns) == 1 }

func apartBroken(move func(rows, columns int) bool) func(Shape, Rule, Grid) bool {
	return func(s Shape, _ Rule, g Grid) bool {
		return anyTwo(s, g, func(rows, columns, v, w int) bool { return move(rows, columns) && v == w })
	}
}

func nonConsecutiveBroken(s Shape, _ Rule, g Grid) bool {
	return anyTwo(s, g, func(rows, columns, v, w int) bool { return rows+columns == 1 && v == w+1 })
}

func sumBroken(_ Shape, r Rule, g Grid) bool {
	left := r.Number
	for _, v := range valuesOf(g, r.Cells) {
		left -= v
	}
	return left != 0
}

func cageBroken(s Shape, r Rule, g Grid) bool { return sumBroken(s, r, g) || hasRepeat(g, r.Cells) }

func productBroken(_ Shape, r Rule, g Grid) bool {
	left := r.Number
	for _, v := range valuesOf(g, r.Cells) {
		if left%v != 0 {
			return true
		}
		left /= v
	}
	return left != 1
}

func differenceBroken(_ Shape, r Rule, g Grid) bool {
	v, w := g[r.Cells[0]], g[r.Cells[1]]
	return v != w+r.Number && w != v+r.Number
}

func ratioBroken(_ Shape, r Rule, g Grid) bool {
	v, w := g[r.Cells[0]], g[r.Cells[1]]
	return v != w*r.Number && w != v*r.Number
}

func parityBroken(rest int) func(Shape, Rule, Grid) bool {
	return func(_ Shape, r Rule, g Grid) bool {
		return slices.ContainsFunc(r.Cells, func(c Cell) bool { return g[c]%2 != rest })
	}
}

func thermometerBroken(s Shape, r Rule, g Grid) bool {
	return slowThermometerBroken(s, r, g) || hasRepeat(g, r.Cells)
}

func slowThermometerBroken(_ Shape, r Rule, g Grid) bool {
	return !slices.IsSorted(valuesOf(g, r.Cells))
}

func arrowBroken(s Shape, r Rule, g Grid) bool {
	return sumBroken(s, Rule{Number: g[r.Cells[0]], Cells: r.Cells[1:]}, g)
}

func palindromeBroken(_ Shape, r Rule, g Grid) bool {
	values := valuesOf(g, r.Cells)
	back := slices.Clone(values)
	slices.Reverse(back)
	return !slices.Equal(values, back)
}

func whisperBroken(_ Shape, r Rule, g Grid) bool {
	for i, v := range valuesOf(g, r.Cells) {
		if i == 0 {
			continue
		}
		if w := g[r.Cells[i-1]]; v < w+r.Number && w < v+r.Number {
			return true
		}
	}
	return false
}

func renbanBroken(_ Shape, r Rule, g Grid) bool {
	values := valuesOf(g, r.Cells)
	slices.Sort(values)
	for i, v := range values {
		if v != values[0]+i {
			return true
		}
	}
	return false
}
