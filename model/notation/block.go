package notation

import (
	"bytes"
	"slices"
	"strings"
)

// A block is the lines of plain text up to a blank line.
type block struct {
	lines   []*textLine
	changed bool // some line differs from the input
	joined  bool // there are blank lines between the lines
	whole   bool // the block ends at a blank line or with the input, not at maxPastedLines

	rows  []*textLine // without the lines that separate bands
	title string      // the line of text above the rows
	last  *textLine   // the last row, or the lower border
}

// block returns the lines up to a blank line. Across blank lines it returns all lines of cells up to two blank lines or
// a line that is a puzzle.
func (r *Reader) block(acrossBlankLines bool) *block {
	b := &block{whole: true}
	blank := false // the line before is
	for i := 0; ; i++ {
		l := r.ahead(i)
		if l == nil || len(b.lines) == 1 && b.lines[0].listed {
			break
		}
		if len(b.lines) == maxPastedLines || l.wide {
			b.whole = false
			break
		}
		if l.kind == blankLine {
			if !acrossBlankLines || blank {
				break
			}
			blank = true
			continue
		}
		if acrossBlankLines && l.kind == proseLine || len(b.lines) > 0 && r.begins(l) {
			break
		}
		b.joined = b.joined || blank && len(b.lines) > 0
		blank = false
		b.lines = append(b.lines, l)
		b.changed = b.changed || l.changed
	}
	b.removeTableHead()
	b.replaceQuestionMarks()
	b.findRows()
	return b
}

// findRows sets the rows, the title above them and the last line. There are no rows if text stands between them, or if
// more than one line of text stands above them.
func (b *block) findRows() {
	ended := false
	for _, l := range b.lines {
		switch {
		case l.kind == borderLine && !ended:
			b.last = l
		case l.kind == proseLine && b.title != "", l.kind == rowLine && ended:
			b.rows = nil
			return
		case l.kind == proseLine:
			if ended = len(b.rows) > 0; !ended {
				b.title = strings.TrimSpace(text(l.chars))
			}
		case l.kind == rowLine:
			b.rows = append(b.rows, l)
			b.last = l
		}
	}
}

// tableColumns returns the number of fields in the line of a table of Markdown that separates the titles of columns
// from the rows: each field consists of dashes, with a colon on either side or none. It returns 0 for other lines.
func tableColumns(line []cell) (columns int) {
	parts := strings.Split(strings.Trim(strings.TrimSpace(text(line)), "|"), "|")
	for _, part := range parts {
		part = strings.TrimSpace(part)
		if dashes := strings.TrimSuffix(strings.TrimPrefix(part, ":"), ":"); strings.Trim(dashes, "-") != "" ||
			dashes == "" {
			return 0
		}
	}
	return len(parts)
}

// beginsTable reports whether the input begins with a table of Markdown: the second line has a dash in each field.
func (r *Reader) beginsTable() bool {
	if bytes.IndexByte(r.currentLine(), '|') < 0 {
		return false
	}
	second := r.ahead(1)
	return second != nil && second.symbols == 0 && tableColumns(second.chars) >= 4
}

// removeTableHead removes the line of dashes from a table of Markdown. It also removes the titles above that line if as
// many rows follow as there are columns; otherwise, what stands there is the first row.
func (b *block) removeTableHead() {
	if len(b.lines) < 3 || b.lines[1].symbols > 0 {
		return
	}
	columns, rows := tableColumns(b.lines[1].chars), 0
	for _, l := range b.lines[2:] {
		if l.of['|'] == 0 {
			break
		}
		rows++
	}
	from := 0
	switch {
	case columns < 4:
		return
	case rows == columns-1:
		from = 1
	case rows != columns:
		return
	}
	b.lines, b.changed = slices.Delete(b.lines, from, 2), true
}

// replaceQuestionMarks turns question marks into dots if they are the blanks of the block.
func (b *block) replaceQuestionMarks() {
	if slices.ContainsFunc(b.lines, func(l *textLine) bool { return l.dots() > 0 || l.of['*']+l.of['0'] > 0 }) {
		return
	}
	for _, l := range b.lines {
		if l.of['?'] > 0 {
			replaceQuestionMarks(l.chars)
			l.count()
			l.changed, b.changed = true, true
		}
	}
}
