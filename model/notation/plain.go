package notation

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"nonet/model/notation/internal/place"
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
	if !r.opt.Shape.IsUsual() {
		text, at := string(bytes.TrimSpace(line)), r.in.line
		r.in.consume(after)
		return r.readCells(p, text, at, 1)
	}
	if kinds&asInstance != 0 && (kinds == asInstance || len(line) < 40 && r.beginsInstance()) {
		return r.readInstance(p)
	}
	pastes := kinds&asGrid != 0 && !r.strictOnly
	if pastes && r.beginsTable() {
		if done, err := r.readPasted(p, rawPuzzle{}); done {
			return err
		}
	}
	if kinds == asAny && r.readCube(p) {
		return nil
	}
	if f, ok := r.wholeLinePuzzle(kinds); ok {
		r.in.consume(after)
		if err := r.decodeRaw(p, f); err != nil || f.rest == nil {
			return err
		}
		r.readRest(p, f)
		return nil
	}
	if pastes && r.in.offset() >= r.rejected[0] && beginsMarks(r.currentLine()) {
		if done, err := r.readMarks(p, r.block(false)); done {
			return err
		}
	}
	if done, err := r.readRows(p, kinds, pastes); done {
		return err
	}
	err = r.lineError(r.currentLine(), kinds)
	if kinds == asAny && !r.strictOnly {
		after = r.unreadable(after)
	}
	r.in.consume(after)
	return err
}

// wholeLinePuzzle returns the first line if it is a puzzle in symbols or integers, valid or not, and not a row of a
// grid.
func (r *Reader) wholeLinePuzzle(kinds plainForms) (f rawPuzzle, ok bool) {
	if kinds&asLine != 0 {
		if f, ok = r.findWord(r.currentLine(), r.line, 1); ok && r.lineOfSymbols(f, kinds) {
			return f, true
		}
	}
	return r.lineOfIntegers(kinds)
}

// readRows reads the rows of a grid, or a line in a less strict form. Its error is about the whole grid. It returns
// done = false if there are no rows.
func (r *Reader) readRows(p *sudoku.Puzzle, kinds plainForms, pastes bool) (done bool, err error) {
	grid, w := r.findGrid(0, kinds)
	good := w.complete() && grid.valid
	if good && !r.hasGaps(w) {
		return true, r.decodeGrid(p, grid, w, r.description())
	}
	if len(w.rows) < 2 {
		if f, ok := r.findLoose(r.currentLine(), r.line, 1); ok && kinds&asLine != 0 {
			r.in.consume(r.after(r.ahead(0)))
			return true, r.decodeRaw(p, f)
		}
		if done, err := r.readTitledRows(p, kinds); done {
			return true, err
		}
	}
	if pastes {
		strict := rawPuzzle{}
		if good {
			strict = grid
		}
		if done, err := r.readPasted(p, strict); done {
			return true, err
		}
	}
	if pastes && !good {
		b := r.block(false)
		if err := r.openGridError(b); err != nil {
			r.in.consume(r.after(b.last))
			return true, err
		}
	}
	if w.complete() {
		return true, r.decodeGrid(p, grid, w, r.description())
	}
	if kinds&(asGrid|asNumbers) == 0 {
		return false, nil
	}
	if rows := r.measureRows(); len(rows.rows) > 0 && (r.isBrokenGrid(w) || rows.looksLikeGrid()) {
		r.in.consume(r.after(rows.end))
		return true, r.gridError(rows)
	}
	return false, nil
}

// readTitledRows reads the rows of a grid below a line that is its title.
func (r *Reader) readTitledRows(p *sudoku.Puzzle, kinds plainForms) (done bool, err error) {
	line := r.currentLine()
	if kinds&asGrid == 0 || !bytes.ContainsFunc(line, isCellSymbol) || isMarkup(line) ||
		r.ahead(0).listed {
		return false, nil
	}
	if _, ok := r.findWord(line, r.line, 1); ok && kinds&asLine != 0 {
		return false, nil
	}
	grid, w := r.findGrid(1, kinds)
	if !w.complete() || !grid.valid || r.hasGaps(w) {
		return false, nil
	}
	return true, r.decodeGrid(p, grid, w, string(bytes.TrimSpace(line)))
}

// unreadable returns the place after the lines at the beginning of the input that get one error together: only the
// first line, which ends at the cursor first, if it may be the line of a list; otherwise all lines up to a blank line
// or to a puzzle.
func (r *Reader) unreadable(first cursor) cursor {
	lines := r.block(false).lines
	if len(lines) == 0 || len(lines[0].chars) >= 10 && !slices.ContainsFunc(lines[0].chars[:10], func(c cell) bool {
		return isDecoration(c.sym)
	}) {
		return first
	}
	for _, l := range lines[1:] {
		if f, ok := r.findInLine(r.textOf(l), 0, 1); ok && f.valid && f.n > 3 {
			break
		}
		first = r.after(l)
	}
	return first
}

// lineOfSymbols reports whether a line that looks like a puzzle is one, and not a row of a grid.
func (r *Reader) lineOfSymbols(f rawPuzzle, kinds plainForms) bool {
	row := f.alone && kinds&asGrid != 0 && r.isRow(len(f.cells), f.n, rowForm{})
	return !row && (f.valid || f.alone && f.n > 3 && !hasQuestionMarks(f.cells))
}

// lineOfIntegers returns the first line if it is a puzzle in integers, and not a row of a grid.
func (r *Reader) lineOfIntegers(kinds plainForms) (f rawPuzzle, ok bool) {
	if kinds&(asLine|asNumbers) == 0 {
		return f, false
	}
	f, ok = r.findIntegers(r.currentLine(), r.line, 1)
	if !ok || !f.valid || !f.alone ||
		kinds&(asGrid|asNumbers) != 0 && r.isRow(len(f.numbers), f.n, rowForm{integers: true}) {
		return f, false
	}
	return r.findIntegers(r.currentLine(), r.line, 1) // isRow has overwritten r.numbers
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
	if _, ok := r.shape(w.n); !ok || w.bad != nil && r.begins(w.bad) {
		return false
	}
	if w.bad != nil && len(w.rows) == 1 {
		return w.badWidth > 1 && max(w.badWidth, w.n)-min(w.badWidth, w.n) <= 2
	}
	return len(w.rows) >= 2
}

func (r *Reader) decodeGrid(p *sudoku.Puzzle, f rawPuzzle, w gridScan, name string) error {
	r.in.consume(r.after(w.end))
	if _, ok := r.shape(f.n); !ok {
		return r.shapeError(f.n)
	}
	f.name = name
	return r.decodeRaw(p, f)
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
	return r.newError(r.line, column, fmt.Sprintf("found %q", place.Shorten(word)),
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
