package generate

import (
	"context"
	"math/rand/v2"

	"nonet/model/sudoku"
)

// Instances draws random instances: puzzles with at least one solution, often several.
//
// Source: R. Lewis, Metaheuristics can solve sudoku puzzles, Journal of Heuristics 13(4), 2007, pp. 387-401, for
// shuffled root solutions.
type Instances struct {
	Shape  sudoku.Shape
	Random bool    // draw the solution from all grids; otherwise shuffle the root solution
	P      float64 // probability that a cell keeps its value, if Clues is negative
	Clues  int     // exact number of clues; negative: use P
}

// Make returns the instance with a seed and an index. The only error is ctx.Err().
func (i *Instances) Make(ctx context.Context, seed, index uint64) (*Puzzle, error) {
	r := rand.New(rand.NewPCG(seed, index))
	p := &Puzzle{Puzzle: sudoku.Puzzle{Shape: i.Shape}, Attempts: 1}
	if i.Random {
		g, err := sudoku.RandomGrid(ctx, i.Shape, r)
		if err != nil {
			return nil, err
		}
		p.Solution = g
	} else {
		p.Solution = sudoku.Shuffle(i.Shape, r).Grid(i.Shape.Root())
	}
	if i.Clues >= 0 {
		p.Clues = sudoku.KeepExactly(p.Solution, i.Clues, r)
	} else {
		p.Clues = sudoku.KeepEach(p.Solution, i.P, r)
	}
	return p, nil
}
