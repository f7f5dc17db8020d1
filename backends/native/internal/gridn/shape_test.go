package gridn

import (
	"math/bits"
	"testing"
)

// TestTables compares the tables with their definitions.
func TestTables(t *testing.T) {
	for _, shape := range append(small, Shape{3, 5}, Shape{8, 8}) {
		tables := newTables(shape)
		n := shape.N()
		for c := range n * n {
			w := tables.locations[c]
			for value := range n {
				lines := item(uint32(value))
				for _, option := range []uint32{
					tables.itemOption(cellItem|item(c), value),
					tables.itemOption(rowItem|item(w.row)<<tables.shift|lines, int(w.column)),
					tables.itemOption(columnItem|item(w.column)<<tables.shift|lines, int(w.row)),
					tables.itemOption(boxItem|item(w.box)<<tables.shift|lines, int(w.place)),
				} {
					if option != tables.option(c, value) {
						t.Fatalf("%v: cell %d, value %d: option %d, want %d",
							shape, c, value, option, tables.option(c, value))
					}
				}
			}
			for d := range n * n {
				loc := tables.locations[d]
				sameRow, sameColumn, sameBox := w.row == loc.row, w.column == loc.column, w.box == loc.box
				check := func(segment string, applies bool, mask uint64, place uint8, want bool) {
					if got := mask>>place&1 != 0; applies && got != want {
						t.Fatalf("%v: cells %d and %d: field %s: got %v, want %v", shape, c, d, segment, got, want)
					}
				}
				check("inColumns", sameRow, tables.segments[w.column].inColumns, loc.column, sameBox)
				check("inRows", sameColumn, tables.segments[w.row].inRows, loc.row, sameBox)
				check("boxRow", sameBox, tables.segments[w.place].boxRow, loc.place, sameRow)
				check("boxColumn", sameBox, tables.segments[w.place].boxColumn, loc.place, sameColumn)
			}
		}
		if got := bits.OnesCount64(tables.segments[0].boxRow); got != shape.Width {
			t.Errorf("%v: %d places in a row of a box", shape, got)
		}
	}
}
