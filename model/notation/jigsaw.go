package notation

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"nonet/model/notation/internal/areas"
	"nonet/model/notation/jigsaw"
	"nonet/model/sudoku"
)

// A jigsaw is a line, or rows up to 9x9: those of the clues and then those of the regions, with or without blank lines
// between; or those of the regions alone.

func (r *Reader) beginsJigsaw(line []byte) bool {
	if len(line) > 2*jigsaw.MaxDigits*jigsaw.MaxDigits {
		return jigsaw.Is(string(line)) // recogniseFamily has read the beginning of the line only
	}
	_, found := r.jigsawRows()
	return found
}

// readJigsaw reads a jigsaw. The Reader itself reads the clues of large grids, because they need an alphabet.
func (r *Reader) readJigsaw(p *sudoku.Puzzle) error {
	text, end, err := r.jigsawText()
	if err != nil {
		return r.inputError(err)
	}
	all, at := jigsaw.Symbols(text)
	n := intSqrt(len(all) / 2)
	if n <= jigsaw.MaxDigits || n > jigsaw.MaxRows || 2*n*n != len(all) {
		return r.readFamily(formatNamed("jigsaw").family, p)
	}
	r.in.consume(end)
	cells := make([]cell, len(all))
	column, from := 1, 0
	for i, c := range all {
		column += utf8.RuneCountInString(text[from:at[i]])
		from = at[i]
		cells[i] = cell{c, int32(r.line), int32(column)}
	}
	if p.Clues, p.Alphabet, err = r.decode(p.Clues, cells[:n*n], n); err != nil {
		return err
	}
	if !r.addRegions(p, cells[n*n:], n) {
		return r.errorAt(cells[n*n], "the regions are not of equal size", fmt.Sprintf("%d symbols, each for %d cells",
			n, n))
	}
	return nil
}

// addRegions sets the shape of p, and its regions to the ones that cells name. It returns false if they are not of
// equal size.
func (r *Reader) addRegions(p *sudoku.Puzzle, cells []cell, n int) bool {
	labels, ok := jigsaw.Regions([]rune(text(cells)), n)
	if !ok {
		return false
	}
	if p.Shape = r.opt.Shape; p.Shape.N() != n {
		p.Shape = sudoku.Shape{Height: 1, Width: n}
	}
	areas.AddRegions(p, labels)
	return true
}

// readRest reads the word after the cells of f, a puzzle in a line that has been read into p, if it has as many symbols
// as the grid has cells: the regions of a jigsaw, or a solution, which is ignored. A note names any other such word,
// once for the input.
func (r *Reader) readRest(p *sudoku.Puzzle, f rawPuzzle) {
	rest := bytes.TrimLeft(f.rest, " \t,;:")
	column := int(f.cells[len(f.cells)-1].column) + 1 + utf8.RuneCount(f.rest[:len(f.rest)-len(rest)])
	if end := bytes.IndexAny(rest, " \t,;:"); end >= 0 {
		rest = rest[:end]
	}
	if utf8.RuneCount(rest) != f.n*f.n {
		return
	}
	cells := appendEvery(nil, rest, r.line, column)
	if jigsaw.IsLayout(rest) && r.addRegions(p, cells, f.n) || r.noted {
		return
	}
	values, _, err := r.decode(nil, cells, f.n)
	if err == nil && !slices.Contains(values, 0) && p.Check(values) == nil {
		return // the solution
	}
	r.noted = true
	r.notes = append(r.notes, fmt.Sprintf("the word in column %d has %d symbols, as many as the grid has cells, and "+
		"is not used: it is neither a solution nor regions; the same holds for such words in further lines", column,
		len(cells)))
}

// jigsawRows returns the position after the rows of a jigsaw with connected regions.
func (r *Reader) jigsawRows() (end cursor, found bool) {
	var buf [2 * jigsaw.MaxDigits * jigsaw.MaxDigits]byte
	c := r.in.pos()
	cells := r.square(&c, buf[:0])
	if cells == nil || jigsaw.IsLayout(cells) {
		return c, cells != nil
	}
	for r.in.goesOn(c) {
		next := c
		if line, err := r.in.next(&next); err != nil || !isBlankLine(line) {
			break
		}
		c = next
	}
	if !r.in.goesOn(c) {
		return c, false
	}
	both := r.square(&c, cells)
	return c, both != nil && jigsaw.IsLayout(both[len(cells):]) && jigsaw.Is(string(both))
}

// square appends the symbols of as many rows at c as the first row has symbols, and moves c after them. It returns nil
// if there are none, or others than ASCII.
func (r *Reader) square(c *cursor, cells []byte) []byte {
	width := 0
	for row := 0; row == 0 || row < width; row++ {
		line, err := r.in.next(c)
		if err != nil || len(line) > 2*jigsaw.MaxDigits {
			return nil
		}
		before := len(cells)
		for _, b := range line {
			if b >= utf8.RuneSelf || len(cells) == cap(cells) {
				return nil
			}
			if b != ' ' {
				cells = append(cells, b)
			}
		}
		if row == 0 {
			width = len(cells) - before
		}
		if len(cells)-before != width || width < 4 || width > jigsaw.MaxDigits {
			return nil
		}
	}
	return cells
}

func (r *Reader) jigsawText() (text string, end cursor, err error) {
	text, end, err = r.lineOrObject()
	if err != nil || jigsaw.Is(text) {
		return text, end, err
	}
	c, found := r.jigsawRows()
	if !found {
		// The format is required, although the regions are not connected.
		var buf [2 * jigsaw.MaxDigits * jigsaw.MaxDigits]byte
		c = r.in.pos()
		if r.square(&c, buf[:0]) == nil {
			return text, end, nil
		}
		if further := c; r.square(&further, buf[:0]) != nil {
			c = further
		}
	}
	return string(r.in.buf[r.in.start : r.in.start+c.off]), c, nil
}

// goesOn reports whether it is certain that more input follows c without waiting for it: it is buffered, or the source
// has filled the buffer and has not ended. So a puzzle that is typed gets an answer before the next line.
func (in *input) goesOn(c cursor) bool {
	return in.start+c.off < in.end || in.err == nil && in.full
}
