package notation

import (
	"bytes"
	"encoding/binary"
	"slices"

	"nonet/model/sudoku"
)

// What the bytes of a classic line mean: the low four bits are the value, the others say what was met.
const (
	sawZero  = 1 << 4 // 0, a blank
	sawBlank = 1 << 5 // another blank
	sawOther = 1 << 6 // no cell of a 9x9 grid
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

// ReadClassic reads the next puzzle if it is a line that begins with exactly 81 cells of a classic 9x9 grid, the form of nearly every list:
// digits gets its digits row by row, 0 for a blank. Names are not kept. Unless it may wait, it reads no more of the input, and takes a line
// only if all of it is there.
//
// Where it returns false though it may wait, which it does at the first puzzle, there is something to think about: [Reader.ReadInto] reads
// the next puzzle or says why there is none. What digits holds is then undefined.
func (r *Reader) ReadClassic(digits *[81]uint8, wait bool) bool {
	return r.opened && r.err == nil && r.nineRows == sudoku.Order(3) && r.fastPathApplies() && (wait || r.wholeLine()) && r.decodeFast(digits)
}

// AppendClassic appends the line of a classic 9x9 grid in digits, as ReadClassic reads them: what AppendLine appends, at a quarter of the
// cost.
func AppendClassic(dst []byte, digits *[81]uint8) []byte {
	from := len(dst)
	dst = slices.Grow(dst, 81)[:from+81]
	line := (*[81]byte)(dst[from:])
	// Eight cells at a time. 0 becomes the dot, which stands two places before the digit 0 in ASCII: all others have two added.
	const each = 0x0101010101010101
	for c := 0; c < 80; c += 8 {
		x := binary.LittleEndian.Uint64(digits[c:])
		others := (x + 0x7f*each) >> 7 & each
		binary.LittleEndian.PutUint64(line[c:], x+'.'*each+2*others)
	}
	line[80] = symbol(int(digits[80]), '.')
	return dst
}

// readFast is read for a line of 81 cells. It reports false, and consumes nothing, where there is anything to think about.
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

// setClues writes the digits into p.Clues, which are overwritten if there is room.
func setClues(p *sudoku.Puzzle, digits *[81]uint8) {
	p.Clues = slices.Grow(p.Clues[:0], 81)[:81]
	for c, digit := range digits {
		p.Clues[c] = int(digit)
	}
}

// fast reports whether a line of 81 cells would be a puzzle and mean what it says.
func (r *Reader) fastPathApplies() bool {
	return r.nineRows.Height > 0 && r.csv == nil && !r.sections && r.alphabet == 0 && (r.format == nil || r.format.lines)
}

// wholeLine reports whether a line of 81 cells and nothing else is in the buffer.
func (r *Reader) wholeLine() bool {
	in := r.in
	return in.end-in.start >= 82 && in.buf[in.start+81] == '\n' || bytes.IndexByte(in.buf[in.start:in.end], '\n') >= 0
}

// decodeFast decodes the line at the beginning of the input and consumes it. It reports false, and consumes nothing, where there is anything
// to think about.
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
	case '\r', ' ', '\t', ',', ';', ':':
		i := bytes.IndexByte(rest[82:], '\n')
		if i < 0 {
			return false
		}
		if rest[81] == '\r' && i > 0 {
			return false
		}
		if column, _ := notText(bytes.TrimSuffix(rest[82:82+i], []byte{'\r'})); column > 0 {
			return false
		}
		length += i + 1
	default:
		return false
	}
	met := decodeClassic(digits, (*[81]byte)(rest))
	if !isCertain(met) {
		return false
	}
	if met&15 != 0 {
		r.knownAlphabets[9] |= mixed // there is a clue
	}
	r.title = ""
	r.line = in.line
	in.start += length
	in.line++
	return true
}

// decodeClassic writes the digits of the cells to dst and returns what was met.
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

// decodeCommon is decodeClassic where the dot is the only blank besides 0, for eight cells at a time. It reports false if another byte occurs.
func decodeCommon(dst *[81]uint8, cells *[81]byte) (met byte, common bool) {
	// In ASCII the dot stands two places before 0, and the place between is a slash. Counted from the dot, x is 0 for a dot, and two more
	// than the digit for a digit. A byte that is none of them sets a high bit in wrong, and what it does to those above does not matter.
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

// certain reports whether cells that met this are a puzzle beyond doubt: all of them are cells, and if 0 and another blank are both in
// use, then 0 is not the lowest of nine values, since 9 is in use too.
func isCertain(met byte) bool {
	return met&sawOther == 0 && met&(sawZero|sawBlank|sawNine) != sawZero|sawBlank
}
