package sweep

// constants are what the assembly reads, at the offsets that it names. All are made by loops; lanes 27 to 31 step to themselves.
type constants struct {
	step            [10][64]uint8 // stepsOf, as indices of bytes
	allDigits       lanes         // 511 in the lanes in use
	one, two, three lanes
	digit           [9]lanes     // the bit of the digit
	candidates      lanes        // as the variable
	toLanes         [3][64]uint8 // by register: where in bytes 0-63 and 17-80 of a grid, one after another, the digit of each lane is
	toCells         [2][64]uint8 // from the cell, or cell-17, to the byte of its digit in two registers: 0 with 1 in the high bytes, then 2
}

// laneSteps lists the steps in the order of constants.step: bands, rows, stacks.
var laneSteps = [10][3]int{
	{0, 0, 1}, {0, 0, 2}, // the rest of the row
	{0, 1, 1}, {0, 2, 2}, {0, 1, 2}, {0, 2, 1}, // the rest of the two diagonals of the band
	{0, 1, 0}, {0, 2, 0}, // the rest of the box
	{1, 0, 0}, {2, 0, 0}, // the rest of the stack
}

// sharedConstants is on the heap, where the allocator aligns it by its size; a global variable would not be aligned to 64 bytes.
var sharedConstants = newConstants()

func newConstants() *constants {
	k := new(constants)
	for n, by := range laneSteps {
		for l := range 32 {
			from := l
			if l < usedLanes {
				from = step(l, by[0], by[1], by[2])
			}
			k.step[n][2*l], k.step[n][2*l+1] = uint8(2*from), uint8(2*from+1)
		}
	}
	for l := range 32 {
		if l < usedLanes {
			k.allDigits[l] = 511
		}
		k.one[l], k.two[l], k.three[l] = 1, 2, 3
		for d := range 9 {
			k.digit[d][l] = 1 << d
		}
	}
	copy(k.candidates[:], candidates[:])
	for l := range usedLanes {
		for j := range 3 {
			from := 3*l + j
			if from > 63 {
				from += 64 - 17
			}
			k.toLanes[j][2*l], k.toLanes[j][2*l+1] = uint8(from), uint8(from)
		}
	}
	for n := range 64 {
		for i, cell := range []int{n, n + 17} {
			k.toCells[i][n] = uint8([]int{2 * (cell / 3), 2*(cell/3) + 1, 64 + 2*(cell/3)}[cell%3])
		}
	}
	return k
}
