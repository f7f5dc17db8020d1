package print

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// appendPosition appends a grid with pencil marks: the value of a filled cell, the candidates of a blank one, in
// brackets if there is only one. Each line begins with indent, and columns are aligned. width and paint are as for
// AppendMarks.
func appendPosition(b []byte, puzzle sudoku.Puzzle, p *human.Position, indent string, width int,
	paint func(c sudoku.Cell, word string) string) []byte {
	return AppendMarks(b, puzzle.Shape, indent, width, func(c sudoku.Cell) string {
		if v, filled := p.Value(model.Var(c)); filled {
			return puzzle.Alphabet.Symbol(v)
		}
		return notation.CandidateList(puzzle.Alphabet, puzzle.Shape.N(), p.Candidates(model.Var(c)))
	}, paint)
}

// AppendMarks appends a grid with the word of mark in each cell, painted by paint unless it is nil. If the grid is
// wider than width, it appends a list of the cells of each row instead; a width of 0 is no limit.
func AppendMarks(b []byte, s sudoku.Shape, indent string, width int, mark func(sudoku.Cell) string,
	paint func(c sudoku.Cell, word string) string) []byte {
	grid := notation.AppendPencilmarks(nil, s, indent, mark)
	widest := 0
	for line := range bytes.Lines(grid) {
		widest = max(widest, utf8.RuneCount(line)-1)
	}
	switch {
	case width > 0 && widest > width:
		return appendMarkList(b, s, indent, width, mark, paint)
	case paint != nil:
		grid = PaintGrid(grid, paint)
	}
	return append(b, grid...)
}

// appendMarkList appends the rows of a grid as lists: r1  c1 3,6,12  c2 8. Lines continue below the first cell.
func appendMarkList(b []byte, s sudoku.Shape, indent string, width int, mark func(sudoku.Cell) string,
	paint func(c sudoku.Cell, word string) string) []byte {
	rows, columns := s.Size()
	head := len(indent) + len(strconv.Itoa(rows)) + 1
	for row := range rows {
		b = fmt.Appendf(b, "%-*s", head, fmt.Sprintf("%sr%d", indent, row+1))
		used := head
		for column := range columns {
			c := s.Cell(row, column)
			name, word := fmt.Sprintf("c%d ", column+1), mark(c)
			size := 2 + len(name) + utf8.RuneCountInString(word)
			if used+size > width && used > head {
				b = append(append(b, '\n'), strings.Repeat(" ", head)...)
				used = head
			}
			if used += size; paint != nil {
				word = paint(c, word)
			}
			b = append(append(append(b, "  "...), name...), word...)
		}
		b = append(b, '\n')
	}
	return b
}
