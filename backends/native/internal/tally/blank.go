package tally

import "context"

// A blank holds F of a 9×9 grid's band without clues where the outermost stack has partition 0. Renaming digits makes F for any other
// partition of it, in little time. Exchanging rows shows that a band with one clue has a third of the fillings, where the partitions have
// the clue in its column.
type blank struct {
	*shape
	matrix
}

// newBlank takes about a second of one processor.
func newBlank(ctx context.Context, s *shape, jobs int) (*blank, error) {
	n := len(s.partitions)
	f := &blank{s, matrix{n, make([]uint32, n*n)}}
	b := s.newBox(s.types, 0, nil)
	last := b.finish()
	var outside []weighted
	for _, rows := range b.fillings[0] {
		outside = append(outside, weighted{rows, 1})
	}
	return f, each(ctx, jobs, n, func(_, i int) { s.fillRow(f.row(i), outside, b.fillings[i], last) })
}

// relabel fills m, whose rows and columns stand for some partitions of the last two stacks, for a band in which the outermost stack has a
// partition, divided by a number.
func (f *blank) relabel(m *matrix, outermost uint16, rows, columns []uint16, divisor uint32) {
	var to [maxN]uint16 // by digit: its digit in partition 0, as a set
	for c, set := range f.partitions[outermost] {
		for target := f.partitions[0][c]; set != 0; set, target = set&(set-1), target&(target-1) {
			to[lowest(set)] = target & -target
		}
	}
	relabelled := func(i uint16) int {
		var p partition
		for c, set := range f.partitions[i] {
			for ; set != 0; set &= set - 1 {
				p[c] |= to[lowest(set)]
			}
		}
		return int(f.index[p])
	}
	at := make([]int, len(columns))
	for k, i := range columns {
		at[k] = relabelled(i)
	}
	for i, partition := range rows {
		from, row := f.row(relabelled(partition)), m.row(i)
		for k := range row {
			row[k] = from[at[k]] / divisor
		}
	}
}
