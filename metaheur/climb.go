package metaheur

import (
	"math"
	"slices"
)

// A climb is the state of hill climbing: the state being expanded, as permutations, and the queue of those generated since the start.
type climb struct {
	*permutations
	run          *run
	opt          *HillClimbing
	tieBreak     func(n int) int // draws which of n states of one score comes next; nil takes the first
	givenClashes [][]uint8       // against[c][x]: how many fixed cells of value x are in lines of cell c
	clashes      int             // f₂ of the current assignment
	maxDifferent int             // the greatest possible f₁

	queue    climbQueue
	expanded [][]uint8 // the values of the states expanded, and before them the first state
	seen     map[uint64]bool
	zobrist  [][]uint64 // key[c][x]: random words; the xor of those of an assignment is its hash, which in 64 bits hardly meets another
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

// score returns w₁ f₁ + w₂ f₂ for a state of a cost, f₁ being as much less than it could be, and a number of clashes.
func (c *climb) score(cost, clashes int) float64 {
	return c.opt.W1*float64(c.maxDifferent-cost) + c.opt.W2*float64(clashes)
}

// restart forgets all states and makes the current assignment the only one that waits.
func (c *climb) restart() {
	clear(c.seen)
	c.expanded = append(c.expanded[:0], slices.Clone(c.value))
	c.queue = climbQueue{}
	c.recount()
	c.queue.push(successor{}, c.score(c.cost, c.clashes))
}

// recount computes what permutations count, and the clashes.
func (c *climb) recount() {
	c.permutations.recount()
	c.clashes = 0
	for cell, x := range c.value {
		c.clashes += int(c.givenClashes[cell][x])
	}
}

// popState makes the best state that waits and was not expanded yet the current one, and reports whether there was any.
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

func (c *climb) hash() (h uint64) {
	for cell, x := range c.value {
		h ^= c.zobrist[cell][x]
	}
	return h
}

// expand puts the successors of the current state into the queue and returns the highest score of those that were not expanded before. If
// one has cost 0, then it ends there, with that one as the current assignment.
func (c *climb) expand() float64 {
	here, highest := c.score(c.cost, c.clashes), math.Inf(-1)
	hash, from := c.hash(), int32(len(c.expanded)-1)
	for _, block := range c.blocks {
		for i, a := range block.free {
			x := c.value[a]
			for _, b := range block.free[i+1:] {
				y := c.value[b]
				d := c.delta(a, b)
				clashes := c.clashes + int(c.givenClashes[a][y]) + int(c.givenClashes[b][x]) - int(c.givenClashes[a][x]) - int(c.givenClashes[b][y])
				score := c.score(c.cost+d, clashes)
				if c.cost+d == 0 {
					c.swap(a, b, d)
					return score
				}
				// Looking it up takes longer than all the rest. Others are looked up when it is their turn.
				if score > here && c.seen[hash^c.zobrist[a][x]^c.zobrist[b][y]^c.zobrist[a][y]^c.zobrist[b][x]] {
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
