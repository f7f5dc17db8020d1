package notation

import (
	"bytes"
	"slices"

	"nonet/model/sudoku"
)

// A gridScan is the result of reading rows of a grid.
type gridScan struct {
	n        int    // cells in the first row
	rows     int    // rows of n cells found
	end      cursor // after the last of them, or after the lower border
	bordered bool   // the grid begins with a separator line

	// The line and width of the first row with another number of cells; 0 if the rows ended.
	badLine, badWidth int
}

func (w gridScan) complete() bool { return w.n > 0 && w.rows == w.n }

// A rowFunc reads one row of a grid with n cells in a row; n is 0 if it is not known yet. It returns rule for a
// separator line, and ok = false for a line that is not part of a grid.
type rowFunc func(text []byte, line, n int) (width int, rule, ok bool)

// maxDecoration is the maximum number of consecutive lines without cells in a grid. It bounds the look-ahead.
const maxDecoration = 4

// scanRows reads rows at from until there are as many as the first row has cells. A blank line ends the grid, except
// between bands.
func (r *Reader) scanRows(from cursor, row rowFunc) gridScan {
	w := gridScan{end: from}
	for c := from; w.n == 0; {
		text, err := r.in.next(&c)
		if err != nil || isBlankLine(text) || c.line-from.line > maxDecoration+1 {
			return w
		}
		width, rule, ok := row(text, 0, 0)
		if !ok {
			return w
		}
		if !rule {
			w.n = width
		}
	}
	shape, _ := r.shape(w.n)
	for c := from; w.rows < w.n; {
		text, err := r.in.next(&c)
		switch {
		case err != nil || c.line-w.end.line > maxDecoration+1:
			return w
		case isBlankLine(text):
			if shape.Height == 0 || w.rows%shape.Height != 0 {
				return w
			}
			continue
		case text[0] == '#':
			continue
		}
		width, rule, ok := row(text, c.line-1, w.n)
		if rule {
			w.bordered = w.bordered || w.rows == 0
			continue
		}
		if !ok || width != w.n {
			w.badLine, w.badWidth = c.line-1, width
			return w
		}
		w.rows++
		w.end = c
	}
	if c := w.end; w.bordered {
		if text, err := r.in.next(&c); err == nil && !isBlankLine(text) {
			if _, rule, ok := row(text, 0, 0); ok && rule {
				w.end = c
			}
		}
	}
	return w
}

// findGrid looks for the rows of a grid at from: rows of integers if possible, otherwise rows of symbols. If there is
// no complete grid it returns the better of the two scans.
func (r *Reader) findGrid(from cursor, kinds plainForms) (f rawPuzzle, w gridScan) {
	if kinds&asNumbers != 0 {
		numbers := r.numbers[:0]
		w = r.scanRows(from, func(text []byte, line, n int) (int, bool, bool) {
			if hasEmptyField(text) || hasBracketed(text) {
				return 0, false, false
			}
			if !bytes.ContainsAny(text, "0123456789._") && bytes.ContainsAny(text, "-+=*") {
				return 0, true, true
			}
			before, ok := len(numbers), false
			numbers, ok = appendNumbers(numbers, text, line, 1)
			width := len(numbers) - before
			if n == 0 {
				numbers = numbers[:before]
			}
			return width, false, ok && width > 1
		})
		r.numbers = numbers
		f = rawPuzzle{n: w.n, numbers: numbers, valid: w.complete() && numbersFit(numbers, w.n)}
		if f.valid {
			return f, w
		}
	}
	if kinds&asGrid == 0 {
		return f, w
	}
	for _, blanks := range r.blankReadings(from) {
		cells := r.cells[:0]
		walked := r.scanRows(from, func(text []byte, line, n int) (width int, rule, ok bool) {
			before := len(cells)
			cells, rule, ok = appendRow(cells, text, line, blanks, n)
			width = len(cells) - before
			if n == 0 {
				cells = cells[:before]
			}
			return width, rule, ok
		})
		r.cells = cells
		if walked.n > maxSymbols || walked.n == 1 && kinds&asLine != 0 {
			continue
		}
		found := rawPuzzle{n: walked.n, cells: cells, valid: walked.complete() && r.cellsFit(cells, walked.n)}
		if found.valid {
			return found, walked
		}
		if walked.complete() && !w.complete() || walked.complete() == w.complete() && walked.rows > w.rows {
			found.cells = slices.Clone(cells) // the next attempt reuses the memory
			f, w = found, walked
		}
	}
	return f, w
}

// blankReadings returns the ways to read * and - in the rows at from, the likelier first: as decoration if another
// blank occurs, otherwise as blanks where they are beside clues.
func (r *Reader) blankReadings(from cursor) []extraBlanks {
	dots := false
	var beside extraBlanks
	c := from
	for range 2 * sudoku.MaxN {
		text, err := r.in.next(&c)
		if err != nil || isBlankLine(text) {
			break
		}
		if bytes.ContainsFunc(text, isCellSymbol) {
			dots = dots || bytes.ContainsAny(text, "._")
			beside.star = beside.star || bytes.IndexByte(text, '*') >= 0
			beside.minus = beside.minus || bytes.IndexByte(text, '-') >= 0
		}
	}
	switch {
	case beside == extraBlanks{}:
		return []extraBlanks{{}}
	case dots:
		return []extraBlanks{{}, beside}
	default:
		return []extraBlanks{beside, {}}
	}
}

// isRow decides whether a line of width cells that could be a puzzle, such as 16 cells for 4x4, is a row of a grid with
// width rows. It looks ahead for lines of the same width that are not puzzles, and at the lines after them. It
// remembers the answer "a puzzle".
func (r *Reader) isRow(width int, measure func(text []byte) (width int, fits, empty bool)) bool {
	if width == 1 || width > sudoku.MaxN || r.opt.Shape != (sudoku.Shape{}) || r.lineWidths[width] {
		return false
	}
	c := r.in.pos()
	rows, unfit, empty, more := 0, 0, true, false
	for {
		text, err := r.in.next(&c)
		if err != nil {
			break
		}
		if isSeparatorLine(text) {
			continue
		}
		got, fits, none := measure(text)
		if got != width {
			break
		}
		if rows == width {
			more = true
			break
		}
		rows++
		empty = empty && none
		if !fits {
			unfit++
		}
	}
	row := 2*unfit > rows
	if rows == width {
		row = row || width < 16 || empty || unfit > 0 && !more
	}
	r.lineWidths[width] = !row
	return row
}

// hasGaps reports whether the rows of a complete grid may be the first rows of a larger grid in which empty fields or
// spaces are blanks: some row has an empty field or two spaces, and another line follows.
func (r *Reader) hasGaps(w gridScan) bool {
	gaps := false
	c := r.in.pos()
	for c.off < w.end.off {
		text, err := r.in.next(&c)
		if err != nil {
			return false
		}
		gaps = gaps || hasEmptyField(text) || bytes.Contains(bytes.TrimSpace(text), []byte("  "))
	}
	if !gaps {
		return false
	}
	text, err := r.in.next(&c)
	return err == nil && !isBlankLine(text)
}

// isSeparatorLine reports whether the line looks like a separator of bands.
func isSeparatorLine(text []byte) bool {
	return bytes.ContainsAny(text, "-=+|") && !bytes.ContainsFunc(text, isCellSymbol)
}

// skipBlock consumes the input up to c and on to the next blank line.
func (r *Reader) skipBlock(c cursor) {
	for {
		r.in.consume(c)
		c = r.in.pos()
		if text, err := r.in.next(&c); err != nil || isBlankLine(text) {
			return
		}
	}
}

// skipLines consumes lines of any length up to a line for which end returns true, which it consumes only if behind is
// set.
func (r *Reader) skipLines(inclusive bool, end func(line []byte) bool) {
	for ended := false; !ended; {
		c := r.in.pos()
		line, err := r.in.next(&c)
		if err == errTooLong {
			r.in.skipLine()
			continue
		}
		if ended = err != nil || end(line); err == nil && (inclusive || !ended) {
			r.in.consume(c)
		}
	}
}
