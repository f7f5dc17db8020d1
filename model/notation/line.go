package notation

import (
	"bytes"
	"math"
	"unicode/utf8"

	"nonet/model/sudoku"
)

// A rawPuzzle is the cells of one puzzle as found in the input: either symbols or integers.
type rawPuzzle struct {
	n       int // rows
	cells   []cell
	numbers []number
	name    string
	alone   bool   // the line contains nothing but the cells, without bars
	valid   bool   // every cell has a meaning in some alphabet
	rest    []byte // of the line, after the cells
	how     string // the layout of a paste, for messages: words after "if"
}

// decodeRaw decodes f into p.
func (r *Reader) decodeRaw(p *sudoku.Puzzle, f rawPuzzle) (err error) {
	if f.numbers != nil {
		p.Clues, p.Alphabet, err = r.decodeNumbers(p.Clues, f.numbers, f.n)
	} else {
		p.Clues, p.Alphabet, err = r.decode(p.Clues, f.cells, f.n)
	}
	if err != nil {
		return err
	}
	return r.setShape(p, f.n, f.name)
}

// rowsOf returns the number of rows of a grid written with this number of symbols: one per cell or, in the alphabet
// pairs, two.
func (r *Reader) rowsOf(symbols int) (n int, ok bool) {
	if r.alphabet != pairs {
		if n = intSqrt(symbols); n*n == symbols {
			_, ok = r.shape(n)
		}
	}
	if !ok && symbols%2 == 0 {
		if n = intSqrt(symbols / 2); n*n == symbols/2 && (n > 9 || r.alphabet == pairs) {
			_, ok = r.shape(n)
		}
	}
	return n, ok
}

func intSqrt(square int) int { return min(int(math.Sqrt(float64(square))), sudoku.MaxN+1) }

// cellsFit reports whether each symbol has a meaning in a grid of n rows.
func (r *Reader) cellsFit(cells []cell, n int) bool {
	used := countSymbols(cells)
	switch {
	case len(cells) == 2*n*n:
		_, err := r.decodePairs(nil, cells, n)
		return err == nil
	case r.alphabet != 0:
		fits, _, _, _ := used.readAs(r.alphabet, n)
		return fits
	}
	fit, _ := used.fittingAlphabets(n)
	return fit != 0
}

// findInLine looks for a puzzle in one piece of text, such as a line or a field, which begins at a line and column. It
// tries in this order: cells without anything between them, with an optional name before and comment after; integers;
// cells with white space for blanks; cells with decoration. It returns false if no puzzle has the length of the text.
func (r *Reader) findInLine(text []byte, line, column int) (f rawPuzzle, ok bool) {
	tight, haveTight := r.findWord(text, line, column)
	if haveTight && tight.valid {
		return tight, true
	}
	if f, ok = r.findLoose(text, line, column); ok {
		return f, true
	}
	return tight, haveTight
}

// findLoose is findInLine for the forms in which something may stand between the cells.
func (r *Reader) findLoose(text []byte, line, column int) (rawPuzzle, bool) {
	for _, find := range []func([]byte, int, int) (rawPuzzle, bool){
		r.findIntegers, r.findCommaJoined, r.findSpaced, r.findDecorated} {
		if f, ok := find(text, line, column); ok && f.valid {
			return f, true
		}
	}
	return rawPuzzle{}, false
}

// findWord looks for cells in the first word of text, or in the second after a name. Words are separated by white
// space, comma, semicolon or colon. A word of fewer than 16 cells must be the only one.
func (r *Reader) findWord(text []byte, line, column int) (best rawPuzzle, ok bool) {
	const shortest = 16
	var name []byte
	for i := range r.words {
		gap := len(text) - len(bytes.TrimLeft(text, " \t"))
		column += gap
		text = text[gap:]
		end := bytes.IndexAny(text, " \t\r\n,;:")
		if end < 0 {
			end = len(text)
		}
		word, rest := text[:end], text[end:]
		width := utf8.RuneCount(word)
		bare := name == nil && isBlankLine(rest)
		if n, square := r.rowsOf(width); square && (bare || width >= shortest) {
			r.words[i] = appendEvery(r.words[i][:0], word, line, column)
			f := rawPuzzle{n: n, cells: r.words[i], alone: bare, rest: rest}
			f.valid = r.cellsFit(f.cells, n)
			if !ok || f.valid && (!best.valid || f.n > best.n) {
				f.name = string(name)
				best, ok = f, true
			}
		}
		if len(rest) == 0 || len(word) == 0 {
			break
		}
		name = word
		text = rest[1:]
		column += width + 1
	}
	return best, ok
}

// findCommaJoined looks for the integers of a grid joined by commas, in the first word of text or in the second after a
// name. This is the line form of large grids, so a comment may follow.
func (r *Reader) findCommaJoined(text []byte, line, column int) (f rawPuzzle, ok bool) {
	name := ""
	for range 2 {
		gap := len(text) - len(bytes.TrimLeft(text, " \t;:"))
		column += gap
		text = text[gap:]
		end := bytes.IndexAny(text, " \t;:")
		if end < 0 {
			end = len(text)
		}
		if bytes.Count(text[:end], []byte{','}) >= 15 {
			if f, ok := r.findIntegers(text[:end], line, column); ok && f.valid {
				f.name = name
				return f, true
			}
		}
		column += utf8.RuneCount(text[:end])
		name, text = string(text[:end]), text[end:]
	}
	return rawPuzzle{}, false
}

// findIntegers reads text as the integers of a grid.
func (r *Reader) findIntegers(text []byte, line, column int) (f rawPuzzle, ok bool) {
	if hasEmptyField(text) || hasBracketed(text) {
		return rawPuzzle{}, false
	}
	numbers, ok := appendNumbers(r.numbers[:0], text, line, column)
	r.numbers = numbers
	n := intSqrt(len(numbers))
	if !ok || n < 1 || n*n != len(numbers) {
		return rawPuzzle{}, false
	}
	if _, ok = r.shape(n); !ok {
		return rawPuzzle{}, false
	}
	return rawPuzzle{n: n, numbers: numbers, valid: numbersFit(numbers, n), alone: bytes.IndexByte(text, '|') < 0}, true
}

// hasEmptyField reports whether text has fields between commas, semicolons or tabs of which some are empty, so that its
// integers are not all of its cells.
func hasEmptyField(text []byte) bool {
	return bytes.Contains(text, []byte(",,")) || bytes.Contains(text, []byte(";;")) ||
		bytes.Contains(text, []byte("\t\t")) || len(text) > 0 && (text[0] == ',' || text[0] == ';')
}

// findSpaced reads text as cells in which spaces are blanks.
func (r *Reader) findSpaced(text []byte, line, column int) (f rawPuzzle, ok bool) {
	for _, b := range text {
		if b != ' ' && (!isCellSymbol(rune(b)) || b == '.' || b == '_') {
			return rawPuzzle{}, false
		}
	}
	n, ok := r.rowsOf(len(text))
	if !ok || n < 4 || len(text) != n*n {
		return rawPuzzle{}, false
	}
	r.cells = appendEvery(r.cells[:0], text, line, column)
	f = rawPuzzle{n: n, cells: r.cells}
	f.valid = r.cellsFit(f.cells, n)
	return f, f.valid
}

// findDecorated reads text as cells with white space and bars between them. It tries * and - as blanks and as
// decoration and returns the first reading that fits: decoration first if another blank occurs, blanks first otherwise.
func (r *Reader) findDecorated(text []byte, line, column int) (f rawPuzzle, ok bool) {
	ways := []extraBlanks{{}, {minus: true}, {star: true}}
	if !bytes.ContainsAny(text, "._") {
		ways = []extraBlanks{{minus: true}, {star: true}, {}}
	}
	for _, blanks := range ways {
		cells, stray := appendSymbols(r.cells[:0], text, line, column, blanks)
		r.cells = cells
		if stray != nil {
			return rawPuzzle{}, false
		}
		if n, ok := r.rowsOf(len(cells)); ok && n >= 4 && r.cellsFit(cells, n) {
			return rawPuzzle{n: n, cells: cells, valid: true}, true
		}
	}
	return rawPuzzle{}, false
}
