package sudoku

import (
	"slices"

	"nonet/internal/slice"
)

// Checks of rules about connected cells, regions to find, and whole lines. The constraints of rules share no code with
// them.

// area returns the cells that neighbours of equal label connect with the first, by filling.
func area(p Puzzle, labels []int, first int) map[int]bool {
	seen := map[int]bool{first: true}
	for changed := true; changed; {
		changed = false
		for c := range labels {
			if !seen[c] {
				continue
			}
			for d := range labels {
				rows := apart(p.Shape.Row(Cell(c)), p.Shape.Row(Cell(d)))
				columns := apart(p.Shape.Column(Cell(c)), p.Shape.Column(Cell(d)))
				if rows+columns == 1 && labels[c] == labels[d] && !seen[d] {
					seen[d], changed = true, true
				}
			}
		}
	}
	return seen
}

func connectedBroken(p Puzzle, r Rule, g Grid) bool {
	values := g[:p.Shape.GridCells()]
	if len(r.Cells) > 0 {
		values = valuesOf(g, r.Cells)
	}
	inside := slice.Map(values, func(v int) int { return oneIf(slices.Contains(r.Values, v)) })
	first, size := slices.Index(inside, 1), total(inside)
	return first < 0 || len(area(p, inside, first)) < size || r.Number > 0 && size != r.Number
}

func unknownRegionsBroken(p Puzzle, r Rule, g Grid) bool {
	labels := valuesOf(g, r.Cells)
	size := numberOr(r, max(rows(p), columns(p)))
	next, _ := p.Shape.Numbers()
	for c, label := range labels {
		if slices.Index(labels, label) < c {
			continue
		}
		if label != next {
			return true
		}
		next++
		var values []int
		for d := range area(p, labels, c) {
			values = append(values, g[d])
		}
		if times(labels, label) != size || len(values) != size || hasRepeat(values) {
			return true
		}
	}
	return false
}

func sameCountBroken(v []int, r Rule) bool { return times(v[1:], v[1]) != v[0]+r.Number }

func sameRunsBroken(_ Puzzle, r Rule, g Grid) bool {
	length := 1
	for _, arm := range r.Groups[1:] {
		for _, v := range valuesOf(g, arm)[1:] {
			if v != g[arm[0]] {
				break
			}
			length++
		}
	}
	return length != g[r.Groups[0][0]]+r.Number
}

// rankBroken counts smaller, equal and larger lines. Where lines have all values, four of them begin with each value:
// only lines that begin as this one are counted, and the rank determines that value.
func rankBroken(shared bool) check {
	return func(p Puzzle, r Rule, g Grid) bool {
		line := valuesOf(g, r.Cells)
		smaller, equal, larger := 0, 0, 0
		place, all := r.Number-1, 4*rows(p)
		if least, _ := p.Shape.Numbers(); p.Shape.N() == rows(p) && !p.Shape.Free {
			if g[r.Cells[0]] != least+place/4 {
				return true
			}
			place, all = place%4, 4
		}
		for _, cells := range p.Shape.lines() {
			other := valuesOf(g, cells)
			if all == 4 && other[0] != line[0] {
				continue
			}
			order := slices.Compare(other, line)
			smaller += oneIf(order < 0)
			equal += oneIf(order == 0)
			larger += oneIf(order > 0)
		}
		return smaller != place || !shared && larger != all-1-place
	}
}

// differentLinesBroken looks for equal lines. Those that rows and columns keep apart are no concern of the rule.
func differentLinesBroken(p Puzzle, _ Rule, g Grid) bool {
	all := p.Shape.lines()
	for i, x := range all {
		for _, y := range all[:i] {
			if slices.Equal(valuesOf(g, x), valuesOf(g, y)) && !p.Shape.apart(x, y) {
				return true
			}
		}
	}
	return false
}

// doppelgangerBroken looks up which value each house lacks: a house has one cell less than there are values.
func doppelgangerBroken(p Puzzle, r Rule, g Grid) bool {
	n := rows(p)
	houses := []func(c Cell) int{p.Shape.Row, p.Shape.Column}
	if p.Shape.HasBoxes() {
		houses = append(houses, p.Shape.Box)
	}
	lacking := make([][]int, len(houses)) // by kind and house
	for k, houseOf := range houses {
		for i := range n {
			missing := slice.Indices[int](n + 1)
			for c, v := range g[:n*n] {
				if houseOf(Cell(c)) == i {
					missing = slices.DeleteFunc(missing, func(w int) bool { return w == v })
				}
			}
			if len(missing) != 1 || missing[0] == 0 || slices.Contains(lacking[k], missing[0]) {
				return true
			}
			lacking[k] = append(lacking[k], missing...)
		}
	}
	for c, v := range g[:n*n] {
		mine := slice.Make(len(houses), func(k int) int { return lacking[k][houses[k](Cell(c))] })
		if v == 0 && hasRepeat(mine) {
			return true
		}
	}
	return len(r.Cells) > 0 && !slices.Equal(valuesOf(g, r.Cells), slices.Concat(lacking...))
}

func lunchboxBroken(v []int, r Rule) bool {
	low, high := slices.Index(v, slices.Min(v)), slices.Index(v, slices.Max(v))
	return hasRepeat(v) || sumBetween(v, low, high) != r.Number
}

// rellikBroken tries all subsets.
func rellikBroken(values []int, r Rule) bool {
	var reaches func(i, left int) bool
	reaches = func(i, left int) bool {
		return left == 0 || left > 0 && i < len(values) && (reaches(i+1, left-values[i]) || reaches(i+1, left))
	}
	return hasRepeat(values) || reaches(0, r.Number)
}

func equalityBroken(p Puzzle, r Rule, g Grid) bool {
	even, low, high := 0, 0, 0
	least, largest := p.Shape.Numbers()
	values := valuesOf(g, r.Cells)
	for _, v := range values {
		even += oneIf(v%2 == 0)
		low += oneIf(2*v < least+largest)
		high += oneIf(2*v > least+largest)
	}
	return hasRepeat(values) || 2*even != len(values) || 2*low != len(values) || 2*high != len(values)
}

// sumLoopBroken tries each cell as the first of a piece.
func sumLoopBroken(v []int, r Rule) bool {
	for i := range v {
		if !sumLineBroken(slices.Concat(v[i:], v[:i]), r) {
			return false
		}
	}
	return true
}
