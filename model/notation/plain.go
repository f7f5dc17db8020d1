package notation

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"nonet/model/sudoku"
)

// A kind is a set of forms of plain text.
type kind uint8

const (
	asLine     kind = 1 << iota // one puzzle per line
	asGrid                      // rows of symbols
	asNumbers                   // integers, in rows or all on a line
	asInstance                  // instance files

	asAny = asLine | asGrid | asNumbers | asInstance
)

// readPlain reads a puzzle without any header in one of the kinds. Lines come before grids and grids before what is less strict. The
// lines that make the difference between a puzzle and a row are looked at by isRow.
func (r *Reader) readPlain(p *sudoku.Puzzle, kinds kind) error {
	after := r.in.here()
	line, err := r.in.next(&after)
	if err != nil {
		return err
	}
	if kinds&asInstance != 0 && (kinds == asInstance || len(line) < 40 && r.beginsInstance()) {
		return r.readInstance(p)
	}
	tight, haveTight := finding{}, false
	if kinds&asLine != 0 {
		tight, haveTight = r.findTight(r.first(), r.line, 1)
	}
	if haveTight && r.lineOfSymbols(tight, kinds) {
		r.in.consume(after)
		return r.take(p, tight)
	}
	if f, ok := r.lineOfIntegers(kinds); ok {
		r.in.consume(after)
		return r.take(p, f)
	}
	grid, w := r.findGrid(r.in.here(), kinds)
	if w.complete() {
		return r.takeGrid(p, grid, w, r.title)
	}
	if w.rows < 2 {
		if f, ok := r.otherLine(kinds); ok {
			r.in.consume(after)
			return r.take(p, f)
		}
		if line := r.first(); kinds&asGrid != 0 && !haveTight && bytes.ContainsFunc(line, solid) {
			name := string(bytes.TrimSpace(line))
			if grid, w := r.findGrid(after, kinds); w.complete() && grid.legal {
				return r.takeGrid(p, grid, w, name)
			}
		}
	}
	if r.meantAsGrid(w) {
		err := r.gridError(w)
		r.skipGrid(w)
		return err
	}
	err = r.explain(r.first(), tight, haveTight, kinds)
	r.in.consume(after)
	return err
}

// lineOfSymbols reports whether a line that looks like a puzzle is one, and not a row of a grid.
func (r *Reader) lineOfSymbols(f finding, kinds kind) bool {
	row := f.bare && kinds&asGrid != 0 && r.isRow(len(f.cells), r.measureSymbols(f.n))
	return !row && (f.legal || f.bare && f.n > 3)
}

// lineOfIntegers returns the first line if it is a puzzle in integers, and not a row of a grid.
func (r *Reader) lineOfIntegers(kinds kind) (f finding, ok bool) {
	if kinds&(asLine|asNumbers) == 0 {
		return f, false
	}
	f, ok = r.findIntegers(r.first(), r.line, 1)
	if !ok || !f.legal || !f.bare || kinds&(asGrid|asNumbers) != 0 && r.isRow(len(f.numbers), r.measureNumbers(f.n)) {
		return f, false
	}
	return r.findIntegers(r.first(), r.line, 1) // isRow has used its memory
}

// otherLine returns the first line if it is a puzzle in one of the less strict forms.
func (r *Reader) otherLine(kinds kind) (finding, bool) {
	if kinds&asLine == 0 {
		return finding{}, false
	}
	line := r.first()
	for _, find := range []func([]byte, int, int) (finding, bool){r.findIntegers, r.findJoined, r.findSpaced, r.findDecorated} {
		if f, ok := find(line, r.line, 1); ok && f.legal {
			return f, true
		}
	}
	return finding{}, false
}

// first returns the first line again: looking ahead may have moved it.
func (r *Reader) first() []byte {
	c := r.in.here()
	line, _ := r.in.next(&c)
	return line
}

// meantAsGrid decides whether an incomplete grid is an error as such: two rows are enough, or one and another of nearly the same length.
// A line that is a puzzle is no row, so that one bad line of a list costs no other, and neither is one so long that no grid has such rows.
func (r *Reader) meantAsGrid(w walk) bool {
	if _, ok := r.shape(w.n); !ok {
		return false
	}
	if w.line > 0 {
		text := r.lineAt(w.line)
		if f, ok := r.findTight(text, w.line, 1); ok && f.legal && f.n > 3 {
			return false
		}
		if w.rows == 1 {
			return w.width > 1 && max(w.width, w.n)-min(w.width, w.n) <= 2
		}
	}
	return w.rows >= 2
}

// lineAt returns a line ahead by its number.
func (r *Reader) lineAt(number int) (text []byte) {
	for c := r.in.here(); c.line <= number; {
		var err error
		if text, err = r.in.next(&c); err != nil {
			return nil
		}
	}
	return text
}

func (r *Reader) takeGrid(p *sudoku.Puzzle, f finding, w walk, name string) error {
	r.in.consume(w.end)
	if _, ok := r.shape(f.n); !ok {
		return r.failure(r.line, 0, r.noShape(f.n), "")
	}
	f.name = name
	return r.take(p, f)
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

// explain says what is wrong with a line that is no puzzle and no row of one.
func (r *Reader) explain(line []byte, tight finding, haveTight bool, kinds kind) error {
	var ignored sudoku.Puzzle
	if haveTight && tight.n > 3 {
		if err := r.take(&ignored, tight); err != nil {
			return err
		}
	}
	word := bytes.TrimSpace(line)
	if i := bytes.IndexAny(word, " \t,;:"); i >= 0 {
		word = word[:i]
	}
	column := 1 + utf8.RuneCount(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
	width := utf8.RuneCount(word)
	if numbers, ok := appendNumbers(r.numbers[:0], line, r.line, 1); ok && len(numbers) > 2 && kinds&(asNumbers|asLine) != 0 {
		if f, square := r.findIntegers(line, r.line, 1); square {
			if err := r.take(&ignored, f); err != nil {
				return err
			}
		}
		return r.failure(r.line, column, fmt.Sprintf("found %d integers", len(numbers)), r.sizes(len(numbers)))
	}
	if width >= 10 && kinds&asLine != 0 {
		return r.failure(r.line, column, fmt.Sprintf("found %d cells", width), r.sizes(width))
	}
	return r.failure(r.line, column, fmt.Sprintf("found %q", shorten(word)), "a puzzle: a line of 81 cells, the rows of a grid, or integers")
}

// sizes says how many cells make a grid, for somebody who has so many.
func (r *Reader) sizes(have int) string {
	if s := r.opt.Shape; s != (sudoku.Shape{}) {
		return fmt.Sprintf("%d for %s", s.Cells(), s)
	}
	below := max(1, root(have))
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

// shorten cuts a word so that it fits in a message.
func shorten(word []byte) string {
	const longest = 24
	text := []rune(string(word))
	if len(text) > longest {
		return string(text[:longest]) + "..."
	}
	return string(text)
}
