package native

import (
	"math"

	"nonet/backends/native/internal/grid9"
	"nonet/model"
)

// A Classic solves classic 9×9 grids one after another, without a model, an assignment, a clock or a context: for lists of millions of
// puzzles, most of which take less than any of these. A puzzle that is not such a one is told by its effort, and left to [Solver]. A Classic
// is used by one goroutine.
type Classic struct {
	// Found are the first solutions of the last puzzle, two at most. They are checked against the clues and the rules by grid9.Valid, which
	// shares nothing with the search.
	Found [2][81]uint8

	engine grid9.Engine
}

// Classic returns a Classic with the engine of s, or nil if that is the one for any model.
func (s Solver) Classic() *Classic {
	for _, e := range grid9.Engines {
		if s.Engine == "" || s.Engine == e.Name {
			return &Classic{engine: e.New()}
		}
	}
	return nil
}

// Solve looks for solutions of a grid of clues: row by row, digits 1 to 9, 0 for a blank. It stops at limit of them, if that is positive, and
// after so many nodes of the search tree, a third of a microsecond each with the fastest engine. It returns the number of solutions found,
// of which only those in Found are built and checked, and whether these are all: if not, and they are fewer than limit, the nodes did not
// suffice. The only error is one of *model.WrongAnswerError.
func (c *Classic) Solve(clues *[81]uint8, limit, nodes int) (n int, complete bool, err error) {
	if limit <= 0 {
		limit = math.MaxInt
	}
	grid := (*grid9.Grid)(clues)
	c.engine.Start(grid)
	for n < limit {
		var e grid9.Event
		if e, nodes = c.engine.Next(nodes); e != grid9.Found {
			return n, e == grid9.Exhausted, nil
		}
		if n < len(c.Found) {
			g := (*grid9.Grid)(&c.Found[n])
			c.engine.Solution(g)
			if !grid9.Valid(grid, g) {
				return n, false, &model.WrongAnswerError{Reason: errInvalid}
			}
		}
		n++
	}
	return n, false, nil
}

// Effort returns what the last puzzle has cost: the nodes of the search tree, and how many of them were dead ends.
func (c *Classic) Effort() (nodes, failures int64) { return c.engine.Effort() }
