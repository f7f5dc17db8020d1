package notation

import (
	"slices"

	"nonet/model/sudoku"
)

// A rowForm is how the rows of a grid are written: as integers, or as symbols of which blanks are some.
type rowForm struct {
	integers bool
	blanks   extraBlanks
}

// width returns the number of cells of a line that is a row, of a grid with n cells in a row, or of unknown width if n
// is 0. It returns rule for a line that separates bands, such as ---+---, and ok = false for a line that is not part of
// a grid.
func (f rowForm) width(l *textLine, n int) (width int, rule, ok bool) {
	switch {
	case l.wide:
		return 0, false, false
	case l.kind == markupLine:
		return 0, true, true
	case f.integers && l.digits+l.dots() == 0 && l.of['-']+l.of['+']+l.of['=']+l.of['*'] > 0:
		return 0, true, true
	case f.integers:
		return l.integers, false, l.integers > 1 && !l.open && !l.bracketed
	case l.others > 0 || l.changed:
		return 0, false, false
	}
	width = f.blanks.count(l) + l.symbols
	rule = l.symbols == 0 && (l.of['+'] > 0 || n == 0 || width != n)
	return width, rule, true
}

// A gridScan is the result of looking for rows of a grid.
type gridScan struct {
	n        int         // cells in the first row
	rows     []*textLine // those of n cells
	end      *textLine   // the last of them, or the lower border
	bordered bool        // the grid begins with a line that separates bands

	// The first row with another number of cells, and this number; nil if the rows ended.
	bad      *textLine
	badWidth int
}

func (w gridScan) complete() bool { return w.n > 0 && len(w.rows) == w.n }

// maxDecoration is the maximum number of consecutive lines without cells in a grid. It bounds the look-ahead.
const maxDecoration = 4

// scanRows looks for rows until there are as many as the first row has cells. It begins at the line at a distance from
// the first one. A blank line ends the grid, except between bands.
func (r *Reader) scanRows(from int, form rowForm) (w gridScan) {
	i := from
	for ; w.n == 0; i++ {
		l := r.ahead(i)
		if l == nil || l.kind == blankLine || i-from > maxDecoration {
			return w
		}
		width, rule, ok := form.width(l, 0)
		if !ok {
			return w
		}
		if !rule {
			w.n = width
		}
	}
	shape, _ := r.shape(w.n)
	w.rows = make([]*textLine, 0, min(w.n, sudoku.MaxN))
	last := from // after the last row
	for i = from; len(w.rows) < w.n; i++ {
		l := r.ahead(i)
		switch {
		case l == nil || i-last > maxDecoration:
			return w
		case l.kind == blankLine:
			if shape.Height == 0 || len(w.rows)%shape.Height != 0 {
				return w
			}
			continue
		case l.comment:
			continue
		}
		width, rule, ok := form.width(l, w.n)
		if rule {
			w.bordered = w.bordered || len(w.rows) == 0
			continue
		}
		if !ok || width != w.n {
			w.bad, w.badWidth = l, width
			return w
		}
		w.rows, w.end, last = append(w.rows, l), l, i+1
	}
	if border := r.ahead(i); w.bordered && border != nil && border.kind != blankLine {
		if _, rule, ok := form.width(border, 0); ok && rule {
			w.end = border
		}
	}
	return w
}

// findGrid looks for the rows of a grid that begins at the line at a distance from the first one: rows of integers if
// possible, otherwise rows of symbols. If there is no complete grid it returns the better of the scans.
func (r *Reader) findGrid(from int, kinds plainForms) (f rawPuzzle, w gridScan) {
	var forms []rowForm
	if kinds&asNumbers != 0 {
		forms = append(forms, rowForm{integers: true})
	}
	if kinds&asGrid != 0 {
		forms = append(forms, r.symbolForms(from)...)
	}
	for _, form := range forms {
		scan := r.scanRows(from, form)
		if !form.integers && (scan.n > maxSymbols || scan.n == 1 && kinds&asLine != 0) {
			continue
		}
		found := r.cellsOfRows(scan, form)
		if found.valid {
			return found, scan
		}
		if w.n == 0 || scan.complete() && !w.complete() ||
			scan.complete() == w.complete() && len(scan.rows) > len(w.rows) {
			f, w = found, scan
		}
	}
	return f, w
}

// cellsOfRows returns the cells of a complete grid, and no cells of an incomplete one.
func (r *Reader) cellsOfRows(w gridScan, form rowForm) rawPuzzle {
	f := rawPuzzle{n: w.n}
	if !w.complete() {
		return f
	}
	if form.integers {
		for _, l := range w.rows {
			f.numbers, _ = appendNumbers(f.numbers, r.textOf(l), l.line, 1)
		}
		f.valid = numbersFit(f.numbers, f.n)
		return f
	}
	f.cells = make([]cell, 0, w.n*w.n)
	for _, l := range w.rows {
		for _, c := range l.chars {
			if isCellSymbol(c.sym) || form.blanks.contains(c.sym) {
				f.cells = append(f.cells, c)
			}
		}
	}
	f.valid = r.cellsFit(f.cells, f.n)
	return f
}

// symbolForms returns the ways to read * and - in the rows at a distance, the likelier first: as decoration if another
// blank occurs, otherwise as blanks where they are beside clues.
func (r *Reader) symbolForms(from int) []rowForm {
	dots := false
	var beside extraBlanks
	for i, rows := from, 1; i < from+2*rows+maxDecoration; i++ {
		l := r.ahead(i)
		if l == nil || l.kind == blankLine {
			break
		}
		if l.symbols > 0 {
			rows = max(rows, min(l.symbols+int(l.of['*']+l.of['-']), sudoku.MaxN))
			dots = dots || l.dots() > 0
			beside.star = beside.star || l.of['*'] > 0
			beside.minus = beside.minus || l.of['-'] > 0
		}
	}
	switch {
	case beside == extraBlanks{}:
		return []rowForm{{}}
	case dots:
		return []rowForm{{}, {blanks: beside}}
	default:
		return []rowForm{{blanks: beside}, {}}
	}
}

// isRow decides whether a line of width cells that could be a puzzle of n rows, such as 16 cells for 4x4, is a row of a
// grid with width rows. It looks ahead for lines of the same width that are not puzzles, and at the lines after them.
// It remembers the answer.
func (r *Reader) isRow(width, n int, form rowForm) bool {
	if width == 1 || width > sudoku.MaxN || !form.integers && width > maxSymbols || r.opt.Shape != (sudoku.Shape{}) ||
		r.lineWidths[width] {
		return false
	}
	if r.rowWidth == width && r.in.offset() < r.rowsEnd {
		return true
	}
	var rows []*textLine
	more := false
	for i := 0; !more; i++ {
		l := r.ahead(i)
		if l == nil {
			break
		}
		if l.isSeparator() {
			continue
		}
		got := len(l.chars)
		if form.integers {
			got = l.integers
		}
		if got != width {
			break
		}
		if more = len(rows) == width; !more {
			rows = append(rows, l)
		}
	}
	row := len(rows) == width && width < 16
	if !row {
		unfit, empty := 0, true
		for _, l := range rows {
			fits, blank := r.rowFits(l, n, form)
			empty = empty && blank
			if !fits {
				unfit++
			}
		}
		row = 2*unfit > len(rows) || len(rows) == width && (empty || unfit > 0 && !more)
	}
	if r.lineWidths[width] = !row; row && len(rows) > 0 {
		r.rowWidth, r.rowsEnd = width, rows[len(rows)-1].end
	}
	return row
}

// rowFits reports whether the cells of a line make sense as a puzzle of n rows, and whether all are blank.
func (r *Reader) rowFits(l *textLine, n int, form rowForm) (fits, blank bool) {
	if !form.integers {
		return r.cellsFit(l.chars, n), !slices.ContainsFunc(l.chars,
			func(c cell) bool { return !isBlank(c.sym) && c.sym != '0' })
	}
	r.numbers, _ = appendNumbers(r.numbers[:0], r.textOf(l), 0, 0)
	return numbersFit(r.numbers, n), !slices.ContainsFunc(r.numbers, func(c number) bool { return c.value > 0 })
}

// hasGaps reports whether the rows of a complete grid may be the first rows of a larger grid in which empty fields or
// spaces are blanks: some row has an empty field or two spaces, and another line follows.
func (r *Reader) hasGaps(w gridScan) bool {
	if !slices.ContainsFunc(w.rows, func(l *textLine) bool { return l.gaps }) {
		return false
	}
	next := r.ahead(r.distance(w.end) + 1)
	return next != nil && next.kind != blankLine
}

// distance returns the distance of a line from the first one.
func (r *Reader) distance(l *textLine) int { return l.line - r.in.line }

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
