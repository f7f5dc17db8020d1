package grid9

import "math/bits"

// The tables of board.go. A pattern is a set of nine things as bits: the nine cells of a row, or a 3×3 arrangement of mini-rows or
// mini-columns. The last are filled by trying the six ways to put three things into a 3×3 square, one in each row and column.
var (
	// miniRows: cells of a row -> bits 0-2: which of its mini-rows hold one; and the bit alone: there is exactly one.
	miniRows [512]uint32

	// fitRows: mini-rows of a band (bit 3i+b: row i, box b) -> the 27 cells of those that belong to some way to choose one mini-row in
	// each row and each box. Zero if there is none.
	fitRows [512]uint32

	// spread: columns of a band (bit c) -> the three columns of stack b at bits 9b to 9b+2. Three bands, each shifted by three more bits,
	// make one word that holds the mini-columns of each stack as a pattern: stack b, band k, column j of the stack at bit 9b+3k+j.
	spreadStacks [512]uint32

	// fitColumns: mini-columns of a stack (bit 3k+j: band k, column j) -> those that belong to some way to choose one mini-column in each
	// band and each column, at bit 9k+j. Three stacks, each shifted by three more bits, make one word that holds the columns of each band:
	// band k, column c at bit 9k+c.
	fitColumns [512]uint32

	// rowCells: flags at bits 0, 3 and 6 -> the cells of rows 0, 1 and 2 of a band.
	rowCells [128]uint32

	// keep: cell of a band -> the cells of the band that are the cell itself or do not see it.
	nonPeers [27]uint32

	// peers01, peers2: cell of the grid -> its 20 peers, those of bands 0 and 1 in the low and high half of one word, those of band 2 in
	// another.
	peers01, peers2 [81]uint64
)

// single is the bit of miniRows that says that exactly one cell is left. Bits 16, 19 and 22 of three of them that are shifted by three more
// bits each make an index of rowCells.
const single = 1 << 16

func init() {
	for pattern := range 512 {
		fit := 0
		for _, p := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			if way := 1<<p[0] | 8<<p[1] | 64<<p[2]; pattern&way == way {
				fit |= way
			}
		}
		for i := range 9 {
			if fit>>i&1 == 1 {
				fitRows[pattern] |= 7 << (3 * i)
				fitColumns[pattern] |= 1 << (i/3*9 + i%3)
			}
		}
		for b := range 3 {
			three := uint32(pattern >> (3 * b) & 7)
			if three != 0 {
				miniRows[pattern] |= 1 << b
			}
			spreadStacks[pattern] |= three << (9 * b)
		}
		if bits.OnesCount(uint(pattern)) == 1 {
			miniRows[pattern] |= single
		}
	}
	for flags := range rowCells {
		for i := range 3 {
			if flags>>(3*i)&1 == 1 {
				rowCells[flags] |= 511 << (9 * i)
			}
		}
	}
	for x := range 81 {
		for y := range 81 {
			seen := x/9 == y/9 || x%9 == y%9 || x/27 == y/27 && x%9/3 == y%9/3
			switch {
			case (x == y || !seen) && x < 27 && y < 27:
				nonPeers[x] |= 1 << y
			case x == y || !seen:
			case y < 54:
				peers01[x] |= 1 << (y%27 + y/27*32)
			default:
				peers2[x] |= 1 << (y - 54)
			}
		}
	}
}
