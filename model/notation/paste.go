package notation

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"nonet/model/sudoku"
)

// readPasted reads a puzzle at the beginning of the input as people paste it from forums, web pages, spreadsheets and
// programs: with markup around it, or with spaces or empty fields for blanks. It returns done = false, without
// consuming input, if no reading fits. strict is a grid that the strict forms find in the first rows, or empty.
func (r *Reader) readPasted(p *sudoku.Puzzle, strict rawPuzzle) (done bool, err error) {
	for i, acrossBlankLines := range []bool{false, true} {
		b := r.block(acrossBlankLines)
		if len(b.lines) == 0 || b.joined != acrossBlankLines {
			continue
		}
		if r.in.offset() < r.rejected[i] {
			if b.joined || !b.lines[0].changed {
				continue
			}
			b = &block{lines: b.lines[:1], changed: true} // the line alone may be a puzzle
		}
		if (b.changed || b.joined) && r.spend(0) {
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
		r.rejected[i] = max(r.rejected[i], b.restart())
	}
	return r.readSentence(p)
}

// restart returns the offset at which other rows than those of the block begin: at a title above other rows, or at the
// end of the block.
func (b *block) restart() int64 {
	for i, l := range b.lines[1:] {
		if l.kind == proseLine && (i+2 == len(b.lines) || b.lines[i+2].kind != proseLine) {
			return l.from
		}
	}
	return b.lines[len(b.lines)-1].end
}

// readCleaned reads the first puzzle of the block strictly. It returns done = false if there is none, or if the error
// says no more than that.
func (r *Reader) readCleaned(p *sudoku.Puzzle, b *block) (done bool, err error) {
	var text []byte
	var at []int // the line of the block, by line of the text
	for i, l := range b.lines {
		if len(l.chars) == 0 {
			continue
		}
		for _, c := range l.chars {
			text = append(text, string(c.sym)...)
		}
		f, ok := r.findWord(text, l.line, 1)
		text = append(text, '\n')
		at = append(at, i)
		if len(at) == 1 && ok && f.valid && f.n > 3 && (!f.alone || r.lineWidths[min(len(f.cells), sudoku.MaxN)]) {
			break // no row, but the line of a list
		}
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
	r.spend(len(text) + int(inner.in.looked))
	last := min(inner.in.line-2, len(at)-1)
	bad, isBad := err.(*ParseError)
	switch {
	case isBad && bad.Alphabets == nil && bad.NeedsShape == 0 || err != nil && !isBad || last < 0:
		return false, nil
	case isBad:
		i := at[min(max(bad.Line, 1), len(at))-1]
		bad.Line = b.lines[i].line
		bad.Column = 0
	case inner.line > 1 && len(p.Clues) > 0 && p.Name == "":
		return false, nil // something precedes the puzzle
	}
	r.knownAlphabets, r.lineWidths = inner.knownAlphabets, inner.lineWidths
	r.in.consume(r.after(b.lines[at[last]]))
	return true, err
}

// readSentence reads a line that contains a 9x9 puzzle as one word, and other words beside it.
func (r *Reader) readSentence(p *sudoku.Puzzle) (done bool, err error) {
	l := r.ahead(0)
	if _, ok := r.shape(9); l == nil || len(l.chars) < 81 || !ok {
		return false, nil
	}
	var found []rawPuzzle
	for line := l.chars; len(line) > 0; {
		end := slices.IndexFunc(line, func(c cell) bool { return unicode.IsSpace(c.sym) })
		if end < 0 {
			end = len(line)
		}
		word := line[:end]
		for line = line[min(end+1, len(line)):]; len(word) > 81 && isSentenceMark(word, len(word)-1); {
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
		if r.cellsFit(f.cells, 9) && r.hasClue(f) {
			found = append(found, f)
		}
	}
	return r.decodeOnly(p, found, r.after(l))
}

// isSentenceMark reports whether a character of the word is punctuation. A dot or a question mark is none if the word
// has another, which may be a blank.
func isSentenceMark(word []cell, i int) bool {
	c := word[i].sym
	if c == '.' || c == '?' {
		same := func(o cell) bool { return o.sym == c }
		return !slices.ContainsFunc(word[:i], same) && !slices.ContainsFunc(word[i+1:], same)
	}
	return strings.ContainsRune("()<>,;:!", c)
}
