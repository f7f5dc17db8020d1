package notation

import (
	"fmt"
	"slices"

	"nonet/model/sudoku"
)

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
