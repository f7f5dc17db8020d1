package metaheur

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"nonet/metaheur/enum"
	"nonet/metaheur/option"
	"nonet/model"
)

// RESEDA is Maire and Prissette's restarted estimation of distribution. It keeps a probability for each value of each cell, samples grids
// from them, and moves them towards the cheapest grids; the cost is the number of values absent from rows, columns and boxes. Such a shot
// ends with a solution, or when the probabilities have settled on a wrong grid. Then some of that grid is right: one zone of it after the
// other, each a row, a column or a box without repetition, is added to the givens for another shot. If these fail, too, the attempt has
// failed, and a new one begins: the restart that the authors recommend. Their tables count single attempts.
//
// A move is a grid sampled. A restart is a shot after the first, partial or full. Trace is called after each round of samples, with its
// least cost.
//
// On models other than Sudokus, zones are the AllDifferents with as many cells as values. Costs count the others, too.
//
// Source: S. Maire, C. Prissette, A Restarted Estimation of Distribution Algorithm for Solving Sudoku Puzzles, HAL inria-00591852, 2011,
// published 2012: section 2 for the shot, section 3 for the restarts. The zero value is the paper with 27 zones. What the text leaves open
// or has garbled is said at the fields and at shot.
type RESEDA struct {
	Options

	Samples  int     `default:"100" most:"65536" help:"grids of a round"`
	Elite    int     `default:"10" help:"how many of them the probabilities move towards"`
	Alpha    float64 `default:"0.7" most:"1" help:"share of the old probabilities in the new ones"`
	Beta     float64 `default:"0.6" most:"1" help:"a shot has failed when each cell has a value with a greater probability"` // the text says "when equal"
	Rounds   int     `default:"5000" help:"a shot has failed after these in any case"`                                       // the paper has no such limit
	Attempts int     `least:"0" help:"attempts before the search gives up; 0: no limit"`

	Zones     Zones     `help:"how many zones partial restarts take over: 27, 9, 3 or 0"`
	Sampling  Sampling  `help:"how a grid is drawn from the probabilities"`
	Order     Order     `help:"which cell of a block is drawn next"`
	Stuck     Stuck     `help:"what a cell draws when all its values are taken"`
	Selection Selection `help:"which samples of a round are its elite"`
	Obtained  Obtained  `help:"the grid of a failed shot"`

	// BlockPermutations makes each attempt one attempt for each permutation of the first block that its peers' givens admit, in
	// lexicographic order, with that permutation among the givens: the paper's way to solve AI Escargot, which has 24 of them.
	BlockPermutations bool `help:"make an attempt for each permutation of the first block"`
}

// Zones are what partial restarts take over from the grid of a failed shot, one at a time in random order.
type Zones = enum.Option[zonesNames]
type zonesNames struct{}

func (zonesNames) Names() []string {
	return []string{"27|all-zones", "9|blocks", "3|diagonal-blocks", "0|no-zones"}
}

const (
	AllZones       Zones = iota // 27: rows, columns and boxes
	Blocks                      // 9: boxes
	DiagonalBlocks              // 3: the first block and each next that shares no line with one before
	NoZones                     // no partial restarts
)

// Sampling is how a grid is drawn from the probabilities: the columns of the paper's Table 1.
type Sampling = enum.Option[samplingNames]
type samplingNames struct{}

func (samplingNames) Names() []string { return []string{"both", "permutations", "pre-computation"} }

const (
	SamplingBoth   Sampling = iota // probabilities that begin with what the givens admit, and blocks drawn as permutations
	Permutations                   // the same from equal probabilities for all values
	PreComputation                 // probabilities that begin with what the givens admit, and cells drawn independently
)

// Order is which cell of a block is drawn next. The paper says "the cell having the highest probability": before or after the values taken
// by other cells are gone and the rest is renormalised? The published rates are those of the former reading: see TestRESEDATables.
type Order = enum.Option[orderNames]
type orderNames struct{}

func (orderNames) Names() []string { return []string{"highest-probability", "highest-renormalised"} }

const (
	HighestProbability  Order = iota // of any value not yet taken in the block
	HighestRenormalized              // the same, divided by the sum of the cell's probabilities of values not yet taken
)

// Stuck is what a cell draws when all its values are taken: the paper says "we just pick the remaining symbols uniformly at random".
type Stuck = enum.Option[stuckNames]
type stuckNames struct{}

func (stuckNames) Names() []string { return []string{"any-admissible", "untaken"} }

const (
	AnyAdmissible Stuck = iota // a value that it began with, so that the block becomes no permutation
	Untaken                    // a value that the block has not taken
)

// Selection is which samples of a round are its elite.
type Selection = enum.Option[selectionNames]
type selectionNames struct{}

func (selectionNames) Names() []string { return []string{"cheapest", "cheapest-of-group"} }

const (
	Cheapest        Selection = iota // of all
	CheapestOfGroup                  // one of each of as many groups: the paper's variant
)

// Obtained is the grid of a failed shot, which the paper does not define.
type Obtained = enum.Option[obtainedNames]
type obtainedNames struct{}

func (obtainedNames) Names() []string { return []string{"most-probable", "cheapest-sample"} }

const (
	MostProbable   Obtained = iota // each cell's most probable value
	CheapestSample                 // of the last round
)

// Defaults returns e with the default in the place of every option that is zero or out of range.
func (e RESEDA) Defaults() RESEDA {
	e = option.Defaults(e)
	e.Elite = min(e.Elite, e.Samples)
	return e
}

// Solve implements model.Solver: see Options.solve.
func (e RESEDA) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return e.solve(ctx, m, yield, e.Defaults().search)
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

// attempt makes one shot from the fixed cells, and, if it fails, one for each zone without repetition of the grid that it ends with.
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

// zones returns the zones of partial restarts.
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

// startingPoints yields the fixed cells that attempts begin with: those of the problem, alone or with each permutation of the first block. The
// slice is overwritten by the next.
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

// setOf returns the set of the values.
func setOf(values []uint8) (set uint64) {
	for _, x := range values {
		set |= 1 << x
	}
	return set
}
