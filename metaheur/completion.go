package metaheur

import "nonet/metaheur/enum"

import "math/bits"

// A descent is a depth-first search for a solution that extends a partial assignment, with propagation of singles and weights of the
// contradictions that it has met. It can be told to prefer the values of a grid.
type descent struct {
	*partial
	*weights
	*dice
	run     *run
	counted bool // the nodes are moves of the run, which may end the search

	cells      CellOrder
	keep       uint64 // chance of the remembered value, if it is left
	remembered []int8 // by cell: a value, or -1

	fullest  []int8 // values of the fullest grid of the last search, -1 for a blank cell
	least    int    // how many of its cells are blank
	failures int    // contradictions that the search may still meet
	nodes    int64  // not yet counted in the run
}

// CellOrder is which blank cell a search takes next. Ties are broken at random.
type CellOrder = enum.Of[cellOrderWords]
type cellOrderWords struct{}

func (cellOrderWords) Words() []string { return []string{"weighted", "smallest"} }

const (
	Weighted CellOrder = iota // one with the least quotient of values left and weight
	Smallest                  // one with the fewest values left
)

// newDescent returns a descent from what propagation makes of the problem. If that is a contradiction, it says so in the run.
func newDescent(r *run) *descent {
	s, ok := newNetwork(r.problem).start()
	r.refuted = !ok
	d := &descent{partial: s, weights: newWeights(s.network), dice: r.newDice(), run: r}
	d.remembered, d.fullest = blankGrid(len(s.value)), blankGrid(len(s.value))
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
	ended                    // by the limit on contradictions, or by the run
)

// search searches below the present state until it has met a number of contradictions. If it is not solved, the caller is to undo it.
func (d *descent) search(contradictions int) outcome {
	d.failures, d.least = contradictions, len(d.value)+1
	o := d.descend()
	d.count()
	return o
}

func (d *descent) descend() outcome {
	for {
		if d.blank < d.least {
			d.least = d.blank
			copy(d.fullest, d.value)
		}
		if d.blank == 0 {
			return solved
		}
		c := d.choose()
		x := d.pick(c)
		if !d.node() {
			return ended
		}
		before := d.mark()
		if !d.assign(c, x) {
			d.fail()
		} else if o := d.descend(); o != exhausted {
			return o
		}
		if d.failures <= 0 {
			return ended
		}
		d.undo(before)
		if !d.exclude(c, x) {
			d.fail()
			return exhausted
		}
	}
}

// nodesAtOnce are counted together. A node takes some microseconds at order 5.
const nodesAtOnce = 1024

// node counts a node, and reports whether the run allows it.
func (d *descent) node() bool {
	if d.counted && d.run.left(nodesAtOnce) <= d.nodes {
		if d.count(); !d.run.goesOn() {
			return false
		}
	}
	d.nodes++
	return true
}

func (d *descent) count() {
	d.run.nodes += d.nodes
	if d.counted {
		d.run.on(d.nodes, d.least)
	}
	d.nodes = 0
}

// fail takes note of a contradiction.
func (d *descent) fail() {
	d.failures--
	d.run.failures++
	d.blame(d.culprit)
}

// choose returns the cell to branch on.
func (d *descent) choose() int {
	best, size, weight, ties := int32(0), uint64(1), uint64(0), uint32(0)
	for _, c := range d.open[:d.blank] {
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

// pick returns a value for a cell: the remembered one or any.
func (d *descent) pick(c int) int {
	random := d.roll()
	if x := d.remembered[c]; x >= 0 && d.left[c]>>(x&63)&1 != 0 && random>>32 < d.keep {
		return int(x)
	}
	return d.any(c, uint32(random))
}

// remember takes over the values of the fullest grid. Cells that it leaves blank keep what they had.
func (d *descent) remember() {
	for c, x := range d.fullest {
		if x >= 0 {
			d.remembered[c] = x
		}
	}
}
