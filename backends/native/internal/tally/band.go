package tally

import "slices"

// A matrix holds F of one band for a fixed pass: entry [i*columns+k] is the number of fillings of the band in which the
// boxes of the last two stacks have their i-th and k-th partition. An entry is at most 216² in a 9×9 grid, and at most
// the root of the number of all grids in an 8×8 grid.
type matrix struct {
	columns int
	entries []uint32
}

func (m *matrix) row(i int) []uint32 { return m.entries[i*m.columns:][:m.columns] }

// A weightedState is a state of a band and the number of ways in which some boxes have it.
type weightedState struct {
	rows rowState
	ways uint32
}

// outerStates returns the combined states of the boxes of a band before the last two stacks in a pass.
func (p *Plan) outerStates(t pass, band int) []weightedState {
	states := []weightedState{{0, 1}}
	for stack, k := range t.types {
		b := p.boxes[stack][band]
		next := map[rowState]uint32{}
		for _, f := range b.fillings[p.types[stack][k][band]] {
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

// fillRow computes a row of a matrix, which must be zero. fillings are those of the box in the last but one stack. Each
// of them, with an outer state, determines the filling of the last box and counts for all partitions that have it.
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
