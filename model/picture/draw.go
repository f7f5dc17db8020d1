package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nonet/internal/slice"
	"nonet/model/picture/palette"
	"nonet/model/sudoku"
)

// Options are what Draw draws. The zero value draws everything but the caption.
type Options struct {
	Layers  Layer    // the layers to draw; 0 means all
	Caption bool     // state rules without a picture below the grid
	Notes   []string // further texts below the grid
	Plain   bool     // do not shade the cells of clues
	Names   bool     // name rows and columns beside the grid: r1, c1
	// LabelSize is the least size of the letters of labels, such as the sum of a cage.
	LabelSize float64
}

// Draw draws a puzzle with its marks. The puzzle must be valid.
func Draw(p sudoku.Puzzle, m Marks, o Options) Drawing {
	rows, columns := p.Shape.Size()
	labels := slices.ContainsFunc(p.Rules, func(r sudoku.Rule) bool { return slices.Contains(labelled, r.Kind) })
	c := &canvas{Puzzle: p, rows: rows, columns: columns, width: float64(columns) * Unit,
		height: float64(rows) * Unit, labels: labels, clues: map[place][]outsideClue{},
		kinds: map[string]int{}, roles: rolesOf(m), labelSize: o.LabelSize, labelEnds: map[sudoku.Cell]Point{}}
	if !o.Plain {
		c.shadeClues()
	}
	for _, r := range p.Rules {
		if draw := drawers[r.Kind]; draw != nil {
			draw(c, r)
			c.kinds[r.Kind]++
		}
	}
	c.drawGrid()
	c.drawValues(m)
	c.drawMarks(m)
	bounds := c.drawOutside(o.Names)
	var notes []string
	if o.Caption {
		notes = Caption(p)
	}
	bounds = c.drawNotes(bounds, append(notes, o.Notes...))
	c.shapes = slices.Insert(c.shapes, 0, Shape{Layer: Ground, Role: "paper", Style: Style{Fill: palette.Paper},
		Path: rect(bounds.X, bounds.Y, bounds.Width, bounds.Height)})
	if o.Layers != 0 {
		c.shapes = slices.DeleteFunc(c.shapes, func(s Shape) bool { return s.Layer&o.Layers == 0 })
	}
	slices.SortStableFunc(c.shapes, func(a, b Shape) int { return int(a.Layer - b.Layer) })
	return Drawing{Bounds: bounds, Board: Rect{Width: c.width, Height: c.height}, Shapes: c.shapes}
}

// maxCaption is the number of rules that a caption states.
const maxCaption = 12

// Caption returns the rules of p that have no picture, in words: a kind without further data once, any other rule as a
// line of the format nonet. Beyond a dozen it returns their number.
func Caption(p sudoku.Puzzle) []string {
	var lines []string
	for _, r := range p.Rules {
		if drawers[r.Kind] != nil {
			continue
		}
		if text := ruleInWords(p.Shape, r); !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	if further := len(lines) - maxCaption; further > 1 {
		lines = append(lines[:maxCaption], fmt.Sprintf("And %d further rules.", further))
	}
	return lines
}

// frame is the part of the frame of the grid outside of it.
const frame = 3

// A canvas collects the shapes of a drawing.
type canvas struct {
	sudoku.Puzzle
	labels bool // cells may have a label at the top left, such as the sum of a cage
	shapes []Shape
	kinds  map[string]int // number of rules of a kind drawn so far
	clues  map[place][]outsideClue
	roles  map[digit]Role // of marked candidates

	rows, columns int
	width, height float64 // of the grid
	labelSize     float64
	labelEnds     map[sudoku.Cell]Point // where the next label of a cell begins, from the place of its first one
}

func (c *canvas) add(l Layer, role string, style Style, p Path) {
	c.shapes = append(c.shapes, Shape{Layer: l, Role: role, Style: style, Path: p})
}

func (c *canvas) circle(l Layer, role string, style Style, center Point, radius float64) {
	c.shapes = append(c.shapes, Shape{Layer: l, Role: role, Style: style, Center: center, Radius: radius})
}

func (c *canvas) text(l Layer, role string, style Style, at Point, text string) {
	style.Fill = cmp.Or(style.Fill, palette.Text)
	c.shapes = append(c.shapes, Shape{Layer: l, Role: role, Style: style, Center: at, Text: text})
}

// corner returns the top left corner of a cell, center its middle. The extra cells stand below the grid.
func (c *canvas) corner(x sudoku.Cell) Point {
	if extra := int(x) - c.Shape.GridCells(); extra >= 0 {
		return Point{float64(extra%c.columns) * Unit, c.height + (0.3+float64(extra/c.columns))*Unit}
	}
	return Point{float64(c.Shape.Column(x)) * Unit, float64(c.Shape.Row(x)) * Unit}
}

func (c *canvas) center(x sudoku.Cell) Point { return c.corner(x).add(Point{Unit / 2, Unit / 2}) }

func (c *canvas) centers(cells []sudoku.Cell) []Point {
	return slice.Map(cells, c.center)
}

func (c *canvas) shadeClues() {
	var path Path
	for x, v := range c.Clues {
		if v != 0 {
			at := c.corner(sudoku.Cell(x))
			path = append(path, rect(at.X, at.Y, Unit, Unit)...)
		}
	}
	if path != nil {
		c.add(Ground, "shade", Style{Fill: palette.Line, Opacity: 0.4}, path)
	}
}

// drawGrid draws thin lines between cells, and heavy lines around the grid and between regions.
func (c *canvas) drawGrid() {
	var thin Path
	for i := 1; i < max(c.rows, c.columns); i++ {
		at := float64(i) * Unit
		if i < c.rows {
			thin = thin.move(Point{0, at}).line(Point{c.width, at})
		}
		if i < c.columns {
			thin = thin.move(Point{at, 0}).line(Point{at, c.height})
		}
	}
	for x := c.Shape.GridCells(); x < c.Shape.Cells(); x++ {
		at := c.corner(sudoku.Cell(x))
		thin = append(thin, rect(at.X, at.Y, Unit, Unit)...)
	}
	if thin != nil {
		c.add(Grid, "line", Style{Stroke: palette.Dim, Width: 1, Thin: true, Butt: true}, thin)
	}
	heavy := Style{Stroke: palette.Text, Width: 4}
	if borders := c.borders(); borders != nil {
		c.add(Grid, "box", heavy, borders)
	}
	heavy.Width = 2 * frame
	c.add(Grid, "frame", heavy, rect(0, 0, c.width, c.height))
}

// borders returns the lines between cells of different regions. Lines in one direction are joined.
func (c *canvas) borders() Path {
	region := slices.Repeat([]int{-1}, c.Shape.Cells())
	all := c.Regions()
	if all == nil {
		return nil
	}
	for i, cells := range all {
		for _, x := range cells {
			region[x] = i
		}
	}
	var path Path
	// join adds the borders of the cells at a place, one step after the other.
	join := func(row, column int, step, back [2]int) {
		open := false // the last line goes on
		for ; row < c.rows && column < c.columns; row, column = row+step[0], column+step[1] {
			at := Point{float64(column), float64(row)}.scale(Unit)
			if region[c.Shape.Cell(row, column)] == region[c.Shape.Cell(row+back[0], column+back[1])] {
				open = false
				continue
			}
			if !open {
				path = path.move(at).line(at)
			}
			open = true
			path[len(path)-1].To = at.add(vector(step).scale(Unit))
		}
	}
	for column := 1; column < c.columns; column++ {
		join(0, column, [2]int{1, 0}, [2]int{0, -1})
	}
	for row := 1; row < c.rows; row++ {
		join(row, 0, [2]int{0, 1}, [2]int{-1, 0})
	}
	return path
}

// drawValues draws clues, values, the solution and candidates.
func (c *canvas) drawValues(m Marks) {
	for x, v := range c.Clues {
		cell := sudoku.Cell(x)
		switch {
		case v != 0:
			c.value("clue", Style{Fill: palette.Text, Bold: true}, cell, v)
		case x < len(m.Values) && m.Values[x] != 0:
			c.value("value", Style{Fill: palette.Blue}, cell, m.Values[x])
		case x < len(m.Solution) && m.Solution[x] != 0:
			c.value("solution", Style{Fill: palette.Blue}, cell, m.Solution[x])
		case x < len(m.Candidates):
			for _, v := range m.Candidates[x] {
				c.candidate(cell, v)
			}
		}
	}
}

func (c *canvas) value(role string, style Style, cell sudoku.Cell, v int) {
	text := c.Alphabet.Symbol(v)
	style.Size = [...]float64{40, 34, 25}[min(utf8.RuneCountInString(text), 3)-1]
	c.text(Values, role, style, c.center(cell), text)
}

func (c *canvas) candidate(cell sudoku.Cell, v int) {
	role, style := "candidate", Style{Fill: palette.Dim}
	if r := c.roles[digit{cell, v}]; r != "" {
		if role, style = string(r), (Style{Fill: palette.Text, Bold: true}); r == Eliminated {
			style.Fill = palette.Vermilion
		}
	}
	at, radius := c.place(cell, v)
	style.Size = radius * 1.7
	if c.Shape.N() > 9 {
		style.Size = radius * 1.35
	}
	c.text(Pencil, role, style, at, c.Alphabet.Symbol(v))
}

// Candidates stand in a block of columns, which leaves room for a label above if the puzzle has labels.
const labelRoom = 14

// place returns the place of a candidate, and the radius of the circle around it.
func (c *canvas) place(cell sudoku.Cell, v int) (Point, float64) {
	columns := 1
	for columns*columns < c.Shape.N() {
		columns++
	}
	rows := (c.Shape.N() + columns - 1) / columns
	left, top, side := 4.0, 4.0, Unit-8.0
	if c.labels {
		left, top, side = 8, labelRoom+1, Unit-labelRoom-4
		left = (Unit - side) / 2
	}
	step := Point{side / float64(columns), side / float64(rows)}
	from := c.corner(cell).add(Point{left, top})
	at := from.add(Point{step.X * (float64((v-1)%columns) + 0.5), step.Y * (float64((v-1)/columns) + 0.5)})
	return at, min(step.X, step.Y) / 2
}

// drawNotes writes texts below the bounds and returns them enlarged.
func (c *canvas) drawNotes(bounds Rect, notes []string) Rect {
	if len(notes) == 0 {
		return bounds
	}
	size := max(18, c.width/32) // as high as needed to read it when a grid has many cells
	// Of the fonts that readers have, DejaVu Sans is the widest.
	fits := func(line string) bool { return 1.15*TextWidth(line, size) <= bounds.Width-2*frame }
	for _, text := range notes {
		for _, line := range Fold(text, fits) {
			bounds.Height += 1.3 * size
			at := Point{bounds.X + frame, bounds.Y + bounds.Height - 0.5*size}
			c.text(Foot, "caption", Style{Fill: palette.Dim, Size: size, Anchor: Start}, at, line)
		}
	}
	bounds.Height += 0.3 * size
	return bounds
}

// Fold breaks a text into lines for which fits returns true, if its words allow it.
func Fold(text string, fits func(line string) bool) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if longer := strings.TrimSpace(line + " " + word); line == "" || fits(longer) {
			line = longer
			continue
		}
		lines, line = append(lines, line), word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
