package sweep

import "math/bits"

// propagate sweeps until nothing changes or there is a contradiction, and sets the outcome; but at most so many times.
func (f *Frame) propagate(limit int) {
	f.Outcome = Unfinished
	for ; limit > 0 && f.Outcome == Unfinished; limit-- {
		before := f.State
		switch {
		case !f.sweep():
			f.Outcome = Contradictory
		case f.State == before:
			f.setOutcome()
		}
	}
}

// propagateWith propagates f, if other is nil. Otherwise it makes two frames of f first: in the lanes in, by register, other has the
// candidate low alone, and f has it no more.
func (f *Frame) propagateWith(other *Frame, limit int, in [3]uint32, low uint16) {
	if other != nil {
		other.State = f.State
		for j := range 3 {
			for l := range usedLanes {
				if in[j]>>l&1 == 1 {
					other.State[j][l] = low
					f.State[j][l] -= low
				}
			}
		}
		other.propagate(limit)
	}
	f.propagate(limit)
}

// sweep applies each rule once to all cells. It returns false if the state is seen to have no solution.
//
// If it returns true, nothing has changed and each cell has one candidate, the state is a solution: rows and boxes hold all nine digits,
// as step 3 and step 7 have seen; and a digit is in one mini-column of each box, so step 6, which has removed none of them, says that
// these are in different columns.
func (f *Frame) sweep() bool {
	c := &f.State

	// Step 1: a cell with one candidate is settled, and takes its digit from the two others of the mini-row.
	var settled State
	for j := range 3 {
		for l := range usedLanes {
			if c[j][l]&(c[j][l]-1) == 0 {
				settled[j][l] = c[j][l]
			}
		}
	}
	for j := range 3 {
		for l := range usedLanes {
			c[j][l] &^= settled[(j+1)%3][l] | settled[(j+2)%3][l]
		}
	}

	// Step 2: t is what each mini-row may hold: the candidates of its cells, but not what the other mini-rows of the row have settled.
	var t, h lanes
	for l := range usedLanes {
		h[l] = settled[0][l] | settled[1][l] | settled[2][l]
		t[l] = c[0][l] | c[1][l] | c[2][l]
	}
	for l := range usedLanes {
		t[l] &^= h[step(l, 0, 0, 1)] | h[step(l, 0, 0, 2)]
	}

	// A digit is in one mini-row of each row and each box. So it may be in this one if it may be in two others that, with this one, make
	// one in each row and box of the band; there are two ways to choose them. That is all there is to know of one digit in one band.
	t = mapLanes(func(l int) uint16 {
		return t[l] & (t[step(l, 0, 1, 1)]&t[step(l, 0, 2, 2)] | t[step(l, 0, 1, 2)]&t[step(l, 0, 2, 1)])
	})

	// Step 3: only holds the digits that of the mini-rows of a row just this one may hold. may is what the whole row may hold.
	only := mapLanes(func(l int) uint16 { return t[l] &^ (t[step(l, 0, 0, 1)] | t[step(l, 0, 0, 2)]) })
	may := mapLanes(func(l int) uint16 { return t[l] | t[step(l, 0, 0, 1)] | t[step(l, 0, 0, 2)] })
	for j := range 3 {
		for l := range usedLanes {
			c[j][l] &= t[l]
		}
	}
	// A mini-row that must hold three digits holds no other. The cells hear of it in step 7.
	for l := range usedLanes {
		if bits.OnesCount16(only[l]) == 3 {
			t[l] = only[l]
		}
	}

	// Step 4: if the mini-row must hold a digit and one cell may, the cell does.
	hidden := mapLanes(func(l int) uint16 { return only[l] &^ majority(c[0][l], c[1][l], c[2][l]) })
	for j := range 3 {
		for l := range usedLanes {
			if s := c[j][l] & hidden[l]; s != 0 {
				c[j][l] = s
			}
		}
	}

	// Step 5: v is what each mini-column may hold, w what two or three of its cells may. Every mini-column is in three lanes, one for each
	// of its cells.
	var v, w State
	for j := range 3 {
		v[j] = mapLanes(func(l int) uint16 { return c[j][l] | c[j][step(l, 0, 1, 0)] | c[j][step(l, 0, 2, 0)] })
		w[j] = mapLanes(func(l int) uint16 { return majority(c[j][l], c[j][step(l, 0, 1, 0)], c[j][step(l, 0, 2, 0)]) })
	}

	// Step 6: as in step 2, the digit may be in this mini-column if it may be in two others that, with this one, make one in each column
	// and box of the stack.
	var fit State
	for j := range 3 {
		x, y := &v[(j+1)%3], &v[(j+2)%3]
		fit[j] = mapLanes(func(l int) uint16 {
			return v[j][l] & (x[step(l, 1, 0, 0)]&y[step(l, 2, 0, 0)] | y[step(l, 1, 0, 0)]&x[step(l, 2, 0, 0)])
		})
	}
	v = fit

	// Step 7: the cells hear of all that. A row or box that has no place for some digit is a contradiction.
	ok := true
	for l := range usedLanes {
		ok = ok && may[l] == 511 && v[0][l]|v[1][l]|v[2][l] == 511
	}
	for j := range 3 {
		for l := range usedLanes {
			c[j][l] &= v[j][l] & t[l]
		}
	}

	// Step 8: as in step 4, with the mini-columns of a box. Then as in step 3, if it must hold three digits it holds no other.
	for j := range 3 {
		x, y := &v[(j+1)%3], &v[(j+2)%3]
		for l := range usedLanes {
			only := v[j][l] &^ (x[l] | y[l])
			if s := c[j][l] & only &^ w[j][l]; s != 0 {
				c[j][l] = s
			}
			if bits.OnesCount16(only) == 3 {
				c[j][l] &= only
			}
		}
	}

	// A cell without candidates is a contradiction.
	for l := range usedLanes {
		ok = ok && c[0][l] != 0 && c[1][l] != 0 && c[2][l] != 0
	}
	return ok
}

// mapLanes returns the register with f(l) in the lanes in use.
func mapLanes(f func(l int) uint16) (r lanes) {
	for l := range usedLanes {
		r[l] = f(l)
	}
	return r
}

// majority returns the bits that at least two of three words have.
func majority(x, y, z uint16) uint16 { return x&y | x&z | y&z }

// setOutcome sets the outcome of a state that sweeps do not change.
func (f *Frame) setOutcome() {
	f.Outcome, f.Two = Solved, [3]uint32{}
	for j := range 3 {
		for l := range usedLanes {
			switch n := bits.OnesCount16(f.State[j][l]); {
			case n == 2:
				f.Two[j] |= 1 << l
				fallthrough
			case n > 2:
				f.Outcome = Open
			}
		}
	}
}

// planes fills p.
func (f *Frame) planes(p *Planes) {
	for d := range 9 {
		var w [3]uint64
		for j := range 3 {
			for l := range usedLanes {
				w[j] |= uint64(f.State[j][l]>>d&1) << l
			}
		}
		p[d] = [2]uint64{w[0] | w[1]<<32, w[2]}
	}
}

// load makes f the state of a grid of clues.
func (f *Frame) load(clues *[81]uint8) {
	for l := range usedLanes {
		row := clues[3*l:][:3] // three cells of a mini-row follow each other, and mini-rows are numbered as cells are
		f.State[0][l] = candidates[row[0]&15]
		f.State[1][l] = candidates[row[1]&15]
		f.State[2][l] = candidates[row[2]&15]
	}
}

// candidates: digit of a clue -> candidates; all for a blank.
var candidates = [16]uint16{511, 1, 2, 4, 8, 16, 32, 64, 128, 256}

// unload writes the digits of a solved state.
func (f *Frame) unload(grid *[81]uint8) {
	for l := range usedLanes {
		row := grid[3*l:][:3]
		row[0] = digitOf(f.State[0][l])
		row[1] = digitOf(f.State[1][l])
		row[2] = digitOf(f.State[2][l])
	}
}

func digitOf(candidate uint16) uint8 { return uint8(bits.TrailingZeros16(candidate) + 1) }
