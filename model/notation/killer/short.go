package killer

import (
	"fmt"
	"strings"

	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// shortSums are the symbols of sums from 0 to 45.
const shortSums = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"

// pointers are the symbols of cells that point to another one: the rows down and the columns to the right of it.
var pointers = map[byte][2]int{'<': {0, -1}, '>': {0, 1}, '^': {-1, 0}, 'v': {1, 0},
	'`': {-1, -1}, '\'': {-1, 1}, ',': {1, -1}, '.': {1, 1}}

// IsShort reports whether a line is a killer of 81 cells in the short form. One that has no pointer but dots and commas
// is not recognised, because it may be a classic puzzle or a list of integers.
func IsShort(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) == 81 && strings.ContainsAny(line, "<>^v`'") && !strings.ContainsFunc(line, func(c rune) bool {
		return c >= 128 || strings.IndexByte(shortSums, byte(c)) < 0 && pointers[byte(c)] == [2]int{}
	})
}

// ReadShort reads a killer in the short form. It is a [place.Read].
func ReadShort(text string, opt place.Options) (p sudoku.Puzzle, notes []string, err error) {
	from := skipBlanks(text, 0)
	text = strings.TrimRight(text, " \t\r\n")
	cells := text[min(from, len(text)):]
	if p, err = gridOf(text, len(cells), opt); err != nil {
		return p, nil, err
	}
	n := p.Shape.N()
	labels, sums := make([]int, len(cells)), map[int]int{}
	for c := range labels {
		labels[c] = c
		for steps := 0; ; steps++ {
			to := labels[c]
			move, points := pointers[cells[to]]
			if !points {
				break
			}
			row, column := to/n+move[0], to%n+move[1]
			if row < 0 || row >= n || column < 0 || column >= n {
				return p, nil, &place.Error{Offset: from + to, Msg: fmt.Sprintf("%q points out of the grid", cells[to]),
					Expected: "a pointer to a cell of the same cage"}
			}
			if steps > len(cells) {
				return p, nil, &place.Error{Offset: from + c, Msg: fmt.Sprintf("%q points in a circle", cells[c]),
					Expected: "pointers that end at a sum"}
			}
			labels[c] = row*n + column
		}
		sum := strings.IndexByte(shortSums, cells[labels[c]])
		if sum < 0 {
			return p, nil, &place.Error{Offset: from + labels[c], Msg: fmt.Sprintf("found %q", cells[labels[c]]),
				Expected: "a sum, 0-9 A-Z a-j, or a pointer, < > ^ v ` ' , ."}
		}
		sums[labels[c]] = sum
	}
	areas.AddCages(&p, labels, sums)
	return p, nil, nil
}
