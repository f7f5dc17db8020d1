//go:build amd64 && !purego

package sweep

// constants holds the data that the assembly reads, at the offsets defined there. Steps map lanes 27 to 31 to
// themselves.
type constants struct {
	step            [10][64]uint8 // laneSteps, as indices of bytes
	allDigits       lanes         // 511 in the lanes in use
	one, two, three lanes
	digit           [9]lanes // the bit of the digit in all lanes
	candidates      lanes    // the variable candidates
	// By register: the position of the digit of each lane in bytes 0-63 and 17-80 of a grid, concatenated.
	toLanes [3][64]uint8
	// By cell, or cell-17: the byte of its digit in two registers, 0 with 1 in the high bytes, then 2.
	toCells [2][64]uint8
}

// candidates: digit of a clue -> candidates; all nine for a blank.
var candidates = [16]uint16{511, 1, 2, 4, 8, 16, 32, 64, 128, 256}

// laneSteps lists the steps (bands, rows, stacks) in the order of constants.step.
var laneSteps = [10][3]int{
	{0, 0, 1}, {0, 0, 2}, // the other lanes of the row
	{0, 1, 1}, {0, 2, 2}, {0, 1, 2}, {0, 2, 1}, // the other lanes of the two diagonals of the band
	{0, 1, 0}, {0, 2, 0}, // the other lanes of the box
	{1, 0, 0}, {2, 0, 0}, // the other lanes of the stack
}

// sharedConstants is allocated on the heap, where the allocator aligns it by its size; a global variable would not be
// aligned to 64 bytes.
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
