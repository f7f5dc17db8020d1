package proof

import "fmt"

// A Claim states that Solution is the only solution of a puzzle, or, if Solution is nil, that the puzzle has none.
type Claim struct {
	Height, Width    int   // of a box, in cells
	Puzzle, Solution []int // values of the cells, row-major; 0 is a blank
}

// MaxN is the largest number of rows, columns and values that a Reader accepts. The formula of a grid of this size has
// 33 million clauses.
const MaxN = 64

// N returns the number of rows, of columns, of boxes and of values.
func (c *Claim) N() int { return c.Height * c.Width }

// Verify checks what needs no proof: the numbers of cells, the range of the values, and that the solution agrees with
// all clues and has each value once in each row, column and box.
func (c *Claim) Verify() error {
	n := c.N()
	if len(c.Puzzle) != n*n {
		return fmt.Errorf("the puzzle has %d cells, the grid %d", len(c.Puzzle), n*n)
	}
	for cell, v := range c.Puzzle {
		if v < 0 || v > n {
			return fmt.Errorf("the clue %d in %s is not one of 1 to %d", v, c.cellName(cell), n)
		}
	}
	if c.Solution == nil {
		return nil
	}
	if len(c.Solution) != n*n {
		return fmt.Errorf("the solution has %d cells, the grid %d", len(c.Solution), n*n)
	}
	for cell, v := range c.Solution {
		if v < 1 || v > n {
			return fmt.Errorf("the solution has %d in %s, which is not one of 1 to %d", v, c.cellName(cell), n)
		}
		if clue := c.Puzzle[cell]; clue != 0 && clue != v {
			return fmt.Errorf("the solution has %d in %s, where the clue is %d", v, c.cellName(cell), clue)
		}
	}
	for _, house := range c.houses() {
		holder := make([]int, n+1) // by value: the cell that has it, plus 1; 0 if none
		for _, cell := range house {
			v := c.Solution[cell]
			if holder[v] != 0 {
				return fmt.Errorf("the solution has %d in %s and in %s", v, c.cellName(holder[v]-1), c.cellName(cell))
			}
			holder[v] = cell + 1
		}
	}
	return nil
}

func (c *Claim) cellName(cell int) string { return fmt.Sprintf("r%dc%d", cell/c.N()+1, cell%c.N()+1) }

// houses returns the cells of each row, then of each column, then of each box.
func (c *Claim) houses() [][]int {
	n := c.N()
	houses := make([][]int, 3*n)
	for cell := range n * n {
		row, column := cell/n, cell%n
		box := row/c.Height*c.Height + column/c.Width
		for _, h := range []int{row, n + column, 2*n + box} {
			houses[h] = append(houses[h], cell)
		}
	}
	return houses
}

// Vars returns the number of variables of the formula.
func (c *Claim) Vars() int { return c.N() * c.N() * c.N() }

// Formula passes the clauses of the extended formula, which the package comment defines, to add. add must not retain
// the slice. If Verify returns nil, the formula is unsatisfiable exactly when the claim is true.
func (c *Claim) Formula(add func(clause []int)) {
	n := c.N()
	variable := func(cell, v int) int { return cell*n + v }
	pair := make([]int, 2)
	exactlyOne := func(literals []int) {
		add(literals)
		for i, a := range literals {
			for _, b := range literals[i+1:] {
				pair[0], pair[1] = -a, -b
				add(pair)
			}
		}
	}
	literals := make([]int, n)
	for cell := range n * n {
		for v := 1; v <= n; v++ {
			literals[v-1] = variable(cell, v)
		}
		exactlyOne(literals)
	}
	for _, house := range c.houses() {
		for v := 1; v <= n; v++ {
			for i, cell := range house {
				literals[i] = variable(cell, v)
			}
			exactlyOne(literals)
		}
	}
	for cell, v := range c.Puzzle {
		if v != 0 {
			add(append(pair[:0], variable(cell, v)))
		}
	}
	if c.Solution != nil {
		var other []int
		for cell, v := range c.Solution {
			other = append(other, -variable(cell, v))
		}
		add(other)
	}
}
