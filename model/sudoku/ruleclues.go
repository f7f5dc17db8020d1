package sudoku

import (
	"slices"

	"nonet/model/build"
)

// Rules of clues outside the grid. The cells are what the clue sees, in order.

// sandwich states the sum of the values between the least and the largest value of the grid, whichever comes first.
// Each occurs once.
func sandwich(b *builder, r Rule) {
	type state struct {
		least, largest bool // met
		sum            int  // between them
	}
	first, n := b.Shape.Numbers()
	automaton(b, r.Cells, state{}, func(s state, v int) (state, bool) {
		switch {
		case v == first && s.least || v == n && s.largest:
			return s, false
		case v == first:
			s.least = true
		case v == n:
			s.largest = true
		case s.least != s.largest:
			s.sum += v
		}
		return s, s.sum <= r.Number
	}, func(s state) bool { return s.least && s.largest && s.sum == r.Number })
}

// skyscraper states how many values are larger than all before them. A building without height is not seen.
func skyscraper(b *builder, r Rule) {
	type state struct{ highest, seen int }
	automaton(b, r.Cells, state{}, func(s state, v int) (state, bool) {
		if v > s.highest {
			s = state{v, s.seen + 1}
		}
		return s, s.seen <= r.Number
	}, func(s state) bool { return s.seen == r.Number })
}

// hiddenSkyscraper states the first value that is smaller than one before it.
func hiddenSkyscraper(b *builder, r Rule) {
	const found = -1
	automaton(b, r.Cells, 0, func(highest, v int) (int, bool) {
		switch {
		case highest == found:
		case v < highest:
			return found, v == r.Number
		default:
			highest = v
		}
		return highest, true
	}, func(highest int) bool { return highest == found })
}

// xSum states the sum of the first values; the first value is their number. Sums that no values reach have no states.
func xSum(b *builder, r Rule) {
	type state struct{ cells, sum int } // still to come
	start := state{-1, r.Number}
	least, most := b.Shape.Numbers()
	different := oneIf(b.ShareHouse(r.Cells))
	fits := func(s state) bool {
		apart := different * s.cells * (s.cells - 1) / 2
		return s.cells*least+apart <= s.sum && s.sum <= s.cells*most-apart
	}
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
		return s, fits(s)
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
