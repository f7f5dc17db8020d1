package sudoku

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/internal/parse"
)

// A Layout is how a grid differs from one with as many rows and columns as values, which are the numbers from 1. The
// zero Layout does not differ.
//
// Clues, grids and models count values from 1 in every grid. Rules, and texts of puzzles without an alphabet of their
// own, are about numbers: the value v is the number v + Offset.
type Layout struct {
	Rows, Columns int  // of the grid; multiples of the sides of a box
	Values        int  // how many
	Offset        int  // the least number minus 1
	Free          bool // rows, columns and boxes may repeat values
	Extra         int  // cells beside the grid, in no row, column or box; they come after the cells of the grid
}

// maxCells bounds the cells of a grid that is not usual.
const maxCells = 3000

// With returns the shape with boxes of s and this layout. It is usual if f does not differ from it.
func (s Shape) With(f Layout) Shape {
	n := s.Height * s.Width
	if f == (Layout{Rows: n, Columns: n, Values: n}) {
		f = Layout{}
	}
	return Shape{s.Height, s.Width, f}
}

// IsUsual reports whether the layout of s is the zero Layout.
func (s Shape) IsUsual() bool { return s.Rows == 0 }

// Size returns the number of rows and of columns.
func (s Shape) Size() (rows, columns int) {
	if s.IsUsual() {
		return s.N(), s.N()
	}
	return s.Layout.Rows, s.Layout.Columns
}

// GridCells returns the number of cells in rows and columns, without the extra cells.
func (s Shape) GridCells() int {
	rows, columns := s.Size()
	return rows * columns
}

// Numbers returns the least and the largest number.
func (s Shape) Numbers() (least, largest int) { return 1 + s.Offset, s.N() + s.Offset }

// AllNumbers yields the numbers of the values.
func (s Shape) AllNumbers(yield func(int) bool) {
	for v := range s.N() {
		if !yield(v + 1 + s.Offset) {
			return
		}
	}
}

// Usual returns the Alphabet of a puzzle that states none: nil if values are the numbers from 1.
func (s Shape) Usual() *Alphabet {
	if s.Offset == 0 {
		return nil
	}
	a := &Alphabet{}
	for v := 1; v <= s.N(); v++ {
		a.Symbols = append(a.Symbols, strconv.Itoa(v+s.Offset))
	}
	return a
}

// validLayout returns an error if the layout does not fit the boxes.
func (s Shape) validLayout() error {
	f := s.Layout
	switch {
	case f == Layout{}:
		return nil
	case f.Rows < 1 || f.Columns < 1 || f.Extra < 0 || f.Rows > MaxN || f.Columns > MaxN || f.Extra > maxCells ||
		f.Rows*f.Columns+f.Extra > maxCells:
		return fmt.Errorf("a grid of %dx%d and %d cells, expected at most %d", f.Rows, f.Columns, f.Extra, maxCells)
	case f.Rows%s.Height != 0 || f.Columns%s.Width != 0:
		return fmt.Errorf("boxes of %dx%d cells do not fill a grid of %dx%d", s.Height, s.Width, f.Rows, f.Columns)
	case f.Values < 1 || f.Values > maxValues || f.Offset < -1 || f.Offset > MaxN:
		return fmt.Errorf("the numbers %d to %d, expected at most %d, the least from 0 to %d", 1+f.Offset,
			f.Values+f.Offset, maxValues, 1+MaxN)
	case !f.Free && f.Values < max(f.Rows, f.Columns):
		return fmt.Errorf("%d values in rows or columns of %d cells", f.Values, max(f.Rows, f.Columns))
	case s.With(f) != s:
		return fmt.Errorf("the layout %v, which is the usual one", f)
	}
	return nil
}

// maxValues bounds the values of a grid that is not usual, so that each has a symbol in every format.
const maxValues = 61

// Text returns s as ParseShape reads it: "3x3"; "2x4 6x8 1-8" with the rows and columns and the numbers if the layout
// differs; then "free" and "+5" for a free grid and extra cells.
func (s Shape) Text() string {
	text := fmt.Sprintf("%dx%d", s.Height, s.Width)
	if s.IsUsual() {
		return text
	}
	least, largest := s.Numbers()
	text += fmt.Sprintf(" %dx%d %d-%d", s.Rows, s.Columns, least, largest)
	if s.Free {
		text += " free"
	}
	if s.Extra > 0 {
		text += fmt.Sprintf(" +%d", s.Extra)
	}
	return text
}

// ParseShape parses the height and width of a box, such as 2x3, or the number of rows of a grid without boxes, such as
// 6; and a layout as Text writes it.
func ParseShape(text string) (s Shape, err error) {
	words := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	if !strings.Contains(words, "x") {
		words = "1x" + words
	}
	match := shapePattern().FindStringSubmatch(words)
	var n [9]int // by group
	for i, digits := range match {
		n[i], _ = strconv.Atoi(digits)
	}
	if match == nil || n[6] < n[5] {
		return s, fmt.Errorf("found the shape %q", text)
	}
	s = Shape{Height: n[1], Width: n[2]}
	if match[3] != "" {
		s = s.With(Layout{Rows: n[3], Columns: n[4], Values: n[6] - n[5] + 1, Offset: n[5] - 1, Free: match[7] != "",
			Extra: n[8]})
	}
	return s, s.Validate()
}

// shapePattern has groups for the box, the rows and columns, the numbers, free, and the extra cells.
var shapePattern = parse.Pattern(
	`^(\d{1,9})x(\d{1,9})(?: (\d{1,9})x(\d{1,9}) (\d{1,9})-(\d{1,9})( free)?(?: \+([1-9]\d{0,8}))?)?$`)

// House returns the kind, row, column or box, and the number, from 1, of the house of constraint i of Model.
func (s Shape) House(i int) (kind string, number int) {
	rows, columns := s.Size()
	switch {
	case i < rows:
		return "row", i + 1
	case i < rows+columns:
		return "column", i - rows + 1
	}
	return "box", i - rows - columns + 1
}
