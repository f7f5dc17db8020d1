package killer

import (
	"strings"

	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

const (
	symbolCells = 81
	sumSymbols  = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
)

// pointers are the symbols of cells that point to another one: the rows down and the columns to the right of it.
var pointers = map[byte][2]int{
	'<': {0, -1}, '>': {0, 1}, '^': {-1, 0}, 'v': {1, 0}, '`': {-1, -1}, '\'': {-1, 1}, ',': {1, -1}, '.': {1, 1},
}

// IsSymbols reports whether a line is a killer of 81 symbols. One that has no pointer but dots and commas is not
// recognised, because it may be a classic puzzle or a list of integers.
func IsSymbols(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) == symbolCells && strings.ContainsAny(line, "<>^v`'") &&
		strings.Trim(line, sumSymbols+"<>^v`',.") == ""
}

// ReadSymbols reads a killer of 81 symbols. It is a [place.Read].
func ReadSymbols(text string, _ place.Options) (p sudoku.Puzzle, notes []string, err error) {
	from := skipBlanks(text, 0)
	cells := strings.TrimSpace(text)
	if len(cells) != symbolCells {
		return p, nil, place.At(from, "81", "the text has %d symbols", len(cells))
	}
	p = sudoku.Puzzle{Shape: sudoku.Shape{Height: 3, Width: 3}, Clues: make(sudoku.Grid, symbolCells)}
	labels, sums := make([]int, symbolCells), map[int]int{}
	for c := range labels {
		to := c
		for steps := 0; pointers[cells[to]] != [2]int{}; steps++ {
			move := pointers[cells[to]]
			row, column := to/9+move[0], to%9+move[1]
			if min(row, column) < 0 || max(row, column) >= 9 {
				return p, nil, place.At(from+to, "a pointer to a cell of the same cage", "%q points out of the grid",
					cells[to])
			}
			if steps == symbolCells {
				return p, nil, place.At(from+c, "pointers that end at a sum", "%q points in a circle", cells[c])
			}
			to = row*9 + column
		}
		sum := strings.IndexByte(sumSymbols, cells[to])
		if sum < 0 {
			return p, nil, place.At(from+to, "a sum, 0-9 A-Z a-j, or a pointer, < > ^ v ` ' , .", "found %q", cells[to])
		}
		labels[c], sums[to] = to, sum
	}
	areas.AddCages(&p, labels, sums)
	return p, nil, nil
}
