package notation

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/model/sudoku"
)

// A rowList is the rows of a grid that cannot be read, measured for one error message about the whole grid.
type rowList struct {
	widths []int                // cells of each row
	lines  []int                // the line of each row
	counts [sudoku.MaxN + 1]int // counts[w] is the number of rows with w cells
	stray  *cell                // the first character that is neither a cell nor decoration, or nil
	end    cursor               // after the last row
}

// maxGuessedRows is the width up to which consecutive lines that are not puzzles are taken for a grid. Longer lines are
// more likely puzzles of one line each.
const maxGuessedRows = 25

// mode returns the most frequent width, and the largest of several.
func (g *rowList) mode() int {
	best := 0
	for w, n := range g.counts {
		if n > 0 && n >= g.counts[best] {
			best = w
		}
	}
	return best
}

// measureRows measures the rows at the beginning of the input: lines of cells up to a blank line, to a line that is a
// puzzle, or until there are as many rows as most rows have cells. Lines that are neither rows nor decoration count
// neither; they are skipped only if a row follows.
func (r *Reader) measureRows() *rowList {
	c := r.in.pos()
	g := &rowList{end: c}
	var measure func(text []byte, line int) (width int, stray *cell)
	var other *cell // the first character of a line that is not a row, since the last row
	for k := 0; k < 2*sudoku.MaxN; k++ {
		at := c.line
		text, err := r.in.next(&c)
		if err != nil || isSection(text) || isNonet(text) {
			break
		}
		if isBlankLine(text) {
			if !r.bandFollows(g, c, measure) {
				break
			}
			continue
		}
		if text[0] == '#' {
			continue
		}
		if isSeparatorLine(text) {
			if len(g.widths) > 0 && other == nil {
				g.end = c
			}
			continue
		}
		if f, ok := r.findWord(text, at, 1); ok && f.valid && f.n > 3 {
			break
		}
		if measure == nil {
			measure = r.rowMeasure(text)
		}
		width, stray := measure(text, at)
		if width > sudoku.MaxN || !bytes.ContainsAny(text, "0123456789._*") && stray != nil {
			if other != nil || len(g.widths) == 0 {
				break
			}
			other = &cell{rune(bytes.TrimSpace(text)[0]), int32(at), 1}
			continue
		}
		if g.stray == nil {
			if g.stray = other; other == nil {
				g.stray = stray
			}
		}
		other = nil
		g.widths, g.lines, g.end = append(g.widths, width), append(g.lines, at), c
		g.counts[width]++
		if n := len(g.widths); n >= 3 && n >= g.mode() {
			break
		}
	}
	return g
}

// bandFollows reports whether the lines at c, after a blank line, are a further band of the same grid: rows of the same
// width that do not make too many rows.
func (r *Reader) bandFollows(g *rowList, c cursor, measure func([]byte, int) (int, *cell)) bool {
	n := g.mode()
	shape, ok := r.shape(n)
	if !ok || len(g.widths) == 0 || len(g.widths)%shape.Height != 0 {
		return false
	}
	rows := len(g.widths)
	for first := true; ; first = false {
		text, err := r.in.next(&c)
		if err != nil || isBlankLine(text) {
			return !first && rows <= n
		}
		if isSeparatorLine(text) {
			continue
		}
		if width, stray := measure(text, 0); stray != nil || max(width, n)-min(width, n) > 1 {
			return false
		}
		rows++
	}
}

// rowMeasure returns a function that counts the cells of a row, as integers if the first row looks like integers and as
// symbols otherwise. The function also returns the first character that is neither a cell nor decoration, or nil.
func (r *Reader) rowMeasure(first []byte) func(text []byte, line int) (width int, stray *cell) {
	numbers, ok := appendNumbers(r.numbers[:0], first, 0, 1)
	r.numbers = numbers
	digits := int32(len(strconv.Itoa(len(numbers))))
	if ok && len(numbers) > 1 && !slices.ContainsFunc(numbers, func(c number) bool { return c.digits > digits }) {
		return func(text []byte, line int) (int, *cell) {
			numbers, ok := appendNumbers(r.numbers[:0], text, line, 1)
			r.numbers = numbers
			if ok {
				return len(numbers), nil
			}
			return len(bytes.FieldsFunc(text, isSeparator)), &cell{0, int32(line), 0}
		}
	}
	blanks := r.blankReadings(r.in.pos())[0]
	return func(text []byte, line int) (int, *cell) {
		cells, stray := appendSymbols(r.cells[:0], text, line, 1, blanks)
		if r.cells = cells; stray == nil {
			return len(cells), nil
		}
		width := 0
		for _, c := range string(text) {
			if isCellSymbol(c) || blanks.contains(c) || !isDecoration(c) {
				width++
			}
		}
		return width, stray
	}
}

// looksLikeGrid reports whether the rows are nearly square: about as many rows as cells in most rows.
func (g *rowList) looksLikeGrid() bool {
	rows, n := len(g.widths), g.mode()
	near := 0 // rows of about the same width
	for _, w := range g.widths {
		if max(w, n)-min(w, n) <= 1 {
			near++
		}
	}
	return rows >= 3 && n <= maxGuessedRows && max(rows, n)-min(rows, n) <= max(1, n/4) && 3*near >= 2*rows
}

// gridError returns the error of a grid with these rows. It states the size of the grid only if this is certain:
// because the caller requested it, because all rows agree, or because as many rows as it says agree with it.
func (r *Reader) gridError(g *rowList) *ParseError {
	n, rows := g.mode(), len(g.widths)
	known := r.opt.Shape != sudoku.Shape{}
	if known {
		n = r.opt.Shape.N()
	}
	agree := g.counts[n]
	_, usual := r.shape(n)
	wrong := slices.IndexFunc(g.widths, func(w int) bool { return w != n })
	switch {
	case g.stray != nil && g.stray.column > 0 && (wrong < 0 || int(g.stray.line) <= g.lines[wrong]):
		return r.errorAt(*g.stray, fmt.Sprintf("found %q in the rows of a grid", g.stray.sym), "a row of cells")
	case g.stray != nil && (wrong < 0 || int(g.stray.line) <= g.lines[wrong]):
		return r.newError(int(g.stray.line), 0, "found something that is not an integer in the rows of a grid",
			"integers, . or 0 for a blank")
	case wrong < 0 && rows < n && usual:
		return r.newError(g.lines[rows-1], 0, fmt.Sprintf("the grid ends after %d rows of %d cells", rows, n),
			fmt.Sprintf("%d rows of %d cells", n, n))
	case wrong >= 0 && (known || rows == n && 2*agree > rows):
		return r.newError(g.lines[wrong], 0, fmt.Sprintf("row %d has %d cells", wrong+1, g.widths[wrong]),
			fmt.Sprintf("%d rows of %d cells", n, n))
	}
	if wrong < 0 {
		return r.newError(r.line, 0, fmt.Sprintf("the grid has %d rows of %d cells", rows, n),
			"as many rows as cells in a row")
	}
	return r.newError(r.line, 0, fmt.Sprintf("the grid has %d rows: %s", rows, g.sizes()),
		"rows of equal length, and as many rows as cells in a row")
}

// sizes lists the widths of the rows, the most frequent first: "7 of 9 cells, 1 of 8 cells (row 3)".
func (g *rowList) sizes() string {
	var widths []int
	for w, n := range g.counts {
		if n > 0 {
			widths = append(widths, w)
		}
	}
	slices.SortStableFunc(widths, func(a, b int) int { return g.counts[b] - g.counts[a] })
	var all []string
	for _, w := range widths {
		text := fmt.Sprintf("%d of %d cells", g.counts[w], w)
		if g.counts[w] == 1 {
			text += fmt.Sprintf(" (row %d)", slices.Index(g.widths, w)+1)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}
