package cli

import (
	"strconv"

	"nonet/model/sudoku"
)

// appendCanonicalJSON appends one JSON object: the puzzle, and its form or why there is none.
func appendCanonicalJSON(b []byte, it *item, form *sudoku.Form, err error) []byte {
	b = appendPuzzle(b, it)
	if err != nil {
		b = append(b, `,"form":null`...)
		return append(appendString(b, "error", plainly(err)), "}\n"...)
	}
	b = appendGrid(b, "form", form.Puzzle.Shape, form.Puzzle.Clues)
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
