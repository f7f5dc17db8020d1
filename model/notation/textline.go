package notation

import (
	"bytes"
	"slices"
	"unicode"
)

// Grids in plain text are recognised in two steps.
//
// First, each line becomes tokens, and it does so once: [Reader.ahead] keeps the lines until they are consumed. A
// textLine has the characters of the line without markup, quotation marks and brackets, its kind, and counts: how many
// cells, integers, words, bars and commas it has. This step looks at each byte a fixed number of times.
//
// Then the counts of the lines decide which form the text has: rows of integers or symbols (grid.go), pencil marks
// (candidates.go), fields or aligned columns with white space for blanks (layout.go). Only a form whose counts are
// those of a square grid looks at characters again. Forms that depend on all lines up to a blank line are tried once
// for these lines and not again at each of them: Reader.rejected says where the next such lines begin.

// A lineKind says what a line of plain text is.
type lineKind uint8

const (
	blankLine  lineKind = iota
	markupLine          // nothing is left of it without markup
	borderLine          // separates rows
	proseLine           // has words, or characters that no grid has
	rowLine             // anything else
)

// A textLine is a line of plain text as tokens.
type textLine struct {
	line      int   // its number, from 1
	from, end int64 // the offsets of the line and of the next one
	kind      lineKind
	chars     []cell // without markup, quotation marks, brackets, and white space at the end
	changed   bool   // chars differ from the text in more than how bars are drawn
	wide      bool   // longer than maxPastedWidth, without chars
	comment   bool   // begins with #
	listed    bool   // begins with a word that is too long for a row
	begins    int8   // see Reader.begins: 1 for yes, -1 for no, 0 before it is known

	of      [128]uint16 // how often each ASCII character occurs
	symbols int         // characters that are cells, which * and - are not
	digits  int         // 0 to 9
	others  int         // characters that are neither cells nor decoration
	stray   int         // the index of the first of these
	words   int         // between white space and bars

	integers  int  // words, if all are integers or blanks; otherwise -1
	longest   int  // digits of the longest integer
	bracketed bool // an integer stands in brackets
	open      bool // a field is empty
	gaps      bool // a field is empty, or there are two spaces between other characters
}

const (
	maxPastedLines = 64   // enough for 25 rows with a line between any two
	maxPastedRows  = 25   // of a grid with white space or empty fields for blanks
	maxPastedWidth = 4096 // bytes of a line
)

// ahead returns a line of the input by its distance from the first line that is not consumed, or nil if there is none.
func (r *Reader) ahead(distance int) *textLine {
	at := r.in.offset()
	used := 0
	for used < len(r.lines) && r.lines[used].from < at {
		used++
	}
	if used < len(r.lines) && r.lines[used].from != at {
		used = len(r.lines)
	}
	if used > 0 {
		r.spareLines = append(r.spareLines, r.lines[:used]...)
		r.lines = slices.Delete(r.lines, 0, used)
	}
	for len(r.lines) <= distance {
		c := r.in.pos()
		if k := len(r.lines); k > 0 {
			c = r.after(r.lines[k-1])
		}
		from := at + int64(c.off)
		text, err := r.in.next(&c)
		if err != nil {
			return nil
		}
		var l *textLine
		if k := len(r.spareLines); k > 0 {
			l, r.spareLines = r.spareLines[k-1], r.spareLines[:k-1]
		} else {
			l = new(textLine)
		}
		*l = textLine{line: c.line - 1, from: from, end: at + int64(c.off), chars: l.chars[:0]}
		r.tokenise(l, text)
		r.lines = append(r.lines, l)
	}
	return r.lines[distance]
}

// after returns the position after a line that is not consumed.
func (r *Reader) after(l *textLine) cursor { return cursor{int(l.end - r.in.offset()), l.line + 1} }

// textOf returns the text of a line that is not consumed.
func (r *Reader) textOf(l *textLine) []byte {
	text := r.in.buf[l.from-r.in.dropped : l.end-r.in.dropped]
	return bytes.TrimSuffix(text, []byte{'\n'})
}

// tokenise sets everything in l but its place.
func (r *Reader) tokenise(l *textLine, text []byte) {
	if isBlankLine(text) {
		return
	}
	if l.wide = len(text) > maxPastedWidth; l.wide {
		l.kind, l.integers = proseLine, -1
		return
	}
	l.comment = text[0] == '#'
	l.chars, l.changed = cleanLine(l.chars, text, l.line)
	l.count()
	numbers, ok := appendNumbers(r.numbers[:0], text, l.line, 1)
	if r.numbers, l.integers = numbers, len(numbers); !ok {
		l.integers = -1
	}
	for _, c := range numbers {
		l.longest = max(l.longest, int(c.digits))
	}
	l.bracketed, l.open = hasBracketed(text), hasEmptyField(text)
	l.gaps = l.open || bytes.Contains(bytes.TrimSpace(text), []byte("  "))
	if len(l.chars) == 0 && !bytes.HasPrefix(bytes.TrimSpace(text), []byte{'>'}) {
		l.kind = markupLine
	}
}

// What a character of plain text may be.
const (
	cellClass   = 1 << iota // always a cell
	letterClass             // a letter of any script
	gridClass               // a cell, decoration, or a bracket
	borderClass             // in a line that separates rows
	endsWord                // white space or a bar
)

var asciiClasses = func() (table [128]uint8) {
	for class, chars := range map[uint8]string{
		cellClass: alphanumeric + "._", letterClass: alphanumeric[:52], gridClass: alphanumeric + "._ \t|+-*=:,/!;()",
		borderClass: " \t-=~+|:.,'*!^/\\", endsWord: " \t|",
	} {
		for _, c := range chars {
			table[c] |= class
		}
	}
	return table
}()

func classOf(c rune) (class uint8) {
	switch {
	case c < 128:
		return asciiClasses[c]
	case isDrawn(c):
		class = gridClass | borderClass
	case unicode.IsLetter(c):
		class = letterClass
	}
	if isBetweenMarks(c) {
		class |= endsWord
	}
	return class
}

// isDrawn reports whether c is a part of a drawn box.
func isDrawn(c rune) bool { return c >= 0x2500 && c <= 0x257f }

// count sets the kind of a line with characters, and counts them. A border has no cells, but three equal horizontal
// strokes in a row, the :- of a table of Markdown, or a part of a drawn box. Prose has two letters in a row, or a
// character that no grid has. A line is listed if it begins with symbols that are too many for a row.
func (l *textLine) count() {
	l.of, l.symbols, l.digits, l.others, l.words = [128]uint16{}, 0, 0, 0, 0
	border, stroke, prose, listed := true, false, false, true
	run, before, beforeClass := 0, ' ', uint8(endsWord)
	for i, c := range l.chars {
		class := classOf(c.sym)
		if c.sym < 128 {
			l.of[c.sym]++
		}
		if class&endsWord == 0 && beforeClass&endsWord != 0 {
			l.words++
		}
		if class&cellClass != 0 {
			l.symbols++
		} else if !isDecoration(c.sym) {
			if l.others++; l.others == 1 {
				l.stray = i
			}
		}
		if c.sym >= '0' && c.sym <= '9' {
			l.digits++
		}
		if run++; c.sym != before {
			run = 1
		}
		border = border && class&borderClass != 0
		stroke = stroke || isDrawn(c.sym) || run == 3 && (c.sym == '-' || c.sym == '=' || c.sym == '~') ||
			c.sym == '-' && before == ':'
		prose = prose || class&gridClass == 0 || class&beforeClass&letterClass != 0
		listed = listed && (class&cellClass != 0 || c.sym == '*' || c.sym == '-')
		l.listed = l.listed || listed && i > maxPastedRows
		before, beforeClass = c.sym, class
	}
	switch {
	case len(l.chars) == 0:
	case border && stroke:
		l.kind, l.listed = borderLine, false
	case prose:
		l.kind = proseLine
	default:
		l.kind = rowLine
	}
}

// dots returns how many characters are . or _.
func (l *textLine) dots() int { return int(l.of['.'] + l.of['_']) }

// begins reports whether a line is a puzzle by itself, or the first line of a text in another format.
func (r *Reader) begins(l *textLine) bool {
	if l.begins == 0 {
		text := r.textOf(l)
		l.begins = -1
		if isBlankLine(text) {
			return false
		}
		f, found := r.findWord(text, l.line, 1)
		if isSection(text) || isNonet(text) || text[0] == '{' || found && f.valid && f.n > 3 {
			l.begins = 1
		}
	}
	return l.begins > 0
}

// isSeparator reports whether the line looks like one that separates bands.
func (l *textLine) isSeparator() bool {
	return l.symbols == 0 && l.of['-']+l.of['+']+l.of['=']+l.of['|'] > 0
}
