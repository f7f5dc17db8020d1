//go:build amd64 && !purego

package lanes

import (
	"math/bits"

	"nonet/backends/native/internal/sweep"
)

// propagate is Propagate in plain Go.
func (s *Grids) propagate(active uint32) {
	for done := false; !done; done = (s.Bad|s.Stable)&active != 0 {
		s.Bad, s.Stable, s.Solved = 0, 0, 0
		s.Sweeps++
		for lane := range Width {
			if active>>lane&1 == 0 {
				continue
			}
			var c [81]uint16
			for i := range c {
				c[i] = s.cells[i][lane]
			}
			if !sweepGrid(&c) {
				s.Bad |= 1 << lane
			}
			total := uint16(0)
			for i := range c {
				s.cells[i][lane] = c[i]
				total += c[i]
			}
			if total == s.totals[lane] {
				s.Stable |= 1 << lane
			}
			if total == 9*511 {
				s.Solved |= 1 << lane
			}
			s.totals[lane] = total
		}
	}
}

// sweepGrid applies each rule once to all cells. It returns false if it finds a contradiction.
//
// If it returns true, changes nothing, and the sum of the cells is that of a solution, the grid is a solution: each row
// and column may hold each digit, so that its sum is at least 511, and exactly that if no digit has two cells in it;
// then, since no cell is empty, each cell has one digit. That the boxes have all digits follows from step 2.
func sweepGrid(c *[81]uint16) bool {
	ok := true
	for _, w := range c {
		ok = ok && w != 0
	}
	// Step 1: a cell with one candidate is settled; its digit is removed from the other cells of its mini-row and from
	// the other mini-rows of its row.
	var settled [27]uint16 // by mini-row
	for m := range settled {
		row := c[3*m:][:3]
		var s [3]uint16
		for j, w := range row {
			if w&(w-1) == 0 {
				s[j] = w
			}
		}
		for j := range row {
			row[j] &^= s[(j+1)%3] | s[(j+2)%3]
		}
		settled[m] = s[0] | s[1] | s[2]
	}
	for band := range 3 {
		ok = sweepGroup(c, (*[9]uint16)(settled[9*band:]), 27*band, 9, 3, 1) && ok
	}
	for stack := range 3 {
		ok = sweepGroup(c, new([9]uint16), 3*stack, 1, 27, 9) && ok
	}
	return ok
}

// sweepGroup applies the other rules to a band or a stack, here called group; the words are those of a band. Its first
// cell is at first; line, part and cell are the distances of its rows, of the mini-rows in a row, and of the cells in a
// mini-row. settled holds the settled digits of mini-row b of row i at 3i+b.
func sweepGroup(c *[81]uint16, settled *[9]uint16, first, line, part, cell int) bool {
	var may, repeated [9]uint16 // the digits that one cell, and that two cells, of a mini-row may hold
	for m := range may {
		at := first + m/3*line + m%3*part
		x, y, z := c[at], c[at+cell], c[at+2*cell]
		row := m / 3 * 3
		may[m] = (x | y | z) &^ (settled[row+(m+1)%3] | settled[row+(m+2)%3])
		repeated[m] = x&y | x&z | y&z
	}

	// Step 2: a digit is in one mini-row of each row and each box, so it is in three mini-rows, chosen in one of six
	// ways. For one digit in one band this is complete. A digit without a choice is a contradiction.
	var fit [9]uint16
	all := uint16(0)
	for _, p := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		digits := may[p[0]] & may[3+p[1]] & may[6+p[2]]
		for i, b := range p {
			fit[3*i+b] |= digits
		}
		all |= digits
	}

	for m := range fit {
		row := m / 3 * 3
		// Step 3: only holds the digits of the row that only this mini-row may hold. A mini-row that must hold three
		// digits holds no other.
		only := fit[m] &^ (fit[row+(m+1)%3] | fit[row+(m+2)%3])
		rest := fit[m]
		if bits.OnesCount16(only) >= 3 {
			rest = only
		}
		// Step 4: if the mini-row must hold a digit and only one of its cells may, that cell holds it.
		hidden := only &^ repeated[m]
		for j := range 3 {
			w := &c[first+m/3*line+m%3*part+j*cell]
			if *w&hidden != 0 {
				*w &= hidden
			} else {
				*w &= rest
			}
		}
	}
	return all == 511
}

// copy is Copy in plain Go.
func (s *Grids) copy(lane int, f *sweep.Frame, p *sweep.Planes) {
	for c := range s.cells {
		w := s.cells[c][lane]
		j, l := c%3, c/3
		f.State[j][l] = w
		if bits.OnesCount16(w) == 2 {
			f.Two[j] |= 1 << l
		}
		for ; w != 0; w &= w - 1 {
			p[bits.TrailingZeros16(w)][j/2] |= 1 << (l + j%2*32)
		}
	}
}
