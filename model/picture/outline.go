package picture

import (
	"slices"

	"nonet/internal/slice"
	"nonet/model/sudoku"
)

// outline returns the outlines of a set of cells, inset by some units: a closed line for each connected piece, and for
// each hole. Cells that touch only at a corner are in different pieces.
func (c *canvas) outline(cells []sudoku.Cell, inset float64) Path {
	inside := map[[2]int]bool{}
	cells = slice.Filter(cells, func(x sudoku.Cell) bool { return int(x) < c.Shape.GridCells() })
	for _, x := range cells {
		inside[[2]int{c.Shape.Row(x), c.Shape.Column(x)}] = true
	}
	// An edge is a side of a cell on the border, clockwise as seen from the cell: side 0 is the top, 1 the right side.
	type edge struct{ row, column, side int }
	isEdge := func(e edge) bool {
		d := outward[e.side]
		return inside[[2]int{e.row, e.column}] && !inside[[2]int{e.row + d[0], e.column + d[1]}]
	}
	next := func(e edge) edge {
		ahead, out := outward[(e.side+1)%4], outward[e.side]
		switch {
		case !inside[[2]int{e.row + ahead[0], e.column + ahead[1]}]: // the corner of this cell
			return edge{e.row, e.column, (e.side + 1) % 4}
		case !inside[[2]int{e.row + ahead[0] + out[0], e.column + ahead[1] + out[1]}]: // straight on
			return edge{e.row + ahead[0], e.column + ahead[1], e.side}
		}
		return edge{e.row + ahead[0] + out[0], e.column + ahead[1] + out[1], (e.side + 3) % 4}
	}
	var path Path
	seen := map[edge]bool{}
	for _, x := range cells {
		for side := range 4 {
			start := edge{c.Shape.Row(x), c.Shape.Column(x), side}
			if seen[start] || !isEdge(start) {
				continue
			}
			var corners []Point
			for e := start; !seen[e]; e = next(e) {
				seen[e] = true
				if f := next(e); f.side != e.side { // the line turns at the end of e
					end := Point{float64(e.column), float64(e.row)}.add(sideEnds[e.side]).scale(Unit)
					corners = append(corners,
						end.sub(vector(outward[e.side]).scale(inset)).sub(vector(outward[f.side]).scale(inset)))
				}
			}
			path = append(path, polyline(corners...).close()...)
		}
	}
	return path
}

// outward are the directions from a cell to the cells above, right, below and left, as rows and columns.
var outward = [4][2]int{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}

// sideEnds are the ends of the sides of a cell, clockwise.
var sideEnds = [4]Point{{1, 0}, {1, 1}, {0, 1}, {0, 0}}

func vector(d [2]int) Point { return Point{float64(d[1]), float64(d[0])} }

// pieces returns the connected pieces of a set of cells, in the order of their first cells in reading order.
func (c *canvas) pieces(cells []sudoku.Cell) [][]sudoku.Cell {
	left := map[sudoku.Cell]bool{}
	for _, x := range cells {
		left[x] = true
	}
	var all [][]sudoku.Cell
	for _, x := range slices.Sorted(slices.Values(cells)) {
		if !left[x] {
			continue
		}
		delete(left, x)
		piece := []sudoku.Cell{x}
		for i := 0; i < len(piece); i++ {
			for y := range left {
				if c.adjacent(piece[i], y) {
					delete(left, y)
					piece = append(piece, y)
				}
			}
		}
		slices.Sort(piece)
		all = append(all, piece)
	}
	return all
}

// adjacent reports whether two cells share a side.
func (c *canvas) adjacent(x, y sudoku.Cell) bool { return c.center(x).distance(c.center(y)) == Unit }
