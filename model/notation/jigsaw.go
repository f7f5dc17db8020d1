package notation

import (
	"bytes"
	"strings"

	"nonet/model/notation/jigsaw"
)

// A jigsaw is a line, or rows: those of the clues and then those of the regions, perhaps with blank lines between, or
// those of the regions alone.

// beginsJigsaw reports whether the rows of a jigsaw begin here. One in a line is recognised by jigsaw.Is.
func (r *Reader) beginsJigsaw([]byte) bool {
	_, _, found := r.jigsawRows()
	return found
}

// jigsawRows returns the rows of a jigsaw with connected regions, and the position after them.
func (r *Reader) jigsawRows() (rows string, end cursor, found bool) {
	c := r.in.pos()
	first, ok := r.square(&c)
	if !ok {
		return "", c, false
	}
	if _, ok := jigsaw.Layout(first); ok {
		return first, c, true
	}
	for r.in.goesOn(c) {
		next := c
		if line, err := r.in.next(&next); err != nil || !isBlankLine(line) {
			break
		}
		first += "\n" // so that places in the text are right
		c = next
	}
	if !r.in.goesOn(c) {
		return "", c, false
	}
	second, ok := r.square(&c)
	if _, isLayout := jigsaw.Layout(second); !ok || !isLayout {
		return "", c, false
	}
	return first + second, c, jigsaw.Is(first + second)
}

// square returns the rows of a square of symbols at c, and moves c after them.
func (r *Reader) square(c *cursor) (rows string, ok bool) {
	var b strings.Builder
	width := 0
	for row := 0; row == 0 || row < width; row++ {
		line, err := r.in.next(c)
		cells := len(bytes.ReplaceAll(line, []byte{' '}, nil))
		if row == 0 {
			width = cells
		}
		if err != nil || cells != width || width < 4 || width > jigsaw.MaxRows {
			return "", false
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.String(), true
}

// jigsawText returns a jigsaw in a line or in rows.
func (r *Reader) jigsawText() (text string, end cursor, err error) {
	text, end, err = r.lineOrObject()
	if err != nil || jigsaw.Is(text) {
		return text, end, err
	}
	if rows, end, found := r.jigsawRows(); found {
		return rows, end, nil
	}
	c := r.in.pos()
	if first, ok := r.square(&c); ok {
		// The format is required, although the regions are not connected.
		text, end = first, c
		if second, ok := r.square(&c); ok {
			text, end = first+second, c
		}
	}
	return text, end, nil
}

// goesOn reports whether it is certain that more input follows c without waiting for it: it is buffered, or the source
// has filled the buffer and has not ended. A person who types a puzzle gets an answer before the next line.
func (in *input) goesOn(c cursor) bool {
	return in.start+c.off < in.end || in.err == nil && in.full
}
