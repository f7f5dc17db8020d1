package sudoku

import "slices"

// Checks of rules about pairs and lines of cells and of clues outside the grid. The constraints of rules share no code
// with them.

// numberOr returns the number of r, or the usual one if it is absent.
func numberOr(r Rule, usual int) int {
	if r.Number == 0 {
		return usual
	}
	return r.Number
}

// apart returns the larger value minus the smaller.
func apart(v, w int) int {
	if v < w {
		return w - v
	}
	return v - w
}

// anyNeighbors reports whether bad holds for two adjacent values of the line.
func anyNeighbors(r Rule, g Grid, bad func(v, w int) bool) bool {
	for i := range r.Cells {
		if i > 0 && bad(g[r.Cells[i-1]], g[r.Cells[i]]) {
			return true
		}
	}
	return false
}

func differenceBroken(_ Puzzle, r Rule, g Grid) bool {
	return apart(g[r.Cells[0]], g[r.Cells[1]]) != numberOr(r, 1)
}

func ratioBroken(_ Puzzle, r Rule, g Grid) bool {
	v, w := g[r.Cells[0]], g[r.Cells[1]]
	return v != w*numberOr(r, 2) && w != v*numberOr(r, 2)
}

func thermometerBroken(p Puzzle, r Rule, g Grid) bool {
	return slowThermometerBroken(p, r, g) || hasRepeat(g, r.Cells)
}

func slowThermometerBroken(_ Puzzle, r Rule, g Grid) bool {
	return !slices.IsSorted(valuesOf(g, r.Cells))
}

// arrowBroken reads the pill by looking for the next cell in reading order.
func arrowBroken(_ Puzzle, r Rule, g Grid) bool {
	groups := r.Groups
	if groups == nil {
		groups = [][]Cell{r.Cells[:1], r.Cells[1:]}
	}
	pill, shafts := groups[0], groups[1:]
	number, first := 0, true
	for c, v := range g {
		if slices.Contains(pill, Cell(c)) {
			if !first && v > 9 {
				return true
			}
			number, first = 10*number+v, false
		}
	}
	return slices.ContainsFunc(shafts, func(shaft []Cell) bool { return sumOfValues(g, shaft) != number })
}

func doubleArrowBroken(_ Puzzle, r Rule, g Grid) bool {
	ends := g[r.Cells[0]] + g[r.Cells[len(r.Cells)-1]]
	return sumOfValues(g, r.Cells) != 2*ends
}

func palindromeBroken(_ Puzzle, r Rule, g Grid) bool {
	values := valuesOf(g, r.Cells)
	back := slices.Clone(values)
	slices.Reverse(back)
	return !slices.Equal(values, back)
}

func whisperBroken(p Puzzle, r Rule, g Grid) bool {
	n := p.Shape.N()
	return anyNeighbors(r, g, func(v, w int) bool { return apart(v, w) < numberOr(r, n-n/2) })
}

func renbanBroken(_ Puzzle, r Rule, g Grid) bool {
	values := valuesOf(g, r.Cells)
	slices.Sort(values)
	for i, v := range values {
		if v != values[0]+i {
			return true
		}
	}
	return false
}

func nabnerBroken(_ Puzzle, r Rule, g Grid) bool {
	values := valuesOf(g, r.Cells)
	slices.Sort(values)
	for i := range values {
		if i > 0 && values[i]-values[i-1] < 2 {
			return true
		}
	}
	return false
}

func parityLineBroken(_ Puzzle, r Rule, g Grid) bool {
	return anyNeighbors(r, g, func(v, w int) bool { return v%2 == w%2 })
}

// anyWindowRepeats reports whether two of width adjacent cells of the line have the same class.
func anyWindowRepeats[C comparable](r Rule, g Grid, width int, class func(v int) C) bool {
	for i := range r.Cells {
		window := r.Cells[i:min(i+width, len(r.Cells))]
		met := map[C]bool{}
		for _, c := range window {
			met[class(g[c])] = true
		}
		if len(met) < len(window) {
			return true
		}
	}
	return false
}

func entropicBroken(p Puzzle, r Rule, g Grid) bool {
	return anyWindowRepeats(r, g, 3, func(v int) string { return entropyClass(p.Shape, v) })
}

func modularBroken(_ Puzzle, r Rule, g Grid) bool {
	m := numberOr(r, 3)
	return anyWindowRepeats(r, g, m, func(v int) int { return v % m })
}

func regionSumBroken(p Puzzle, r Rule, g Grid) bool {
	var sums []int
	for i, c := range r.Cells {
		region, _ := p.placeOf(c)
		if i > 0 {
			if before, _ := p.placeOf(r.Cells[i-1]); before == region {
				sums[len(sums)-1] += g[c]
				continue
			}
		}
		sums = append(sums, g[c])
	}
	return len(slices.Compact(sums)) > 1
}

func zipperBroken(_ Puzzle, r Rule, g Grid) bool {
	values := valuesOf(g, r.Cells)
	var sums []int
	for len(values) > 1 {
		sums = append(sums, values[0]+values[len(values)-1])
		values = values[1 : len(values)-1]
	}
	return len(slices.Compact(append(sums, values...))) > 1
}

// ends returns the smaller and the larger value at the ends of the line, and the values between the ends.
func ends(r Rule, g Grid) (low, high int, inside []int) {
	values := valuesOf(g, r.Cells)
	first, last := values[0], values[len(values)-1]
	return min(first, last), max(first, last), values[1 : len(values)-1]
}

func betweenBroken(_ Puzzle, r Rule, g Grid) bool {
	low, high, inside := ends(r, g)
	return slices.Min(inside) <= low || slices.Max(inside) >= high
}

func lockoutBroken(_ Puzzle, r Rule, g Grid) bool {
	low, high, inside := ends(r, g)
	return high-low < numberOr(r, 4) ||
		slices.ContainsFunc(inside, func(v int) bool { return low <= v && v <= high })
}

func sequenceBroken(_ Puzzle, r Rule, g Grid) bool {
	first, step := g[r.Cells[0]], g[r.Cells[1]]-g[r.Cells[0]]
	for i, v := range valuesOf(g, r.Cells) {
		if v != first+i*step {
			return true
		}
	}
	return false
}

func sameDifferenceBroken(_ Puzzle, r Rule, g Grid) bool {
	first := apart(g[r.Cells[0]], g[r.Cells[1]])
	return anyNeighbors(r, g, func(v, w int) bool { return apart(v, w) != first })
}

// sumLineBroken cuts a piece as soon as it has the sum. Values are positive, so there is no other way.
func sumLineBroken(_ Puzzle, r Rule, g Grid) bool {
	sum := 0
	for _, v := range valuesOf(g, r.Cells) {
		if sum += v; sum == r.Number {
			sum = 0
		}
	}
	return sum != 0
}

func valueIndexingBroken(_ Puzzle, r Rule, g Grid) bool {
	place := 1 + g[r.Cells[1]]
	return place < 2 || place >= len(r.Cells) || g[r.Cells[place]] != g[r.Cells[0]]
}

func sandwichBroken(p Puzzle, r Rule, g Grid) bool {
	values := valuesOf(g, r.Cells)
	first, last := p.Shape.Numbers()
	least, largest := slices.Index(values, first), slices.Index(values, last)
	if first == last || times(g, r.Cells, first) != 1 || times(g, r.Cells, last) != 1 {
		return true
	}
	return sumBetween(values, least, largest) != r.Number
}

// sumBetween returns the sum of the values between two different places.
func sumBetween(values []int, i, j int) (sum int) {
	for _, v := range values[min(i, j)+1 : max(i, j)] {
		sum += v
	}
	return sum
}

func skyscraperBroken(_ Puzzle, r Rule, g Grid) bool {
	seen := 0
	for i, v := range valuesOf(g, r.Cells) {
		if i == 0 && v > 0 || i > 0 && v > slices.Max(valuesOf(g, r.Cells[:i])) {
			seen++
		}
	}
	return seen != r.Number
}

func hiddenSkyscraperBroken(_ Puzzle, r Rule, g Grid) bool {
	for i, v := range valuesOf(g, r.Cells) {
		if i > 0 && v < slices.Max(valuesOf(g, r.Cells[:i])) {
			return v != r.Number
		}
	}
	return true
}

func xSumBroken(_ Puzzle, r Rule, g Grid) bool {
	number := g[r.Cells[0]]
	return number < 1 || number > len(r.Cells) || sumOfValues(g, r.Cells[:number]) != r.Number
}

func numberedRoomBroken(_ Puzzle, r Rule, g Grid) bool {
	place := g[r.Cells[0]]
	return place < 1 || place > len(r.Cells) || g[r.Cells[place-1]] != r.Number
}

// indexerBroken looks up what the cells point to: along their rows, or else along their columns.
func indexerBroken(inRow bool) func(Puzzle, Rule, Grid) bool {
	return func(p Puzzle, r Rule, g Grid) bool {
		for _, c := range r.Cells {
			row, column := p.Shape.Row(c), p.Shape.Column(c)
			place, size, cell := row, rows(p), func(v int) Cell { return p.Shape.Cell(v-1, column) }
			if inRow {
				place, size, cell = column, columns(p), func(v int) Cell { return p.Shape.Cell(row, v-1) }
			}
			if g[c] < 1 || g[c] > size {
				return true
			}
			for v := 1; v <= size; v++ {
				if (g[c] == v) != (g[cell(v)] == place+1) {
					return true
				}
			}
		}
		return false
	}
}

func boxIndexerBroken(p Puzzle, r Rule, g Grid) bool {
	for _, c := range r.Cells {
		region, place := p.placeOf(c)
		found := region < 0 // a cell in no region indexes nothing
		for d := range Cell(p.Shape.GridCells()) {
			other, v := p.placeOf(d)
			if other == region && region >= 0 && (g[c] == v+1) != (g[d] == place+1) {
				return true
			}
			found = found || other == region && g[c] == v+1
		}
		if !found {
			return true
		}
	}
	return false
}

// rejected follows the steps one by one.
func rejected(_ Puzzle, r Rule, g Grid) bool {
	state := 1
cells:
	for _, c := range r.Cells {
		for i := 1 + r.Values[0]; i < len(r.Values); i += 3 {
			if r.Values[i] == state && r.Values[i+1] == g[c] {
				state = r.Values[i+2]
				continue cells
			}
		}
		return true
	}
	return !slices.Contains(r.Values[1:1+r.Values[0]], state)
}
