package cli

import (
	"fmt"

	"nonet/model/sudoku"
)

// A checker checks grids of one shape against the rules as anybody knows them. It shares no code with models, encoders and solvers, so
// that a mistake in those cannot hide; and it is fast enough to look at every solution of every method.
type checker struct {
	shape sudoku.Shape
	seen  []uint32 // seen[h*n+v] == round: value v+1 was seen in house h; rows come first, then columns, then boxes
	round uint32
}

func newChecker(s sudoku.Shape) *checker {
	return &checker{shape: s, seen: make([]uint32, 3*s.N()*s.N())}
}

// check returns nil if g is a solution of the puzzle with these clues, and otherwise an error that names a cell where it is wrong.
func (c *checker) check(clues, g sudoku.Grid) error {
	n, height, width := c.shape.N(), c.shape.Height, c.shape.Width
	if len(g) != n*n {
		return fmt.Errorf("it has %d cells instead of %d", len(g), n*n)
	}
	c.round++
	for row := range n {
		for column := range n {
			v := g[row*n+column]
			if v < 1 || v > n {
				return fmt.Errorf("r%dc%d is %d", row+1, column+1, v)
			}
			if clue := clues[row*n+column]; clue != 0 && clue != v {
				return fmt.Errorf("r%dc%d is %d, its clue is %d", row+1, column+1, v, clue)
			}
			box := row/height*height + column/width
			for i, house := range [3]int{row, n + column, 2*n + box} {
				mark := &c.seen[house*n+v-1]
				if *mark == c.round {
					return fmt.Errorf("%s %d has two cells with %d, one of them r%dc%d", [3]string{"row", "column", "box"}[i], house-i*n+1, v, row+1, column+1)
				}
				*mark = c.round
			}
		}
	}
	return nil
}

// whyNone returns a reason why the puzzle has no solution that anybody can see: two equal clues in a house, a cell without a candidate, a
// value without a place in a house. It returns "" if only a search shows it.
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
