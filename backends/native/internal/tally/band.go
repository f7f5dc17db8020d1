package tally

import "slices"

// A matrix holds the values of F_b (see the package comment) for one band in one pass. Entry [i*columns+k] is for the
// i-th partition of the box in the last but one stack and the k-th partition of the box in the last stack.
//
// An entry fits 32 bits. In a 9×9 grid it is at most 216²: a box with a given partition has 216 fillings, and two boxes
// of a band determine the third. In an 8×8 grid the square of an entry is at most the number of all grids, since the
// two bands of an empty grid have the same entry.
type matrix struct {
	columns int
	entries []uint32
}

func (m *matrix) row(i int) []uint32 { return m.entries[i*m.columns:][:m.columns] }

// A weightedState is a state of some boxes of a band, and the number of ways to fill these boxes that lead to it.
type weightedState struct {
	rows rowState
	ways uint32
}

// outerStates returns the states of the outer boxes of a band: those in the stacks whose types the pass fixes.
func (p *Plan) outerStates(t pass, band int) []weightedState {
	states := []weightedState{{0, 1}}
	for stack, k := range t.typeIndices {
		b := p.boxes[stack][band]
		next := map[rowState]uint32{}
		for _, f := range b.fillings[p.localTypes[stack][k][band]] {
			for _, s := range states {
				if s.rows&f == 0 {
					next[s.rows|f] += s.ways
				}
			}
		}
		states = states[:0]
		for rows, ways := range next {
			states = append(states, weightedState{rows, ways})
		}
	}
	slices.SortFunc(states, func(a, b weightedState) int { return int(int64(a.rows) - int64(b.rows)) })
	return states
}

// fillRow computes a row of a matrix, for one partition of the box in the last but one stack. All entries of row must
// be zero before. fillings are the fillings of that box. A filling and an outer state determine the filling of the last
// box; fillRow adds the ways of the state to the entries of all partitions that allow this last filling.
func (s *shape) fillRow(row []uint32, outer []weightedState, fillings []rowState, last map[rowState][]uint16) {
	first, all := rowState(s.allDigits()), s.allRows()
	for _, o := range outer {
		for i := 0; i < len(fillings); {
			top := fillings[i] & first
			if o.rows&top != 0 {
				for i < len(fillings) && fillings[i]&first == top {
					i++
				}
				continue
			}
			if f := fillings[i]; o.rows&f == 0 {
				for _, k := range last[all&^o.rows&^f] {
					row[k] += o.ways
				}
			}
			i++
		}
	}
}
