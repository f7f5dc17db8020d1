package picture

import (
	"maps"
	"slices"
	"strconv"

	"nonet/model/picture/palette"
	"nonet/model/sudoku"
)

// Clues outside the grid.

// A place is a square outside of the grid, beside a cell of its border or at a corner: row and column are -1 to their
// number.
type place struct{ row, column int }

// An outsideClue is a clue at a place. An arrow of a little killer points along a diagonal: both steps are 1 or -1.
type outsideClue struct {
	role         string
	text         string
	word         string // below the text, the kind of clue; or ""
	rows, column int    // the direction of the arrow; 0 for none
}

// ring is the width of a ring of clues around the grid: the first clue at a place is in the first ring.
const ring = 52

// addClue adds a clue at a place. Equal clues are added once.
func (c *canvas) addClue(at place, clue outsideClue) {
	if !slices.Contains(c.clues[at], clue) {
		c.clues[at] = append(c.clues[at], clue)
	}
}

// direction returns the step between cells that lie in a line, each touching the next; false if they do not, or if
// there is only one.
func (c *canvas) direction(cells []sudoku.Cell) (rows, columns int, ok bool) {
	for i := 1; i < len(cells); i++ {
		dr, dc := c.Shape.Row(cells[i])-c.Shape.Row(cells[i-1]), c.Shape.Column(cells[i])-c.Shape.Column(cells[i-1])
		if i == 1 {
			rows, columns = dr, dc
		}
		if dr != rows || dc != columns || dr*dr > 1 || dc*dc > 1 {
			return 0, 0, false
		}
	}
	return rows, columns, len(cells) > 1
}

// outsideNumber draws the number of a rule about a whole row or column, outside at its first cell, and a word for the
// kind of the rule. Other lists of cells are drawn as a line.
func outsideNumber(word string) drawer {
	return func(c *canvas, r sudoku.Rule) {
		rows, columns, ok := c.direction(r.Cells)
		if length := [2]int{c.rows, c.columns}[columns*columns]; !ok || rows*columns != 0 || len(r.Cells) != length {
			c.shaft(r.Kind, c.centers(append(r.Cells[:1:1], r.Cells...)), Style{Stroke: palette.Brown, Width: 2.5})
			text := word + " " + strconv.Itoa(r.Number)
			c.text(Cages, r.Kind, Style{Size: fitted(11, text, Unit-8), Anchor: End},
				c.corner(r.Cells[0]).add(Point{Unit - 4, Unit - 9}), text)
			return
		}
		at := place{c.Shape.Row(r.Cells[0]) - rows, c.Shape.Column(r.Cells[0]) - columns}
		c.addClue(at, outsideClue{role: r.Kind, text: strconv.Itoa(r.Number), word: word})
	}
}

// fitted returns the size of a text, or less, so that the text is at most so wide.
func fitted(size float64, text string, width float64) float64 {
	return min(size, width/TextWidth(text, 1))
}

// wholeDiagonal reports whether the cells are a diagonal from border to border. A cell in a corner of the grid is none:
// its direction is not known.
func (c *canvas) wholeDiagonal(cells []sudoku.Cell) bool {
	rows, columns, ok := c.direction(cells)
	if !ok || rows*columns == 0 {
		return false
	}
	outside := func(x sudoku.Cell, sign int) bool {
		row, column := c.Shape.Row(x)+sign*rows, c.Shape.Column(x)+sign*columns
		return row < 0 || row >= c.rows || column < 0 || column >= c.columns
	}
	return outside(cells[0], -1) && outside(cells[len(cells)-1], 1)
}

// drawLittleKiller draws a number and an arrow outside the grid. Part of a diagonal is drawn as an outline.
func drawLittleKiller(c *canvas, r sudoku.Rule) {
	if !c.wholeDiagonal(r.Cells) {
		outlinedSum(c, r)
		return
	}
	rows, columns, _ := c.direction(r.Cells)
	row, column := c.Shape.Row(r.Cells[0])-rows, c.Shape.Column(r.Cells[0])-columns
	c.addClue(place{row, column}, outsideClue{r.Kind, strconv.Itoa(r.Number), "", rows, columns})
}

// drawOutside draws the clues outside the grid and returns the bounds of the drawing.
func (c *canvas) drawOutside(names bool) Rect {
	var rings [4]int // above, right, below, left
	for _, at := range slices.SortedFunc(maps.Keys(c.clues), func(a, b place) int {
		return (a.row-b.row)*(c.columns+2) + a.column - b.column
	}) {
		for side, out := range []bool{at.row < 0, at.column == c.columns, at.row == c.rows, at.column < 0} {
			if out {
				rings[side] = max(rings[side], len(c.clues[at]))
			}
		}
		for k, clue := range c.clues[at] {
			center := c.outsideCenter(at, k)
			style := Style{Size: fitted(26, clue.text, ring-12)}
			if clue.word != "" {
				small := Style{Fill: palette.Dim, Size: fitted(11, clue.word, ring-10)}
				c.text(Outside, clue.role, small, center.add(Point{0, 16}), clue.word)
				center.Y -= 5
			}
			if clue.rows != 0 {
				way := Point{float64(clue.column), float64(clue.rows)}
				tip := center.add(way.scale(24))
				arrow := Style{Stroke: palette.Text, Width: 2}
				c.add(Outside, clue.role, arrow, polyline(center.add(way.scale(11)), tip))
				c.add(Outside, clue.role, arrow,
					polyline(tip.sub(Point{0, way.Y * 9}), tip, tip.sub(Point{way.X * 9, 0})))
				center, style.Size = center.sub(way.scale(4)), style.Size*0.85
			}
			c.text(Outside, clue.role, style, center, clue.text)
		}
	}
	margin := [4]float64{frame + 1, frame + 1, frame + 1, frame + 1}
	for side, k := range rings {
		margin[side] += float64(k) * ring
	}
	if names {
		for i := range max(c.rows, c.columns) {
			at := (float64(i) + 0.5) * Unit
			style := Style{Fill: palette.Dim, Size: 20}
			if i < c.columns {
				c.text(Foot, "name", style, Point{at, -margin[0] - 12}, "c"+strconv.Itoa(i+1))
			}
			if i < c.rows {
				c.text(Foot, "name", style, Point{-margin[3] - 17, at}, "r"+strconv.Itoa(i+1))
			}
		}
		margin[0], margin[3] = margin[0]+24, margin[3]+34
	}
	height := c.height
	if extra := c.Shape.Extra; extra > 0 {
		height = c.corner(sudoku.Cell(c.Shape.Cells()-1)).Y + Unit
	}
	return Rect{-margin[3], -margin[0], c.width + margin[1] + margin[3], height + margin[0] + margin[2]}
}

// outsideCenter returns the centre of the k-th clue at a place.
func (c *canvas) outsideCenter(at place, k int) Point {
	out := func(i, n int) float64 {
		switch {
		case i < 0:
			return -(float64(k) + 0.5) * ring
		case i == n:
			return float64(n)*Unit + (float64(k)+0.5)*ring
		}
		return (float64(i) + 0.5) * Unit
	}
	return Point{out(at.column, c.columns), out(at.row, c.rows)}
}
