package metaheur

import "slices"

// A tabu search makes the best swap of a cell in conflict with another of its block, again and again, whether the cost falls or rises. A
// cell may not take the value that it has just lost for a while, unless that leads to a lower cost than any in this descent. No swap
// takes a value into a cell whose domain does not have it.
type tabuSearch struct {
	*permutations
	run *run
	opt IteratedLocalSearch

	iteration  int64
	tabuUntil  []int64 // until[c*len(values)+x]: the last time at which c may not take x
	conflicts  []int   // cells in conflict
	conflicted []bool  // by cell

	best     []uint8 // the assignment of least cost in this descent
	bestCost int
}

func newTabuSearch(r *run, o IteratedLocalSearch) *tabuSearch {
	s := newPermutations(r.problem)
	s.strict = true
	return &tabuSearch{
		permutations: s, run: r, opt: o,
		tabuUntil: make([]int64, len(s.domain)*len(s.values)), conflicted: make([]bool, len(s.domain)), best: make([]uint8, len(s.domain)),
	}
}

// descend searches until nothing has improved for a while, the cost is 0, or the run ends.
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

// recordBest remembers the assignment as the best.
func (s *tabuSearch) recordBest() {
	copy(s.best, s.value)
	s.bestCost = s.cost
}

// makeTabu keeps c from taking its value back for a while: the longer, the more cells are in conflict.
func (s *tabuSearch) makeTabu(c int) {
	o := s.opt
	tenure := int64(o.Tenure) + int64(s.run.IntN(o.Spread)) + int64(o.Share*float64(len(s.conflicts)))
	s.tabuUntil[c*len(s.values)+int(s.value[c])] = s.iteration + tenure
}

// findConflicts finds the free cells that repeat a value in a line or have one outside their domain.
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

// bestSwap returns one of the best swaps that are allowed, or -1 if none is, and the change of the cost; and how many it evaluated. Pairs of
// cells in conflict are evaluated once.
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
			if a >= 0 && d > delta || s.isTabu(c, y) && s.cost+d >= s.bestCost || s.isTabu(e, x) && s.cost+d >= s.bestCost {
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

func (s *tabuSearch) isTabu(c int, x uint8) bool {
	return s.tabuUntil[c*len(s.values)+int(x)] >= s.iteration
}

// setAssignment returns to an assignment.
func (s *tabuSearch) setAssignment(value []uint8) {
	copy(s.value, value)
	s.recount()
}

// completeFrom takes over the values of a partial assignment, -1 for a blank cell, and puts those that are left into the other cells of each block: into cells whose
// domain has them as far as possible.
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
