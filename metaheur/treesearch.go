package metaheur

import "nonet/metaheur/enum"

import "math/bits"

// A treeSearch is a depth-first search for a solution that extends a partial assignment, with propagation of singles and weights of the
// contradictions that it has met. It can be told to prefer the values of a grid.
type treeSearch struct {
	*partial
	*weights
	*rng
	run        *run
	countMoves bool // the nodes are moves of the run, which may end the search

	cellOrder     CellOrder
	keepThreshold uint64 // chance of the remembered value, if it is left
	savedValue    []int8 // by cell: a value, or -1

	fullest      []int8 // values of the fullest grid of the last search, -1 for a blank cell
	fewestBlank  int    // how many of its cells are blank
	failuresLeft int    // contradictions that the search may still meet
	pendingNodes int64  // not yet counted in the run
}

// CellOrder is which blank cell a search takes next. Ties are broken at random.
type CellOrder = enum.Option[cellOrderNames]
type cellOrderNames struct{}

func (cellOrderNames) Names() []string { return []string{"weighted", "smallest"} }

const (
	WeightedDomain CellOrder = iota // one with the least quotient of values left and weight
	SmallestDomain                  // one with the fewest values left
)

// newTreeSearch returns a descent from what propagation makes of the problem. If that is a contradiction, it says so in the run.
func newTreeSearch(r *run) *treeSearch {
	s, ok := newNetwork(r.problem).newPartial()
	r.refuted = !ok
	d := &treeSearch{partial: s, weights: newWeights(s.network), rng: r.newRNG(), run: r}
	d.savedValue, d.fullest = blankGrid(len(s.value)), blankGrid(len(s.value))
	return d
}

// blankGrid returns the values of a grid whose cells are blank.
func blankGrid(cells int) []int8 {
	values := make([]int8, cells)
	for c := range values {
		values[c] = -1
	}
	return values
}

// An outcome is how a search ended.
type outcome int

const (
	exhausted outcome = iota // there is no solution below
	solved                   // the cells are filled
	stopped                  // by the limit on contradictions, or by the run
)

// search searches below the present state until it has met a number of contradictions. If it is not solved, the caller is to undo it.
func (d *treeSearch) search(contradictions int) outcome {
	d.failuresLeft, d.fewestBlank = contradictions, len(d.value)+1
	o := d.dfs()
	d.flushNodes()
	return o
}

func (d *treeSearch) dfs() outcome {
	for {
		if d.blank < d.fewestBlank {
			d.fewestBlank = d.blank
			copy(d.fullest, d.value)
		}
		if d.blank == 0 {
			return solved
		}
		c := d.chooseCell()
		x := d.chooseValue(c)
		if !d.countNode() {
			return stopped
		}
		before := d.mark()
		if !d.assign(c, x) {
			d.recordFailure()
		} else if o := d.dfs(); o != exhausted {
			return o
		}
		if d.failuresLeft <= 0 {
			return stopped
		}
		d.undo(before)
		if !d.exclude(c, x) {
			d.recordFailure()
			return exhausted
		}
	}
}

// nodeBatch are counted together. A node takes some microseconds at order 5.
const nodeBatch = 1024

// countNode counts a node, and reports whether the run allows it.
func (d *treeSearch) countNode() bool {
	if d.countMoves && d.run.remaining(nodeBatch) <= d.pendingNodes {
		if d.flushNodes(); !d.run.running() {
			return false
		}
	}
	d.pendingNodes++
	return true
}

func (d *treeSearch) flushNodes() {
	d.run.nodes += d.pendingNodes
	if d.countMoves {
		d.run.addMoves(d.pendingNodes, d.fewestBlank)
	}
	d.pendingNodes = 0
}

// recordFailure takes note of a contradiction.
func (d *treeSearch) recordFailure() {
	d.failuresLeft--
	d.run.failures++
	d.addFailure(d.conflictAt)
}

// chooseCell returns the cell to branch on.
func (d *treeSearch) chooseCell() int {
	best, size, weight, ties := int32(0), uint64(1), uint64(0), uint32(0)
	for _, c := range d.blankFirst[:d.blank] {
		n, w := uint64(bits.OnesCount64(d.candidates[c])), uint64(1)
		if d.cellOrder == WeightedDomain {
			w = uint64(d.cellWeight[c])
		}
		switch a, b := n*weight, size*w; { // n/w against size/weight
		case a < b:
			best, size, weight, ties = c, n, w, 1
		case a == b:
			if ties++; bounded(uint32(d.Uint64()), ties) == 0 {
				best = c
			}
		}
	}
	return int(best)
}

// chooseValue returns a value for a cell: the remembered one or any.
func (d *treeSearch) chooseValue(c int) int {
	random := d.Uint64()
	if x := d.savedValue[c]; x >= 0 && d.candidates[c]>>(x&63)&1 != 0 && random>>32 < d.keepThreshold {
		return int(x)
	}
	return d.randomCandidate(c, uint32(random))
}

// saveValues takes over the values of the fullest grid. Cells that it leaves blank keep what they had.
func (d *treeSearch) saveValues() {
	for c, x := range d.fullest {
		if x >= 0 {
			d.savedValue[c] = x
		}
	}
}
