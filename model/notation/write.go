package notation

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonet/model/sudoku"
)

// maxSymbols is the maximum number of rows for which the alphabet mixed has enough symbols.
const maxSymbols = 61

// Line returns g on one line, row by row: a symbol of the alphabet per cell, with a dot for a blank. The nil alphabet
// is mixed there (1-9, A=10 to Z=35, a=36 to z=61) and, above 61 rows, integers separated by commas, with 0 for a
// blank. Symbols of different lengths are separated by commas, too. The line does not contain the shape of the boxes.
func Line(a *sudoku.Alphabet, g sudoku.Grid) string { return string(AppendLine(nil, a, g)) }

// AppendLine appends Line(a, g) to dst.
func AppendLine(dst []byte, a *sudoku.Alphabet, g sudoku.Grid) []byte {
	if a == nil {
		return appendLine(dst, g, '.')
	}
	n := intSqrt(len(g))
	if len(a.Symbols) < sudoku.MaxN { // not the numbers up to any
		n = len(a.Symbols)
	}
	separator, blank := "", "."
	if width := a.Width(n); width > 0 {
		blank = strings.Repeat(".", width)
	} else {
		separator = ","
	}
	for c, v := range g {
		if c > 0 {
			dst = append(dst, separator...)
		}
		if v == 0 {
			dst = append(dst, blank...)
		} else {
			dst = append(dst, a.Symbol(v)...)
		}
	}
	return dst
}

// appendLine appends the line of g in the nil alphabet, with this symbol for a blank.
func appendLine(dst []byte, g sudoku.Grid, blank byte) []byte {
	if len(g) <= maxSymbols*maxSymbols {
		table := symbols // avoids a branch in the loop, which could not be predicted
		table[0] = blank
		from := len(dst)
		dst = slices.Grow(dst, len(g))[:from+len(g)]
		line := dst[from:]
		for c, v := range g {
			line[c] = table[v]
		}
		return dst
	}
	for c, v := range g {
		if c > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(v), 10)
	}
	return dst
}

// symbols maps a value to its symbol in the alphabet mixed; a blank has none.
var symbols = [maxSymbols + 1]byte([]byte(" " + digitsFrom1 + capitals + small))

// symbol returns the symbol of v in the alphabet mixed.
func symbol(v int, blank byte) byte {
	if v == 0 {
		return blank
	}
	return symbols[v]
}

// WriteGrid writes g for people in the alphabet a: a row per line, dots for blanks, bars between boxes, and aligned
// columns.
func WriteGrid(w io.Writer, a *sudoku.Alphabet, s sudoku.Shape, g sudoku.Grid) error {
	_, err := w.Write(AppendGrid(nil, a, s, g))
	return err
}

// AppendGrid appends the output of WriteGrid to dst. It panics if the number of cells does not fit the shape.
func AppendGrid(dst []byte, a *sudoku.Alphabet, s sudoku.Shape, g sudoku.Grid) []byte {
	_, n := s.Size()
	if len(g) != s.Cells() {
		panic(fmt.Sprintf("notation: %d cells for a %s grid", len(g), s))
	}
	digits := 1
	for v := range s.N() {
		digits = max(digits, utf8.RuneCountInString(a.Symbol(v+1)))
	}
	dst = appendRows(dst, s, "", " ", func(dst []byte, c sudoku.Cell) []byte {
		return appendPadded(dst, a, g[c], digits, ".")
	})
	extra := g[s.GridCells():]
	for i, v := range extra {
		separator := byte(' ')
		if i%n == 0 {
			separator = '\n'
		}
		dst = appendPadded(append(dst, separator), a, v, digits, ".")
	}
	if len(extra) > 0 {
		dst = append(dst, '\n')
	}
	return dst
}

// appendRows appends the rows of a grid. Each line begins with indent; bars stand between boxes, gap between other
// cells, and a line such as ------+-------+------ between bands. The texts of a column have the same width.
func appendRows(dst []byte, s sudoku.Shape, indent, gap string, cell func(dst []byte, c sudoku.Cell) []byte) []byte {
	rows, columns := s.Size()
	rule := []byte(indent)
	for row := range rows {
		if row > 0 && row%s.Height == 0 && s.Height > 1 {
			dst = append(append(dst, rule...), '\n')
		}
		dst = append(dst, indent...)
		for column := range columns {
			between, crossing := gap, "--"[:len(gap)]
			switch {
			case column == 0:
				between, crossing = "", ""
			case column%s.Width == 0 && s.Width > 1:
				between, crossing = " | ", "-+-"
			}
			dst = append(dst, between...)
			from := len(dst)
			if dst = cell(dst, s.Cell(row, column)); row == 0 {
				rule = append(append(rule, crossing...), strings.Repeat("-", utf8.RuneCount(dst[from:]))...)
			}
		}
		dst = append(bytes.TrimRight(dst, " "), '\n')
	}
	return dst
}

func appendPadded(dst []byte, a *sudoku.Alphabet, v, digits int, blank string) []byte {
	text := blank
	if v != 0 {
		text = a.Symbol(v)
	}
	for range digits - utf8.RuneCountInString(text) {
		dst = append(dst, ' ')
	}
	return append(dst, text...)
}

// appendIntegers appends the rows, and then a line of the extra cells, as numbers in aligned columns.
func appendIntegers(dst []byte, p sudoku.Puzzle, blank string) []byte {
	_, n := p.Shape.Size()
	_, largest := p.Shape.Numbers()
	digits := len(strconv.Itoa(largest))
	for c, v := range p.Clues {
		extra := c - p.Shape.GridCells()
		if c%n > 0 && extra != 0 || extra > 0 {
			dst = append(dst, ' ')
		}
		dst = appendPadded(dst, p.Shape.Usual(), v, digits, blank)
		if c%n == n-1 && extra < 0 || c == len(p.Clues)-1 {
			dst = append(dst, '\n')
		}
	}
	return dst
}

// oneLine returns a name that fits on a line: it replaces control characters, also those of the direction of text, by
// spaces and trims white space.
func oneLine(name string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.In(c, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp) || c == unicode.ReplacementChar {
			return ' '
		}
		return c
	}, name))
}

// A Writer writes puzzles in one format. Close ends a file.
type Writer struct {
	// Lossy allows to write a puzzle without the rules that the format cannot hold; see Lost. The shape of boxes and
	// texts are always left out where a format has no place for them.
	Lossy bool

	w       io.Writer
	format  *format
	buf     []byte
	started bool // a puzzle has been written
}

// NewWriter returns a Writer to w in the format with this name. It returns an *UnknownFormatError if there is none, and
// another error if the format can only be read.
func NewWriter(w io.Writer, name string) (*Writer, error) {
	f := formatNamed(name)
	if f == nil {
		return nil, unknownFormat(name)
	}
	if f.append == nil && (f.family == nil || f.family.write == nil) {
		return nil, fmt.Errorf("the format %s can be read but not written", name)
	}
	return &Writer{w: w, format: f}, nil
}

// Write writes p immediately, in one call to the underlying writer. It returns an error if p is not valid, the format
// cannot represent it, or the underlying writer fails.
func (w *Writer) Write(p sudoku.Puzzle) error {
	if err := p.Validate(); err != nil {
		return err
	}
	f := w.format
	w.buf = w.buf[:0]
	if w.started && f.blankLineBetween {
		w.buf = append(w.buf, '\n')
	}
	w.buf = w.begin(w.buf)
	var lost loss
	if w.buf, lost = f.text(w.buf, p); lost.Whole != "" || lost.Rules != nil && !w.Lossy {
		return &LossError{f.Name, lost.describe(p).Meaning}
	}
	w.started = true
	_, err := w.w.Write(w.buf)
	return err
}

// begin appends the beginning of a file, before the first puzzle.
func (w *Writer) begin(dst []byte) []byte {
	if w.started {
		return dst
	}
	return append(dst, w.format.header...)
}

// Close writes the end of a file in a format that has one, also if no puzzle was written. It does not close the
// underlying writer.
func (w *Writer) Close() error {
	if w.format.footer == "" {
		return nil
	}
	_, err := w.w.Write(append(w.begin(nil), w.format.footer...))
	return err
}

// AppendPencilmarks appends a grid with the text of mark in each cell. Each line begins with indent, and columns are
// aligned.
func AppendPencilmarks(b []byte, s sudoku.Shape, indent string, mark func(sudoku.Cell) string) []byte {
	rows, n := s.Size()
	marks := make([]string, rows*n)
	width := make([]int, n)
	for c := range marks {
		marks[c] = mark(sudoku.Cell(c))
		column := s.Column(sudoku.Cell(c))
		width[column] = max(width[column], len(marks[c]))
	}
	// A row without bars whose line has n² characters would be read as a whole grid with blank cells.
	for bare := n > 1 && (s.Width == 1 || s.Width == n); bare; width[0]++ {
		length := 2 * (n - 1)
		for _, w := range width[:n-1] {
			length += w
		}
		if bare = slices.ContainsFunc(marks, func(mark string) bool { return length+len(mark) == rows*n }); !bare {
			break
		}
	}
	return appendRows(b, s, indent, "  ", func(dst []byte, c sudoku.Cell) []byte {
		return fmt.Appendf(dst, "%-*s", width[s.Column(c)], marks[c])
	})
}

// CandidateList formats the candidates of a cell in the alphabet a: 137 in a grid of n ≤ 9 rows; 1,3,7-12 in a larger
// one, or where a symbol has several characters; (4) for a single candidate; x for none.
func CandidateList(a *sudoku.Alphabet, n int, values []int) string {
	switch len(values) {
	case 0:
		return "x"
	case 1:
		return "(" + a.Symbol(values[0]) + ")"
	}
	tight := n <= 9 && a.Width(n) == 1
	var b []byte
	for i := 0; i < len(values); i++ {
		if i > 0 && !tight {
			b = append(b, ',')
		}
		b = append(b, a.Symbol(values[i])...)
		last := i
		for last+1 < len(values) && values[last+1] == values[last]+1 {
			last++
		}
		if last >= i+2 && !tight {
			b = append(append(b, '-'), a.Symbol(values[last])...)
			i = last
		}
	}
	return string(b)
}
