package killer

import (
	"fmt"
	"slices"
	"strings"

	"nonet/model/notation/internal/areas"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// gridOf returns an empty grid with a number of cells and the requested or the usual boxes. The text may go on if there
// are fewer than 81 cells and they are no grid.
func gridOf(text string, cells int, opt place.Options) (sudoku.Puzzle, error) {
	n := place.RowsOf(cells)
	s, ok := sudoku.ShapeOf(n)
	if opt.Boxes.N() == n {
		s, ok = opt.Boxes, true
	}
	if n == 0 || !ok && n > sudoku.MaxN {
		return sudoku.Puzzle{}, &place.Error{Offset: len(text), Truncated: cells < 81, Expected: "81",
			Msg: fmt.Sprintf("the text ends after %d cells", cells)}
	}
	if !ok {
		s = sudoku.Shape{Height: 1, Width: n}
	}
	return sudoku.Puzzle{Shape: s, Clues: make(sudoku.Grid, cells)}, nil
}

func skipBlanks(text string, at int) int {
	return at + len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\r\n"))
}

// cages returns the cages and clues of p as labels of cells and the sum of each label, and what a format that also
// holds rules of the given kinds cannot hold.
func cages(p sudoku.Puzzle, kinds ...string) (labels, sums []int, lost place.Loss) {
	labels, sums, lost.Rules = areas.CagesOf(p)
	lost.Rules = append(lost.Rules, place.Others(p, append(kinds, "cage")...)...)
	slices.Sort(lost.Rules)
	sizes := map[int]int{}
	for _, label := range labels {
		sizes[label]++
	}
	for c, v := range p.Clues {
		if v > 0 && sizes[labels[c]] > 1 {
			lost.Whole = p.Shape.Name(sudoku.Cell(c)) + " is a clue in a cage"
		}
	}
	return labels, sums, lost
}
