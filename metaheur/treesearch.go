package metaheur

import (
	"math/bits"
	"slices"
)

// A treeSearch is a depth-first search for a solution that extends a partial assignment. It propagates singles, weights
// cells and houses by the contradictions met in them, and can prefer saved values (phase saving).
type treeSearch struct {
	*partial
	*weights
	*rng
	run        *run
	countMoves bool // nodes count as moves of the run, so its limits may stop the search

	keepThreshold uint64 // threshold32 of the probability that a saved value is chosen, if it remains
	savedValue    []int8 // by cell: the saved value, or -1

	fullest      []int8 // the fullest grid of the last search, -1 for a blank cell
	fewestBlank  int    // number of blank cells of fullest
	failuresLeft int    // number of contradictions before the search stops
	pendingNodes int64  // nodes not yet added to the run
}

// newTreeSearch returns a search from the propagated problem. If propagation meets a contradiction, it sets r.refuted.
func newTreeSearch(r *run) *treeSearch {
	s, ok := newNetwork(r.problem).newPartial()
	r.refuted = !ok
	d := &treeSearch{partial: s, weights: newWeights(s.network), rng: r.newRNG(), run: r}
	d.savedValue, d.fullest = blankGrid(len(s.value)), blankGrid(len(s.value))
	return d
}

// blankGrid returns a grid of blank cells.
func blankGrid(cells int) []int8 {
	return slices.Repeat([]int8{-1}, cells)
}

// An outcome is how a search ended.
type outcome int

const (
	exhausted outcome = iota // there is no solution in the subtree
	solved                   // all cells are filled
	stopped                  // by the limit on contradictions or by the run
)

// search searches below the current state until it has met the given number of contradictions. Unless the outcome is
// solved, the caller must undo the state.
func (d *treeSearch) search(contradictions int) outcome {
	d.failuresLeft, d.fewestBlank = contradictions, len(d.value)+1
	o := d.dfs()
	d.flushNodes()
	return o
}

// dfs branches on one cell at a time: first on a value, then on its exclusion.
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

// nodeBatch is the number of nodes that are added to the run at once. A node takes some microseconds at order 5.
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

// flushNodes adds the pending nodes to the run.
func (d *treeSearch) flushNodes() {
	d.run.nodes += d.pendingNodes
	if d.countMoves {
		d.run.addMoves(d.pendingNodes, d.fewestBlank)
	}
	d.pendingNodes = 0
}

// recordFailure counts a contradiction and raises the weight of the cell or house in which it was met.
func (d *treeSearch) recordFailure() {
	d.failuresLeft--
	d.run.failures++
	d.addFailure(d.conflictAt)
}

// chooseCell returns the cell to branch on: one with the least quotient of domain size and weight (dom/wdeg). Ties are
// broken at random.
func (d *treeSearch) chooseCell() int {
	best, size, weight, ties := int32(0), uint64(1), uint64(0), uint32(0)
	for _, c := range d.blankFirst[:d.blank] {
		n, w := uint64(bits.OnesCount64(d.candidates[c])), uint64(d.cellWeight[c])
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

// chooseValue returns a remaining value of a cell: the saved value or a random one.
func (d *treeSearch) chooseValue(c int) int {
	random := d.Uint64()
	if x := d.savedValue[c]; x >= 0 && d.candidates[c]>>(x&63)&1 != 0 && random>>32 < d.keepThreshold {
		return int(x)
	}
	return randomMember(d.candidates[c], uint32(random))
}

// saveValues saves the values of the fullest grid. Cells blank in that grid keep their saved values.
func (d *treeSearch) saveValues() {
	for c, x := range d.fullest {
		if x >= 0 {
			d.savedValue[c] = x
		}
	}
}
