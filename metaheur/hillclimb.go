package metaheur

import (
	"context"

	"nonet/metaheur/enum"
	"nonet/metaheur/option"
	"nonet/model"
)

// HillClimbing is the steepest-ascent hill climbing of Jones, Roach and Perkins. A state keeps every block a permutation; its score is w₁
// f₁ + w₂ f₂, with f₁ the number of different values of each line, summed over the lines, and f₂ the number of clashes between givens and
// other cells. Expanding a state is evaluating all swaps of two free cells of a block. All states generated wait in a queue, and the one of
// the highest score is expanded next: the best successor, as long as the climb goes up. When it has come to a plateau, it begins anew.
//
// A move is an expansion, which the paper calls an iteration. Trace is called after each; the cost is that of the state expanded, in values
// absent from lines, which is the greatest possible f₁ minus f₁. The iterations of the last start, which the paper seems to count, are
// those since the last event with fewer restarts.
//
// On models other than Sudokus, lines are all the AllDifferents and NotEquals that blocks do not satisfy. The queue keeps the
// best 2¹⁶ states, and a start ends after as many expansions, so that memory is bounded.
//
// Source: S. K. Jones, P. A. Roach, S. Perkins, Construction of Heuristics for a Search-Based Approach to Solving Sudoku, Research and
// Development in Intelligent Systems XXIV (SGAI 2007), pp. 37-49. The zero value is the paper where it is definite; the formulas of f₁ and
// f₂ are damaged in the text at hand, and count rows and columns both.
type HillClimbing struct {
	Options

	W1      float64 `help:"weight of the different values of each line"` // of f₁; if W1 and W2 are both 0, they are 1 and -1
	W2      float64 `help:"weight of the clashes with givens"`           // of f₂
	Initial Initial `help:"how a start is filled"`
	Plateau Plateau `help:"when a start has come to a plateau"`
	Level   int     `default:"10" help:"expansions that make a plateau"`         // the paper's "ten best states"
	Tie     Tie     `help:"which of the states with the same score is expanded"` // the paper does not say
}

// Initial is how the first state of a start is filled.
type Initial = enum.Option[initialNames]
type initialNames struct{}

func (initialNames) Names() []string { return []string{"greedy-swapped", "greedy", "random-fill"} }

const (
	GreedySwapped Initial = iota // as Greedy; then cells that clash with a given are swapped with others, where neither does afterwards
	Greedy                       // in each block, cell by cell, the first of the values, in random order, that clashes with no given
	RandomFill                   // the values of each block in random order
)

// Plateau is when a start has come to a plateau. The paper compares the ten best states of the queue; this is made definite by expanding
// them.
type Plateau = enum.Option[plateauNames]
type plateauNames struct{}

func (plateauNames) Names() []string { return []string{"same-score", "no-best", "first-maximum"} }

const (
	SameScore    Plateau = iota // so many states of one score expanded in a row without a better successor
	NoBest                      // so many states expanded since the last one that was better than all before
	FirstMaximum                // the first state without a better successor
)

// Tie is the order of states with the same score.
type Tie = enum.Option[tieNames]
type tieNames struct{}

func (tieNames) Names() []string { return []string{"any-of-best", "first-found"} }

const (
	RandomTie Tie = iota // at random
	FirstTie
)

// Defaults returns h with the default in the place of every option that is zero or out of range.
func (h HillClimbing) Defaults() HillClimbing {
	if h.W1 == 0 && h.W2 == 0 {
		h.W1, h.W2 = 1, -1
	}
	return option.Defaults(h)
}

// Solve implements model.Solver: see Options.solve.
func (h HillClimbing) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return h.solve(ctx, m, yield, h.Defaults().search)
}

func (h HillClimbing) search(r *run) []uint8 {
	c := newClimb(r, &h)
	for r.running() {
		c.fillStart(h.Initial)
		if found := c.ascend(); found != nil {
			return found
		}
		r.restarts++
	}
	return nil
}

// ascend expands states, beginning with the current assignment, until it comes to a plateau, when it returns nil, or to a solution.
func (c *climb) ascend() []uint8 {
	c.restart()
	best, top, level := c.score(c.cost, c.clashes), 0.0, 0
	for range mostStates {
		if !c.run.running() || !c.popState() {
			break
		}
		here, cost := c.score(c.cost, c.clashes), c.cost
		if cost == 0 {
			return c.solution()
		}
		highest := c.expand()
		c.run.addMoves(1, cost)
		c.run.traceEvent(cost, 0)
		if c.cost == 0 {
			return c.solution()
		}
		switch level++; c.opt.Plateau {
		case SameScore:
			if highest > here {
				level = 0
			} else if here != top {
				top, level = here, 1
			}
		case NoBest:
			if highest > best {
				best, level = highest, 0
			}
		case FirstMaximum:
			level = 0
			if highest <= here {
				level = c.opt.Level
			}
		}
		if level >= c.opt.Level {
			break
		}
	}
	return nil
}
