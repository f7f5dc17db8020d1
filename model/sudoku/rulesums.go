package sudoku

import (
	"fmt"
	"slices"

	"nonet/model"
)

// Rules about sums, products and counts.

// maxProductRows bounds the table of a product.
const maxProductRows = 100_000

func sumOf(b *builder, r Rule) { b.linear(terms(1, r.Cells...), model.Equal, r.Number) }

func cage(b *builder, r Rule) {
	if r.Number > 0 {
		sumOf(b, r)
	}
	b.different(r.Cells)
}

// validDiagonal checks that each cell touches the next at a corner, all in one direction.
func validDiagonal(s Shape, r Rule) string {
	for i := 1; i < len(r.Cells); i++ {
		rows, columns := s.Row(r.Cells[i])-s.Row(r.Cells[i-1]), s.Column(r.Cells[i])-s.Column(r.Cells[i-1])
		if rows*rows != 1 || columns*columns != 1 || i > 1 && rows != s.Row(r.Cells[1])-s.Row(r.Cells[0]) ||
			i > 1 && columns != s.Column(r.Cells[1])-s.Column(r.Cells[0]) {
			return s.Name(r.Cells[i]) + " does not continue the diagonal"
		}
	}
	return ""
}

// product is a table of all factorizations of the number.
func product(b *builder, r Rule) {
	b.add(model.Table{Vars: variables(r.Cells), Rows: factorizations(b.Shape.N(), r.Number, len(r.Cells))})
}

func validProduct(s Shape, r Rule) string {
	if len(factorizations(s.N(), r.Number, len(r.Cells))) > maxProductRows {
		return fmt.Sprintf("there are too many ways to make %d of %d values", r.Number, len(r.Cells))
	}
	return ""
}

// factorizations returns the lists of length values from 1 to n whose product is number, in lexicographic order. If
// there are more than maxProductRows, or far more partial lists were tried, it returns more than maxProductRows lists,
// whose contents are undefined.
func factorizations(n, number, length int) [][]int {
	all := [][]int{}
	row := make([]int, length)
	tried := 0
	var extend func(i, left int)
	extend = func(i, left int) {
		if i == length {
			if left == 1 {
				all = append(all, slices.Clone(row))
			}
			return
		}
		if cappedPower(n, length-i, left) < left {
			return
		}
		for v := 1; v <= min(n, left) && tried <= 10*maxProductRows; v++ {
			if left%v == 0 {
				tried++
				row[i] = v
				extend(i+1, left/v)
			}
		}
	}
	extend(0, number)
	if tried > 10*maxProductRows {
		return make([][]int, maxProductRows+1)
	}
	return all
}

// cappedPower returns the smaller of base to the exponent and most.
func cappedPower(base, exponent, most int) int {
	p := 1
	for range exponent {
		if p *= base; p >= most || base == 1 {
			break
		}
	}
	return min(p, most)
}

// arrow states that each shaft has the sum of the circle. A pill of several cells is a decimal number, read row by row
// from the left.
func arrow(b *builder, r Rule) {
	lists := r.Lists()
	pill := slices.Sorted(slices.Values(lists[0]))
	number, place := []model.Term(nil), 1
	for i, c := range slices.Backward(pill) {
		number = append(number, model.Term{Coef: -place, Var: model.Var(c)})
		place *= 10
		if i > 0 && b.Shape.N() > 9 {
			b.oneOf(c, func(v int) bool { return v < 10 })
		}
	}
	for _, shaft := range lists[1:] {
		b.linear(append(slices.Clone(number), terms(1, shaft...)...), model.Equal, 0)
	}
}

func validArrow(_ Shape, r Rule) string {
	if pill := len(r.Lists()[0]); pill > maxPill {
		return fmt.Sprintf("a pill of %d cells, expected at most %d", pill, maxPill)
	}
	return ""
}

// maxPill keeps the number in a pill below MaxRuleNumber.
const maxPill = 8

func doubleArrow(b *builder, r Rule) {
	n := len(r.Cells)
	b.sumsEqual([]Cell{r.Cells[0], r.Cells[n-1]}, r.Cells[1:n-1])
}

func equalSums(b *builder, r Rule) {
	for _, group := range r.Groups[1:] {
		b.sumsEqual(r.Groups[0], group)
	}
}

// regionSum cuts the line at each change of region. The region of a cell is the first that contains it.
func regionSum(b *builder, r Rule) {
	regions := b.Regions()
	var pieces [][]Cell
	before := -1
	for _, c := range r.Cells {
		region := slices.IndexFunc(regions, func(cells []Cell) bool { return slices.Contains(cells, c) })
		if region != before {
			pieces = append(pieces, nil)
		}
		before = region
		pieces[len(pieces)-1] = append(pieces[len(pieces)-1], c)
	}
	equalSums(b, Rule{Groups: pieces})
}

// zipper states that pairs of cells at the same distance from the middle have one sum, which is also the value of the
// middle cell if there is one.
func zipper(b *builder, r Rule) {
	n := len(r.Cells)
	middle := []Cell{r.Cells[n/2]}
	if n%2 == 0 {
		middle = []Cell{r.Cells[n/2-1], r.Cells[n/2]}
	}
	for i := range (n - 1) / 2 {
		b.sumsEqual([]Cell{r.Cells[i], r.Cells[n-1-i]}, middle)
	}
}

func clone(b *builder, r Rule) {
	for i, c := range r.Groups[0] {
		if d := r.Groups[1][i]; c != d {
			b.compare(c, d, model.Equal, 0)
		}
	}
}

func validGroups(_ Shape, r Rule) string {
	for _, group := range r.Groups[1:] {
		if len(group) != len(r.Groups[0]) {
			return fmt.Sprintf("groups of %d and %d cells, expected equal numbers", len(r.Groups[0]), len(group))
		}
	}
	return ""
}

// sameValues states that the groups have the same values, each equally often.
func sameValues(b *builder, r Rule) {
	for v := 1; v <= b.Shape.N(); v++ {
		for _, group := range r.Groups[1:] {
			all := b.occurrences(r.Groups[0], v)
			for _, t := range b.occurrences(group, v) {
				all = append(all, model.Term{Coef: -1, Var: t.Var})
			}
			b.linear(all, model.Equal, 0)
		}
	}
}

func candidates(b *builder, r Rule) {
	for _, c := range r.Cells {
		b.oneOf(c, func(v int) bool { return slices.Contains(r.Values, v) })
	}
}

func validValues(s Shape, r Rule) string {
	for _, v := range r.Values {
		if v < 1 || v > s.N() {
			return fmt.Sprintf("the value %d, expected 1 to %d", v, s.N())
		}
	}
	return ""
}

// contains states that each value occurs at least as often as it is listed.
func contains(b *builder, r Rule) {
	values := slices.Sorted(slices.Values(r.Values))
	for len(values) > 0 {
		v, times := values[0], 0
		for len(values) > 0 && values[0] == v {
			values, times = values[1:], times+1
		}
		b.linear(b.occurrences(r.Cells, v), model.AtLeast, times)
	}
}

func validContains(s Shape, r Rule) string {
	if len(r.Values) > len(r.Cells) {
		return fmt.Sprintf("%d values for %d cells", len(r.Values), len(r.Cells))
	}
	return validValues(s, r)
}

// lookAndSay has pairs of values: how often, and which value.
func lookAndSay(b *builder, r Rule) {
	for pair := range slices.Chunk(r.Values, 2) {
		b.linear(b.occurrences(r.Cells, pair[1]), model.Equal, pair[0])
	}
}

func validLookAndSay(s Shape, r Rule) string {
	if len(r.Values)%2 != 0 {
		return fmt.Sprintf("%d numbers, expected pairs of a count and a value", len(r.Values))
	}
	for pair := range slices.Chunk(r.Values, 2) {
		if pair[0] < 0 || pair[0] > len(r.Cells) {
			return fmt.Sprintf("%d times the value %d in %d cells", pair[0], pair[1], len(r.Cells))
		}
		if pair[1] < 1 || pair[1] > s.N() {
			return fmt.Sprintf("the value %d, expected 1 to %d", pair[1], s.N())
		}
	}
	return ""
}

// countingCircles states for each value v that it occurs v times or never. An auxiliary variable states which.
func countingCircles(b *builder, r Rule) {
	for v := 1; v <= b.Shape.N(); v++ {
		all := b.occurrences(r.Cells, v)
		occurs := b.occurs(all)
		b.linear(append(all, model.Term{Coef: -v, Var: occurs}), model.Equal, 0)
	}
}

// occurs adds a 0-1 variable that is 1 if the sum is not 0.
func (b *builder) occurs(sum []model.Term) model.Var {
	return b.newVar(model.Interval(0, 1), func(a model.Assignment) int {
		for _, t := range sum {
			if a[t.Var] != 0 {
				return 1
			}
		}
		return 0
	})
}

// countDistinct states that the first cell is the number of different values of the others. An auxiliary variable for
// each value states whether it occurs.
func countDistinct(b *builder, r Rule) {
	number := terms(-1, r.Cells[0])
	for v := 1; v <= b.Shape.N(); v++ {
		all := b.occurrences(r.Cells[1:], v)
		occurs := b.occurs(all)
		b.linear(append(slices.Clone(all), model.Term{Coef: -1, Var: occurs}), model.AtLeast, 0)
		b.linear(append(all, model.Term{Coef: 1 - len(r.Cells), Var: occurs}), model.AtMost, 0)
		number = append(number, model.Term{Coef: 1, Var: occurs})
	}
	b.linear(number, model.Equal, 0)
}

// valueIndexing states that the first value is the value of one of the cells after the second; the second value says
// which.
func valueIndexing(b *builder, r Rule) {
	rest := r.Cells[2:]
	b.oneOf(r.Cells[1], func(v int) bool { return v <= len(rest) })
	for k, c := range rest {
		b.tuples([]Cell{r.Cells[0], r.Cells[1], c}, func(t []int) bool { return t[1] != k+1 || t[0] == t[2] })
	}
}
