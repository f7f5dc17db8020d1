package gridn

import "math/bits"

// A Shape is the size of a box: Height rows and Width columns. The grid has N = Height×Width rows and columns. With
// Height 1 the boxes are the rows, and the grid is a Latin square.
type Shape struct {
	Height, Width int
}

// MaxN is the largest number of values; a set of values is one word.
const MaxN = 64

// N returns the number of rows, columns, boxes and values.
func (s Shape) N() int { return s.Height * s.Width }

// Box returns the box of a cell and the place of the cell in it, numbered row by row.
func (s Shape) Box(cell int) (box, place int) {
	row, column := cell/s.N(), cell%s.N()
	return row/s.Height*s.Height + column/s.Width, row%s.Height*s.Width + column%s.Width
}

// A location is the row, column, box, and place in the box of a cell.
type location struct {
	row, column, box, place uint8
}

// tables holds data that depends only on the shape.
type tables struct {
	Shape
	n         int
	shift     uint       // an option is cell<<shift | value; a value of a house is house<<shift | value
	valueMask uint32     // the bits of an option that hold the value
	locations []location // by cell
	cellInBox []uint16   // by box*n + place: the cell
	segments  [MaxN]segment
}

// A segment holds masks for the intersection of a line and a box.
type segment struct {
	inColumns uint64 // by column: the columns of the same stack
	inRows    uint64 // by row: the rows of the same band
	boxRow    uint64 // by place: the places in the same row of the box
	boxColumn uint64 // by place: the places in the same column of the box
}

func newTables(s Shape) *tables {
	n := s.N()
	shift := uint(bits.Len(uint(n - 1)))
	t := &tables{
		Shape: s, n: n, shift: shift, valueMask: 1<<shift - 1,
		locations: make([]location, n*n), cellInBox: make([]uint16, n*n),
	}
	for c := range n * n {
		box, place := s.Box(c)
		t.locations[c] = location{uint8(c / n), uint8(c % n), uint8(box), uint8(place)}
		t.cellInBox[box*n+place] = uint16(c)
	}
	for i := range n {
		g := &t.segments[i]
		for j := range n {
			bit := uint64(1) << j
			if i/s.Width == j/s.Width { // as columns of one stack; as places of one row of a box
				g.inColumns |= bit
				g.boxRow |= bit
			}
			if i/s.Height == j/s.Height {
				g.inRows |= bit
			}
			if i%s.Width == j%s.Width {
				g.boxColumn |= bit
			}
		}
	}
	return t
}

// option returns the option that places a value in a cell.
func (t *tables) option(cell, value int) uint32 { return uint32(cell)<<t.shift | uint32(value) }

// houses returns the cell and the value of an option, the location of the cell, and the indices of the value in the
// row, column and box.
func (t *tables) houses(x uint32) (cell, value uint32, w *location, row, column, box uint32) {
	cell, value = x>>t.shift, x&t.valueMask
	w = &t.locations[cell]
	row, column, box = uint32(w.row)<<t.shift, uint32(w.column)<<t.shift, uint32(w.box)<<t.shift
	return cell, value, w, row | value, column | value, box | value
}

// An item must be covered by exactly one of its options: it is a cell, or a value in a row, column or box. Its number
// is the sum of a kind, given below, and an index. The index of a cell is its number; the index of a value in a house
// is house<<shift | value.
type item uint32

const (
	cellItem item = iota << 28
	rowItem
	columnItem
	boxItem
	itemKindMask item = 3 << 28
)

// itemOption returns the option that a bit in the word of item i stands for. In a cell the bit is the value. For a
// value in a row the bit is the column, in a column the row, and in a box the place.
func (t *tables) itemOption(i item, bit int) uint32 {
	index := uint32(i &^ itemKindMask)
	house, value := int(index>>t.shift), index&t.valueMask
	switch i & itemKindMask {
	case rowItem:
		return uint32(house*t.n+bit)<<t.shift | value
	case columnItem:
		return uint32(bit*t.n+house)<<t.shift | value
	case boxItem:
		return uint32(t.cellInBox[house*t.n+bit])<<t.shift | value
	}
	return index<<t.shift | uint32(bit)
}
