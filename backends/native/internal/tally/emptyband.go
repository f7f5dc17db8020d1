package tally

import "context"

// A emptyBand holds F of a 9×9 grid's band without clues where the outermost stack has partition 0. Renaming digits makes F for any other
// partition of it, in little time. Exchanging rows shows that a band with one clue has a third of the fillings, where the partitions have
// the clue in its column.
type emptyBand struct {
	*shape
	matrix
}

// newEmptyBand takes about a second of one processor.
func newEmptyBand(ctx context.Context, s *shape, jobs int) (*emptyBand, error) {
	n := len(s.partitions)
	f := &emptyBand{s, matrix{n, make([]uint32, n*n)}}
	b := s.newBox(s.types, 0, nil)
	last := b.partitionsByFilling()
	var outer []weightedState
	for _, rows := range b.fillings[0] {
		outer = append(outer, weightedState{rows, 1})
	}
	return f, parallelFor(ctx, jobs, n, func(_, i int) { s.fillRow(f.row(i), outer, b.fillings[i], last) })
}

// relabel fills m, whose rows and columns stand for some partitions of the last two stacks, for a band in which the outermost stack has a
// partition, divided by a number.
func (f *emptyBand) relabel(m *matrix, outermost uint16, rows, columns []uint16, divisor uint32) {
	var to [maxN]uint16 // by digit: its digit in partition 0, as a set
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
