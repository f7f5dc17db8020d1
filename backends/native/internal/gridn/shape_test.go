package gridn

import (
	"math/bits"
	"testing"
)

// TestTables compares with the definitions.
func TestTables(t *testing.T) {
	for _, shape := range append(small, Shape{3, 5}, Shape{8, 8}) {
		tables := newTables(shape)
		n := shape.N()
		for c := range n * n {
			w := tables.where[c]
			for value := range n {
				lines := item(uint32(value))
				for _, option := range []uint32{
					tables.optionOf(ofCell|item(c), value),
					tables.optionOf(ofRow|item(w.row)<<tables.shift|lines, int(w.column)),
					tables.optionOf(ofColumn|item(w.column)<<tables.shift|lines, int(w.row)),
					tables.optionOf(ofBox|item(w.box)<<tables.shift|lines, int(w.place)),
				} {
					if option != tables.option(c, value) {
						t.Fatalf("%v: cell %d, value %d: option %d, want %d", shape, c, value, option, tables.option(c, value))
					}
				}
			}
			for d := range n * n {
				at := tables.where[d]
				sameBox := w.box == at.box
				if w.row == at.row && (tables.segment[w.column].inColumns>>at.column&1 != 0) != sameBox ||
					w.column == at.column && (tables.segment[w.row].inRows>>at.row&1 != 0) != sameBox ||
					sameBox && (tables.segment[w.place].boxRow>>at.place&1 != 0) != (w.row == at.row) ||
					sameBox && (tables.segment[w.place].boxColumn>>at.place&1 != 0) != (w.column == at.column) {
					t.Fatalf("%v: segment of cells %d and %d", shape, c, d)
				}
			}
		}
		if got := bits.OnesCount64(tables.segment[0].boxRow); got != shape.Width {
			t.Errorf("%v: %d places in a row of a box", shape, got)
		}
	}
}
