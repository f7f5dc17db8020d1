package metaheur

import (
	"context"
	"math/bits"

	"nonet/internal/option"
	"nonet/model"
)

// Ants is the ant colony system of Lloyd and Amos. Each ant fills a grid of its own; the ants advance in turn, cell by
// cell. An ant gives a blank cell one of its remaining values, chosen by the pheromone of cell and value, and then
// propagates naked and hidden singles. A cell without remaining values stays blank, and the ant goes on. Choosing a
// value lowers its pheromone, so that other ants of the round choose other values. After each round, pheromone is
// deposited on the values of the fullest grid so far. The quality of that grid decays, so that another can replace it.
//
// A move is the walk of one ant. Trace is called after each round, with the number of blank cells of its fullest grid
// as the cost.
//
// Source: H. Lloyd, M. Amos, Solving Sudoku with Ant Colony Optimization, IEEE Transactions on Games 12(3), 2020, pp.
// 302-311 (arXiv 1805.03545). The zero value is their parameters, with the choice of values of their released code.
type Ants struct {
	Options

	Colony   int     `default:"10" most:"1024" help:"number of ants"`
	Q0       float64 `zero:"0.9" most:"1" help:"q₀ of the choice of values"`
	Strength float64 `zero:"0.9" most:"1" help:"ρ, weight of the fullest grid in the pheromone update of its values"`
	// Fade is the parameter of the local update.
	Fade        float64 `zero:"0.1" most:"1" help:"weight of the initial pheromone in the update of a chosen value"`
	Evaporation float64 `zero:"0.005" most:"1" help:"decay of the quality of the fullest grid; negative: none"`

	Choice GreedyChoice `help:"when an ant takes the value with the most pheromone"`
}

// GreedyChoice is when an ant takes the value with the most pheromone. Otherwise it draws a value with probability
// proportional to its pheromone.
type GreedyChoice int

func (GreedyChoice) Names() []string { return []string{"above-q0", "below-q0"} }

const (
	AboveQ0 GreedyChoice = iota // if a random number exceeds q₀: with probability 0.1, as in the released code
	BelowQ0                     // if it does not: with probability 0.9, as in the paper and in other ant colony systems
)

// Solve implements model.Solver: see Options.solve.
func (a Ants) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return a.solve(ctx, m, yield, option.Defaults(a).search)
}

func (a Ants) search(r *run) []uint8 {
	a.Q0, a.Strength, a.Fade, a.Evaporation = max(0, a.Q0), max(0, a.Strength), max(0, a.Fade), max(0, a.Evaporation)
	b := newNetwork(r.problem)
	start, ok := b.newPartial()
	if !ok {
		r.refuted = true
		return nil
	}
	c := &colony{Ants: a, rng: r.newRNG(), width: b.width, initialPheromone: 1 / float64(max(1, len(b.domain)))}
	for range len(b.domain) * b.width {
		c.pheromone = append(c.pheromone, c.initialPheromone)
	}
	for range a.Colony {
		grid, _ := b.newPartial()
		c.ants = append(c.ants, ant{grid, 0})
	}
	fullest, worth := blankGrid(len(b.domain)), 0.0
	for r.running() {
		ants := c.ants[:r.remaining(int64(len(c.ants)))]
		c.buildGrids(ants, start)
		best := ants[0].partial
		for _, ant := range ants {
			if ant.blank < best.blank {
				best = ant.partial
			}
		}
		r.addMoves(int64(len(ants)), best.blank)
		if best.blank == 0 {
			return best.solution()
		}
		r.traceEvent(best.blank, 0)
		if w := float64(len(b.domain)) / float64(best.blank); w > worth {
			worth = w
			copy(fullest, best.value)
		}
		c.deposit(fullest, worth)
		worth *= 1 - a.Evaporation
	}
	return nil
}

// A colony is the ants and their pheromone.
type colony struct {
	Ants
	*rng
	width            int
	initialPheromone float64   // pheromone at the start
	pheromone        []float64 // pheromone[c*width+x]: pheromone of value x in cell c
	ants             []ant
}

// An ant has a grid and a current cell.
type ant struct {
	*partial
	cell int
}

// buildGrids makes the ants fill their grids, one cell each in turn, from start.
func (c *colony) buildGrids(ants []ant, start *partial) {
	cells := uint32(len(start.value))
	for i := range ants {
		ants[i].copyFrom(start)
		ants[i].cell = int(bounded(uint32(c.Uint64()), cells))
	}
	for range cells {
		for i := range ants {
			ant := &ants[i]
			if cell := ant.cell; ant.value[cell] < 0 && ant.candidates[cell] != 0 {
				x := c.chooseValue(cell, ant.candidates[cell])
				ant.assignLenient(cell, x)
				p := &c.pheromone[cell*c.width+x]
				*p = (1-c.Fade)**p + c.Fade*c.initialPheromone
			}
			if ant.cell++; ant.cell == int(cells) {
				ant.cell = 0
			}
		}
	}
}

// chooseValue returns one of the remaining values of a cell.
func (c *colony) chooseValue(cell int, left uint64) int {
	pheromone := c.pheromone[cell*c.width : (cell+1)*c.width]
	most, sum := -1, 0.0
	for rest := left; rest != 0; rest &= rest - 1 {
		x := bits.TrailingZeros64(rest)
		sum += pheromone[x]
		if most < 0 || pheromone[x] > pheromone[most] {
			most = x
		}
	}
	if above := c.Float64() > c.Q0; above == (c.Choice == AboveQ0) {
		return most
	}
	return pickWeighted(pheromone, left, sum*c.Float64())
}

// deposit adds pheromone to the values of a grid.
func (c *colony) deposit(value []int8, worth float64) {
	for cell, x := range value {
		if x >= 0 {
			p := &c.pheromone[cell*c.width+int(x)]
			*p = (1-c.Strength)**p + c.Strength*worth
		}
	}
}
