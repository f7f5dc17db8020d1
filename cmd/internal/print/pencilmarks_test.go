package print

import (
	"strings"
	"testing"

	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

func TestPencil(t *testing.T) {
	for _, test := range []struct {
		name  string
		shape sudoku.Shape
		clues map[string]int
		want  string
	}{
		{"filled cells, several candidates, one and none", sudoku.Order(2), map[string]int{"r1c1": 1, "r2c2": 2,
			"r1c3": 4, "r4c1": 4, "r4c3": 2, "r2c4": 3, "r3c1": 3}, `
1  (3) | 4    (2)
x  2   | (1)  3
-------+---------
3  (1) | (1)  14
4  (1) | 2    (1)
`},
		{"boxes of two rows and three columns", sudoku.Shape{Height: 2, Width: 3},
			map[string]int{"r1c1": 1, "r1c2": 2, "r1c3": 3, "r1c4": 4, "r2c1": 4}, `
1     2      3     | 4      56      56
4     56     56    | 12356  12356   12356
-------------------+----------------------
2356  13456  12456 | 12356  123456  123456
2356  13456  12456 | 12356  123456  123456
-------------------+----------------------
2356  13456  12456 | 12356  123456  123456
2356  13456  12456 | 12356  123456  123456
`},
	} {
		m := test.shape.Model()
		board, err := human.NewBoard(m)
		if err != nil {
			t.Fatal(err)
		}
		p := board.NewPosition(nil)
		clues := sudoku.Puzzle{Shape: test.shape, Clues: make(sudoku.Grid, test.shape.Cells())}
		for c := range clues.Clues {
			clues.Clues[c] = test.clues[test.shape.Name(sudoku.Cell(c))]
		}
		p.Reset(clues.Given(nil))
		if got := string(appendPosition(nil, clues, p, "", 0, nil)); got != strings.TrimPrefix(test.want, "\n") {
			t.Errorf("%s:\n%s", test.name, got)
		}
	}
	for _, test := range []struct {
		n      int
		values []int
		want   string
	}{
		{9, []int{1, 2, 3, 9}, "1239"}, {9, []int{4}, "(4)"}, {9, nil, "x"},
		{16, []int{1, 2, 3, 16}, "1-3,16"}, {16, []int{1, 2, 12, 13}, "1,2,12,13"}, {16, []int{10}, "(10)"},
		{25, []int{3, 4, 5, 6, 8, 10, 11, 12}, "3-6,8,10-12"},
	} {
		if got := notation.CandidateList(nil, test.n, test.values); got != test.want {
			t.Errorf("%v of %d: %s, want %s", test.values, test.n, got, test.want)
		}
	}
}
