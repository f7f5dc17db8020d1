package sudoku

import (
	"slices"

	"nonet/model/build"
)

// Rules of clues outside the grid. The cells are what the clue sees, in order.

// sandwich states the sum of the values between the least and the largest value of the grid, whichever comes first.
// Each occurs once. If the values differ, the states do not distinguish the two ends, and the sum lies between the
// lowest and the highest sum of as many different values.
func sandwich(b *builder, r Rule) {
	const least, largest, both = 1, 2, 3
	type state struct{ met, cells, sum int } // the last two of the values between them
	differ, _, _ := b.differing(r.Cells)
	first, n := b.Shape.Numbers()
	automaton(b, r.Cells, state{}, func(s state, v int) (state, bool) {
		crust := least*oneIf(v == first) + largest*oneIf(v == n)
		switch {
		case crust != 0 && (s.met == both || s.met == crust && differ == 0):
			return s, false
		case s.met == both || s.met|crust == 0:
			return s, true
		case crust == 0:
			s.cells, s.sum = s.cells+1, s.sum+v
		case s.met == 0:
			s.met = max(crust, differ*largest)
		default:
			s.met = both
		}
		fits := canSum(s.cells, s.sum, first+1, n-1, differ)
		if s.met == both {
			s.cells = 0
			return s, fits && s.sum == r.Number
		}
		return s, fits && s.sum <= r.Number
	}, func(s state) bool { return s.met == both })
}

// skyscraper states how many values are larger than all before them. A building without height is not seen. If the
// values differ, the largest of some is at least as many above the least of the grid.
func skyscraper(b *builder, r Rule) {
	type state struct{ highest, seen, cells int }
	differ, first, last := b.differing(r.Cells)
	automaton(b, r.Cells, state{}, func(s state, v int) (state, bool) {
		s.cells += differ
		if v > s.highest {
			s.highest, s.seen = v, s.seen+1
		}
		return s, s.seen <= r.Number && first+s.cells-differ <= s.highest
	}, func(s state) bool { return s.seen == r.Number && last <= s.highest })
}

// hiddenSkyscraper states the first value that is smaller than one before it. If the values differ, they grow before
// it, and it is not one of those.
func hiddenSkyscraper(b *builder, r Rule) {
	type state struct{ highest, cells int }
	found := state{cells: -1}
	differ, first, _ := b.differing(r.Cells)
	automaton(b, r.Cells, state{}, func(s state, v int) (state, bool) {
		switch {
		case s == found:
		case v < s.highest:
			return found, v == r.Number
		case differ > 0 && v == r.Number:
			return s, false
		default:
			s = state{v, s.cells + differ}
			lacking := differ * oneIf(v > r.Number) // the number is not among the values so far
			return s, first+s.cells-differ+lacking <= v
		}
		return s, true
	}, func(s state) bool { return s == found })
}

// differing returns 1, the least value of the grid, and its largest one if the cells have all values, if the values of
// the cells differ. Otherwise it returns zeros.
func (b *builder) differing(cells []Cell) (differ, first, last int) {
	if !b.ShareHouse(cells) {
		return 0, 0, 0
	}
	first, last = b.Shape.Numbers()
	if len(cells) <= last-first {
		last = 0
	}
	return 1, first, last
}

// canSum reports whether some values from least to largest have the sum. They must differ if differ is 1, not 0.
func canSum(cells, sum, least, largest, differ int) bool {
	apart := differ * cells * (cells - 1) / 2
	return cells*least+apart <= sum && sum <= cells*largest-apart
}

// xSum states the sum of the first values; the first value is their number. Sums that no values reach have no states.
func xSum(b *builder, r Rule) {
	type state struct{ cells, sum int } // still to come
	start := state{-1, r.Number}
	least, most := b.Shape.Numbers()
	differ, _, _ := b.differing(r.Cells)
	automaton(b, r.Cells, start, func(s state, v int) (state, bool) {
		switch s.cells {
		case 0:
			return s, true
		case -1:
			s.cells = v
		}
		if s.cells == 0 {
			return s, false
		}
		s = state{s.cells - 1, s.sum - v}
		return s, canSum(s.cells, s.sum, least, most, differ)
	}, func(s state) bool { return s.cells == 0 })
}

// numberedRoom states the value of a cell; the first value is its place.
func numberedRoom(b *builder, r Rule) {
	b.tuples(func(t []int) bool {
		return t[0] >= 1 && t[0] <= len(r.Cells) && (t[0] != 1 || r.Number == 1)
	}, r.Cells[0])
	for k, c := range r.Cells[1:] {
		b.pair(r.Cells[0], c, func(v, w int) bool { return v != k+2 || w == r.Number })
	}
}

// sumLoop states that the closed line splits into pieces with this sum each, the first of which begins at some cell.
// Where all values are positive, one of the first Number cells begins a piece.
func sumLoop(b *builder, r Rule) {
	starts := len(r.Cells)
	if least, _ := b.Shape.Numbers(); least > 0 {
		starts = min(starts, r.Number)
	}
	var cuts []build.Expr
	for i := range starts {
		turned := b.of(slices.Concat(r.Cells[i:], r.Cells[:i])...)
		cuts = append(cuts, accepts(b, turned, 0, r.addToPiece, r.endsPiece))
	}
	b.add(build.Or(cuts...))
}

// sumLine states that the line splits into consecutive pieces with this sum each.
func sumLine(b *builder, r Rule) { automaton(b, r.Cells, 0, r.addToPiece, r.endsPiece) }

// addToPiece returns the sum of a piece with a further value, which begins a piece if the sum is reached and the value
// is not 0; and false if the sum is too large.
func (r Rule) addToPiece(sum, v int) (int, bool) {
	if sum == r.Number && v > 0 {
		sum = 0
	}
	return sum + v, sum+v <= r.Number
}

func (r Rule) endsPiece(sum int) bool { return sum == r.Number }
