package notation

import (
	"io"

	"nonet/model/sudoku"
)

// NewSlowReader returns a Reader that has no short way for lines of 81 cells.
func NewSlowReader(r io.Reader, opt Options) *Reader {
	slow := NewReader(r, opt)
	slow.nineRows = sudoku.Shape{}
	return slow
}
