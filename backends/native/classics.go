package native

import (
	"math"

	"nonet/backends/native/internal/grid9"
	"nonet/model"
)

// A Classic solves classic 9×9 grids one after another without building a model or an assignment and without a clock or
// a context. It is for lists of millions of puzzles, most of which are solved in less time than any of these would
// take. Callers limit the number of nodes and solve the remaining puzzles with [Solver]. A Classic must not be used by
// two goroutines at once.
type Classic struct {
	// Found holds the first two solutions of the last puzzle. They have been checked against the clues and the rules
	// with grid9.Valid, which shares nothing with the search.
	Found [2][81]uint8

	engine grid9.Engine
}

// Classic returns a Classic with the engine of s, or nil if s selects an engine for other models, by name or by
// options.
func (s Solver) Classic() *Classic {
	if s.Options != (Options{}) {
		return nil
	}
	for _, e := range grid9.Engines {
		if s.Engine == "" || s.Engine == e.Name {
			return &Classic{engine: e.New()}
		}
	}
	return nil
}

// Solve searches for solutions of a grid of clues: row by row, digits 1 to 9, 0 for a blank. It stops after limit
// solutions, if limit is positive, and after the given number of nodes of the search tree; a node takes a third of a
// microsecond with the fastest engine. n is the number of solutions; the first two are in c.Found, and only these are
// built and checked. complete reports whether the search was exhausted; if not and n < limit, the nodes were used up.
// The only error is a *model.WrongAnswerError.
func (c *Classic) Solve(clues *[81]uint8, limit, nodes int) (n int, complete bool, err error) {
	if limit <= 0 {
		limit = math.MaxInt
	}
	grid := (*grid9.Grid)(clues)
	c.engine.Start(grid)
	for n < limit {
		var e event
		if e, nodes = c.engine.Next(nodes); e != found {
			return n, e == exhausted, nil
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

// Effort returns the effort for the last puzzle: the nodes of the search tree, and how many of them were dead ends.
func (c *Classic) Effort() (nodes, failures int64) { return c.engine.Effort() }
