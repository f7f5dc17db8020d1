package metaheur

import (
	"context"
	"errors"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"nonet/internal/option"
	"nonet/model"
)

// RESEDA is Maire and Prissette's restarted estimation of distribution. It keeps a probability for each value of each
// cell, samples grids from them, and moves them towards the grids with the lowest cost; the cost is the number of
// values absent from rows, columns and boxes. Such a shot ends with a solution, or when the probabilities have
// converged to a wrong grid. A part of that grid may be right. So for one zone after the other, each a row, a column or
// a box without repetition, the zone is added to the givens for a further shot (partial restart). If these fail, too,
// the attempt has failed, and a new attempt begins: the full restart that the authors recommend. Their tables count
// single attempts.
//
// A move is a grid sampled. A restart is a shot after the first, partial or full. Trace is called after each round of
// samples, with its lowest cost.
//
// On models other than Sudokus, zones are the AllDifferents with as many cells as values. Costs count the other
// AllDifferents, too.
//
// Source: S. Maire, C. Prissette, A Restarted Estimation of Distribution Algorithm for Solving Sudoku Puzzles, HAL
// inria-00591852, 2011, published 2012: section 2 for the shot, section 3 for the restarts. The zero value is the paper
// with 27 zones. Open points and errors of the text are noted at the fields and at shot.
type RESEDA struct {
	Options

	Samples int     `default:"100" most:"65536" help:"grids per round"`
	Elite   int     `default:"10" help:"number of grids that the probabilities move towards"`
	Alpha   float64 `default:"0.7" most:"1" help:"weight of the old probabilities in learning"`
	// The paper contradicts itself: section 2.3 has "a parameter close to one", section 3.1 has 0.6.
	Beta float64 `default:"0.6" most:"1" help:"a shot fails when each cell has a value with a greater probability"`
	// The paper has no such limit.
	Rounds   int `default:"5000" help:"limit on the rounds of a shot"`
	Attempts int `least:"0" help:"limit on the attempts; 0: none"`

	Zones     Zones     `help:"number of zones for partial restarts: 27, 9, 3 or 0"`
	Sampling  Sampling  `help:"how a grid is drawn from the probabilities"`
	Order     Order     `help:"which cell of a block is drawn next"`
	Stuck     Stuck     `help:"what a cell draws when its values are all taken"`
	Selection Selection `help:"which samples of a round are the elite"`
	Obtained  Obtained  `help:"the grid of a failed shot"`

	// BlockPermutations replaces each attempt by one attempt for each permutation of the first block that the givens of
	// its peers admit, in lexicographic order, with that permutation among the givens. This is how the paper solves AI
	// Escargot, which has 24 such permutations.
	BlockPermutations bool `help:"make an attempt for each permutation of the first block"`
}

// Zones are the parts of the grid of a failed shot that partial restarts add to the givens, one at a time in random
// order.
type Zones int

func (Zones) Names() []string {
	return []string{"27|all-zones", "9|blocks", "3|diagonal-blocks", "0|no-zones"}
}

const (
	AllZones       Zones = iota // 27: rows, columns and boxes
	Blocks                      // 9: boxes
	DiagonalBlocks              // 3: each block that shares no line with an earlier one
	NoZones                     // no partial restarts
)

// Sampling is how a grid is drawn from the probabilities: the columns of the paper's Table 1.
type Sampling int

func (Sampling) Names() []string { return []string{"both", "permutations", "pre-computation"} }

const (
	SamplingBoth   Sampling = iota // initial probabilities from the givens, blocks drawn as permutations
	Permutations                   // equal initial probabilities of all values, blocks drawn as permutations
	PreComputation                 // initial probabilities from the givens, cells drawn independently
)

// Order is which cell of a block is drawn next. The paper says "the cell having the highest probability". It leaves
// open whether values taken by other cells are removed and the rest renormalised first. The published rates agree with
// the reading without renormalising: see TestRESEDATables.
type Order int

func (Order) Names() []string { return []string{"highest-probability", "highest-renormalised"} }

const (
	HighestProbability  Order = iota // highest probability of a value not taken yet in the block
	HighestRenormalized              // the same, divided by the sum over the cell's values not taken yet
)

// Stuck is what a cell draws when its values are all taken. The paper says "we just pick the remaining symbols
// uniformly at random".
type Stuck int

func (Stuck) Names() []string { return []string{"any-admissible", "untaken"} }

const (
	AnyAdmissible Stuck = iota // one of its initial values, so that the block is not a permutation
	Untaken                    // a value not taken yet in the block
)

// Selection is which samples of a round are the elite.
type Selection int

func (Selection) Names() []string { return []string{"cheapest", "cheapest-of-group"} }

const (
	Cheapest        Selection = iota // the samples with the lowest costs of all
	CheapestOfGroup                  // the cheapest sample of each of Elite groups: the paper's variant
)

// Obtained is the grid of a failed shot, which the paper does not define.
type Obtained int

func (Obtained) Names() []string { return []string{"most-probable", "cheapest-sample"} }

const (
	MostProbable   Obtained = iota // each cell's most probable value
	CheapestSample                 // the cheapest sample of the last round
)

// Normalize bounds an option by another: see package option.
func (e *RESEDA) Normalize() { e.Elite = min(e.Elite, e.Samples) }

// Solve implements model.Solver: see Options.solve.
func (e RESEDA) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return e.solve(ctx, m, yield, option.Defaults(e).search)
}

func (e RESEDA) search(r *run) []uint8 {
	s := newMarginals(r, &e)
	zones := e.zones(s.network)
	for n := 0; r.running() && (e.Attempts <= 0 || n < e.Attempts); n++ {
		for fixed := range e.startingPoints(s) {
			if found := s.attempt(fixed, zones); found != nil || !r.running() {
				return found
			}
		}
	}
	return nil
}

// attempt makes a shot from the fixed cells. If it fails, attempt makes a further shot for each zone without repetition
// of the resulting grid.
func (s *marginals) attempt(fixed []int, zones [][]int) []uint8 {
	found, grid := s.shot(fixed)
	for _, i := range s.run.Perm(len(zones)) {
		if found != nil || grid == nil {
			break
		}
		if countRepeats(grid, zones[i]) > 0 {
			continue
		}
		more := slices.Clone(fixed)
		for _, c := range zones[i] {
			more[c] = int(grid[c])
		}
		if found, _ = s.shot(more); !s.run.running() {
			break
		}
	}
	return found
}

// A Shot is the result of the first shot of an attempt.
type Shot struct {
	// Grid is the solution or, if the shot failed, the grid that partial restarts take zones from. It is nil if the
	// context or the limit on moves ended the shot.
	Grid   model.Assignment
	Solved bool
	Moves  int64
}

// Shot makes the first shot that Solve makes with the same options. It returns an error for models that Solve does not
// support, and for models whose givens contradict each other.
func (e RESEDA) Shot(ctx context.Context, m *model.Model) (Shot, error) {
	p, err := newProblem(m)
	if err != nil {
		return Shot{}, err
	}
	if p.infeasible {
		return Shot{}, errors.New("the givens contradict each other, so there is no shot")
	}
	e = option.Defaults(e)
	r := &run{Rand: rand.New(rand.NewPCG(e.Seed, 0)), problem: p, ctx: ctx, opt: &e.Options, best: -1,
		traceMu: new(sync.Mutex)}
	found, grid := newMarginals(r, &e).shot(p.fixed)
	shot := Shot{Solved: found != nil, Moves: r.moves}
	if found != nil {
		grid = found
	}
	if grid != nil {
		shot.Grid = p.assignment(grid)
	}
	return shot, nil
}

// zones returns the cells of each zone.
func (e *RESEDA) zones(n *network) (zones [][]int) {
	switch e.Zones {
	case AllZones:
		for h, cells := range n.houses {
			if n.permutation[h] {
				zones = append(zones, cells)
			}
		}
	case Blocks, DiagonalBlocks:
		crossed := make([]bool, len(n.lines))
		for _, b := range n.blocks {
			free := true
			for _, c := range b.cells {
				free = free && !slices.ContainsFunc(n.linesOf[c], func(l int) bool { return crossed[l] })
			}
			if e.Zones == DiagonalBlocks && !free {
				continue
			}
			for _, c := range b.cells {
				for _, l := range n.linesOf[c] {
					crossed[l] = true
				}
			}
			zones = append(zones, b.cells)
		}
	}
	return zones
}

// startingPoints yields the fixed cells to start attempts from: those of the problem, or with BlockPermutations also
// each permutation of the first block. The slice is reused for the next one.
func (e *RESEDA) startingPoints(s *marginals) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		fixed := slices.Clone(s.fixed)
		if !e.BlockPermutations || len(s.blocks) == 0 {
			yield(fixed)
			return
		}
		admissible := s.admissibleValues(fixed)
		var fill func(cells []int, left uint64) bool
		fill = func(cells []int, left uint64) bool {
			if len(cells) == 0 {
				return yield(fixed)
			}
			c := cells[0]
			defer func() { fixed[c] = -1 }()
			for set := admissible[c] & left; set != 0; set &= set - 1 {
				x := bits.TrailingZeros64(set)
				fixed[c] = x
				if !fill(cells[1:], left&^(1<<x)) {
					return false
				}
			}
			return true
		}
		b := s.blocks[0]
		fill(b.free, setOf(b.missing))
	}
}

func setOf(values []uint8) (set uint64) {
	for _, x := range values {
		set |= 1 << x
	}
	return set
}
