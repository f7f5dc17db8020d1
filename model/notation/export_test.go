package notation

import (
	"io"

	"nonet/model/sudoku"
)

// NewSlowReader returns a Reader without the fast path for lines of 81 cells.
func NewSlowReader(r io.Reader, opt Options) *Reader {
	slow := NewReader(r, opt)
	slow.nineRows = sudoku.Shape{}
	return slow
}
