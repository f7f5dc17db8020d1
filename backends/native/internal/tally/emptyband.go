package tally

import "context"

// An emptyBand holds F of a band without clues in a 9×9 grid, for partition 0 in the outermost stack. Renaming digits
// gives F for any other partition there, at little cost. A clue divides F by three if the partition of its box has the
// digit in the column of the clue: the digit is in each of the three rows of that column in a third of the fillings.
type emptyBand struct {
	*shape
	matrix
}

// newEmptyBand takes about a second of processor time.
func newEmptyBand(ctx context.Context, s *shape, jobs int) (*emptyBand, error) {
	n := len(s.partitions)
	f := &emptyBand{s, matrix{n, make([]uint32, n*n)}}
	b := s.newBox(s.allTypes, 0, nil)
	last := b.partitionsByFilling()
	var outer []weightedState
	for _, rows := range b.fillings[0] {
		outer = append(outer, weightedState{rows, 1})
	}
	return f, parallelFor(ctx, jobs, n, func(_, i int) { s.fillRow(f.row(i), outer, b.fillings[i], last) })
}

// relabel fills m for a band with the given partition in the outermost stack. Row i of m is for partition rows[i] of
// the last but one stack, column k for partition columns[k] of the last stack. All entries are divided by divisor.
func (f *emptyBand) relabel(m *matrix, outermost uint16, rows, columns []uint16, divisor uint32) {
	var to [maxN]uint16 // by old digit: the set of its new digit alone; the renaming turns outermost into partition 0
	for c, set := range f.partitions[outermost] {
		for target := f.partitions[0][c]; set != 0; set, target = set&(set-1), target&(target-1) {
			to[lowest(set)] = target & -target
		}
	}
	relabeled := func(i uint16) int {
		var p partition
		for c, set := range f.partitions[i] {
			for ; set != 0; set &= set - 1 {
				p[c] |= to[lowest(set)]
			}
		}
		return int(f.index[p])
	}
	index := make([]int, len(columns))
	for k, i := range columns {
		index[k] = relabeled(i)
	}
	for i, partition := range rows {
		from, row := f.row(relabeled(partition)), m.row(i)
		for k := range row {
			row[k] = from[index[k]] / divisor
		}
	}
}
