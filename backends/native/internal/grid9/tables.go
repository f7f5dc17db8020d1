package grid9

import (
	"math/bits"
	"sync"
)

// The lookup tables of board.go. A pattern is nine bits: the cells of a row, or a 3×3 arrangement of mini-rows or of
// mini-columns. fillTables fills the tables for arrangements from the six ways to choose three places of a 3×3 square,
// one in each row and column.
var (
	// miniRows: cells of a row -> bit b (0 to 2) is set if mini-row b has a cell; bit single is set if there is exactly
	// one cell.
	miniRows [512]uint32

	// fitRows: mini-rows of a band (bit 3i+b: row i, box b) -> the 27 cells of the mini-rows that belong to some choice
	// of one mini-row in each row and each box. Zero if there is no choice.
	fitRows [512]uint32

	// spreadStacks: columns of a band (bit c) -> the three columns of stack b at bits 9b to 9b+2. The words of three
	// bands, each shifted left by three more bits, form one word with the mini-columns of each stack as a pattern:
	// stack b, band k, column j of the stack at bit 9b+3k+j.
	spreadStacks [512]uint32

	// fitColumns: mini-columns of a stack (bit 3k+j: band k, column j) -> the mini-columns that belong to some choice
	// of one mini-column in each band and each column, at bit 9k+j. The words of three stacks, each shifted left by
	// three more bits, form one word with the columns of each band: band k, column c at bit 9k+c.
	fitColumns [512]uint32

	// rowCells: flags at bits 0, 3 and 6 -> the cells of rows 0, 1 and 2 of a band.
	rowCells [128]uint32

	// nonPeers: cell of a band -> the cells of the band that are not its peers, including the cell itself.
	nonPeers [27]uint32

	// peers01, peers2: cell of the grid -> its 20 peers. peers01 has those of bands 0 and 1 in its low and high half,
	// peers2 those of band 2.
	peers01, peers2 [81]uint64
)

// single is the bit of miniRows for exactly one cell. Three entries, each shifted left by three more bits, have it at
// bits 16, 19 and 22: an index of rowCells.
const single = 1 << 16

// fillTables fills the tables. They are not filled before main, since only Bands uses them.
var fillTables = sync.OnceFunc(func() {
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
})
