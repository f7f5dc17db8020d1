package sudoku

import (
	"fmt"
	"maps"
	"slices"

	"nonet/internal/slice"
	"nonet/model/build"
)

// Rules about sums, products and counts.

// maxProductRows bounds the table of a product.
const maxProductRows = 100_000

func sumOf(b *builder, r Rule) { b.add(b.sum(r.Cells...).Eq(r.Number)) }

func cage(b *builder, r Rule) {
	if r.Number > 0 {
		sumOf(b, r)
	}
	b.different(r.Cells...)
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
	b.add(build.Table(b.of(r.Cells...), factorizations(b.Shape, r.Number, len(r.Cells))))
}

func validProduct(s Shape, r Rule) string {
	if len(factorizations(s, r.Number, len(r.Cells))) > maxProductRows {
		return fmt.Sprintf("there are too many ways to make %d of %d values", r.Number, len(r.Cells))
	}
	return ""
}

// factorizations returns the lists of length values of s whose product is number, in lexicographic order. If there are
// more than maxProductRows, or far more partial lists were tried, it returns more than maxProductRows lists, whose
// contents are undefined.
func factorizations(s Shape, number, length int) [][]int {
	least, n := s.Numbers()
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
		for v := max(1, least); v <= min(n, left) && tried <= 10*maxProductRows; v++ {
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
	number := build.Const(0)
	for i, digit := range b.of(slices.Sorted(slices.Values(lists[0]))...) {
		number = build.Sum(10, number, digit)
		if i > 0 {
			b.add(digit.Le(9))
		}
	}
	for _, shaft := range lists[1:] {
		b.add(build.Sum(-1, number, b.of(shaft...)).Eq(0))
	}
}

func validArrow(s Shape, r Rule) string {
	lists := r.Lists()
	if pill := len(lists[0]); pill > maxPill {
		return fmt.Sprintf("a pill of %d cells, expected at most %d", pill, maxPill)
	}
	for _, c := range slices.Concat(lists[1:]...) {
		if slices.Contains(lists[0], c) {
			return fmt.Sprintf("%s is in the circle and in its shaft", s.Name(c))
		}
	}
	return ""
}

// maxPill keeps the number in a pill below MaxRuleNumber.
const maxPill = 8

func doubleArrow(b *builder, r Rule) {
	n := len(r.Cells)
	b.add(b.sum(r.Cells[0], r.Cells[n-1]).Eq(b.sum(r.Cells[1 : n-1]...)))
}

func equalSums(b *builder, r Rule) {
	for _, group := range r.Groups[1:] {
		b.add(b.sum(r.Groups[0]...).Eq(b.sum(group...)))
	}
}

// regionSum cuts the line at each change of region. The region of a cell is the first that contains it. Cells in no
// region count as one region.
func regionSum(b *builder, r Rule) {
	regions := b.Regions()
	var pieces [][]Cell
	before := -1
	for _, c := range r.Cells {
		region := slices.IndexFunc(regions, func(cells []Cell) bool { return slices.Contains(cells, c) })
		if region != before || pieces == nil {
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
	middle := b.sum(r.Cells[(n-1)/2 : n/2+1]...)
	for i := range (n - 1) / 2 {
		b.add(b.sum(r.Cells[i], r.Cells[n-1-i]).Eq(middle))
	}
}

func clone(b *builder, r Rule) {
	for i, c := range r.Groups[0] {
		b.add(b.values[c].Eq(b.values[r.Groups[1][i]]))
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

// count returns the number of cells with a value.
func (b *builder) count(cells []Cell, value int) build.Expr {
	return build.Count(b.of(cells...), value)
}

// sameValues states that the groups have the same values, each equally often.
func sameValues(b *builder, r Rule) {
	for v := range b.Shape.AllNumbers {
		for _, group := range r.Groups[1:] {
			b.add(b.count(r.Groups[0], v).Eq(b.count(group, v)))
		}
	}
}

func candidates(b *builder, r Rule) {
	for _, c := range r.Cells {
		b.add(b.values[c].In(r.Values...))
	}
}

func validValues(s Shape, r Rule) string {
	for _, v := range r.Values {
		if why := s.validNumber(v); why != "" {
			return why
		}
	}
	return ""
}

// validNumber returns an error unless a value has this number.
func (s Shape) validNumber(number int) string {
	if least, largest := s.Numbers(); number < least || number > largest {
		return fmt.Sprintf("the value %d, expected %d to %d", number, least, largest)
	}
	return ""
}

// contains states that each value occurs at least as often as in the list.
func contains(b *builder, r Rule) {
	times := map[int]int{}
	for _, v := range r.Values {
		times[v]++
	}
	for _, v := range slices.Sorted(maps.Keys(times)) {
		b.add(b.count(r.Cells, v).Ge(times[v]))
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
		b.add(b.count(r.Cells, pair[1]).Eq(pair[0]))
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
		if why := s.validNumber(pair[1]); why != "" {
			return why
		}
	}
	return ""
}

// countingCircles states for each value v that it occurs v times or never. So the values that occur have the number of
// cells as their sum.
func countingCircles(b *builder, r Rule) {
	sum := build.Const(0)
	for v := range b.Shape.AllNumbers {
		n := b.count(r.Cells, v)
		occurs := b.named(n.Gt(0), 0, 1)
		b.add(n.Eq(build.Sum(v, occurs)))
		sum = build.Sum(sum, v, occurs)
	}
	b.add(sum.Eq(len(r.Cells)))
}

// valueIndexing states that the first value is the value of one of the cells after the second; the second value says
// which.
func valueIndexing(b *builder, r Rule) {
	rest := r.Cells[2:]
	b.add(b.values[r.Cells[1]].Ge(1), b.values[r.Cells[1]].Le(len(rest)))
	for k, c := range rest {
		b.tuples(func(t []int) bool { return t[1] != k+1 || t[0] == t[2] }, r.Cells[0], r.Cells[1], c)
	}
}

// lunchbox states that the values differ, and the sum of those between the smallest and the largest. An automaton reads
// the values, and a mark instead of these two.
func lunchbox(b *builder, r Rule) {
	b.different(r.Cells...)
	cells := b.of(r.Cells...)
	least, largest := b.Shape.Numbers()
	low, high := b.named(build.Min(cells...), least, largest), b.named(build.Max(cells...), least, largest)
	mark := least - 1
	list := slice.Map(cells, func(x build.Expr) build.Expr {
		return b.named(build.Function(func(t []int) (int, bool) {
			if t[0] == t[1] || t[0] == t[2] {
				return mark, true
			}
			return t[0], t[1] < t[0] && t[0] < t[2]
		}, x, low, high), mark, largest)
	})
	type state struct{ marks, cells, sum int } // the last two of the values between them
	accepted(b, list, state{}, func(s state, v int) (state, bool) {
		switch {
		case v == mark && s.marks == 1:
			return state{marks: 2}, s.sum == r.Number
		case v == mark:
			s.marks++
		case s.marks == 1:
			s.cells, s.sum = s.cells+1, s.sum+v
		}
		return s, s.marks < 3 && s.sum <= r.Number && canSum(s.cells, s.sum, least+1, largest-1, 1)
	}, func(s state) bool { return s.marks == 2 })
}

// maxRellikSets limits the states of rellik, which take a kilobyte or two each.
const maxRellikSets = 1 << 16

// validRellik refuses a rule for which too many sets of values would have to be kept.
func validRellik(s Shape, r Rule) string {
	least, values := s.Numbers()
	values = max(0, min(values, r.Number-least)) // larger ones are in no sum
	sets, ofSize := 1, 1
	for k := 1; k <= min(values, len(r.Cells)) && sets <= maxRellikSets; k++ {
		ofSize = ofSize * (values - k + 1) / k
		sets += ofSize
	}
	if sets > maxRellikSets {
		return fmt.Sprintf("there are too many sums of %d of %d values", len(r.Cells), values)
	}
	return needsFew(s, r)
}

// rellik states that the values differ, and that no subset has the sum. The state of the automaton are the values met,
// without values larger than the sum.
func rellik(b *builder, r Rule) {
	b.different(r.Cells...)
	least, _ := b.Shape.Numbers()
	known := map[uint64]map[int]bool{} // the sums of subsets
	known[0] = map[int]bool{0: true}
	automaton(b, r.Cells, uint64(0), func(met uint64, v int) (uint64, bool) {
		bit := uint64(1) << (v - least)
		switch {
		case met&bit != 0 || v == r.Number:
			return met, false
		case v > r.Number:
			return met, !known[met][r.Number]
		}
		if known[met|bit] == nil {
			sums := map[int]bool{}
			for sum := range known[met] {
				sums[sum], sums[sum+v] = true, true
			}
			known[met|bit] = sums
		}
		return met | bit, !known[met|bit][r.Number]
	}, func(uint64) bool { return true })
}

// equality states that the values differ, that half of them are even, and that half of them are low and the others
// high. The middle value is neither.
func equality(b *builder, r Rule) {
	b.different(r.Cells...)
	least, largest := b.Shape.Numbers()
	half := b.Shape.N() / 2
	isEven, isLow := build.Const(0), build.Const(0)
	for _, x := range b.of(r.Cells...) {
		b.add(build.Where(func(t []int) bool { return t[0] < least+half || t[0] > largest-half }, x))
		isEven = isEven.Plus(build.Where(func(t []int) bool { return t[0]%2 == 0 }, x))
		isLow = isLow.Plus(x.Lt(least + half))
	}
	b.add(isEven.Eq(len(r.Cells)/2), isLow.Eq(len(r.Cells)/2))
}
