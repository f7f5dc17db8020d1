package metaheur

import (
	"math"
	"slices"
)

// A climb is the state of hill climbing: the state being expanded, as permutations, and the queue of states generated
// since the start.
type climb struct {
	*permutations
	run          *run
	opt          *HillClimbing
	tieBreak     func(n int) int // draws which of n states with the same score is next; nil: the first
	givenClashes [][]uint8       // givenClashes[c][x]: number of fixed cells with value x in the lines of cell c
	clashes      int             // f₂ of the current assignment
	maxDifferent int             // the greatest possible f₁

	queue    climbQueue
	expanded [][]uint8       // the first state, then the states expanded, as values by cell
	seen     map[uint64]bool // hashes of the expanded states
	// zobrist[c][x] are random words. The hash of a state is the xor of the words of its values; collisions of 64 bits
	// are negligible.
	zobrist [][]uint64
}

func newClimb(r *run, opt *HillClimbing) *climb {
	c := &climb{permutations: newPermutations(r.problem), run: r, opt: opt, seen: map[uint64]bool{}}
	if opt.Tie == RandomTie {
		c.tieBreak = r.IntN
	}
	c.givenClashes, c.zobrist = make([][]uint8, len(c.domain)), make([][]uint64, len(c.domain))
	for cell := range c.zobrist {
		c.givenClashes[cell], c.zobrist[cell] = make([]uint8, len(c.values)), make([]uint64, len(c.values))
		for x := range c.values {
			c.zobrist[cell][x] = r.Uint64()
		}
	}
	for _, cells := range c.lines {
		c.maxDifferent += len(cells)
		for _, given := range cells {
			if x := c.fixed[given]; x >= 0 {
				for _, cell := range cells {
					if c.fixed[cell] < 0 {
						c.givenClashes[cell][x]++
					}
				}
			}
		}
	}
	return c
}

// score returns w₁ f₁ + w₂ f₂ for a state with the given cost, which is the greatest possible f₁ minus f₁, and number
// of clashes f₂.
func (c *climb) score(cost, clashes int) float64 {
	return c.opt.W1*float64(c.maxDifferent-cost) + c.opt.W2*float64(clashes)
}

// restart clears the queue and the expanded states, and queues the current assignment.
func (c *climb) restart() {
	clear(c.seen)
	c.expanded = append(c.expanded[:0], slices.Clone(c.value))
	c.queue = climbQueue{}
	c.recount()
	c.queue.push(successor{}, c.score(c.cost, c.clashes))
}

// recount computes the counters of permutations and the clashes from the values.
func (c *climb) recount() {
	c.permutations.recount()
	c.clashes = 0
	for cell, x := range c.value {
		c.clashes += int(c.givenClashes[cell][x])
	}
}

// popState makes the best queued state that was not expanded before the current one, and reports whether there was any.
func (c *climb) popState() bool {
	for c.queue.waiting > 0 {
		n := c.queue.pop(c.tieBreak)
		copy(c.value, c.expanded[n.from])
		if n.a != n.b {
			c.value[n.a], c.value[n.b] = c.value[n.b], c.value[n.a]
		}
		hash := c.hash()
		if c.seen[hash] {
			continue
		}
		c.seen[hash] = true
		c.expanded = append(c.expanded, slices.Clone(c.value))
		c.recount()
		return true
	}
	return false
}

// hash returns the Zobrist hash of the current state.
func (c *climb) hash() (h uint64) {
	for cell, x := range c.value {
		h ^= c.zobrist[cell][x]
	}
	return h
}

// expand queues the successors of the current state and returns the highest score of those not expanded before or, with
// AnySuccessor, of all. If a successor has cost 0, expand makes it the current assignment and returns at once.
func (c *climb) expand() float64 {
	here, highest := c.score(c.cost, c.clashes), math.Inf(-1)
	hash, from := c.hash(), int32(len(c.expanded)-1)
	for _, block := range c.blocks {
		for i, a := range block.free {
			x := c.value[a]
			for _, b := range block.free[i+1:] {
				y := c.value[b]
				d := c.delta(a, b)
				clashes := c.clashes + int(c.givenClashes[a][y]) +
					int(c.givenClashes[b][x]) - int(c.givenClashes[a][x]) - int(c.givenClashes[b][y])
				score := c.score(c.cost+d, clashes)
				if c.cost+d == 0 {
					c.swap(a, b, d)
					return score
				}
				// This lookup takes longer than all the rest, so only better states are looked up here, and others in
				// popState.
				if score > here && c.seen[hash^c.zobrist[a][x]^c.zobrist[b][y]^c.zobrist[a][y]^c.zobrist[b][x]] {
					if c.opt.Plateau == AnySuccessor {
						highest = max(highest, score)
					}
					continue
				}
				highest = max(highest, score)
				c.queue.push(successor{from, int32(a), int32(b)}, score)
			}
		}
	}
	c.queue.prune()
	return highest
}
