package sudoku

import (
	"fmt"
	"strconv"
	"strings"
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
	wrong := fmt.Errorf("found the shape %q", text)
	words := strings.Fields(strings.ToLower(text))
	two := func(word, separator string) (a, b int, ok bool) {
		first, second, ok := strings.Cut(word, separator)
		a, err1 := strconv.Atoi(first)
		b, err2 := strconv.Atoi(second)
		return a, b, ok && err1 == nil && err2 == nil && first[0] != '+' && second[0] != '+'
	}
	switch len(words) {
	case 0, 2:
		return s, wrong
	case 1:
		if !strings.Contains(words[0], "x") {
			words[0] = "1x" + words[0]
		}
	}
	var ok bool
	if s.Height, s.Width, ok = two(words[0], "x"); !ok {
		return Shape{}, wrong
	}
	if len(words) > 1 {
		var f Layout
		var least, largest int
		f.Rows, f.Columns, ok = two(words[1], "x")
		if least, largest, _ = two(words[2], "-"); !ok || largest < least {
			return Shape{}, wrong
		}
		f.Offset, f.Values = least-1, largest-least+1
		words = words[3:]
		if f.Free = len(words) > 0 && words[0] == "free"; f.Free {
			words = words[1:]
		}
		if len(words) > 0 && words[0][0] == '+' {
			if f.Extra, err = strconv.Atoi(words[0][1:]); err == nil && f.Extra > 0 {
				words = words[1:]
			}
		}
		if len(words) > 0 {
			return Shape{}, wrong
		}
		s = s.With(f)
	}
	return s, s.Validate()
}

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
