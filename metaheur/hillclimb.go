package metaheur

import (
	"context"

	"nonet/internal/option"
	"nonet/model"
)

// HillClimbing is the steepest-ascent hill climbing of Jones, Roach and Perkins. A state keeps every block a
// permutation. Its score is w₁ f₁ + w₂ f₂, where f₁ is the number of different values of each line, summed over the
// lines, and f₂ is the number of clashes between givens and other cells. Expanding a state evaluates all swaps of two
// free cells of a block. All generated states are queued, and the state with the highest score is expanded next: the
// best successor, as long as the climb goes up. When it reaches a plateau, it restarts.
//
// A move is an expansion, which the paper calls an iteration. Trace is called after each. The cost is the cost of the
// expanded state: the number of values absent from lines, which is the greatest possible f₁ minus f₁. The iterations of
// the last start, which the paper seems to count, are the iterations since the last event with fewer restarts.
//
// On models other than Sudokus, the lines are all AllDifferents and NotEquals that the blocks do not satisfy. To bound
// the memory, the queue keeps the best 2¹⁶ states, and a start ends after as many expansions.
//
// Source: S. K. Jones, P. A. Roach, S. Perkins, Construction of Heuristics for a Search-Based Approach to Solving
// Sudoku, Research and Development in Intelligent Systems XXIV (SGAI 2007), pp. 37-49. The zero value follows the paper
// where it is definite. The formulas of f₁ and f₂ are damaged in the available text, and count both rows and columns.
type HillClimbing struct {
	Options

	// W1 and W2 are the weights of f₁ and f₂. If both are 0, they become 1 and -1.
	W1      float64 `help:"weight of the different values of each line"`
	W2      float64 `help:"weight of the clashes with givens"`
	Initial Initial `help:"how the first state of a start is filled"`
	Plateau Plateau `help:"when a start has reached a plateau"`
	Level   int     `default:"10" help:"expansions that make a plateau"`         // the paper's "ten best states"
	Tie     Tie     `help:"which of the states with the best score is expanded"` // the paper does not say
}

// Initial is how the first state of a start is filled.
type Initial int

func (Initial) Names() []string { return []string{"greedy-swapped", "greedy", "random-fill"} }

const (
	GreedySwapped Initial = iota // as Greedy; then clashing cells are swapped with others if neither clashes afterwards
	Greedy                       // cell by cell, the first missing value, in random order, that clashes with no given
	RandomFill                   // the values of each block in random order
)

// Plateau is when a start has reached a plateau. By the paper it has if the ten best states of the queue share one
// score and none of them "had successors with better scores"; this is made definite by expanding them. The paper does
// not say whether a successor that was expanded before counts. Read literally it does (AnySuccessor).
type Plateau int

func (Plateau) Names() []string {
	return []string{"same-score", "no-best", "first-maximum", "any-successor"}
}

const (
	SameScore    Plateau = iota // Level states with one score in a row have no better successor that is new
	NoBest                      // Level states were expanded since the last new best score
	FirstMaximum                // a state has no better successor that is new
	AnySuccessor                // as SameScore, but successors that were expanded before count, too
)

// Tie is the order of states with the same score.
type Tie int

func (Tie) Names() []string { return []string{"any-of-best", "first-found"} }

const (
	RandomTie Tie = iota // at random
	FirstTie
)

// Normalize sets the weights to the paper's if both are zero: see package option.
func (h *HillClimbing) Normalize() {
	if h.W1 == 0 && h.W2 == 0 {
		h.W1, h.W2 = 1, -1
	}
}

// Solve implements model.Solver: see Options.solve.
func (h HillClimbing) Solve(ctx context.Context, m *model.Model,
	yield func(model.Assignment) bool) (model.Result, error) {
	return h.solve(ctx, m, yield, option.Defaults(h).search)
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

// ascend expands states, beginning with the current assignment, until it reaches a solution, which it returns, or a
// plateau, when it returns nil.
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
		case SameScore, AnySuccessor:
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
