package picture

import (
	"cmp"
	"slices"
	"strconv"

	"nonet/model/picture/palette"
	"nonet/model/sudoku"
)

// Rules about areas and single cells.

// diagonals draws diagonals of the whole grid: those at these numbers of rows below a long one, falling or rising.
func diagonals(offsets []int, falling, rising bool) drawer {
	return func(c *canvas, r sudoku.Rule) {
		style := Style{Stroke: palette.Sky, Tint: Medium, Width: 3}
		for _, rows := range offsets {
			from, length := Point{0, float64(rows) * Unit}, c.width
			if rows < 0 {
				from = Point{-float64(rows) * Unit, 0}
			}
			length -= max(from.X, from.Y)
			to := from.add(Point{length, length})
			if falling {
				c.add(Lines, r.Kind, style, polyline(from, to))
			}
			if rising { // the mirror image
				c.add(Lines, r.Kind, style, polyline(Point{c.width - from.X, from.Y}, Point{c.width - to.X, to.Y}))
			}
		}
	}
}

func drawArgyle(c *canvas, r sudoku.Rule) {
	far := (c.rows - 1) / 2
	diagonals([]int{1, -1, far, -far}, true, true)(c, r)
}

func drawWindows(c *canvas, r sudoku.Rule) {
	s := c.Shape
	for top := 1; top+s.Height < c.rows; top += s.Height + 1 {
		for left := 1; left+s.Width < c.columns; left += s.Width + 1 {
			c.add(Areas, r.Kind, Style{Fill: palette.Dim, Opacity: 0.25}, rect(float64(left)*Unit, float64(top)*Unit,
				float64(s.Width)*Unit, float64(s.Height)*Unit))
		}
	}
}

func pattern(cells ...sudoku.Cell) drawer {
	return func(c *canvas, r sudoku.Rule) { c.tint(r.Kind, palette.Dim, cells) }
}

// tinted tints the cells of the rule. Several rules take the inks in turn.
func tinted(inks ...palette.Ink) drawer {
	return func(c *canvas, r sudoku.Rule) { c.tint(r.Kind, inks[c.kinds[r.Kind]%len(inks)], r.Cells) }
}

func (c *canvas) tint(role string, ink palette.Ink, cells []sudoku.Cell) {
	var path Path
	for _, x := range cells {
		at := c.corner(x)
		path = append(path, rect(at.X, at.Y, Unit, Unit)...)
	}
	c.add(Areas, role, Style{Fill: ink, Opacity: 0.25}, path)
}

// drawExtremes draws a grey cell with a chevron at each side towards another cell: the tip is at the smaller value.
// sign is 1 for a minimum.
func drawExtremes(sign float64) drawer {
	return func(c *canvas, r sudoku.Rule) {
		marked := map[sudoku.Cell]bool{}
		for _, other := range c.Rules {
			for _, x := range other.Cells {
				marked[x] = marked[x] || other.Kind == r.Kind
			}
		}
		c.tint(r.Kind, palette.Dim, r.Cells)
		for _, x := range r.Cells {
			for _, d := range outward {
				row, column := c.Shape.Row(x)+d[0], c.Shape.Column(x)+d[1]
				if row < 0 || column < 0 || row >= c.rows || column >= c.columns || marked[c.Shape.Cell(row, column)] {
					continue
				}
				out := vector(d)
				c.chevron(r.Kind, c.center(x).add(out.scale(Unit/2-7)), out.scale(-sign), 6)
			}
		}
	}
}

// chevron draws the sign < at a place: its tip points to the smaller value.
func (c *canvas) chevron(role string, at, tip Point, size float64) {
	across := tip.turned().scale(size)
	c.add(Dots, role, Style{Stroke: palette.Text, Width: 2.5}, polyline(at.sub(tip.scale(size/2)).add(across),
		at.add(tip.scale(size/2)), at.sub(tip.scale(size/2)).sub(across)))
}

func drawEven(c *canvas, r sudoku.Rule) {
	for _, x := range r.Cells {
		at := c.corner(x)
		c.add(Areas, r.Kind, Style{Fill: palette.Dim, Opacity: 0.3}, rect(at.X+9, at.Y+9, Unit-18, Unit-18))
	}
}

// circled draws a circle in each cell.
func circled(l Layer, style Style, radius float64) drawer {
	return func(c *canvas, r sudoku.Rule) {
		for _, x := range r.Cells {
			c.circle(l, r.Kind, style, c.center(x), radius)
		}
	}
}

// letters counts from 0: a, b, ..., z, aa, ab.
func letters(k int) string {
	if k < 26 {
		return string(rune('a' + k))
	}
	return letters(k/26-1) + letters(k%26)
}

// drawGroups tints the groups of a rule in one colour and outlines them. With a sign, each group has a label: the sign
// and a letter for the rule.
func drawGroups(sign string) drawer {
	inks := []palette.Ink{palette.Dim, palette.Sky, palette.Ochre, palette.Green, palette.Pink, palette.Violet}
	return func(c *canvas, r sudoku.Rule) {
		k := c.kinds[r.Kind]
		for _, group := range r.Groups {
			c.tint(r.Kind, inks[k%len(inks)], group)
			c.add(Cages, r.Kind, Style{Stroke: inks[k%len(inks)], Width: 2.5}, c.outline(group, 3))
			if sign != "" {
				c.label(r.Kind, slices.Min(group), sign+letters(k))
			}
		}
	}
}

// label writes a label at the top left of a cell, on paper. A further label of the cell stands behind the last one, or
// below it where there is no room.
func (c *canvas) label(role string, x sudoku.Cell, text string) {
	size := max(16, c.labelSize)
	width := TextWidth(text, size) + 3
	from := c.labelEnds[x]
	if from.X > 0 && from.X+width > Unit-6 {
		from = Point{0, from.Y + size}
	}
	c.labelEnds[x] = from.add(Point{width, 0})
	at := c.corner(x).add(Point{3, 3}).add(from)
	c.add(Labels, role+"-label", Style{Fill: palette.Paper}, rect(at.X, at.Y, width, size-1))
	c.text(Labels, role+"-label", Style{Size: size, Anchor: Start}, at.add(Point{1.5, size/2 - 0.5}), text)
}

// drawCage draws a dashed outline. Pieces that do not touch are connected by a thin line.
func drawCage(c *canvas, r sudoku.Rule) {
	c.cage(r.Kind, r.Cells, Style{Stroke: palette.Text, Width: 1.8, Dash: [2]float64{6, 4}, Butt: true})
	if r.Number > 0 {
		c.label(r.Kind, slices.Min(r.Cells), strconv.Itoa(r.Number))
	}
}

func (c *canvas) cage(role string, cells []sudoku.Cell, style Style) {
	path := c.outline(cells, 6)
	pieces := c.pieces(cells)
	for i := 1; i < len(pieces); i++ {
		from, to := c.closest(slices.Concat(pieces[:i]...), pieces[i])
		a, b := c.center(from), c.center(to)
		way := a.towards(b)
		// from border to border; to the side of the cell that the line crosses
		reach := (Unit/2 - 6) / max(abs(way.X), abs(way.Y))
		path = append(path, polyline(a.add(way.scale(reach)), b.sub(way.scale(reach)))...)
	}
	c.add(Cages, role, style, path)
}

func abs(x float64) float64 { return max(x, -x) }

// closest returns the cells of two sets that are closest to each other.
func (c *canvas) closest(a, b []sudoku.Cell) (from, to sudoku.Cell) {
	from, to = a[0], b[0]
	for _, x := range a {
		for _, y := range b {
			if c.center(x).distance(c.center(y)) < c.center(from).distance(c.center(to)) {
				from, to = x, y
			}
		}
	}
	return from, to
}

// outlined draws a thin solid outline with a label.
func outlined(text func(c *canvas, r sudoku.Rule) string) drawer {
	return func(c *canvas, r sudoku.Rule) {
		c.cage(r.Kind, r.Cells, Style{Stroke: palette.Brown, Width: 1.8})
		c.label(r.Kind, slices.Min(r.Cells), text(c, r))
	}
}

// outlinedSum draws an outline with a sum.
var outlinedSum = outlined(func(_ *canvas, r sudoku.Rule) string { return "Σ" + strconv.Itoa(r.Number) })

// drawSum draws V and X, or another number, on the edge of two neighbours; a little killer; or an outline.
func drawSum(c *canvas, r sudoku.Rule) {
	switch {
	case len(r.Cells) == 2 && c.adjacent(r.Cells[0], r.Cells[1]):
		text := cmp.Or(map[int]string{5: "V", 10: "X"}[r.Number], strconv.Itoa(r.Number))
		c.badge(r.Kind, c.center(r.Cells[0]).middle(c.center(r.Cells[1])), text)
	case c.wholeDiagonal(r.Cells):
		drawLittleKiller(c, r)
	default:
		outlinedSum(c, r)
	}
}

// badge writes a text on an edge, on paper.
func (c *canvas) badge(role string, at Point, text string) {
	const size = 18
	width := TextWidth(text, size) + 4
	c.add(Dots, role, Style{Fill: palette.Paper}, rect(at.X-width/2, at.Y-size/2, width, size))
	c.text(Dots, role, Style{Size: size, Bold: true}, at, text)
}

// drawCandidates writes the values that cells may have, small, at the bottom of the cell.
func drawCandidates(c *canvas, r sudoku.Rule) {
	text := c.values(r.Values, "")
	if c.Shape.N() > 9 {
		text = c.values(r.Values, " ")
	}
	size := fitted(15, text, Unit-8)
	for _, x := range r.Cells {
		if c.Clues[x] != 0 {
			continue // the clue is one of them, or contradicts the rule, which is reported
		}
		c.text(Cages, r.Kind, Style{Fill: palette.Green, Size: size}, c.center(x).add(Point{0, Unit/2 - 11}), text)
	}
}

// drawQuadruple draws a circle with the values at the corner that the four cells share.
func drawQuadruple(c *canvas, r sudoku.Rule) {
	at := c.average(r.Cells)
	const radius = 17
	c.circle(Dots, r.Kind, Style{Fill: palette.Paper, Stroke: palette.Text, Width: 2}, at, radius)
	rows := [][]int{r.Values}
	if len(r.Values) > 2 {
		rows = [][]int{r.Values[:2], r.Values[2:]}
	}
	for i, row := range rows {
		text := c.values(row, " ")
		size := fitted(15, text, 2*radius-6)
		line := at.add(Point{0, 14 * (float64(i) - float64(len(rows)-1)/2)})
		c.text(Dots, r.Kind, Style{Size: size, Bold: true}, line, text)
	}
}

// average returns the centre of mass of cells.
func (c *canvas) average(cells []sudoku.Cell) Point {
	var sum Point
	for _, x := range cells {
		sum = sum.add(c.center(x))
	}
	return sum.scale(1 / float64(len(cells)))
}

// drawBattenburg draws a small chess board at the corner that the four cells share.
func drawBattenburg(c *canvas, r sudoku.Rule) {
	at := c.average(r.Cells)
	const side = 9
	c.add(Dots, r.Kind, Style{Fill: palette.Paper, Stroke: palette.Text, Width: 1.5},
		rect(at.X-side, at.Y-side, 2*side, 2*side))
	c.add(Dots, r.Kind, Style{Fill: palette.Text},
		append(rect(at.X-side, at.Y-side, side, side), rect(at.X, at.Y, side, side)...))
}
