package metaheur

import (
	"math"
	"math/bits"
	"slices"
)

// marginals are the probabilities of values in cells during a shot of RESEDA, each cell independent of the others, and what is sampled from
// them.
type marginals struct {
	*network
	run  *run
	opt  *RESEDA
	dice *dice

	begin   []uint64    // by cell: the values that have a probability at the beginning of the shot
	p       [][]float64 // by cell, by value
	support []uint64    // by cell: the values whose probability is not 0
	parts   []part

	samples [][]uint8 // of the round
	cost    []int     // by sample
	ranking []int     // samples in order of cost, those of one cost in the order in which they were drawn
	groups  [][]int   // blocks and lines

	open []int     // scratch of permutation: the cells not drawn yet
	key  []float64 // scratch: their claims to be drawn next
}

// A part is what a shot has to draw of a block.
type part struct {
	cells []int
	left  uint64 // the values that the fixed cells of the block do not have
}

func newMarginals(r *run, opt *RESEDA) *marginals {
	s := &marginals{
		network: newNetwork(r.problem), run: r, opt: opt, dice: r.newDice(),
		p: make([][]float64, len(r.domain)), support: make([]uint64, len(r.domain)),
		samples: make([][]uint8, opt.Samples), cost: make([]int, opt.Samples), ranking: make([]int, opt.Samples),
		groups: slices.Clone(r.lines), parts: make([]part, len(r.blocks)),
		open: make([]int, 0, len(r.domain)), key: make([]float64, 0, len(r.domain)),
	}
	for c := range s.p {
		s.p[c] = make([]float64, len(r.values))
	}
	for k := range s.samples {
		s.samples[k] = make([]uint8, len(r.domain))
	}
	for _, b := range r.blocks {
		s.groups = append(s.groups, b.cells)
	}
	return s
}

// shot samples and learns, beginning with the probabilities that the fixed cells admit, until a sample is a solution, which it returns,
// or the probabilities settle, when it returns a grid to restart from. If the run ends before, it returns neither.
//
// The paper gives those probabilities as "0 if k is not in V, else 1/(9 - card V)", V being the values of the givens in the cell's row,
// column and block: the two cases are exchanged.
func (s *marginals) shot(fixed []int) (found, grid []uint8) {
	if s.run.moves > 0 {
		s.run.restarts++
	}
	s.reset(fixed)
	for range s.opt.Rounds {
		n, least := int(s.run.left(int64(s.opt.Samples))), -1
		for k := range n {
			s.draw(s.samples[k])
			cost := s.count(s.samples[k])
			if s.cost[k] = cost; least < 0 || cost < least {
				least = cost
			}
			if cost == 0 {
				s.run.on(int64(k+1), 0)
				s.run.event(0, 0)
				return s.samples[k], nil
			}
		}
		if n == 0 || !s.run.on(int64(n), least) {
			return nil, nil
		}
		s.run.event(least, 0)
		s.rank()
		if s.learn() > s.opt.Beta {
			break
		}
	}
	if s.opt.Obtained == CheapestSample {
		return nil, slices.Clone(s.samples[slices.Index(s.cost, slices.Min(s.cost))])
	}
	return nil, s.mostProbable()
}

// reset sets the probabilities with which a shot begins.
func (s *marginals) reset(fixed []int) {
	s.begin = s.admissible(fixed)
	for c := range s.begin {
		if s.opt.Sampling == Permutations && fixed[c] < 0 {
			s.begin[c] = s.domain[c]
		}
		clear(s.p[c])
		for set := s.begin[c]; set != 0; set &= set - 1 {
			s.p[c][bits.TrailingZeros64(set)] = 1 / float64(bits.OnesCount64(s.begin[c]))
		}
		s.support[c] = s.begin[c]
	}
	for i, b := range s.blocks {
		s.parts[i] = part{left: s.union(b.cells)}
		for _, c := range b.cells {
			if x := fixed[c]; x < 0 {
				s.parts[i].cells = append(s.parts[i].cells, c)
			} else {
				s.parts[i].left &^= 1 << x
				for k := range s.samples {
					s.samples[k][c] = uint8(x)
				}
			}
		}
	}
}

// draw samples a grid.
func (s *marginals) draw(value []uint8) {
	for i := range s.parts {
		if s.opt.Sampling != PreComputation {
			s.permutation(&s.parts[i], value)
			continue
		}
		for _, c := range s.parts[i].cells {
			value[c] = s.pick(c, s.support[c])
		}
	}
}

// permutation samples a block: cell after cell takes a value that none before has taken, as long as it has one.
func (s *marginals) permutation(b *part, value []uint8) {
	open, key, left := append(s.open[:0], b.cells...), s.key[:0], b.left
	for _, c := range open {
		key = append(key, s.claim(c, left, math.Inf(1)))
	}
	for len(open) > 0 {
		i, ties := 0, uint32(1)
		for k := 1; k < len(open); k++ {
			switch {
			case key[k] > key[i]:
				i, ties = k, 1
			case key[k] == key[i]:
				if ties++; below(uint32(s.dice.roll()>>32), ties) == 0 {
					i = k
				}
			}
		}
		c := open[i]
		var x uint8
		switch {
		case s.support[c]&left != 0:
			x = s.pick(c, s.support[c]&left)
		case s.opt.Stuck == Untaken && left != 0:
			x = s.any(left)
		default:
			x = s.any(s.begin[c])
		}
		value[c] = x
		last := len(open) - 1
		open[i], key[i] = open[last], key[last]
		open, key = open[:last], key[:last]
		if left>>x&1 == 0 {
			continue
		}
		left &^= 1 << x
		for k, c := range open {
			switch p := s.p[c][x]; {
			case p == 0:
			case s.opt.Order == HighestRenormalised:
				key[k] = s.claim(c, left, math.Inf(1))
			case p == key[k]:
				key[k] = s.claim(c, left, p)
			}
		}
	}
}

// claim returns by what cells come in order of being drawn, when left are the values not taken. It is known to be at most bound.
func (s *marginals) claim(c int, left uint64, bound float64) float64 {
	most, sum := 0.0, 0.0
	for set := s.support[c] & left; set != 0; set &= set - 1 {
		p := s.p[c][bits.TrailingZeros64(set)]
		if most = max(most, p); most == bound {
			break
		}
		sum += p
	}
	if s.opt.Order == HighestRenormalised && sum > 0 {
		return most / sum
	}
	return most
}

// pick draws a value of a set by its renormalised probability.
func (s *marginals) pick(c int, set uint64) uint8 {
	sum := 0.0
	for rest := set; rest != 0; rest &= rest - 1 {
		sum += s.p[c][bits.TrailingZeros64(rest)]
	}
	return uint8(lot(s.p[c], set, s.dice.fraction()*sum))
}

// any draws a value of a set, all alike.
func (s *marginals) any(set uint64) uint8 {
	for range below(uint32(s.dice.roll()>>32), uint32(bits.OnesCount64(set))) {
		set &= set - 1
	}
	return uint8(bits.TrailingZeros64(set))
}

// count returns the cost of a grid: the repetitions of blocks and lines. Values outside their domains, which only Untaken draws, cost as
// much each, so that a grid of cost 0 is a solution.
func (s *marginals) count(value []uint8) (cost int) {
	for _, g := range s.groups {
		cost += repeats(value, g)
	}
	for c, x := range value {
		cost += int(^s.domain[c] >> x & 1)
	}
	return cost
}

// rank makes the elite the first of the ranking.
func (s *marginals) rank() {
	for k := range s.ranking {
		s.ranking[k] = k
	}
	if s.opt.Selection == CheapestOfGroup {
		n := s.opt.Elite
		for k := range s.ranking {
			if g := k % n; s.cost[k] < s.cost[s.ranking[g]] {
				s.ranking[g] = k
			}
		}
		return
	}
	slices.SortStableFunc(s.ranking, func(a, b int) int { return s.cost[a] - s.cost[b] })
}

// learn moves the probabilities towards the frequencies in the elite, and returns the least of the cells' greatest probabilities.
func (s *marginals) learn() float64 {
	settled := 1.0
	gain := (1 - s.opt.Alpha) / float64(s.opt.Elite)
	for i := range s.parts {
		for _, c := range s.parts[i].cells {
			p := s.p[c]
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
	value := make([]uint8, len(s.p))
	for c, p := range s.p {
		for x := range p {
			if p[x] > p[value[c]] {
				value[c] = uint8(x)
			}
		}
	}
	return value
}

// repeats returns how many cells of a group have a value that one before has: if it has as many cells as values, how many values it lacks.
func repeats(value []uint8, group []int) int {
	var seen uint64
	for _, c := range group {
		seen |= 1 << value[c]
	}
	return len(group) - bits.OnesCount64(seen)
}
