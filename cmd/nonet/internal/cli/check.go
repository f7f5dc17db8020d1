package cli

import (
	"errors"
	"fmt"

	"nonet/model/sudoku"
)

// A checker checks grids of one shape against the rules as anybody knows them, and those of a variant as sudoku.Rule.Check does. It shares no
// code with models, encoders and solvers, so that a mistake in those cannot hide; and it is fast enough to look at every solution of every
// method.
type checker struct {
	shape sudoku.Shape
	rules []sudoku.Rule
	seen  [3][]uint64 // seen[k][h*n+v-1] == round: value v was seen in house h; k is 0 for rows, 1 for columns, 2 for boxes
	boxes []int       // boxes[c] is the box of cell c, times n
	round uint64
}

func newChecker(p sudoku.Puzzle) *checker {
	s := p.Shape
	n := s.N()
	c := &checker{shape: s, rules: p.Rules, boxes: make([]int, n*n)}
	for k := range c.seen {
		c.seen[k] = make([]uint64, n*n)
	}
	for cell := range c.boxes {
		row, column := cell/n, cell%n
		c.boxes[cell] = (row/s.Height*s.Height + column/s.Width) * n
	}
	return c
}

// check returns nil if g is a solution of the puzzle with these clues, and otherwise an error that names a cell where it is wrong.
func (c *checker) check(clues, g sudoku.Grid) error {
	n := c.shape.N()
	if len(g) != n*n || len(clues) != n*n {
		return fmt.Errorf("it has %d cells instead of %d", len(g), n*n)
	}
	c.round++
	cell := 0
	for row := range n {
		for column := range n {
			v := g[cell]
			if v < 1 || v > n {
				return fmt.Errorf("r%dc%d is %d", row+1, column+1, v)
			}
			if clue := clues[cell]; clue != 0 && clue != v {
				return fmt.Errorf("r%dc%d is %d, its clue is %d", row+1, column+1, v, clue)
			}
			inRow, inColumn, inBox := &c.seen[0][row*n+v-1], &c.seen[1][column*n+v-1], &c.seen[2][c.boxes[cell]+v-1]
			switch c.round {
			case *inRow:
				return twice("row", row, v, row, column)
			case *inColumn:
				return twice("column", column, v, row, column)
			case *inBox:
				return twice("box", c.boxes[cell]/n, v, row, column)
			}
			*inRow, *inColumn, *inBox = c.round, c.round, c.round
			cell++
		}
	}
	for _, r := range c.rules {
		if err := r.Check(c.shape, g); err != nil {
			return errors.New(plainly(err))
		}
	}
	return nil
}

func twice(kind string, house, v, row, column int) error {
	return fmt.Errorf("%s %d has two cells with %d, one of them r%dc%d", kind, house+1, v, row+1, column+1)
}

// whyNone returns a reason why the puzzle has no solution that anybody can see: two equal clues in a house, a cell without a candidate, a
// value without a place in a house. It returns "" if only a search shows it, or rules of a variant have a part in it.
func whyNone(p sudoku.Puzzle) string {
	s, n := p.Shape, p.Shape.N()
	houseOf := [3]func(sudoku.Cell) int{s.Row, s.Column, s.Box}
	kinds := [3]string{"row", "column", "box"}
	sees := func(c, d sudoku.Cell) bool {
		return c != d && (s.Row(c) == s.Row(d) || s.Column(c) == s.Column(d) || s.Box(c) == s.Box(d))
	}
	candidates := make([][]bool, len(p.Clues)) // candidates[c][v]
	for c := range p.Clues {
		candidates[c] = make([]bool, n+1)
		for v := 1; v <= n; v++ {
			candidates[c][v] = p.Clues[c] == 0 || p.Clues[c] == v
		}
	}
	for c, v := range p.Clues {
		if v == 0 {
			continue
		}
		for d := range p.Clues {
			if !sees(sudoku.Cell(c), sudoku.Cell(d)) {
				continue
			}
			if p.Clues[d] == v {
				return fmt.Sprintf("%s and %s are both %d", s.Name(sudoku.Cell(c)), s.Name(sudoku.Cell(d)), v)
			}
			candidates[d][v] = false
		}
	}
	places := make([]int, 3*n*(n+1)) // of value v in house h of kind k: (k*n+h)*(n+1)+v
	for c := range p.Clues {
		any := false
		for v := 1; v <= n; v++ {
			if !candidates[c][v] {
				continue
			}
			any = true
			for k, house := range houseOf {
				places[(k*n+house(sudoku.Cell(c)))*(n+1)+v]++
			}
		}
		if !any {
			return "no value is left for " + s.Name(sudoku.Cell(c))
		}
	}
	for k := range houseOf {
		for h := range n {
			for v := 1; v <= n; v++ {
				if places[(k*n+h)*(n+1)+v] == 0 {
					return fmt.Sprintf("%s %d has no place for %d", kinds[k], h+1, v)
				}
			}
		}
	}
	return ""
}
