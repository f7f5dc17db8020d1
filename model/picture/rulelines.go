package picture

import (
	"slices"
	"strconv"

	"nonet/model/picture/palette"
	"nonet/model/sudoku"
)

// Rules about lines and pairs of cells.

func lineOf(ink palette.Ink, tint Tint, usual int) drawer {
	return lineWith(Style{Stroke: ink, Tint: tint, Width: 13}, usual, func(*canvas, string, sudoku.Cell) {})
}

// lineWith draws a line, and what end draws in its first and its last cell. The number of the rule stands at its first
// cell, small and at the bottom right, unless it is absent or usual.
func lineWith(style Style, usual int, end func(c *canvas, role string, x sudoku.Cell)) drawer {
	return func(c *canvas, r sudoku.Rule) {
		c.add(Lines, r.Kind, style, polyline(c.centers(r.Cells)...))
		end(c, r.Kind, r.Cells[0])
		end(c, r.Kind, r.Cells[len(r.Cells)-1])
		if r.Number != 0 && r.Number != usual {
			at := c.corner(r.Cells[0]).add(Point{Unit - 4, Unit - 9})
			c.text(Cages, r.Kind, Style{Size: 14, Anchor: End}, at, strconv.Itoa(r.Number))
		}
	}
}

// drawLoop draws a closed line, as lineOf draws an open one.
func drawLoop(c *canvas, r sudoku.Rule) {
	r.Cells = append(slices.Clip(r.Cells), r.Cells[0])
	lineOf(palette.Ochre, Medium, 0)(c, r)
}

// drawThermometer draws a bulb and a tube. A slow thermometer is an outline.
func drawThermometer(slow bool) drawer {
	return func(c *canvas, r sudoku.Rule) {
		bulb, path := c.center(r.Cells[0]), polyline(c.centers(r.Cells)...)
		style := Style{Fill: palette.Dim, Tint: Medium}
		c.circle(Lines, r.Kind, style, bulb, 23)
		c.add(Lines, r.Kind, Style{Stroke: palette.Dim, Tint: Medium, Width: 18}, path)
		if slow {
			style.Fill = palette.Paper
			c.circle(Lines, r.Kind, Style{Fill: palette.Paper}, bulb, 19)
			c.add(Lines, r.Kind, Style{Stroke: palette.Paper, Width: 11}, path)
		}
	}
}

// circleRadius is the radius of the circle of an arrow.
const circleRadius = 25

// ring draws the circle of an arrow, or a pill around several cells.
func (c *canvas) ring(role string, cells []sudoku.Cell, ink palette.Ink, tint Tint) {
	style := Style{Fill: palette.Paper, Stroke: ink, Tint: tint, Width: 3}
	if rows, columns, ok := c.direction(cells); ok && rows*columns == 0 {
		low, high := c.center(slices.Min(cells)), c.center(slices.Max(cells))
		size := high.sub(low).add(Point{2 * circleRadius, 2 * circleRadius})
		c.add(Lines, role, style, roundRect(low.X-circleRadius, low.Y-circleRadius, size.X, size.Y, circleRadius))
		return
	} else if len(cells) > 1 {
		c.add(Lines, role, style, c.outline(cells, Unit/2-circleRadius))
		return
	}
	c.circle(Lines, role, style, c.center(cells[0]), circleRadius)
}

// drawArrow draws a circle or a pill, and the shafts.
func drawArrow(c *canvas, r sudoku.Rule) {
	lists := r.Lists()
	style := Style{Stroke: palette.Dim, Width: 3.5}
	for _, shaft := range lists[1:] {
		from, _ := c.closest(lists[0], shaft[:1])
		points := append([]Point{c.center(from)}, c.centers(shaft)...)
		c.shaft(r.Kind, points, style)
	}
	c.ring(r.Kind, lists[0], palette.Dim, Pure) // over the beginnings of shafts
}

// shaft draws a line with an open arrowhead.
func (c *canvas) shaft(role string, points []Point, style Style) {
	c.add(Lines, role, style, polyline(points...))
	tip := points[len(points)-1]
	back := tip.towards(points[len(points)-2])
	side := back.turned()
	c.add(Lines, role, style, polyline(tip.add(back.add(side).scale(11)), tip, tip.add(back.sub(side).scale(11))))
}

func drawRing(c *canvas, role string, x sudoku.Cell) {
	c.ring(role, []sudoku.Cell{x}, palette.Pink, Pure)
}

func drawDisc(c *canvas, role string, x sudoku.Cell) {
	c.circle(Lines, role, Style{Fill: palette.Dim, Tint: Medium}, c.center(x), circleRadius)
}

func drawDiamond(c *canvas, role string, x sudoku.Cell) {
	const half = 28
	at := c.center(x)
	c.add(Lines, role, Style{Fill: palette.Paper, Stroke: palette.Sky, Tint: Medium, Width: 3},
		polyline(at.add(Point{0, -half}), at.add(Point{half, 0}), at.add(Point{0, half}), at.add(Point{-half,
			0})).close())
}

// drawCounted draws a square in the first cell and a line through the others.
func drawCounted(ink palette.Ink) drawer {
	return func(c *canvas, r sudoku.Rule) {
		c.shaft(r.Kind, c.centers(r.Cells), Style{Stroke: ink, Width: 3.5})
		at := c.corner(r.Cells[0])
		c.add(Lines, r.Kind, Style{Fill: palette.Paper, Stroke: ink, Width: 3}, roundRect(at.X+9, at.Y+9, Unit-18,
			Unit-18, 6))
	}
}

// drawDot draws a Kropki dot between two cells, with the number unless it is the default.
func drawDot(fill, text palette.Ink) drawer {
	return func(c *canvas, r sudoku.Rule) {
		at, _ := c.between(r.Kind, r.Cells[0], r.Cells[1])
		style, radius := Style{Fill: fill, Stroke: palette.Text, Width: 2}, 8.0
		number := r.NumberIn(c.Shape)
		usual := number == sudoku.Rule{Kind: r.Kind}.NumberIn(c.Shape)
		if !usual {
			radius = 11
		}
		c.circle(Dots, r.Kind, style, at, radius)
		if !usual {
			s := strconv.Itoa(number)
			c.text(Dots, r.Kind, Style{Fill: text, Size: fitted(16, s, 18), Bold: true}, at, s)
		}
	}
}

func drawLess(c *canvas, r sudoku.Rule) {
	for i := 1; i < len(r.Cells); i++ {
		at, tip := c.between(r.Kind, r.Cells[i-1], r.Cells[i])
		c.circle(Dots, r.Kind, Style{Fill: palette.Paper}, at, 9)
		c.chevron(r.Kind, at, tip, 7)
	}
}

// between returns the middle of two cells, and the direction to the first one. A thin line connects cells that are no
// neighbours.
func (c *canvas) between(role string, x, y sudoku.Cell) (at, tip Point) {
	a, b := c.center(x), c.center(y)
	if !c.adjacent(x, y) {
		c.add(Lines, role, Style{Stroke: palette.Dim, Width: 1.5}, polyline(a, b))
	}
	return a.middle(b), b.towards(a)
}
