package grid9

import "math/bits"

// A board is a state of the search: for each digit and band, the set of cells that may hold the digit, as 27
// bits; bit 9i+c is row i and column c of the band. A branch copies it.
type board struct {
	candidates [9][4]uint32 // by digit-1 and band; the fourth word pads to 16 bytes
	open       [4]uint32    // by band: cells without a settled digit
	dirty      uint32       // bit d-1 is set if the cells of digit d have changed since they were last propagated
}

const all27 = 1<<27 - 1

// column0 is the three cells of column 0 of a band.
const column0 = 1 | 1<<9 | 1<<18

// reset makes every digit a candidate of every cell. Boards need the tables, which it fills the first time.
func (b *board) reset() {
	fillTables()
	*b = board{open: [4]uint32{all27, all27, all27}, dirty: 511}
	for d := range b.candidates {
		b.candidates[d] = [4]uint32{all27, all27, all27}
	}
}

// place puts digit d+1 into cell x of band k: it removes the digit from the other cells of the row, column and box. It
// does not remove the other digits from the cell.
func (b *board) place(d, k int, x uint) {
	x %= 27
	others := ^(uint32(column0) << (x % 9))
	w := &b.candidates[d]
	switch k {
	case 0:
		w[0] &= nonPeers[x]
		w[1] &= others
		w[2] &= others
	case 1:
		w[0] &= others
		w[1] &= nonPeers[x]
		w[2] &= others
	default:
		w[0] &= others
		w[1] &= others
		w[2] &= nonPeers[x]
	}
	b.dirty |= 1 << d
}

// propagate applies the rules below to their fixpoint. It returns false if it proves that there is no solution.
//
//   - For each digit, propagateDigit restricts it to cells where its mini-rows and mini-columns fit together. That
//     finds all hidden singles: when the digit has one cell in a row, column or box, it is the only cell of its row
//     after propagateDigit.
//   - If a digit has one cell in a row, other digits are removed from that cell.
//   - If a cell has one digit, the digit is removed from its peers.
//
// If propagate returns true and no cell is open, the board is a solution. Every cell is then settled by a digit with no
// other cell in its row, or by place, which leads to the same. The 81 cells need 81 such digits, and each of the nine
// rows has nine; so each cell has one digit and each row every digit. propagateDigit ensures the columns and boxes.
func (b *board) propagate() bool {
	for b.dirty != 0 {
		var single [9][4]uint32 // by digit and band: the cells of rows in which the digit has one cell
		var anySingle [3]uint32 // by band: the union of single over all digits
		for ; b.dirty != 0; b.dirty &= b.dirty - 1 {
			d := bits.TrailingZeros32(b.dirty)
			if d > 8 {
				d = 8 // unreachable: avoids bounds checks
			}
			w := &b.candidates[d]
			x0, x1, x2, i0, i1, i2 := propagateDigit(w[0], w[1], w[2])
			if x0 == 0 {
				return false
			}
			w[0], w[1], w[2] = x0, x1, x2
			x0 &= rowCells[i0>>16&127]
			x1 &= rowCells[i1>>16&127]
			x2 &= rowCells[i2>>16&127]
			single[d] = [4]uint32{x0, x1, x2}
			anySingle[0] |= x0
			anySingle[1] |= x1
			anySingle[2] |= x2
		}
		if !b.propagateCells(&single, &anySingle) {
			return false
		}
	}
	return true
}

// propagateDigit removes the cells of a digit, given by band, that no fitting choice of its mini-rows and mini-columns
// uses. In a band the digit is in one mini-row of each row and each box, in a stack in one mini-column of each column
// and each box. It repeats both rules to their fixpoint: band consistency, which includes the hidden singles and locked
// candidates of the digit. It returns the remaining cells, and for each band the miniRows of its rows, shifted left by
// three more bits per row. If nothing fits, the first word is zero.
func propagateDigit(x0, x1, x2 uint32) (_, _, _, i0, i1, i2 uint32) {
	for {
		i0 = miniRows[x0&511] | miniRows[x0>>9&511]<<3 | miniRows[x0>>18&511]<<6
		i1 = miniRows[x1&511] | miniRows[x1>>9&511]<<3 | miniRows[x1>>18&511]<<6
		i2 = miniRows[x2&511] | miniRows[x2>>9&511]<<3 | miniRows[x2>>18&511]<<6
		y0 := x0 & fitRows[i0&511]
		y1 := x1 & fitRows[i1&511]
		y2 := x2 & fitRows[i2&511]
		stacks := spreadStacks[(y0|y0>>9|y0>>18)&511] |
			spreadStacks[(y1|y1>>9|y1>>18)&511]<<3 |
			spreadStacks[(y2|y2>>9|y2>>18)&511]<<6
		columns := fitColumns[stacks&511] | fitColumns[stacks>>9&511]<<3 | fitColumns[stacks>>18&511]<<6
		y0 &= columns & 511 * column0
		y1 &= columns >> 9 & 511 * column0
		y2 &= columns >> 18 & 511 * column0
		if y0 == x0 && y1 == x1 && y2 == x2 {
			return x0, x1, x2, i0, i1, i2
		}
		if y0 == 0 || y1 == 0 || y2 == 0 {
			return
		}
		x0, x1, x2 = y0, y1, y2
	}
}

// propagateCells applies the rules for cells: if a digit has one cell in a row, the other digits are removed from that
// cell; the only digit of a cell is placed there. It returns false if a cell has no digit left.
func (b *board) propagateCells(single *[9][4]uint32, anySingle *[3]uint32) bool {
	n0, n1, n2 := anySingle[0]&b.open[0], anySingle[1]&b.open[1], anySingle[2]&b.open[2]
	b.open[0] &^= n0
	b.open[1] &^= n1
	b.open[2] &^= n2
	var any0, any1, any2, two0, two1, two2 uint32 // cells with at least one and with at least two digits
	for d := range 9 {
		w, u := &b.candidates[d], &single[d]
		x0 := w[0] &^ (n0 &^ u[0])
		x1 := w[1] &^ (n1 &^ u[1])
		x2 := w[2] &^ (n2 &^ u[2])
		if x0 != w[0] || x1 != w[1] || x2 != w[2] {
			w[0], w[1], w[2] = x0, x1, x2
			b.dirty |= 1 << d
		}
		two0 |= any0 & x0
		any0 |= x0
		two1 |= any1 & x1
		any1 |= x1
		two2 |= any2 & x2
		any2 |= x2
	}
	if any0&any1&any2 != all27 {
		return false
	}
	n0, n1, n2 = b.open[0]&^two0, b.open[1]&^two1, b.open[2]&^two2
	if n0|n1|n2 == 0 {
		return true
	}
	b.open[0] &^= n0
	b.open[1] &^= n1
	b.open[2] &^= n2
	for d := range 9 {
		w := &b.candidates[d]
		for m := w[0] & n0; m != 0; m &= m - 1 {
			b.place(d, 0, uint(bits.TrailingZeros32(m)))
		}
		for m := w[1] & n1; m != 0; m &= m - 1 {
			b.place(d, 1, uint(bits.TrailingZeros32(m)))
		}
		for m := w[2] & n2; m != 0; m &= m - 1 {
			b.place(d, 2, uint(bits.TrailingZeros32(m)))
		}
	}
	return true
}

// solved reports whether no cell is open.
func (b *board) solved() bool { return b.open[0]|b.open[1]|b.open[2] == 0 }
