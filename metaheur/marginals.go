package metaheur

import (
	"math"
	"math/bits"
	"slices"
)

// marginals are the probabilities of values in cells during a shot of RESEDA, independent for each cell, and the
// samples drawn from them.
type marginals struct {
	*network
	run *run
	opt *RESEDA
	rng *rng

	initialSupport []uint64    // by cell: the values with positive probability at the start of the shot
	prob           [][]float64 // prob[c][x]: probability of value x in cell c
	support        []uint64    // by cell: the values with positive probability
	rests          []blockRest

	samples [][]uint8 // samples of the round, as values by cell
	costs   []int     // by sample
	ranking []int     // indices of samples by cost; equal costs in the order of drawing
	groups  [][]int   // the cells of blocks and lines

	scratchCells      []int     // of drawPermutation: the cells not drawn yet
	scratchPriorities []float64 // of drawPermutation: by index in scratchCells
}

// A blockRest is the part of a block that a shot has to draw.
type blockRest struct {
	cells  []int
	values uint64 // values of the block without those of its fixed cells
}

func newMarginals(r *run, opt *RESEDA) *marginals {
	s := &marginals{
		network: newNetwork(r.problem), run: r, opt: opt, rng: r.newRNG(),
		prob: make([][]float64, len(r.domain)), support: make([]uint64, len(r.domain)),
		samples: make([][]uint8, opt.Samples), costs: make([]int, opt.Samples), ranking: make([]int, opt.Samples),
		groups: slices.Clone(r.lines), rests: make([]blockRest, len(r.blocks)),
		scratchCells: make([]int, 0, len(r.domain)), scratchPriorities: make([]float64, 0, len(r.domain)),
	}
	for c := range s.prob {
		s.prob[c] = make([]float64, len(r.values))
	}
	for k := range s.samples {
		s.samples[k] = make([]uint8, len(r.domain))
	}
	for _, b := range r.blocks {
		s.groups = append(s.groups, b.cells)
	}
	return s
}

// shot starts from the probabilities that the fixed cells admit, and samples and learns until a sample is a solution,
// which it returns as found, or the probabilities converge, when it returns a grid to restart from. If the run ends
// first, it returns neither.
//
// The paper gives the initial probabilities as "0 if k is not in V, else 1/(9 - card V)", V being the values of the
// givens in the cell's row, column and block: the two cases are exchanged.
func (s *marginals) shot(fixed []int) (found, grid []uint8) {
	if s.run.moves > 0 {
		s.run.restarts++
	}
	s.reset(fixed)
	for range s.opt.Rounds {
		n, least := int(s.run.remaining(int64(s.opt.Samples))), -1
		for k := range n {
			s.drawGrid(s.samples[k])
			cost := s.costOf(s.samples[k])
			if s.costs[k] = cost; least < 0 || cost < least {
				least = cost
			}
			if cost == 0 {
				s.run.addMoves(int64(k+1), 0)
				s.run.traceEvent(0, 0)
				return s.samples[k], nil
			}
		}
		if n == 0 || !s.run.addMoves(int64(n), least) {
			return nil, nil
		}
		s.run.traceEvent(least, 0)
		s.rank()
		if s.learn() > s.opt.Beta {
			break
		}
	}
	if s.opt.Obtained == CheapestSample {
		return nil, slices.Clone(s.samples[slices.Index(s.costs, slices.Min(s.costs))])
	}
	return nil, s.mostProbable()
}

// reset sets the initial probabilities of a shot.
func (s *marginals) reset(fixed []int) {
	s.initialSupport = s.admissibleValues(fixed)
	for c := range s.initialSupport {
		if s.opt.Sampling == Permutations && fixed[c] < 0 {
			s.initialSupport[c] = s.domain[c]
		}
		clear(s.prob[c])
		for set := s.initialSupport[c]; set != 0; set &= set - 1 {
			s.prob[c][bits.TrailingZeros64(set)] = 1 / float64(bits.OnesCount64(s.initialSupport[c]))
		}
		s.support[c] = s.initialSupport[c]
	}
	for i, b := range s.blocks {
		s.rests[i] = blockRest{values: s.domainUnion(b.cells)}
		for _, c := range b.cells {
			if x := fixed[c]; x < 0 {
				s.rests[i].cells = append(s.rests[i].cells, c)
			} else {
				s.rests[i].values &^= 1 << x
				for k := range s.samples {
					s.samples[k][c] = uint8(x)
				}
			}
		}
	}
}

// drawGrid samples a grid.
func (s *marginals) drawGrid(value []uint8) {
	for i := range s.rests {
		if s.opt.Sampling != PreComputation {
			s.drawPermutation(&s.rests[i], value)
			continue
		}
		for _, c := range s.rests[i].cells {
			value[c] = s.drawValue(c, s.support[c])
		}
	}
}

// drawPermutation samples a block cell by cell, in order of priority. Each cell takes a value that no cell before it
// took, if it has one.
func (s *marginals) drawPermutation(b *blockRest, value []uint8) {
	open, priority, left := append(s.scratchCells[:0], b.cells...), s.scratchPriorities[:0], b.values
	for _, c := range open {
		priority = append(priority, s.priorityOf(c, left, math.Inf(1)))
	}
	for len(open) > 0 {
		i, ties := 0, uint32(1)
		for k := 1; k < len(open); k++ {
			switch {
			case priority[k] > priority[i]:
				i, ties = k, 1
			case priority[k] == priority[i]:
				if ties++; bounded(uint32(s.rng.Uint64()>>32), ties) == 0 {
					i = k
				}
			}
		}
		c := open[i]
		var x uint8
		switch {
		case s.support[c]&left != 0:
			x = s.drawValue(c, s.support[c]&left)
		case s.opt.Stuck == Untaken && left != 0:
			x = s.drawUniform(left)
		default:
			x = s.drawUniform(s.initialSupport[c])
		}
		value[c] = x
		last := len(open) - 1
		open[i], priority[i] = open[last], priority[last]
		open, priority = open[:last], priority[:last]
		if left>>x&1 == 0 {
			continue
		}
		left &^= 1 << x
		for k, c := range open {
			switch p := s.prob[c][x]; {
			case p == 0:
			case s.opt.Order == HighestRenormalized:
				priority[k] = s.priorityOf(c, left, math.Inf(1))
			case p == priority[k]:
				priority[k] = s.priorityOf(c, left, p)
			}
		}
	}
}

// priorityOf returns the priority of cell c for being drawn next, if left are the values not taken yet. The caller
// knows that it is at most bound.
func (s *marginals) priorityOf(c int, left uint64, bound float64) float64 {
	most, sum := 0.0, 0.0
	for set := s.support[c] & left; set != 0; set &= set - 1 {
		p := s.prob[c][bits.TrailingZeros64(set)]
		if most = max(most, p); most == bound {
			break
		}
		sum += p
	}
	if s.opt.Order == HighestRenormalized && sum > 0 {
		return most / sum
	}
	return most
}

// drawValue draws a value of a set by its renormalised probability.
func (s *marginals) drawValue(c int, set uint64) uint8 {
	sum := 0.0
	for rest := set; rest != 0; rest &= rest - 1 {
		sum += s.prob[c][bits.TrailingZeros64(rest)]
	}
	return uint8(pickWeighted(s.prob[c], set, s.rng.Float64()*sum))
}

// drawUniform draws a value of a set uniformly.
func (s *marginals) drawUniform(set uint64) uint8 {
	return uint8(randomMember(set, uint32(s.rng.Uint64()>>32)))
}

// costOf returns the cost of a grid: the number of repetitions in blocks and lines, plus the number of values outside
// their domains, which only Untaken draws. So a grid of cost 0 is a solution.
func (s *marginals) costOf(value []uint8) (cost int) {
	for _, g := range s.groups {
		cost += countRepeats(value, g)
	}
	for c, x := range value {
		cost += int(^s.domain[c] >> x & 1)
	}
	return cost
}

// rank puts the elite first in the ranking.
func (s *marginals) rank() {
	for k := range s.ranking {
		s.ranking[k] = k
	}
	if s.opt.Selection == CheapestOfGroup {
		n := s.opt.Elite
		for k := range s.ranking {
			if g := k % n; s.costs[k] < s.costs[s.ranking[g]] {
				s.ranking[g] = k
			}
		}
		return
	}
	slices.SortStableFunc(s.ranking, func(a, b int) int { return s.costs[a] - s.costs[b] })
}

// learn moves the probabilities towards the frequencies in the elite. It returns the minimum over the cells of their
// greatest probability.
func (s *marginals) learn() float64 {
	settled := 1.0
	gain := (1 - s.opt.Alpha) / float64(s.opt.Elite)
	for i := range s.rests {
		for _, c := range s.rests[i].cells {
			p := s.prob[c]
			for x := range p {
				p[x] *= s.opt.Alpha
			}
			for _, k := range s.ranking[:s.opt.Elite] {
				x := s.samples[k][c]
				p[x] += gain
				s.support[c] |= 1 << x
			}
			settled = min(settled, slices.Max(p))
		}
	}
	return settled
}

// mostProbable returns the most probable value of each cell.
func (s *marginals) mostProbable() []uint8 {
	value := make([]uint8, len(s.prob))
	for c, p := range s.prob {
		for x := range p {
			if p[x] > p[value[c]] {
				value[c] = uint8(x)
			}
		}
	}
	return value
}

// countRepeats returns the number of cells of a group with a value that an earlier cell has. If the group has as many
// cells as values, that is the number of absent values.
func countRepeats(value []uint8, group []int) int {
	var seen uint64
	for _, c := range group {
		seen |= 1 << value[c]
	}
	return len(group) - bits.OnesCount64(seen)
}
