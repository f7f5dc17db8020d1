package grid9

import "math/bits"

// A board is a state of the search: for each digit and band a word of 27 cells, bit 9i+c for row i and column c of the band, in which the
// digit may still be. It is copied at a branch.
type board struct {
	candidates [9][4]uint32 // by digit-1 and band; the fourth word only makes 16 bytes
	open       [4]uint32    // by band: cells without a settled digit
	dirty      uint32       // bit d-1: the cells of digit d have changed since settle
}

const all27 = 1<<27 - 1

// column0 is the three cells of column 0 in a band.
const column0 = 1 | 1<<9 | 1<<18

// reset makes all cells open to all digits.
func (b *board) reset() {
	*b = board{open: [4]uint32{all27, all27, all27}, dirty: 511}
	for d := range b.candidates {
		b.candidates[d] = [4]uint32{all27, all27, all27}
	}
}

// place places digit d+1 in cell x of band k: it leaves row, column and box. Other digits stay in the cell.
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

// propagate propagates until nothing changes and returns false if it finds that there is no solution. The rules are:
//
//   - for each digit, what settleDigit does: it may only be where its mini-rows and mini-columns fit together. That covers all hidden
//     singles: when the place of a digit in a row, column or box is known, it is soon alone in its row;
//   - other digits leave the cell of a digit that is alone in its row;
//   - a digit that is alone in its cell leaves row, column and box.
//
// When it returns true and no cell is open, the board is a solution: every cell is then settled by a digit that is alone in its row or
// has been put there, which soon makes it so; 81 cells need 81 such digits in rows, and there are nine in each of nine rows, so each
// cell has one and each row every digit; and settleDigit has seen to the columns and boxes.
func (b *board) propagate() bool {
	for b.dirty != 0 {
		var single [9][4]uint32 // by digit and band: cells where the digit is alone in its row
		var singles [3]uint32   // by band: open cells that are such for some digit
		for ; b.dirty != 0; b.dirty &= b.dirty - 1 {
			d := bits.TrailingZeros32(b.dirty)
			if d > 8 {
				d = 8 // never: it saves the checks of the index
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
			singles[0] |= x0
			singles[1] |= x1
			singles[2] |= x2
		}
		if !b.propagateCells(&single, &singles) {
			return false
		}
	}
	return true
}

// propagateDigit removes from the cells of one digit, by band, those that no way to fit its mini-rows and mini-columns together uses: in a
// band, the digit is in one mini-row of each row and each box; in a stack, in one mini-column of each column and each box. It goes on
// until both hold, which makes it band consistency: hidden singles and locked candidates of the digit included. It returns the cells,
// and miniRows of the rows of each band, shifted by three bits per row. If there is no way, the first word returned is zero.
func propagateDigit(x0, x1, x2 uint32) (_, _, _, i0, i1, i2 uint32) {
	for {
		i0 = miniRows[x0&511] | miniRows[x0>>9&511]<<3 | miniRows[x0>>18&511]<<6
		i1 = miniRows[x1&511] | miniRows[x1>>9&511]<<3 | miniRows[x1>>18&511]<<6
		i2 = miniRows[x2&511] | miniRows[x2>>9&511]<<3 | miniRows[x2>>18&511]<<6
		y0 := x0 & fitRows[i0&511]
		y1 := x1 & fitRows[i1&511]
		y2 := x2 & fitRows[i2&511]
		stacks := spreadStacks[(y0|y0>>9|y0>>18)&511] | spreadStacks[(y1|y1>>9|y1>>18)&511]<<3 | spreadStacks[(y2|y2>>9|y2>>18)&511]<<6
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

// propagateCells applies the rules for cells: cells in which some digit is alone in its row lose the other digits, and digits that are alone
// in their cell are put there. It returns false if a cell has no digit left.
func (b *board) propagateCells(single *[9][4]uint32, singles *[3]uint32) bool {
	n0, n1, n2 := singles[0]&b.open[0], singles[1]&b.open[1], singles[2]&b.open[2]
	b.open[0] &^= n0
	b.open[1] &^= n1
	b.open[2] &^= n2
	var any0, any1, any2, two0, two1, two2 uint32 // cells with at least one digit, and with two
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
