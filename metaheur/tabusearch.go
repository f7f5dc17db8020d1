package metaheur

import "slices"

// A tabuSearch repeatedly makes the best swap of a cell in conflict with another cell of its block, even if the cost
// rises. For some iterations after a swap, a cell may not take the value it has lost, unless that gives a lower cost
// than any before in this descent (aspiration). No swap gives a cell a value outside its domain.
type tabuSearch struct {
	*permutations
	run *run
	opt IteratedLocalSearch

	iteration  int64
	tabuUntil  []int64 // tabuUntil[c*len(values)+x]: the last iteration in which c may not take x
	conflicts  []int   // the cells in conflict
	conflicted []bool  // by cell

	best     []uint8 // the assignment with the lowest cost in this descent
	bestCost int
}

func newTabuSearch(r *run, o IteratedLocalSearch) *tabuSearch {
	s := newPermutations(r.problem)
	s.strict = true
	return &tabuSearch{
		permutations: s, run: r, opt: o,
		tabuUntil: make([]int64, len(s.domain)*len(s.values)), conflicted: make([]bool, len(s.domain)),
		best: make([]uint8, len(s.domain)),
	}
}

// descend searches until opt.Idle iterations bring no improvement, the cost is 0, or the run ends.
func (s *tabuSearch) descend() {
	s.recordBest()
	for idle := 0; idle < s.opt.Idle && s.cost > 0; idle++ {
		s.findConflicts()
		a, b, d, evaluated := s.bestSwap()
		if evaluated == 0 {
			return
		}
		if a >= 0 {
			s.makeTabu(a)
			s.makeTabu(b)
			s.swap(a, b, d)
		}
		if s.cost < s.bestCost {
			s.recordBest()
			idle = 0
		}
		if !s.run.addMoves(evaluated, s.cost) {
			return
		}
	}
}

// recordBest stores the current assignment as the best.
func (s *tabuSearch) recordBest() {
	copy(s.best, s.value)
	s.bestCost = s.cost
}

// makeTabu forbids c to take its current value again for some iterations; the more cells are in conflict, the longer.
func (s *tabuSearch) makeTabu(c int) {
	o := s.opt
	tenure := int64(o.Tenure) + int64(s.run.IntN(o.Spread)) + int64(o.Share*float64(len(s.conflicts)))
	s.tabuUntil[c*len(s.values)+int(s.value[c])] = s.iteration + tenure
}

// findConflicts finds the free cells whose value is repeated in a line or outside the domain.
func (s *tabuSearch) findConflicts() {
	s.conflicts = s.conflicts[:0]
	for _, b := range s.blocks {
		for _, c := range b.free {
			s.conflicted[c] = s.inConflict(c)
			if s.conflicted[c] {
				s.conflicts = append(s.conflicts, c)
			}
		}
	}
}

// bestSwap returns a best allowed swap, with random ties, and its change of the cost; a is -1 if no swap is allowed. It
// also returns the number of swaps evaluated. A pair of cells in conflict is evaluated once.
func (s *tabuSearch) bestSwap() (a, b, delta int, evaluated int64) {
	a, b = -1, -1
	ties := 0
	s.iteration++
	limit := s.run.remaining(1 << 62)
	for _, c := range s.conflicts {
		x := s.value[c]
		for _, e := range s.blocks[s.blockOf[c]].free {
			y := s.value[e]
			if s.conflicted[e] && e <= c || s.domain[c]>>y&(s.domain[e]>>x)&1 == 0 {
				continue
			}
			if evaluated == limit {
				return a, b, delta, evaluated
			}
			evaluated++
			d := s.delta(c, e)
			if a >= 0 && d > delta || s.isTabu(c, y) && s.cost+d >= s.bestCost ||
				s.isTabu(e, x) && s.cost+d >= s.bestCost {
				continue
			}
			if a < 0 || d < delta {
				ties = 0
			}
			if ties++; s.run.IntN(ties) == 0 {
				a, b, delta = c, e, d
			}
		}
	}
	return a, b, delta, evaluated
}

// isTabu reports whether c may not take x in this iteration.
func (s *tabuSearch) isTabu(c int, x uint8) bool {
	return s.tabuUntil[c*len(s.values)+int(x)] >= s.iteration
}

// completeFrom sets the current assignment from a partial one, -1 for a blank cell. It assigns the missing values of
// each block to its blank cells such that as many cells as possible get a value of their domain.
func (s *tabuSearch) completeFrom(partial []int8) {
	for _, b := range s.blocks {
		var cells []int
		values := slices.Clone(b.missing)
		for _, c := range b.free {
			if x := partial[c]; x >= 0 {
				s.value[c] = uint8(x)
				values = slices.DeleteFunc(values, func(y uint8) bool { return y == uint8(x) })
			} else {
				cells = append(cells, c)
			}
		}
		s.run.Shuffle(len(values), func(i, k int) { values[i], values[k] = values[k], values[i] })
		for i, k := range matchValues(cells, values, s.domain) {
			s.value[cells[i]] = values[k]
		}
	}
	s.recount()
}
