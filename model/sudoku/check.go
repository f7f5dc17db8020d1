package sudoku

import (
	"fmt"
	"slices"

	"nonet/model"
)

// A Checker checks complete grids of one shape against rows, columns and boxes, and against the rules of a variant by
// [Rule.Check]. It shares no code with models, encoders and solvers, so it detects their mistakes. It is fast enough to
// check every solution of every method. It is not safe for concurrent use.
type Checker struct {
	shape Shape
	rules Puzzle      // the shape, the rules and the alphabet
	seen  [3][]uint64 // seen[k][h*n+v-1] == round if house h has value v; k is 0 for rows, 1 for columns, 2 for boxes
	boxes []int       // boxes[c] is the box of cell c, times n
	round uint64
	blank Grid // no clues
}

// NewChecker returns a Checker for puzzles with the shape and the rules of p. It ignores the clues of p.
func NewChecker(p Puzzle) *Checker {
	s := p.Shape
	rows, columns := s.Size()
	c := &Checker{shape: s, rules: Puzzle{Shape: s, Rules: p.Rules, Alphabet: p.Alphabet},
		boxes: make([]int, rows*columns), blank: make(Grid, s.Cells())}
	for k := range c.seen {
		c.seen[k] = make([]uint64, rows*columns*s.N()) // there are no more houses than cells
	}
	for cell := range c.boxes {
		row, column := cell/columns, cell%columns
		c.boxes[cell] = (row/s.Height*(columns/s.Width) + column/s.Width) * s.N()
	}
	return c
}

// Check returns nil if g solves the puzzle with these clues. Otherwise the error names a wrong cell or a violated rule.
// Its text follows "the answer is wrong: ".
func (c *Checker) Check(clues, g Grid) error {
	n := c.shape.N()
	if len(g) != len(c.blank) || len(clues) != len(c.blank) {
		return fmt.Errorf("it has %d cells instead of %d", len(g), len(c.blank))
	}
	for cell, v := range g {
		if v < 1 || v > n {
			return fmt.Errorf("%s is %d", c.shape.Name(Cell(cell)), v)
		}
		if clue := clues[cell]; clue != 0 && clue != v {
			return c.clueError(Cell(cell), v, clue)
		}
	}
	c.round++
	cell := 0
	rows, columns := c.shape.Size()
	if c.shape.Free {
		rows = 0
	}
	for row := range rows {
		for column := range columns {
			v := g[cell]
			inRow, inColumn, inBox := &c.seen[0][row*n+v-1], &c.seen[1][column*n+v-1], &c.seen[2][c.boxes[cell]+v-1]
			switch c.round {
			case *inRow:
				return c.duplicateError("row", row, v, row, column)
			case *inColumn:
				return c.duplicateError("column", column, v, row, column)
			case *inBox:
				return c.duplicateError("box", c.boxes[cell]/n, v, row, column)
			}
			*inRow, *inColumn, *inBox = c.round, c.round, c.round
			cell++
		}
	}
	for _, r := range c.rules.Rules {
		if err := r.Check(c.rules, g); err != nil {
			return err
		}
	}
	return nil
}

// CheckGivens is Check for the puzzle whose clues are the givens, and an assignment of its model. It ignores the values
// of auxiliary variables.
func (c *Checker) CheckGivens(a model.Assignment, givens []model.Given) error {
	if err := c.Check(c.blank, Grid(a[:min(len(a), len(c.blank))])); err != nil {
		return err
	}
	for _, g := range givens {
		if a[g.Var] != g.Value {
			return c.clueError(Cell(g.Var), a[g.Var], g.Value)
		}
	}
	return nil
}

// Check returns nil if g solves p, and otherwise the error of [Checker.Check]. A Checker is faster for many grids.
func (p Puzzle) Check(g Grid) error { return NewChecker(p).Check(p.Clues, g) }

func (c *Checker) clueError(cell Cell, v, clue int) error {
	symbol := c.rules.Alphabet.Symbol
	return fmt.Errorf("%s is %s, its clue is %s", c.shape.Name(cell), symbol(v), symbol(clue))
}

func (c *Checker) duplicateError(kind string, house, v, row, column int) error {
	return fmt.Errorf("%s %d has two cells with %s, one of them r%dc%d", kind, house+1, c.rules.Alphabet.Symbol(v),
		row+1, column+1)
}

// Contradiction returns a simple reason why p has no solution: two equal clues in a house, a cell without candidates, a
// value without a place in a house, or a rule that no values satisfy. It returns "" if there is no such reason; p may
// still have no solution.
func (p Puzzle) Contradiction() string {
	if why := p.contradictionOfClues(); why != "" {
		return why
	}
	for _, x := range p.ImpossibleRules() {
		return x.Reason
	}
	return ""
}

func (p Puzzle) contradictionOfClues() string {
	s, n := p.Shape, p.Shape.N()
	if s.Free {
		return ""
	}
	houses := func(c int) [3]int { return [3]int{s.Row(Cell(c)), s.Column(Cell(c)), s.Box(Cell(c))} }
	left := slices.Repeat([]valueSet{allValues(n)}, s.GridCells()) // by cell
	for c, v := range p.Clues[:len(left)] {
		if v == 0 {
			continue
		}
		left[c] = left[c].intersect(singleton(v))
		mine := houses(c)
		for d := range left {
			if theirs := houses(d); d == c || mine[0] != theirs[0] && mine[1] != theirs[1] && mine[2] != theirs[2] {
				continue
			}
			if p.Clues[d] == v {
				return fmt.Sprintf("%s and %s are both %s", s.Name(Cell(c)), s.Name(Cell(d)), p.Alphabet.Symbol(v))
			}
			left[d] = left[d].without(singleton(v))
		}
	}
	placed := make([][3]valueSet, len(left)) // by house: the values with a place in the row, the column and the box
	for c, values := range left {
		if values == (valueSet{}) {
			return "no value is left for " + s.Name(Cell(c))
		}
		for k, h := range houses(c) {
			placed[h][k] = placed[h][k].union(values)
		}
	}
	if !s.IsUsual() { // a house may have fewer cells than there are values
		return ""
	}
	for k, kind := range []string{"row", "column", "box"} {
		for h := range n {
			for v := 1; v <= n; v++ {
				if placed[h][k].union(singleton(v)) != placed[h][k] {
					return fmt.Sprintf("%s %d has no place for %s", kind, h+1, p.Alphabet.Symbol(v))
				}
			}
		}
	}
	return ""
}
