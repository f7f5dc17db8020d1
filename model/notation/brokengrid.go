package notation

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// A rowList is the rows of a grid that cannot be read, measured for one error message about the whole grid.
type rowList struct {
	rows   []*textLine
	widths []int                // cells of each row
	counts [sudoku.MaxN + 1]int // counts[w] is the number of rows with w cells
	stray  *cell                // the first character that is neither a cell nor decoration, or nil
	end    *textLine            // the last row, or a line below it that separates rows; nil without rows
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
	g := &rowList{}
	var form *rowForm
	var other *cell // the first character of a line that is not a row, since the last row
	for i := range 2 * sudoku.MaxN {
		l := r.ahead(i)
		if l == nil || i > 0 && r.begins(l) {
			break
		}
		switch {
		case l.kind == blankLine:
			if !r.bandFollows(g, i+1, form) {
				return g
			}
			continue
		case l.comment, l.kind == markupLine:
			continue
		case l.isSeparator():
			if len(g.rows) > 0 && other == nil {
				g.end = l
			}
			continue
		}
		if form == nil {
			form = r.measureForm(l)
		}
		width, stray := form.measure(l)
		if l.wide || width > sudoku.MaxN || stray != nil && l.digits+l.dots()+int(l.of['*']) == 0 {
			if other != nil || len(g.rows) == 0 {
				break
			}
			other = &cell{rune(bytes.TrimSpace(r.textOf(l))[0]), int32(l.line), 1}
			continue
		}
		if g.stray == nil {
			if g.stray = other; other == nil {
				g.stray = stray
			}
		}
		other = nil
		g.rows, g.widths, g.end = append(g.rows, l), append(g.widths, width), l
		g.counts[width]++
		if n := len(g.widths); n >= 3 && n >= g.mode() {
			break
		}
	}
	return g
}

// bandFollows reports whether the lines at a distance, after a blank line, are a further band of the same grid: rows of
// the same width that do not make too many rows.
func (r *Reader) bandFollows(g *rowList, from int, form *rowForm) bool {
	n := g.mode()
	shape, ok := r.shape(n)
	if !ok || len(g.widths) == 0 || len(g.widths)%shape.Height != 0 {
		return false
	}
	rows := len(g.widths)
	for i := from; rows <= n; i++ {
		l := r.ahead(i)
		if l == nil || l.kind == blankLine {
			return i > from
		}
		if l.isSeparator() {
			continue
		}
		if width, stray := form.measure(l); stray != nil || max(width, n)-min(width, n) > 1 {
			return false
		}
		rows++
	}
	return false
}

// measureForm returns the form in which rows are measured of which this is the first: as integers if it looks like
// integers, otherwise as symbols.
func (r *Reader) measureForm(first *textLine) *rowForm {
	if first.integers > 1 && first.longest <= len(strconv.Itoa(first.integers)) {
		return &rowForm{integers: true}
	}
	return &r.symbolForms(0)[0]
}

// measure counts the cells of a row, and other characters as cells. It returns the first character that is neither a
// cell nor decoration, without a column if it is not known, or nil.
func (f rowForm) measure(l *textLine) (width int, stray *cell) {
	switch {
	case !f.integers && l.others > 0:
		return f.blanks.count(l) + l.symbols + l.others, &l.chars[l.stray]
	case !f.integers:
		return f.blanks.count(l) + l.symbols, nil
	case l.integers < 0:
		return l.words, &cell{0, int32(l.line), 0}
	}
	return l.integers, nil
}

// looksLikeGrid reports whether the rows are nearly square: about as many rows as cells in most rows.
func (g *rowList) looksLikeGrid() bool {
	rows, n := len(g.rows), g.mode()
	near := slice.Count(g.widths, func(w int) bool { return max(w, n)-min(w, n) <= 1 })
	return rows >= 3 && n <= maxGuessedRows && !g.rows[0].listed && max(rows, n)-min(rows, n) <= max(1, n/4) &&
		3*near >= 2*rows
}

// gridError returns the error of a grid with these rows. It states the size of the grid only if this is certain:
// because the caller requested it, because all rows agree, or because as many rows as it says agree with it.
func (r *Reader) gridError(g *rowList) *ParseError {
	n, rows := g.mode(), len(g.rows)
	known := r.opt.Shape != sudoku.Shape{}
	if known {
		n = r.opt.Shape.N()
	}
	agree := g.counts[n]
	_, usual := r.shape(n)
	wrong := slices.IndexFunc(g.widths, func(w int) bool { return w != n })
	switch {
	case g.stray != nil && g.stray.column > 0 && (wrong < 0 || int(g.stray.line) <= g.rows[wrong].line):
		return r.errorAt(*g.stray, fmt.Sprintf("found %q in the rows of a grid", g.stray.sym), "a row of cells")
	case g.stray != nil && (wrong < 0 || int(g.stray.line) <= g.rows[wrong].line):
		return r.newError(int(g.stray.line), 0, "found something that is not an integer in the rows of a grid",
			"integers, . or 0 for a blank")
	case wrong < 0 && rows < n && usual:
		return r.newError(g.rows[rows-1].line, 0, fmt.Sprintf("the grid ends after %d rows of %d cells", rows, n),
			fmt.Sprintf("%d rows of %d cells", n, n))
	case wrong >= 0 && (known || rows == n && 2*agree > rows):
		return r.newError(g.rows[wrong].line, 0, fmt.Sprintf("row %d has %d cells", wrong+1, g.widths[wrong]),
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
	widths := slice.Positions[int](g.counts[:], func(n int) bool { return n > 0 })
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
