package metaheur

import (
	"context"
	"math/bits"

	"nonet/model"
)

// Guided is a depth-first search that restarts often and remembers three things: which cells and houses it failed in, which it then takes
// up early; the values of the fullest grid it came to, which it prefers; and that it must try longer. Each choice is followed by
// all naked and hidden singles. Ties are broken at random, and so are a few of the values.
//
// It is a randomised search with restarts rather than a metaheuristic: it backtracks, and it is complete, as the longest restart
// grows without bound. So it may say that there is no solution.
//
// A move is a node: a value chosen for a cell. Trace is called after each restart, with the blank cells of its fullest grid as the cost.
//
// Sources: M. Luby, A. Sinclair, D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, Information Processing Letters 47, 1993, pp. 173-180,
// for the restarts; Boussemart et al. 2004 for the cells (see weights); for the values the remembered phases of satisfiability solvers, as
// in K. Pipatsrisawat, A. Darwiche, A Lightweight Component Caching Scheme for Satisfiability Solvers, SAT 2007, LNCS 4501,
// pp. 294-299, here those of the fullest grid only.
type Guided struct {
	Options

	Keep   float64 // probability of the remembered value, if it is left; 0 means 0.98, a negative number never
	Unit   int     // contradictions that the shortest restart may meet; 0 means 50. The others may meet Luby's multiples
	Forget int     // restarts after which any grid counts as the fullest so far; 0 means 64, a negative number never

	Cells  CellOrder
	Memory Memory
}

// CellOrder is which blank cell is next.
type CellOrder int

const (
	Weighted CellOrder = iota // least quotient of values left and weight
	Smallest                  // fewest values left
)

// Memory is which grid Guided takes the values from.
type Memory int

const (
	Fullest Memory = iota // the fullest grid so far, the later of two equals; cells it leaves blank keep what they had
	Latest                // the fullest one of the last restart
)

var _ model.Solver = Guided{}

// Solve implements model.Solver: see Options.solve.
func (g Guided) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	if g.Keep == 0 {
		g.Keep = 0.98
	}
	setDefault(&g.Unit, 50)
	if g.Forget == 0 {
		g.Forget = 64
	}
	return g.solve(ctx, m, yield, g.search)
}

func (g Guided) search(r *run) []uint8 {
	k, ok := newBoard(r.problem).start()
	if !ok {
		r.refuted = true
		return nil
	}
	d := &descent{
		closure: k, weights: newWeights(k.board), dice: r.newDice(), run: r, cells: g.Cells,
		keep: chance(max(0, min(g.Keep, 1))), remembered: nowhereFilled(len(k.value)), fullest: nowhereFilled(len(k.value)),
	}
	root, record := k.mark(), k.n
	for restart := 1; r.goesOn(); restart++ {
		d.failures, d.least = g.Unit*luby(restart), len(k.value)+1
		switch d.descend() {
		case solved:
			d.count()
			return k.solution()
		case exhausted:
			d.count()
			r.refuted = true
			return nil
		}
		d.count()
		k.undo(root)
		if d.least <= record || g.Memory == Latest {
			record = d.least
			for c, x := range d.fullest {
				if x >= 0 {
					d.remembered[c] = x
				}
			}
		}
		if g.Forget > 0 && restart%g.Forget == 0 {
			record = len(k.value)
		}
		r.event(d.least, 0)
		r.restarts++
	}
	return nil
}

// nowhereFilled returns the values of a grid without values.
func nowhereFilled(cells int) []int8 {
	values := make([]int8, cells)
	for c := range values {
		values[c] = -1
	}
	return values
}

// A descent is the depth-first search of one restart after another.
type descent struct {
	*closure
	*weights
	*dice
	run   *run
	cells CellOrder
	keep  uint64 // threshold of chance for the remembered value

	remembered []int8 // by cell: a value, or -1
	fullest    []int8 // the fullest grid of this restart
	least      int    // the number of its blank cells
	failures   int    // contradictions that this restart may still meet
	nodes      int64  // not yet counted in the run
}

// An outcome is how a descent ended.
type outcome int

const (
	exhausted outcome = iota // the whole subtree was searched
	solved
	ended // by the limit of the restart, or that of the run
)

// descend searches below the present state, and comes back to it only if it is exhausted, but for what was struck.
func (d *descent) descend() outcome {
	for {
		if d.n < d.least {
			d.least = d.n
			copy(d.fullest, d.value)
		}
		if d.n == 0 {
			return solved
		}
		c := d.choose()
		x := d.pick(c)
		if !d.node() {
			return ended
		}
		mark := d.mark()
		if !d.place(c, x) {
			d.fail()
		} else if o := d.descend(); o != exhausted {
			return o
		}
		if d.failures < 0 {
			return ended
		}
		d.undo(mark)
		if !d.strike(c, x) {
			d.fail()
			return exhausted
		}
	}
}

// nodesAtOnce are counted together. A node takes some microseconds at order 5.
const nodesAtOnce = 1024

// node counts a node, and reports whether the run allows it.
func (d *descent) node() bool {
	if d.run.left(nodesAtOnce) <= d.nodes {
		if d.count(); !d.run.goesOn() {
			return false
		}
	}
	d.nodes++
	return true
}

func (d *descent) count() {
	d.run.nodes += d.nodes
	d.run.on(d.nodes, d.least)
	d.nodes = 0
}

func (d *descent) fail() {
	d.failures--
	d.run.failures++
	d.blame(d.failed)
}

// choose returns the cell to branch on.
func (d *descent) choose() int {
	best, size, weight, ties := int32(0), uint64(1), uint64(0), uint32(0)
	for _, c := range d.blank[:d.n] {
		n, w := uint64(bits.OnesCount64(d.left[c])), uint64(1)
		if d.cells == Weighted {
			w = uint64(d.sum[c])
		}
		switch a, b := n*weight, size*w; { // n/w against size/weight
		case a < b:
			best, size, weight, ties = c, n, w, 1
		case a == b:
			if ties++; below(uint32(d.roll()), ties) == 0 {
				best = c
			}
		}
	}
	return int(best)
}

// pick returns a value for a cell.
func (d *descent) pick(c int) int {
	random, left := d.roll(), d.left[c]
	if x := d.remembered[c]; x >= 0 && left>>(x&63)&1 != 0 && random>>32 < d.keep {
		return int(x)
	}
	for n := below(uint32(random), uint32(bits.OnesCount64(left))); n > 0; n-- {
		left &= left - 1
	}
	return bits.TrailingZeros64(left)
}

// luby returns the i-th number, from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 ...
func luby(i int) int {
	for {
		n := bits.Len(uint(i))
		if i == 1<<n-1 {
			return 1 << (n - 1)
		}
		i -= 1<<(n-1) - 1
	}
}
