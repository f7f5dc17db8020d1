package gridn

import "math/bits"

// A Shape is the height and width of a box: in rows and columns. The grid has N = Height×Width rows and columns. With Height 1 the boxes
// are the rows, and what remains is a Latin square.
type Shape struct {
	Height, Width int
}

// MaxN is the largest number of values, which have to fit in one word.
const MaxN = 64

// N returns the number of rows, columns, boxes and values.
func (s Shape) N() int { return s.Height * s.Width }

// Box returns the box of a cell, and the place of the cell in it, row by row.
func (s Shape) Box(cell int) (box, place int) {
	row, column := cell/s.N(), cell%s.N()
	return row/s.Height*s.Height + column/s.Width, row%s.Height*s.Width + column%s.Width
}

// A location says where a cell is.
type location struct {
	row, column, box, place uint8
}

// tables holds what depends on the shape alone.
type tables struct {
	Shape
	n         int
	shift     uint       // an option is cell<<shift | value; the same goes for houses
	valueMask uint32     // the bits of the value in an option
	locations []location // by cell
	cellInBox []uint16   // the cell at each place of each box: by box*n + place
	segments  [MaxN]segment
}

// A segment holds masks for the cells in which a line and a box meet.
type segment struct {
	inColumns uint64 // by column: the columns of the same stack, as bits in a row
	inRows    uint64 // by row: the rows of the same band, as bits in a column
	boxRow    uint64 // by place: the places in the same row of the box
	boxColumn uint64 // by place: the places in the same column of the box
}

func newTables(s Shape) *tables {
	n := s.N()
	shift := uint(bits.Len(uint(n - 1)))
	t := &tables{Shape: s, n: n, shift: shift, valueMask: 1<<shift - 1, locations: make([]location, n*n), cellInBox: make([]uint16, n*n)}
	for c := range n * n {
		box, place := s.Box(c)
		t.locations[c] = location{uint8(c / n), uint8(c % n), uint8(box), uint8(place)}
		t.cellInBox[box*n+place] = uint16(c)
	}
	for i := range n {
		g := &t.segments[i]
		for j := range n {
			bit := uint64(1) << j
			if i/s.Width == j/s.Width { // columns, and places of one row of a box
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

// option returns the option that a value stands in a cell.
func (t *tables) option(cell, value int) uint32 { return uint32(cell)<<t.shift | uint32(value) }

// An item is what exactly one of its options must cover: a cell, or a value in a row, column or box. It is kind | index, where the index
// is the cell, or house<<shift | value.
type item uint32

const (
	cellItem item = iota << 28
	rowItem
	columnItem
	boxItem
	itemKindMask item = 3 << 28
)

// itemOption returns an option of an item: for a cell the value, for a row the column, for a column the row, for a box the place.
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
