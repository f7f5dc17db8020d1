package notation

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"nonet/model/sudoku"
)

// A plainForms is a set of forms of plain text.
type plainForms uint8

const (
	asLine     plainForms = 1 << iota // one puzzle per line
	asGrid                            // rows of symbols
	asNumbers                         // integers, in rows or all on a line
	asInstance                        // instance files

	asAny = asLine | asGrid | asNumbers | asInstance
)

// readPlain reads a puzzle without a header in one of the forms. It tries lines before grids, and grids before less
// strict forms. isRow decides whether a line is a puzzle or a row.
func (r *Reader) readPlain(p *sudoku.Puzzle, kinds plainForms) error {
	after := r.in.pos()
	line, err := r.in.next(&after)
	if err != nil {
		return err
	}
	if kinds&asInstance != 0 && (kinds == asInstance || len(line) < 40 && r.beginsInstance()) {
		return r.readInstance(p)
	}
	if kinds&asGrid != 0 && !r.strictOnly && r.beginsTable() {
		if done, err := r.readPasted(p, rawPuzzle{}); done {
			return err
		}
	}
	tight, haveTight := rawPuzzle{}, false
	if kinds == asAny && r.readCube(p) {
		return nil
	}
	if kinds&asLine != 0 {
		tight, haveTight = r.findWord(r.currentLine(), r.line, 1)
	}
	if haveTight && r.lineOfSymbols(tight, kinds) {
		r.in.consume(after)
		return r.decodeRaw(p, tight)
	}
	if f, ok := r.lineOfIntegers(kinds); ok {
		r.in.consume(after)
		return r.decodeRaw(p, f)
	}
	if kinds&asGrid != 0 && !r.strictOnly && beginsMarks(r.currentLine()) {
		if done, err := r.readMarks(p, r.pastedBlock(false)); done {
			return err
		}
	}
	grid, w := r.findGrid(r.in.pos(), kinds)
	if w.complete() && grid.valid && !r.hasGaps(w) {
		return r.decodeGrid(p, grid, w, r.description())
	}
	if w.rows < 2 {
		if f, ok := r.otherLine(kinds); ok {
			r.in.consume(after)
			return r.decodeRaw(p, f)
		}
		if line := r.currentLine(); kinds&asGrid != 0 && !haveTight && bytes.ContainsFunc(line, isCellSymbol) {
			name := string(bytes.TrimSpace(line))
			grid, w := r.findGrid(after, kinds)
			if w.complete() && grid.valid && !r.hasGaps(w) && !isMarkup([]byte(name)) {
				return r.decodeGrid(p, grid, w, name)
			}
		}
	}
	if kinds&asGrid != 0 && !r.strictOnly {
		if !w.complete() || !grid.valid {
			grid = rawPuzzle{}
		}
		if done, err := r.readPasted(p, grid); done {
			return err
		}
	}
	if kinds&asGrid != 0 && !r.strictOnly && grid.n == 0 {
		if err, end := r.openGridError(); err != nil {
			r.in.consume(end)
			return err
		}
	}
	if grid, w = r.findGrid(r.in.pos(), kinds); w.complete() {
		return r.decodeGrid(p, grid, w, r.description())
	}
	if kinds&(asGrid|asNumbers) != 0 {
		if rows := r.measureRows(); r.isBrokenGrid(w) || rows.looksLikeGrid() {
			r.in.consume(rows.end)
			return r.gridError(rows)
		}
	}
	err = r.lineError(r.currentLine(), kinds)
	if kinds == asAny && !r.strictOnly {
		after = r.unreadable(after)
	}
	r.in.consume(after)
	return err
}

// unreadable returns the place after the lines at the beginning of the input that get one error together: only the
// first line, which ends at the cursor first, if it may be the line of a list; otherwise all lines up to a blank line
// or to a puzzle.
func (r *Reader) unreadable(first cursor) cursor {
	b := r.pastedBlock(false)
	if len(b.lines) == 0 || len(b.lines[0]) >= 10 && !slices.ContainsFunc(b.lines[0][:10], func(c cell) bool {
		return isDecoration(c.sym)
	}) {
		return first
	}
	end := first
	for _, c := range b.ends[1:] {
		text, err := r.in.next(&end)
		if f, ok := r.findInLine(text, 0, 1); err != nil || ok && f.valid && f.n > 3 {
			break
		}
		first, end = c, c
	}
	return first
}

// lineOfSymbols reports whether a line that looks like a puzzle is one, and not a row of a grid.
func (r *Reader) lineOfSymbols(f rawPuzzle, kinds plainForms) bool {
	row := f.alone && kinds&asGrid != 0 && r.isRow(len(f.cells), r.measureSymbols(f.n))
	return !row && (f.valid || f.alone && f.n > 3 && !hasQuestionMarks(f.cells))
}

// lineOfIntegers returns the first line if it is a puzzle in integers, and not a row of a grid.
func (r *Reader) lineOfIntegers(kinds plainForms) (f rawPuzzle, ok bool) {
	if kinds&(asLine|asNumbers) == 0 {
		return f, false
	}
	f, ok = r.findIntegers(r.currentLine(), r.line, 1)
	if !ok || !f.valid || !f.alone || kinds&(asGrid|asNumbers) != 0 && r.isRow(len(f.numbers), r.measureNumbers(f.n)) {
		return f, false
	}
	return r.findIntegers(r.currentLine(), r.line, 1) // isRow has overwritten r.numbers
}

// otherLine returns the first line if it is a puzzle in a less strict form.
func (r *Reader) otherLine(kinds plainForms) (rawPuzzle, bool) {
	if kinds&asLine == 0 {
		return rawPuzzle{}, false
	}
	line := r.currentLine()
	for _, find := range []func([]byte, int, int) (rawPuzzle, bool){
		r.findIntegers, r.findCommaJoined, r.findSpaced, r.findDecorated} {
		if f, ok := find(line, r.line, 1); ok && f.valid {
			return f, true
		}
	}
	return rawPuzzle{}, false
}

// currentLine returns the first line again, because look-ahead may have moved it.
func (r *Reader) currentLine() []byte {
	c := r.in.pos()
	line, _ := r.in.next(&c)
	return line
}

// isBrokenGrid decides whether an incomplete grid is reported as such: it needs two rows, or one row and another line
// of nearly the same length. A line that is itself a puzzle is not a row, so that a wrong line of a list costs no other
// line; nor is a line that is too long for a row.
func (r *Reader) isBrokenGrid(w gridScan) bool {
	if _, ok := r.shape(w.n); !ok {
		return false
	}
	if w.badLine > 0 {
		text := r.lineAt(w.badLine)
		if f, ok := r.findWord(text, w.badLine, 1); ok && f.valid && f.n > 3 {
			return false
		}
		if w.rows == 1 {
			return w.badWidth > 1 && max(w.badWidth, w.n)-min(w.badWidth, w.n) <= 2
		}
	}
	return w.rows >= 2
}

// lineAt returns a line ahead by its number.
func (r *Reader) lineAt(number int) (text []byte) {
	for c := r.in.pos(); c.line <= number; {
		var err error
		if text, err = r.in.next(&c); err != nil {
			return nil
		}
	}
	return text
}

func (r *Reader) decodeGrid(p *sudoku.Puzzle, f rawPuzzle, w gridScan, name string) error {
	r.in.consume(w.end)
	if _, ok := r.shape(f.n); !ok {
		return r.shapeError(f.n)
	}
	f.name = name
	return r.decodeRaw(p, f)
}

func (r *Reader) measureSymbols(n int) func([]byte) (int, bool, bool) {
	return func(text []byte) (width int, fits, empty bool) {
		r.cells = appendEvery(r.cells[:0], bytes.TrimRight(text, " \t"), 0, 0)
		empty = true
		for _, c := range r.cells {
			empty = empty && (isBlank(c.sym) || c.sym == '0')
		}
		return len(r.cells), r.cellsFit(r.cells, n), empty
	}
}

func (r *Reader) measureNumbers(n int) func([]byte) (int, bool, bool) {
	return func(text []byte) (width int, fits, empty bool) {
		numbers, ok := appendNumbers(r.numbers[:0], text, 0, 0)
		r.numbers = numbers
		if !ok {
			return 0, false, false
		}
		empty = true
		for _, c := range numbers {
			empty = empty && c.value <= 0
		}
		return len(numbers), numbersFit(numbers, n), empty
	}
}

// lineError returns the error of a line that is neither a puzzle nor a row. It looks for the cells of the line again,
// because looking at the next lines overwrites what findWord returned.
func (r *Reader) lineError(line []byte, kinds plainForms) error {
	var ignored sudoku.Puzzle
	if kinds&asLine != 0 {
		if f, ok := r.findWord(line, r.line, 1); ok && f.n > 3 {
			if err := r.decodeRaw(&ignored, f); err != nil {
				return err
			}
		}
	}
	word := bytes.TrimSpace(line)
	if i := bytes.IndexAny(word, " \t,;:"); i >= 0 {
		word = word[:i]
	}
	column := 1 + utf8.RuneCount(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
	width := utf8.RuneCount(word)
	numbers, ok := appendNumbers(r.numbers[:0], line, r.line, 1)
	if ok && len(numbers) > 2 && kinds&(asNumbers|asLine) != 0 {
		if f, square := r.findIntegers(line, r.line, 1); square {
			if err := r.decodeRaw(&ignored, f); err != nil {
				return err
			}
		}
		return r.newError(r.line, column, fmt.Sprintf("found %d integers", len(numbers)), r.nearestSizes(len(numbers)))
	}
	if width >= 10 && kinds&asLine != 0 {
		return r.newError(r.line, column, fmt.Sprintf("found %d cells", width), r.nearestSizes(width))
	}
	return r.newError(r.line, column, fmt.Sprintf("found %q", shorten(word)),
		"a puzzle: a line of 81 cells, the rows of a grid, or integers")
}

// nearestSizes names the numbers of cells of grids next to a number of cells.
func (r *Reader) nearestSizes(have int) string {
	if s := r.opt.Shape; s != (sudoku.Shape{}) {
		return fmt.Sprintf("%d for %s", s.Cells(), s)
	}
	below := max(1, intSqrt(have))
	above := below + 1
	for below > 1 && !hasShape(below) {
		below--
	}
	for above < sudoku.MaxN && !hasShape(above) {
		above++
	}
	if above > sudoku.MaxN {
		return fmt.Sprintf("at most %d", sudoku.MaxN*sudoku.MaxN)
	}
	return fmt.Sprintf("%d for %dx%d or %d for %dx%d", below*below, below, below, above*above, above, above)
}

func hasShape(n int) bool {
	_, ok := sudoku.ShapeOf(n)
	return ok
}

// shorten shortens a word for a message.
func shorten(word []byte) string {
	const longest = 24
	text := []rune(string(word))
	if len(text) > longest {
		return string(text[:longest]) + "..."
	}
	return string(text)
}
