package grid9

// A Grid holds the digits of the cells, 1 to 9, and 0 where a cell is blank.
type Grid [81]uint8

// An Engine walks through the solutions of puzzles, one puzzle at a time. The zero value of each engine is ready for use. Engines allocate
// nothing.
type Engine interface {
	// Start begins the search for the solutions of clues, whose digits must be at most 9.
	Start(clues *Grid)

	// Next goes on to the next solution, each of which is found once. It visits at most so many nodes of the search tree, and returns how
	// many of them are left.
	Next(steps int) (Event, int)

	// Solution writes the solution that Next has just found.
	Solution(g *Grid)

	// Effort returns the number of nodes visited since Start, and how many of them were found to have no solution by propagation alone.
	Effort() (nodes, failures int64)
}

// An Event says how a call of Next ended.
type Event int

const (
	Found     Event = iota // at a solution
	Exhausted              // there is no further solution
	Paused                 // no steps are left; calling again goes on
)

// Engines lists the engines, the fastest first.
var Engines = []struct {
	Name string
	New  func() Engine
}{
	{"bands", func() Engine { return new(Bands) }},
}

// Valid reports whether g is a solution of clues: complete, true to the clues, and with every digit once in each row, column and box. It
// shares nothing with the engines, not even tables.
func Valid(clues, g *Grid) bool {
	var rows, columns, boxes [9]uint
	for c, digit := range g {
		if digit == 0 || digit > 9 || clues[c] != 0 && clues[c] != digit {
			return false
		}
		row, column := c/9, c%9
		bit := uint(1) << (digit - 1)
		rows[row] |= bit
		columns[column] |= bit
		boxes[row/3*3+column/3] |= bit
	}
	for i := range 9 {
		if rows[i] != 511 || columns[i] != 511 || boxes[i] != 511 {
			return false
		}
	}
	return true
}
