//go:build amd64 && !purego

package sweep

import "math/bits"

// propagate sweeps until nothing changes or there is a contradiction, but at most limit times, and sets the outcome.
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

// propagateWith propagates f. If other is not nil, it first splits f: in the lanes given by register in in, other gets
// only the candidate low, and f loses it. Then it propagates both.
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

// sweep applies each rule once to all cells. It returns false if it finds a contradiction.
//
// If it returns true, changes nothing, and each cell has one candidate, the state is a solution. Rows and boxes have
// all nine digits, by the checks of steps 3 and 7. A digit is in one mini-column of each box, and step 6, which has
// removed none of these, implies that they are in different columns.
func (f *Frame) sweep() bool {
	c := &f.State

	// Step 1: a cell with one candidate is settled; its digit is removed from the two other cells of its mini-row.
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

	// Step 2: t[l] is the set of digits that mini-row l may hold: the candidates of its cells, without the settled
	// digits of the other mini-rows of the row.
	var t, h lanes
	for l := range usedLanes {
		h[l] = settled[0][l] | settled[1][l] | settled[2][l]
		t[l] = c[0][l] | c[1][l] | c[2][l]
	}
	for l := range usedLanes {
		t[l] &^= h[step(l, 0, 0, 1)] | h[step(l, 0, 0, 2)]
	}

	// A digit is in one mini-row of each row and each box. So it may be in mini-row l only if it may be in two others
	// that, with l, cover each row and box of the band once; there are two ways to choose them. For one digit in one
	// band this is complete.
	t = mapLanes(func(l int) uint16 {
		return t[l] & (t[step(l, 0, 1, 1)]&t[step(l, 0, 2, 2)] | t[step(l, 0, 1, 2)]&t[step(l, 0, 2, 1)])
	})

	// Step 3: only[l] holds the digits of the row that only mini-row l may hold; may[l] the digits that the row may
	// hold.
	only := mapLanes(func(l int) uint16 { return t[l] &^ (t[step(l, 0, 0, 1)] | t[step(l, 0, 0, 2)]) })
	may := mapLanes(func(l int) uint16 { return t[l] | t[step(l, 0, 0, 1)] | t[step(l, 0, 0, 2)] })
	for j := range 3 {
		for l := range usedLanes {
			c[j][l] &= t[l]
		}
	}
	// A mini-row that must hold three digits holds no other. Its cells are updated in step 7.
	for l := range usedLanes {
		if bits.OnesCount16(only[l]) == 3 {
			t[l] = only[l]
		}
	}

	// Step 4: if the mini-row must hold a digit and only one of its cells may, that cell holds it.
	hidden := mapLanes(func(l int) uint16 { return only[l] &^ majority(c[0][l], c[1][l], c[2][l]) })
	for j := range 3 {
		for l := range usedLanes {
			if s := c[j][l] & hidden[l]; s != 0 {
				c[j][l] = s
			}
		}
	}

	// Step 5: v is the set of digits that each mini-column may hold, w the set that two or three of its cells may.
	// Every mini-column is in three lanes, one for each of its cells.
	var v, w State
	for j := range 3 {
		v[j] = mapLanes(func(l int) uint16 { return c[j][l] | c[j][step(l, 0, 1, 0)] | c[j][step(l, 0, 2, 0)] })
		w[j] = mapLanes(func(l int) uint16 { return majority(c[j][l], c[j][step(l, 0, 1, 0)], c[j][step(l, 0, 2, 0)]) })
	}

	// Step 6: as in step 2, a digit may be in a mini-column only if it may be in two others that, with it, cover each
	// column and box of the stack once.
	var fit State
	for j := range 3 {
		x, y := &v[(j+1)%3], &v[(j+2)%3]
		fit[j] = mapLanes(func(l int) uint16 {
			return v[j][l] & (x[step(l, 1, 0, 0)]&y[step(l, 2, 0, 0)] | y[step(l, 1, 0, 0)]&x[step(l, 2, 0, 0)])
		})
	}
	v = fit

	// Step 7: update the cells. A row or box without a place for some digit is a contradiction.
	ok := true
	for l := range usedLanes {
		ok = ok && may[l] == 511 && v[0][l]|v[1][l]|v[2][l] == 511
	}
	for j := range 3 {
		for l := range usedLanes {
			c[j][l] &= v[j][l] & t[l]
		}
	}

	// Step 8: as in step 4, for the mini-columns of a box; then as in step 3, a mini-column that must hold three digits
	// holds no other.
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

// mapLanes returns a register with f(l) in each lane l in use.
func mapLanes(f func(l int) uint16) (r lanes) {
	for l := range usedLanes {
		r[l] = f(l)
	}
	return r
}

// majority returns the bits set in at least two of three words.
func majority(x, y, z uint16) uint16 { return x&y | x&z | y&z }

// setOutcome sets the outcome of a state that a sweep does not change.
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

// planes is Planes in plain Go.
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

// load is Load in plain Go.
func (f *Frame) load(clues *[81]uint8) {
	for l := range usedLanes {
		row := clues[3*l:][:3] // the mini-row in lane l: three consecutive cells
		f.State[0][l] = candidates[row[0]&15]
		f.State[1][l] = candidates[row[1]&15]
		f.State[2][l] = candidates[row[2]&15]
	}
}

// unload is Unload in plain Go.
func (f *Frame) unload(grid *[81]uint8) {
	for l := range usedLanes {
		row := grid[3*l:][:3]
		row[0] = digitOf(f.State[0][l])
		row[1] = digitOf(f.State[1][l])
		row[2] = digitOf(f.State[2][l])
	}
}

func digitOf(candidate uint16) uint8 { return uint8(bits.TrailingZeros16(candidate) + 1) }
