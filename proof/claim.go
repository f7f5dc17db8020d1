package proof

import (
	"context"
	"fmt"
	"slices"
)

// A Claim states that Solutions are all solutions of a puzzle; if there are none, that the puzzle has none. If Model is
// not nil, the claim is about this model instead, and the other fields are not used.
type Claim struct {
	Model *Model

	Height, Width int    // of a box, in cells
	Puzzle        []int  // values of the cells, row-major; 0 is a blank
	Rules         []Rule // beyond rows, columns and boxes

	// Solutions have the values of the cells and then those of the auxiliary variables of Rules, in order. They are in
	// increasing order, compared cell by cell.
	Solutions [][]int

	Piece *Piece // nil, unless the claim is one of several about pieces
}

// MaxN is the largest number of rows, columns and values that a Reader accepts. The formula of a grid of this size has
// 33 million clauses.
const MaxN = 64

// N returns the number of rows, of columns, of boxes and of values.
func (c *Claim) N() int { return c.Height * c.Width }

// Verify checks what needs no proof: the numbers of cells, the range of the values, that the rules are well-formed, and
// that each solution agrees with all clues, has each value once in each row, column and box, and satisfies all rules,
// and that the solutions differ. Of a model it checks that it is well-formed, and that its solutions satisfy all
// constraints and differ. If ctx ends, it returns the error of ctx.
func (c *Claim) Verify(ctx context.Context) error {
	if c.Model != nil {
		return c.Model.verify(ctx, c.Piece)
	}
	n := c.N()
	if len(c.Puzzle) != n*n {
		return fmt.Errorf("the puzzle has %d cells, the grid %d", len(c.Puzzle), n*n)
	}
	for cell, v := range c.Puzzle {
		if v < 0 || v > n {
			return fmt.Errorf("the clue %d in %s is not one of 1 to %d", v, c.cellName(cell), n)
		}
	}
	if err := c.verifyRules(ctx); err != nil {
		return err
	}
	houses, domains := c.houses(), c.domains()
	for i, s := range c.Solutions {
		which := SolutionName(i, len(c.Solutions))
		if err := c.verifyGrid(which, s, houses); err != nil {
			return err
		}
		if err := c.verifyAuxiliary(ctx, which, s, domains); err != nil {
			return err
		}
	}
	if c.Piece != nil {
		if err := c.Piece.verify(c.Solutions, n*n, c.cells); err != nil {
			return err
		}
	}
	return verifyOrder(c.Solutions, c.cells)
}

// cells returns the values of the cells in a solution.
func (c *Claim) cells(solution []int) []int { return solution[:len(c.Puzzle)] }

// verifyGrid checks the cells of a solution by the clues and the houses.
func (c *Claim) verifyGrid(which string, s []int, houses [][]int) error {
	n := c.N()
	if len(s) < n*n {
		return fmt.Errorf("%s has %d cells, the grid %d", which, len(s), n*n)
	}
	for cell, v := range s[:n*n] {
		if v < 1 || v > n {
			return fmt.Errorf("%s has %d in %s, which is not one of 1 to %d", which, v, c.cellName(cell), n)
		}
		if clue := c.Puzzle[cell]; clue != 0 && clue != v {
			return fmt.Errorf("%s has %d in %s, where the clue is %d", which, v, c.cellName(cell), clue)
		}
	}
	holder := make([]int, n+1) // by value: the cell of the house that has it, plus 1; 0 if none
	for _, house := range houses {
		clear(holder)
		for _, cell := range house {
			v := s[cell]
			if holder[v] != 0 {
				return fmt.Errorf("%s has %d in %s and in %s", which, v, c.cellName(holder[v]-1), c.cellName(cell))
			}
			holder[v] = cell + 1
		}
	}
	return nil
}

// SolutionName returns what errors call solution i of n.
func SolutionName(i, n int) string {
	if n == 1 {
		return "the solution"
	}
	return fmt.Sprintf("solution %d", i+1)
}

// verifyOrder checks that the solutions are in increasing order by the values in which they must differ.
func verifyOrder(solutions [][]int, shown func([]int) []int) error {
	for i := 1; i < len(solutions); i++ {
		switch order := slices.Compare(shown(solutions[i-1]), shown(solutions[i])); {
		case order == 0:
			return fmt.Errorf("solution %d is the same as solution %d", i+1, i)
		case order > 0:
			return fmt.Errorf("solution %d is less than solution %d: expected an increasing order", i+1, i)
		}
	}
	return nil
}

func (c *Claim) cellName(cell int) string { return fmt.Sprintf("r%dc%d", cell/c.N()+1, cell%c.N()+1) }

// houses returns the cells of each row, then of each column, then of each box.
func (c *Claim) houses() [][]int {
	n := c.N()
	cells := make([]int, 3*n*n)
	houses := make([][]int, 3*n)
	for h := range houses {
		houses[h], cells = cells[:0:n], cells[n:]
	}
	for cell := range n * n {
		row, column := cell/n, cell%n
		box := row/c.Height*c.Height + column/c.Width
		for _, h := range []int{row, n + column, 2*n + box} {
			houses[h] = append(houses[h], cell)
		}
	}
	return houses
}

// Formula passes the clauses of the formula, which the package comment defines, to add, and returns the number of their
// variables. add must not retain the slice. If Verify returns nil, the formula is unsatisfiable exactly when
// the claim is true.
func (c *Claim) Formula(add func(clause []int)) (vars int) {
	f := &formula{pass: add}
	c.state(f)
	return f.vars
}

// state adds all clauses.
func (c *Claim) state(f *formula) {
	if c.Model != nil {
		c.Model.formula(f, c.Piece)
		return
	}
	f.stateCells(c)
	c.stateGrid(f)
	c.stateOwn(f)
}

// GridFormula passes the first clauses of Formula: the cells, rows, columns and boxes. They are the same for all claims
// about puzzles with boxes of this size.
func (c *Claim) GridFormula(add func(clause []int)) {
	c.stateGrid((&formula{pass: add}).stateCells(c))
}

func (c *Claim) stateGrid(f *formula) {
	for _, values := range f.literals[:c.N()*c.N()] {
		f.exactlyOne(values)
	}
	var places []int
	for _, house := range c.houses() {
		for v := 1; v <= c.N(); v++ {
			places = places[:0]
			for _, cell := range house {
				places = append(places, f.literal(cell, v))
			}
			f.exactlyOne(places)
		}
	}
}

// OwnFormula passes the other clauses of Formula, and returns the number of variables of Formula.
func (c *Claim) OwnFormula(add func(clause []int)) (vars int) {
	f := (&formula{pass: add}).stateCells(c)
	c.stateOwn(f)
	return f.vars
}

func (c *Claim) stateOwn(f *formula) {
	for cell, v := range c.Puzzle {
		if v != 0 {
			f.about(aClue, cell)
			f.add(f.literal(cell, v))
		}
	}
	f.about(aRest, 0)
	for x := len(c.Puzzle); x < len(f.values); x++ {
		f.exactlyOne(f.literals[x])
	}
	for i, r := range c.Rules {
		f.about(aRule, i)
		for _, constraint := range r.Constraints {
			constraint.state(f)
		}
	}
	f.about(aRest, 0)
	c.Piece.state(f, func(cell int) int { return cell })
	c.Piece.excluded(c.Solutions, c.cells, func(values []int) {
		other := make([]int, len(values))
		for cell, v := range values {
			other[cell] = -f.literal(cell, v)
		}
		f.add(other...)
	})
}
