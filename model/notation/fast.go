package notation

import (
	"bytes"
	"encoding/binary"
	"slices"

	"nonet/model/sudoku"
)

// The meaning of a byte in a line of 81 cells: the low four bits are the value, the others are these flags.
const (
	sawZero  = 1 << 4 // 0, a blank
	sawBlank = 1 << 5 // another blank
	sawOther = 1 << 6 // not a cell of a 9x9 grid
	sawNine  = 1 << 7
)

var classic = func() (table [256]byte) {
	for i := range table {
		table[i] = sawOther
	}
	for _, b := range ".*_-Xx" {
		table[b] = sawBlank
	}
	for v := byte(1); v <= 8; v++ {
		table['0'+v] = v
	}
	table['0'] = sawZero
	table['9'] = sawNine | 9
	return table
}()

// ReadClassic reads the next puzzle if its line begins with exactly 81 cells of a classic 9x9 grid, the form of nearly
// every list. It stores the values row by row in digits, 0 for a blank. It does not return names. If wait is false, it
// does not read from the source and takes a line only if all of it is buffered.
//
// If ReadClassic returns false although wait is true, as it does for the first puzzle, the next puzzle needs more than
// the fast path, or there is none: call [Reader.ReadInto]. The contents of digits are then undefined.
func (r *Reader) ReadClassic(digits *[81]uint8, wait bool) bool {
	return r.opened && r.err == nil && r.nineRows == sudoku.Order(3) && r.fastPathApplies() &&
		(wait || r.wholeLine()) && r.decodeFast(digits)
}

// AppendClassic appends the line of a classic 9x9 grid in digits, as read by ReadClassic. It appends the same as
// AppendLine at a quarter of the cost.
func AppendClassic(dst []byte, digits *[81]uint8) []byte {
	from := len(dst)
	dst = slices.Grow(dst, 81)[:from+81]
	line := (*[81]byte)(dst[from:])
	// Eight cells at a time. The dot is two codes before the digit 0 in ASCII: add '.' to each cell, and 2 unless it is
	// 0.
	const each = 0x0101010101010101
	for c := 0; c < 80; c += 8 {
		x := binary.LittleEndian.Uint64(digits[c:])
		others := (x + 0x7f*each) >> 7 & each
		binary.LittleEndian.PutUint64(line[c:], x+'.'*each+2*others)
	}
	line[80] = symbol(int(digits[80]), '.')
	return dst
}

// readFast is read for a line of 81 cells. It returns false without consuming input if the line needs the slow path.
func (r *Reader) readFast(p *sudoku.Puzzle) bool {
	if !r.fastPathApplies() {
		return false
	}
	var digits [81]uint8
	if !r.decodeFast(&digits) {
		return false
	}
	p.Shape = r.nineRows
	p.Name = ""
	setClues(p, &digits)
	return true
}

// setClues copies the digits to p.Clues, reusing its memory.
func setClues(p *sudoku.Puzzle, digits *[81]uint8) {
	p.Clues = slices.Grow(p.Clues[:0], 81)[:81]
	for c, digit := range digits {
		p.Clues[c] = int(digit)
	}
}

// fastPathApplies reports whether the format and the options allow a line of 81 cells to be read as a puzzle.
func (r *Reader) fastPathApplies() bool {
	return r.nineRows.Height > 0 && r.csv == nil && !r.sections && len(r.games) == 0 && r.alphabet == 0 &&
		(r.format == nil || r.format.lines)
}

// wholeLine reports whether a complete line is buffered.
func (r *Reader) wholeLine() bool {
	in := r.in
	return in.end-in.start >= 82 && in.buf[in.start+81] == '\n' || bytes.IndexByte(in.buf[in.start:in.end], '\n') >= 0
}

// decodeFast decodes the line at the beginning of the input and consumes it. It returns false without consuming input
// if the line needs the slow path.
func (r *Reader) decodeFast(digits *[81]uint8) bool {
	in := r.in
	rest := in.buf[in.start:in.end]
	for len(rest) < 83 && in.err == nil && bytes.IndexByte(rest, '\n') < 0 {
		in.fill()
		rest = in.buf[in.start:in.end]
	}
	if len(rest) < 82 {
		return false
	}
	length := 82
	switch rest[81] {
	case '\n':
	case ' ', '\t', ',', ';', ':':
		i := bytes.IndexByte(rest[82:], '\n')
		if i < 0 {
			return false
		}
		if column, _ := notText(rest[82 : 82+i]); column > 0 {
			return false
		}
		length += i + 1
	default:
		return false
	}
	met := decodeClassic(digits, (*[81]byte)(rest))
	if !isCertain(met) || mayBeRegions(met, digits) || !r.noted && needsRest(digits, rest[81:length]) {
		return false
	}
	if met&15 != 0 {
		r.knownAlphabets[9] |= mixed // there is a clue
	}
	r.title = ""
	r.line, r.from = in.line, in.offset()
	in.start += length
	in.line++
	return true
}

// decodeClassic writes the values of the cells to dst and returns the union of their flags.
func decodeClassic(dst *[81]uint8, cells *[81]byte) byte {
	met, common := decodeCommon(dst, cells)
	if common {
		return met
	}
	met = 0
	for i, b := range cells {
		m := classic[b]
		met |= m
		dst[i] = m & 15
	}
	return met
}

// decodeCommon is decodeClassic for cells whose only blanks are the dot and 0, eight cells at a time. It returns false
// if another byte occurs.
func decodeCommon(dst *[81]uint8, cells *[81]byte) (met byte, common bool) {
	// In ASCII the dot is two codes before 0, with the slash between. So x = byte - '.' is 0 for a dot, and digit + 2
	// for a digit. Any other byte sets a high bit in wrong; its carry into higher bytes does not matter, because the
	// result is then discarded.
	const each = 0x0101010101010101
	const high = 0x80 * each
	var wrong, clues, dots, zeros, nines uint64
	for c := 0; c < 80; c += 8 {
		x := binary.LittleEndian.Uint64(cells[c:]) - '.'*each
		some := x + 0x7f*each // high bit: not a dot
		digits := x - 2*(some>>7&each)
		wrong |= x | digits | (x + 0x74*each) // high bit: below the dot, a slash, above 9
		clues |= digits
		dots |= ^some
		zeros |= some &^ (x + 0x7d*each)
		nines |= x + 0x75*each
		binary.LittleEndian.PutUint64(dst[c:], digits)
	}
	met = classic[cells[80]]
	dst[80] = met & 15
	if clues != 0 {
		met |= 1
	}
	if dots&high != 0 {
		met |= sawBlank
	}
	if zeros&high != 0 {
		met |= sawZero
	}
	if nines&high != 0 {
		met |= sawNine
	}
	return met, wrong&high == 0
}

// mayBeRegions reports whether the cells with these flags may be the regions of a jigsaw: at most nine digits, no other
// blank, and the first cell has a neighbour with the same digit. No solution is like that, and hardly any puzzle.
func mayBeRegions(met byte, digits *[81]uint8) bool {
	return met&sawBlank == 0 && met&(sawZero|sawNine) != sawZero|sawNine &&
		(digits[0] == digits[1] || digits[0] == digits[9])
}

// needsRest reports whether readRest must look at the text after a puzzle: its first word has 81 bytes, and does not
// look like a solution.
func needsRest(puzzle *[81]uint8, rest []byte) bool {
	if len(rest) < 82 {
		return false
	}
	rest = bytes.TrimLeft(rest, " \t,;:")
	if end := bytes.IndexAny(rest, " \t,;:\n"); end != 81 {
		return false
	}
	var digits [81]uint8
	met := decodeClassic(&digits, (*[81]byte)(rest))
	if met&(sawOther|sawBlank|sawZero) != 0 || mayBeRegions(met, &digits) {
		return true
	}
	for c, v := range puzzle {
		if v != 0 && v != digits[c] {
			return true
		}
	}
	return false
}

// isCertain reports whether the cells with these flags are a puzzle with one reading: all are cells, and if both 0 and
// another blank occur, then 0 is a blank because 9 occurs too.
func isCertain(met byte) bool {
	return met&sawOther == 0 && met&(sawZero|sawBlank|sawNine) != sawZero|sawBlank
}
