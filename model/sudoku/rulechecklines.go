package sudoku

import (
	"slices"

	"nonet/internal/slice"
)

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
func apart(v, w int) int { return max(v-w, w-v) }

// anyNeighbors returns a check of lines: whether bad holds for two adjacent values.
func anyNeighbors(bad func(v, w int, r Rule) bool) check {
	return onValues(func(line []int, r Rule) bool {
		for i, w := range line {
			if i > 0 && bad(line[i-1], w, r) {
				return true
			}
		}
		return false
	})
}

func ratioBroken(v, w int, r Rule) bool { return v != w*numberOr(r, 2) && w != v*numberOr(r, 2) }

func thermometerBroken(v []int, _ Rule) bool { return !slices.IsSorted(v) || hasRepeat(v) }

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
	return slices.ContainsFunc(shafts, func(shaft []Cell) bool { return total(valuesOf(g, shaft)) != number })
}

func doubleArrowBroken(v []int, _ Rule) bool { return total(v) != 2*(v[0]+v[len(v)-1]) }

func palindromeBroken(v []int, _ Rule) bool {
	back := slices.Clone(v)
	slices.Reverse(back)
	return !slices.Equal(v, back)
}

func whisperBroken(p Puzzle, r Rule, g Grid) bool {
	least := numberOr(r, p.Shape.N()-p.Shape.N()/2)
	return anyNeighbors(func(v, w int, _ Rule) bool { return apart(v, w) < least })(p, r, g)
}

func renbanBroken(v []int, _ Rule) bool {
	slices.Sort(v)
	for i, x := range v {
		if x != v[0]+i {
			return true
		}
	}
	return false
}

func nabnerBroken(v []int, _ Rule) bool {
	slices.Sort(v)
	for i, x := range v {
		if i > 0 && x-v[i-1] < 2 {
			return true
		}
	}
	return false
}

// anyWindowRepeats reports whether two of width adjacent values of the line have the same class.
func anyWindowRepeats[C comparable](line []int, width int, class func(v int) C) bool {
	classes := slice.Map(line, class)
	for i := range classes {
		for j := i + 1; j < min(i+width, len(classes)); j++ {
			if classes[i] == classes[j] {
				return true
			}
		}
	}
	return false
}

func entropicBroken(p Puzzle, r Rule, g Grid) bool {
	return anyWindowRepeats(valuesOf(g, r.Cells), 3, func(v int) string { return entropyClass(p.Shape, v) })
}

func modularBroken(v []int, r Rule) bool {
	m := numberOr(r, 3)
	return anyWindowRepeats(v, m, func(x int) int { return x % m })
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

func zipperBroken(v []int, _ Rule) bool {
	var sums []int
	for len(v) > 1 {
		sums = append(sums, v[0]+v[len(v)-1])
		v = v[1 : len(v)-1]
	}
	return distinct(append(sums, v...)) > 1
}

// ends returns the smaller and the larger value at the ends of the line, and the values between the ends.
func ends(v []int) (low, high int, inside []int) {
	first, last := v[0], v[len(v)-1]
	return min(first, last), max(first, last), v[1 : len(v)-1]
}

func betweenBroken(v []int, _ Rule) bool {
	low, high, inside := ends(v)
	return slices.Min(inside) <= low || slices.Max(inside) >= high
}

func lockoutBroken(v []int, r Rule) bool {
	low, high, inside := ends(v)
	return high-low < numberOr(r, 4) ||
		slices.ContainsFunc(inside, func(x int) bool { return low <= x && x <= high })
}

func sequenceBroken(v []int, _ Rule) bool {
	for i, x := range v {
		if x != v[0]+i*(v[1]-v[0]) {
			return true
		}
	}
	return false
}

func sameDifferenceBroken(v []int, _ Rule) bool {
	for i, x := range v[1:] {
		if apart(v[i], x) != apart(v[0], v[1]) {
			return true
		}
	}
	return false
}

// sumLineBroken cuts a piece as soon as it has the sum. Zeros after the last piece belong to it; a line of zeros has no
// piece.
func sumLineBroken(v []int, r Rule) bool {
	sum := 0
	for _, x := range v {
		if sum += x; sum == r.Number {
			sum = 0
		}
	}
	return sum != 0 || total(v) == 0
}

func valueIndexingBroken(v []int, _ Rule) bool {
	place := 1 + v[1]
	return place < 2 || place >= len(v) || v[place] != v[0]
}

func sandwichBroken(p Puzzle, r Rule, g Grid) bool {
	values := valuesOf(g, r.Cells)
	first, last := p.Shape.Numbers()
	least, largest := slices.Index(values, first), slices.Index(values, last)
	return first == last || times(values, first) != 1 || times(values, last) != 1 ||
		sumBetween(values, least, largest) != r.Number
}

// sumBetween returns the sum of the values between two different places.
func sumBetween(v []int, i, j int) int { return total(v[min(i, j)+1 : max(i, j)]) }

func skyscraperBroken(v []int, r Rule) bool {
	seen := 0
	for i, x := range v {
		seen += oneIf(x > slices.Max(append([]int{0}, v[:i]...)))
	}
	return seen != r.Number
}

func hiddenSkyscraperBroken(v []int, r Rule) bool {
	for i, x := range v {
		if i > 0 && x < slices.Max(v[:i]) {
			return x != r.Number
		}
	}
	return true
}

func xSumBroken(v []int, r Rule) bool {
	return v[0] < 1 || v[0] > len(v) || total(v[:v[0]]) != r.Number
}

func numberedRoomBroken(v []int, r Rule) bool {
	return v[0] < 1 || v[0] > len(v) || v[v[0]-1] != r.Number
}

// indexerBroken looks up what the cells point to in their houses. The house of a cell, or -1, and its place there count
// from 0.
func indexerBroken(placeOf func(p Puzzle, c Cell) (house, place int)) check {
	return func(p Puzzle, r Rule, g Grid) bool {
		for _, c := range r.Cells {
			house, place := placeOf(p, c)
			found := house < 0 // a cell in no house indexes nothing
			for d := range Cell(p.Shape.GridCells()) {
				other, v := placeOf(p, d)
				if other == house && house >= 0 && (g[c] == v+1) != (g[d] == place+1) {
					return true
				}
				found = found || other == house && g[c] == v+1
			}
			if !found {
				return true
			}
		}
		return false
	}
}

// rejected follows the steps one by one.
func rejected(v []int, r Rule) bool {
	state := 1
values:
	for _, x := range v {
		for i := 1 + r.Values[0]; i < len(r.Values); i += 3 {
			if r.Values[i] == state && r.Values[i+1] == x {
				state = r.Values[i+2]
				continue values
			}
		}
		return true
	}
	return !slices.Contains(r.Values[1:1+r.Values[0]], state)
}
