package tally

import "slices"

// A rowState holds, for each row of a band, the set of digits that some boxes have in that row: digit d of row r is bit
// r*n + d.
type rowState uint32

// allRows is the state of a filled band.
func (s *shape) allRows() rowState { return 1<<(s.height*s.n) - 1 }

// A box is a box of the grid and its possible partitions.
type box struct {
	partitions []uint16 // indices in shape.partitions, increasing
	localIndex []uint16 // by index in shape.partitions: the index in partitions, if it is possible
	// By index in partitions: the fillings that agree with the clues, each once, ordered by their first row.
	fillings [][]rowState
}

// newBox returns the box in the given band of a stack. types are the types that the stack may have.
func (s *shape) newBox(types []stackType, band int, clues []clue) *box {
	b := &box{localIndex: make([]uint16, len(s.partitions))}
	seen := make([]bool, len(s.partitions))
	for _, t := range types {
		seen[t[band]] = true
	}
	for i, yes := range seen {
		if yes {
			b.localIndex[i] = uint16(len(b.partitions))
			b.partitions = append(b.partitions, uint16(i))
			b.fillings = append(b.fillings, s.fillings(&s.partitions[i], clues))
		}
	}
	return b
}

// fillings returns the fillings of a box with partition p that agree with the clues, ordered by their first row.
func (s *shape) fillings(p *partition, clues []clue) []rowState {
	var where [maxWidth][maxN]int // [column][digit]: the row of a clue, counted from 1; 0 without a clue
	for _, c := range clues {
		row := &where[c.column][c.digit]
		if *row != 0 {
			return nil // two clues place the digit in different rows
		}
		*row = c.row + 1
	}
	all := []rowState{}
	var fill func(column int, left uint16, rows, done rowState)
	fill = func(column int, left uint16, rows, done rowState) {
		switch {
		case column == s.width:
			all = append(all, done)
			return
		case left == 0:
			next := uint16(0)
			if column+1 < s.width {
				next = p[column+1]
			}
			fill(column+1, next, 1<<s.height-1, done)
			return
		}
		digit := lowest(left)
		for row := range s.height {
			if must := where[column][digit]; rows>>row&1 == 1 && (must == 0 || must == row+1) {
				fill(column, left&(left-1), rows&^(1<<row), done|1<<(row*s.n+digit))
			}
		}
	}
	fill(0, p[0], 1<<s.height-1, 0)
	first := rowState(s.allDigits())
	slices.SortFunc(all, func(a, b rowState) int {
		if a&first != b&first {
			return int(a&first) - int(b&first)
		}
		return int(int64(a) - int64(b))
	})
	return all
}

// partitionsByFilling returns, for each filling, the partitions that allow it, as indices in b.partitions.
func (b *box) partitionsByFilling() map[rowState][]uint16 {
	byFilling := map[rowState][]uint16{}
	for i, fillings := range b.fillings {
		for _, f := range fillings {
			byFilling[f] = append(byFilling[f], uint16(i))
		}
	}
	return byFilling
}
