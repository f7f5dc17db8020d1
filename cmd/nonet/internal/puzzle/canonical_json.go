package puzzle

import (
	"strconv"

	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/sudoku"
)

// appendCanonicalJSON appends one JSON object: the puzzle, and its form or why there is none.
func appendCanonicalJSON(b []byte, it *input.Item, form *sudoku.Form, err error) []byte {
	b = print.AppendPuzzle(b, it)
	if err != nil {
		b = append(b, `,"form":null`...)
		return append(term.AppendString(b, "error", term.Plain(err)), "}\n"...)
	}
	b = print.AppendGrid(b, "form", form.Puzzle.Shape, form.Puzzle.Clues)
	b = append(b, `,"automorphisms":"`...)
	b = form.Automorphisms.Append(b, 10)
	b = append(b, `","symmetry":{"transpose":`...)
	b = strconv.AppendBool(b, form.Symmetry.Transpose)
	b = appendNumbers(b, "rows", form.Symmetry.Rows, 1)
	b = appendNumbers(b, "columns", form.Symmetry.Columns, 1)
	b = appendNumbers(b, "digits", form.Symmetry.Digits[1:], 0)
	return append(b, "}}\n"...)
}

// appendNumbers appends a field with a list of numbers, plus add each.
func appendNumbers(b []byte, key string, numbers []int, add int) []byte {
	b = append(append(append(b, `,"`...), key...), `":[`...)
	for i, x := range numbers {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(x+add), 10)
	}
	return append(b, ']')
}
