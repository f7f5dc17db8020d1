package notation

import (
	"io"
	"strings"

	"nonet/model/sudoku"
)

// Parse reads the one puzzle of a literal in any format. It returns a *ParseError if there is none or more than one.
func Parse(literal string, opt Options) (sudoku.Puzzle, error) {
	r := newReader(newInput(strings.NewReader(literal), len(literal)+1), opt)
	p, err := r.Read()
	if err == io.EOF {
		return sudoku.Puzzle{}, r.failure(1, 0, "the text is empty", "a puzzle")
	}
	if err != nil {
		return sudoku.Puzzle{}, err
	}
	if _, err := r.Read(); err != io.EOF {
		return sudoku.Puzzle{}, r.failure(r.line, 0, "more follows the puzzle", "one puzzle")
	}
	return p, nil
}
