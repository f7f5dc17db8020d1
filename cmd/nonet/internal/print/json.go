package print

import (
	"strconv"

	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/sudoku"
)

// AppendPuzzle begins an object with what is known of a puzzle before anything is asked: index, puzzle, size, name if it has one, and of a
// variant box and rules.
func AppendPuzzle(b []byte, it *input.Item) []byte {
	b = append(b, `{"index":`...)
	b = strconv.AppendInt(b, int64(it.Index), 10)
	if it.ReadErr != nil {
		return append(b, `,"puzzle":null`...)
	}
	b = AppendGrid(b, "puzzle", it.Puzzle.Shape, it.Puzzle.Clues)
	b = append(b, `,"size":`...)
	b = strconv.AppendInt(b, int64(it.Puzzle.Shape.N()), 10)
	if it.Puzzle.Name != "" {
		b = term.AppendString(b, "name", it.Puzzle.Name)
	}
	return AppendRules(b, it.Puzzle)
}

// AppendLists appends a field with a list of n things.
func AppendLists(b []byte, key string, n int, appendOne func(b []byte, i int) []byte) []byte {
	return AppendList(append(append(append(b, `,"`...), key...), `":`...), n, appendOne)
}

// AppendList appends a list of n things.
func AppendList(b []byte, n int, appendOne func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendOne(b, i)
	}
	return append(b, ']')
}

// AppendCells appends a list of the names of cells.
func AppendCells(b []byte, s sudoku.Shape, cells []model.Var) []byte {
	return AppendList(b, len(cells), func(b []byte, i int) []byte {
		return append(append(append(b, '"'), s.Name(sudoku.Cell(cells[i]))...), '"')
	})
}
