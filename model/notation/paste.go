package notation

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"nonet/model/pattern"
	"nonet/model/sudoku"
)

// People paste grids from forums, web pages, spreadsheets and programs: with quotation marks and markup around them,
// and with spaces or empty fields for blanks. The strict forms of readPlain do not read such a text. readPasted removes
// what surrounds the cells, reads the rest strictly if possible, and otherwise tries the layouts of pastedgrid.go. It
// accepts a text only if all layouts that fit give the same grid.

// A pastedBlock is the lines of a paste up to a blank line, without quotation marks and markup.
type pastedBlock struct {
	lines   [][]cell // the characters with their places in the input; empty for a line of markup
	ends    []cursor // after each line
	changed bool     // some line differs from the input
	whole   bool     // the block ends at a blank line or with the input, not at maxPastedLines
}

const (
	maxPastedLines = 64   // enough for 25 rows with a line between any two
	maxPastedWidth = 4096 // bytes in a line
)

// readPasted reads a puzzle at the beginning of the input as a paste. It returns done = false, without consuming input,
// if no reading fits.
func (r *Reader) readPasted(p *sudoku.Puzzle, strict rawPuzzle) (done bool, err error) {
	for _, acrossBlankLines := range []bool{false, true} {
		b := r.pastedBlock(acrossBlankLines)
		if len(b.lines) == 0 || acrossBlankLines && len(b.lines) == 1 {
			continue
		}
		if b.changed || acrossBlankLines {
			if done, err := r.readCleaned(p, b); done {
				return true, err
			}
		}
		if done, err := r.readMarks(p, b); done {
			return true, err
		}
		if b.whole {
			if done, err := r.readLayouts(p, b, strict); done {
				return true, err
			}
		}
	}
	return r.readSentence(p)
}

// pastedBlock returns the lines up to a blank line. Across blank lines it returns all lines of cells up to two blank
// lines or a line that is a puzzle.
func (r *Reader) pastedBlock(acrossBlankLines bool) *pastedBlock {
	b := &pastedBlock{whole: true}
	blank := false
	for c := r.in.pos(); ; {
		at := c.line
		text, err := r.in.next(&c)
		if err != nil {
			break
		}
		if len(b.lines) == maxPastedLines || len(text) > maxPastedWidth {
			b.whole = false
			break
		}
		if len(b.lines) == 1 && isListLine(b.lines[0]) {
			break
		}
		line, changed := cleanLine(text, at)
		if isBlankLine(text) || changed && len(line) == 0 && bytes.HasPrefix(bytes.TrimSpace(text), []byte(">")) {
			if !acrossBlankLines || blank {
				break
			}
			blank = true
			continue
		}
		if acrossBlankLines && isProse(line) {
			break
		}
		blank = false
		if len(b.lines) > 0 && (isSection(text) || isNonet(text) || text[0] == '{' || r.isPuzzleLine(text, at)) {
			break
		}
		b.lines, b.ends = append(b.lines, line), append(b.ends, c)
		b.changed = b.changed || changed
	}
	b.removeTableHead()
	b.replaceQuestionMarks()
	return b
}

// beginsTable reports whether the input begins with a table of Markdown: the second line has a dash in each field.
func (r *Reader) beginsTable() bool {
	c := r.in.pos()
	first, err := r.in.next(&c)
	if err != nil || bytes.IndexByte(first, '|') < 0 || len(first) > maxPastedWidth {
		return false
	}
	second, err := r.in.next(&c)
	if err != nil || bytes.IndexByte(second, '|') < 0 || len(second) > maxPastedWidth {
		return false
	}
	line, _ := cleanLine(second, 0)
	return tableColumns(line) >= 4
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

// removeTableHead removes the line of dashes from a table of Markdown. It also removes the titles above that line if as
// many rows follow as there are columns; otherwise, what stands there is the first row.
func (b *pastedBlock) removeTableHead() {
	if len(b.lines) < 3 {
		return
	}
	columns, rows := tableColumns(b.lines[1]), 0
	for _, line := range b.lines[2:] {
		if !slices.ContainsFunc(line, func(c cell) bool { return c.sym == '|' }) {
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
	b.lines, b.ends, b.changed = slices.Delete(b.lines, from, 2), slices.Delete(b.ends, from, 2), true
}

// isPuzzleLine reports whether the line is a puzzle by itself.
func (r *Reader) isPuzzleLine(text []byte, line int) bool {
	f, ok := r.findWord(text, line, 1)
	return ok && f.valid && f.n > 3
}

// isListLine reports whether the line begins with a word that is too long for a row, so that it is a line of a list.
func isListLine(line []cell) bool {
	if isBorder(line) {
		return false
	}
	for i, c := range line {
		if !isCellSymbol(c.sym) && !isBlank(c.sym) || c.sym == ' ' {
			return false
		}
		if i > maxPastedRows {
			return true
		}
	}
	return false
}

// replaceQuestionMarks turns question marks into dots if they are the blanks of the block.
func (b *pastedBlock) replaceQuestionMarks() {
	if hasQuestionMarks(slices.Concat(b.lines...)) {
		b.changed = true
		for _, line := range b.lines {
			replaceQuestionMarks(line)
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
	cells, _ := cleanLine(line, 0)
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

// cleanLine returns the characters of a line without quotation marks and markup, in ASCII where typography allows it,
// and without spaces at the end. It reports whether they differ from the line.
func cleanLine(text []byte, line int) (cells []cell, changed bool) {
	var drop [][]int
	if bytes.ContainsAny(text, "[<`~=") {
		drop = markup().FindAllIndex(text, -1)
	}
	if bytes.IndexByte(text, '>') >= 0 {
		if quote := quoteMarks().FindIndex(text); quote != nil {
			drop = slices.Insert(drop, 0, quote)
		}
	}
	cells = make([]cell, 0, len(text))
	column := int32(0)
	for at := 0; at < len(text); {
		column++
		c, size := symbolAt(text[at:])
		if i := slices.IndexFunc(drop, func(d []int) bool { return d[0] <= at && at < d[1] }); i >= 0 {
			changed = true
			at += size
			continue
		}
		at += size
		to, replaced := "", false
		if c >= 0x80 || strings.IndexByte("\"'`[]{}", byte(c)) >= 0 {
			to, replaced = typography()[c]
		}
		if !replaced {
			cells = append(cells, cell{c, int32(line), column})
			continue
		}
		changed = changed || c != '.'
		for _, c := range to {
			cells = append(cells, cell{c, int32(line), column})
		}
	}
	for len(cells) > 0 && cells[len(cells)-1].sym == ' ' {
		cells = cells[:len(cells)-1]
	}
	return cells, changed
}

// readCleaned reads the first puzzle of the block strictly. It returns done = false if there is none, or if the error
// says no more than that.
func (r *Reader) readCleaned(p *sudoku.Puzzle, b *pastedBlock) (done bool, err error) {
	var text []byte
	var at []int // the line of the block, by line of the text
	for i, line := range b.lines {
		if len(line) == 0 {
			continue
		}
		for _, c := range line {
			text = append(text, string(c.sym)...)
		}
		text = append(text, '\n')
		at = append(at, i)
	}
	if len(at) == 0 {
		return false, nil
	}
	opt := r.opt
	opt.Format = ""
	inner := newReader(newInput(bytes.NewReader(text), len(text)+1), opt)
	inner.strictOnly = true
	inner.knownAlphabets, inner.lineWidths = r.knownAlphabets, r.lineWidths
	err = inner.ReadInto(p)
	last := min(inner.in.line-2, len(at)-1)
	bad, isBad := err.(*ParseError)
	switch {
	case isBad && bad.Alphabets == nil && bad.NeedsShape == 0 || err != nil && !isBad || last < 0:
		return false, nil
	case isBad:
		i := at[min(max(bad.Line, 1), len(at))-1]
		bad.Line = int(b.lines[i][0].line)
		bad.Column = 0
	case inner.line > 1 && len(p.Clues) > 0 && p.Name == "":
		return false, nil // something precedes the puzzle
	}
	r.knownAlphabets, r.lineWidths = inner.knownAlphabets, inner.lineWidths
	r.in.consume(b.ends[at[last]])
	return true, err
}

// isSentenceMark reports whether a character of the word is punctuation. A dot or a question mark is none if the word
// has another, which may be a blank.
func isSentenceMark(word []cell, i int) bool {
	c := word[i].sym
	if c == '.' || c == '?' {
		others := slices.Delete(slices.Clone(word), i, i+1)
		return !slices.ContainsFunc(others, func(o cell) bool { return o.sym == c })
	}
	return strings.ContainsRune("()<>,;:!", c)
}

// readSentence reads a line that contains a 9x9 puzzle as one word, and other words beside it.
func (r *Reader) readSentence(p *sudoku.Puzzle) (done bool, err error) {
	after := r.in.pos()
	text, err := r.in.next(&after)
	if err != nil || len(text) > maxPastedWidth || len(text) < 81 {
		return false, nil
	}
	line, _ := cleanLine(text, r.line)
	var found []rawPuzzle
	for word := range fields(line) {
		for len(word) > 81 && isSentenceMark(word, len(word)-1) {
			word = word[:len(word)-1]
		}
		for len(word) > 81 && isSentenceMark(word, 0) {
			word = word[1:]
		}
		if len(word) != 81 {
			continue
		}
		f := rawPuzzle{n: 9, cells: slices.Clone(word),
			how: fmt.Sprintf("its cells are the word in column %d", word[0].column)}
		if hasQuestionMarks(f.cells) {
			replaceQuestionMarks(f.cells)
		}
		if _, ok := r.shape(9); ok && r.cellsFit(f.cells, 9) && r.hasClue(f) {
			found = append(found, f)
		}
	}
	return r.decodeOnly(p, found, after)
}

// hasClue reports whether some cell of f is not blank.
func (r *Reader) hasClue(f rawPuzzle) bool {
	return slices.ContainsFunc(f.cells, func(c cell) bool { return !isBlank(c.sym) && c.sym != '0' })
}

// fields yields the words between white space.
func fields(line []cell) func(yield func([]cell) bool) {
	return func(yield func([]cell) bool) {
		for len(line) > 0 {
			end := slices.IndexFunc(line, func(c cell) bool { return unicode.IsSpace(c.sym) })
			if end < 0 {
				end = len(line)
			}
			if end > 0 && !yield(line[:end]) {
				return
			}
			line = line[min(end+1, len(line)):]
		}
	}
}

// decodeOnly decodes the reading if all readings are the same grid, and consumes the input up to end. Otherwise the
// error names a cell that differs. It returns done = false if there is no reading.
func (r *Reader) decodeOnly(p *sudoku.Puzzle, all []rawPuzzle, end cursor) (done bool, err error) {
	if len(all) == 0 {
		return false, nil
	}
	for _, other := range all[1:] {
		if text, differ := all[0].difference(other); differ {
			r.in.consume(end)
			return true, r.newError(r.line, 0, "the grid can be read in two ways: "+text,
				"a grid with a symbol, such as a dot, for each blank")
		}
	}
	r.in.consume(end)
	return true, r.decodeRaw(p, all[0])
}

// difference describes the first difference of two readings.
func (f rawPuzzle) difference(g rawPuzzle) (text string, differ bool) {
	if f.n != g.n {
		return fmt.Sprintf("%dx%d if %s, %dx%d if %s", f.n, f.n, f.how, g.n, g.n, g.how), true
	}
	for i := range f.cells {
		if a, b := f.cells[i].sym, g.cells[i].sym; a != b {
			return fmt.Sprintf("r%dc%d is %s if %s, %s if %s", i/f.n+1, i%f.n+1, symbolWords(a), f.how,
				symbolWords(b), g.how), true
		}
	}
	return "", false
}

func symbolWords(c rune) string {
	if isBlank(c) {
		return "blank"
	}
	return string(c)
}
