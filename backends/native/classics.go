package native

import (
	"nonet/backends/native/internal/grid9"
	"nonet/model"
)

// A Classic solves lists of classic 9×9 grids without building a model or an assignment and without a clock or a
// context. It is for lists of millions of puzzles, most of which are solved in less time than any of these would take.
// Callers limit the number of nodes and solve the remaining puzzles with [Solver]. A Classic must not be used by two
// goroutines at once.
type Classic struct {
	engine  grid9.Engine
	results []ClassicResult
}

// A ClassicResult is what a Classic finds out about a puzzle. Found has been checked against the clues and the rules
// with grid9.Valid, which shares nothing with the search.
type ClassicResult = grid9.Result

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

// Instructions returns the instructions that searches of classic 9×9 grids use on this processor: "AVX-512", "AVX2" or
// "plain Go".
func Instructions() string { return grid9.Engines[0].Instructions }

// Solve searches for solutions of grids of clues: row by row, digits 1 to 9, 0 for a blank. The search for a grid stops
// after limit solutions, if limit is positive, and after the given number of nodes of the search tree; a node takes a
// third of a microsecond with the fastest engine. The first two solutions are built and checked; if one is wrong, err
// is a *model.WrongAnswerError, and the results must be discarded. A grid has the same result beside any others. The
// results are valid until the next call.
func (c *Classic) Solve(grids []*[81]uint8, limit, nodes int) (results []ClassicResult, err error) {
	if len(c.results) < len(grids) {
		c.results = make([]ClassicResult, len(grids))
	}
	results = c.results[:len(grids)]
	grid9.Search(c.engine, grids, results, limit, nodes)
	for i := range results {
		r := &results[i]
		for k := range min(r.Solutions, len(r.Found)) {
			if !grid9.Valid(grids[i], &r.Found[k]) {
				return results, &model.WrongAnswerError{Reason: errInvalid}
			}
		}
	}
	return results, nil
}
