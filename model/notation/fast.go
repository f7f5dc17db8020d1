package notation

import (
	"bytes"

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

// readFast reads a line that begins with exactly 81 cells of a 9x9 grid, the form of nearly every list. It reports false, and consumes
// nothing, where there is anything to think about.
func (r *Reader) readFast(p *sudoku.Puzzle) bool {
	in := r.in
	rest := in.buf[in.start:in.end]
	if len(rest) < 83 && in.err == nil && bytes.IndexByte(rest, '\n') < 0 {
		in.fill()
		rest = in.buf[in.start:in.end]
	}
	if len(rest) < 82 || r.csv != nil || r.sections || r.alphabet != 0 || r.insist != nil && !r.insist.lines {
		return false
	}
	if s := r.opt.Shape; s != (sudoku.Shape{}) && s.N() != 9 {
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
	if cap(p.Clues) < 81 {
		p.Clues = make(sudoku.Grid, 81)
	}
	p.Clues = p.Clues[:81]
	met := decodeClassic((*[81]int)(p.Clues), (*[81]byte)(rest))
	if !certain(met) {
		return false
	}
	p.Shape, _ = r.shape(9)
	p.Name, r.title = "", ""
	r.line = in.line
	in.start += length
	in.line++
	return true
}

// decodeClassic writes the values of the cells to dst and returns what was met.
func decodeClassic(dst *[81]int, cells *[81]byte) byte {
	met := byte(0)
	for i, b := range cells {
		m := classic[b]
		met |= m
		dst[i] = int(m & 15)
	}
	return met
}

// certain reports whether cells that met this are a puzzle beyond doubt: all of them are cells, and if 0 and another blank are both in
// use, then 0 is not the lowest of nine values, since 9 is in use too.
func certain(met byte) bool {
	return met&metOther == 0 && met&(metZero|metBlank|metNine) != metZero|metBlank
}
