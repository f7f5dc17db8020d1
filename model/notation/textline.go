package notation

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode"

	"nonet/model/pattern"
)

// Grids in plain text are recognised in two steps.
//
// First, each line becomes tokens, and it does so once: [Reader.ahead] keeps the lines until they are consumed. A
// textLine has the characters of the line without markup, quotation marks and brackets, its kind, and counts: how many
// cells, integers, words, bars and commas it has. This step looks at each byte a fixed number of times.
//
// Then the counts of the lines decide which form the text has: rows of integers or symbols (grid.go), pencil marks
// (candidates.go), fields or aligned columns with white space for blanks (layout.go). Only a form whose counts are those
// of a square grid looks at characters again. Forms that depend on all lines up to a blank line are tried once for these
// lines and not again at each of them: Reader.rejected says where the next such lines begin.

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
		l := &textLine{}
		if k := len(r.spareLines); k > 0 {
			l, r.spareLines = r.spareLines[k-1], r.spareLines[:k-1]
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
// strokes in a row, the :- of a table of Markdown, or a part of a drawn box. Prose has a word of two letters, or a
// character that no grid has. A line is listed if it begins with a word of symbols that is too long for a row.
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

func text(line []cell) string {
	var b strings.Builder
	for _, c := range line {
		b.WriteRune(c.sym)
	}
	return b.String()
}

// markup is what surrounds cells without a meaning: tags of BBCode and HTML, fences of Markdown, and the beginning of
// an assignment in a program.
var markup = pattern.Lazy("(?i)" + strings.Join([]string{
	`\[/?(?:code|pre|quote|tt|mono|font|size|color|spoiler|hidden|hide|b|i|u)(?:=[^\]]*)?\]`,
	`</?(?:pre|code|tt|p|br|div|span|font|blockquote|b|i|u)(?:\s[^>]*)?/?>`,
	"```[a-z]*|~~~[a-z]*",
	`^[ \t]*(?:(?:const|let|var|int|char|string)(?:\[\])*[ \t]+)?[a-z_][a-z_0-9]*(?:\[[0-9]*\])*[ \t]*:?=[ \t]*`,
}, "|"))

// quoteMarks are the marks of a quoted line in mail and Markdown.
var quoteMarks = pattern.Lazy(`^[ \t]*(?:>[ \t]?)+`)

// isMarkup reports whether a line consists of markup, brackets and quotation marks only, and so has no meaning between
// two puzzles.
func isMarkup(line []byte) bool {
	if len(line) > 256 || len(line) == 0 || bytes.IndexByte([]byte(" \t[]}()<>`~'\";,/"), line[0]) < 0 {
		return false
	}
	cells, _ := cleanLine(nil, line, 0)
	for _, c := range cells {
		if !strings.ContainsRune(" \t(),;", c.sym) {
			return false
		}
	}
	return true
}

// typography maps characters to what they stand for in a paste. Characters that it maps to "" are dropped.
var typography = sync.OnceValue(func() map[rune]string {
	to := map[rune]string{'…': "..."}
	for text, chars := range map[string]string{
		" ": "\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u3000",
		"":  "\u200b\u200c\u200d\u2060\ufeff\ufe0f\u20e3\"'`“”„‘’‚«»[]{}",
		".": "·•∙◦○□☐◻⬜▢．",
		"-": "–—−‐‑",
		"_": "＿",
		"*": "＊",
		",": "，",
		"|": "│┃║┆┇┊┋╎╏¦｜",
		"?": "？",
	} {
		for _, c := range chars {
			to[c] = text
		}
	}
	for digit := range 10 {
		to['０'+rune(digit)] = string('0' + rune(digit))
	}
	return to
})

// cleanLine appends the characters of a line to dst without quotation marks and markup, in ASCII where typography
// allows it, and without spaces at the end. It reports whether they differ from the line.
func cleanLine(dst []cell, text []byte, line int) (cells []cell, changed bool) {
	var drop [][]int
	if bytes.ContainsAny(text, "[<`~=") {
		drop = markup().FindAllIndex(text, -1)
	}
	if bytes.IndexByte(text, '>') >= 0 {
		if quote := quoteMarks().FindIndex(text); quote != nil {
			drop = slices.Insert(drop, 0, quote)
		}
	}
	cells = dst
	for at, column := 0, int32(1); at < len(text); column++ {
		c, size := symbolAt(text[at:])
		for len(drop) > 0 && drop[0][1] <= at {
			drop = drop[1:]
		}
		marked := len(drop) > 0 && drop[0][0] <= at
		at += size
		switch {
		case marked:
			changed = true
		case c < 0x80 && strings.IndexByte("\"'`[]{}", byte(c)) < 0:
			cells = append(cells, cell{c, int32(line), column})
		default:
			to, replaced := typography()[c]
			if !replaced {
				to = string(c)
			}
			changed = changed || replaced && !isDecoration(c)
			for _, c := range to {
				cells = append(cells, cell{c, int32(line), column})
			}
		}
	}
	for len(cells) > 0 && cells[len(cells)-1].sym == ' ' {
		cells = cells[:len(cells)-1]
	}
	return cells, changed
}

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

// hasQuestionMarks reports whether question marks are the blanks of the cells: some are, and there is no other blank.
func hasQuestionMarks(cells []cell) bool {
	found := false
	for _, c := range cells {
		if strings.ContainsRune("0._*", c.sym) {
			return false
		}
		found = found || c.sym == '?'
	}
	return found
}

func replaceQuestionMarks(cells []cell) {
	for i := range cells {
		if cells[i].sym == '?' {
			cells[i].sym = '.'
		}
	}
}
