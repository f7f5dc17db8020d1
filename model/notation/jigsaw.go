package notation

import (
	"unicode/utf8"

	"nonet/model/notation/jigsaw"
)

// A jigsaw is a line, or rows: those of the clues and then those of the regions, with or without blank lines between;
// or those of the regions alone.

// beginsJigsaw reports whether the rows of a jigsaw begin here. One in a line is recognised by jigsaw.Is.
func (r *Reader) beginsJigsaw([]byte) bool {
	_, found := r.jigsawRows()
	return found
}

// jigsawRows returns the position after the rows of a jigsaw with connected regions.
func (r *Reader) jigsawRows() (end cursor, found bool) {
	var buf [2 * jigsaw.MaxRows * jigsaw.MaxRows]byte
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
		if err != nil || len(line) > 2*jigsaw.MaxRows {
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
		if len(cells)-before != width || width < 4 || width > jigsaw.MaxRows {
			return nil
		}
	}
	return cells
}

// jigsawText returns a jigsaw in a line or in rows.
func (r *Reader) jigsawText() (text string, end cursor, err error) {
	text, end, err = r.lineOrObject()
	if err != nil || jigsaw.Is(text) {
		return text, end, err
	}
	c, found := r.jigsawRows()
	if !found {
		// The format is required, although the regions are not connected.
		var buf [2 * jigsaw.MaxRows * jigsaw.MaxRows]byte
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
// has filled the buffer and has not ended. So a user who types a puzzle gets an answer before the next line.
func (in *input) goesOn(c cursor) bool {
	return in.start+c.off < in.end || in.err == nil && in.full
}
