package notation

import (
	"bytes"
	"encoding/binary"
	"slices"

	"nonet/model/sudoku"
)

// What the bytes of a classic line mean: the low four bits are the value, the others say what was met.
const (
	metZero  = 1 << 4 // 0, a blank
	metBlank = 1 << 5 // another blank
	metOther = 1 << 6 // no cell of a 9x9 grid
	metNine  = 1 << 7
)

var classic = func() (table [256]byte) {
	for i := range table {
		table[i] = metOther
	}
	for _, b := range ".*_-Xx" {
		table[b] = metBlank
	}
	for v := byte(1); v <= 8; v++ {
		table['0'+v] = v
	}
	table['0'] = metZero
	table['9'] = metNine | 9
	return table
}()

// ReadClassic reads the puzzles that come next as long as each is a line that begins with exactly 81 cells of a classic 9x9 grid, the form
// of nearly every list, and at most len(dst) of them: dst[i] gets the digits of the i-th, row by row, 0 for a blank. It returns how many it
// read, and reads more of the input only if it would otherwise return 0, so it waits for no second line. Where it returns 0, which it does
// at the first puzzle, there is something to think about: [Reader.ReadInto] reads the next puzzle or says why there is none. Names are not
// kept.
func (r *Reader) ReadClassic(dst [][81]uint8) int {
	if shape, _ := r.shape(9); !r.opened || r.err != nil || !r.fast() || shape != sudoku.Order(3) {
		return 0
	}
	n := 0
	for n < len(dst) {
		if !r.wholeLine() && n > 0 || !r.decodeFast(&dst[n]) {
			break
		}
		n++
	}
	return n
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
	if !r.fast() {
		return false
	}
	var digits [81]uint8
	if !r.decodeFast(&digits) {
		return false
	}
	p.Shape, _ = r.shape(9)
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
func (r *Reader) fast() bool {
	_, ok := r.shape(9)
	return ok && r.csv == nil && !r.sections && r.alphabet == 0 && (r.insist == nil || r.insist.lines)
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
	if !certain(met) {
		return false
	}
	if met&15 != 0 {
		r.seen[9] |= mixed // there is a clue
	}
	r.title = ""
	r.line = in.line
	in.start += length
	in.line++
	return true
}

// decodeClassic writes the digits of the cells to dst and returns what was met.
func decodeClassic(dst *[81]uint8, cells *[81]byte) byte {
	met := byte(0)
	for i, b := range cells {
		m := classic[b]
		met |= m
		dst[i] = m & 15
	}
	return met
}

// certain reports whether cells that met this are a puzzle beyond doubt: all of them are cells, and if 0 and another blank are both in
// use, then 0 is not the lowest of nine values, since 9 is in use too.
func certain(met byte) bool {
	return met&metOther == 0 && met&(metZero|metBlank|metNine) != metZero|metBlank
}
