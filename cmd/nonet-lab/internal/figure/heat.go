package figure

import (
	"math"
	"strconv"

	gonumtext "gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// degree returns the position of v on the scale, from 0 to 1.
func (h *HeatMap) degree(s *scale, v float64) float64 {
	lo, hi := s.limits()
	if s.Log {
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(v)
	}
	return max(0, min(1, (v-lo)/(hi-lo)))
}

// opacity maps a degree to an opacity; the smallest value is still visible.
func opacity(degree float64) float64 { return 0.06 + 0.94*degree }

func (h *HeatMap) draw(b *board) {
	b.noAxes = true
	rows, columns := len(h.Values), 0
	s := &scale{Axis: h.Scale, tight: true, lo: math.Inf(1), hi: math.Inf(-1)}
	for _, r := range h.Values {
		columns = max(columns, len(r))
		s.include(r...)
	}
	for _, r := range h.Labels {
		rows, columns = max(rows, len(h.Labels)), max(columns, len(r))
	}
	if rows == 0 || columns == 0 {
		b.height = 30
		return
	}
	cells := heatCells{rows: rows, columns: columns}
	cells.width = min((figureWidth-8)/vg.Length(columns), 42, max(360/vg.Length(rows), 9))
	cells.height = cells.width
	if h.Rows != nil || h.Columns != nil { // not the grid of a puzzle: flat cells, with space for names
		for i := range h.Rows {
			cells.left = max(cells.left, spare*textStyle(small, text).Width(h.rowName(i))+6)
		}
		cells.width, cells.height, cells.top = min((figureWidth-8-cells.left)/vg.Length(columns), 80), 22, 16
		for _, name := range h.Columns {
			width := spare * textStyle(small, text).Width(singleLine(name))
			if cells.top = max(cells.top, width+8); width > cells.width-2 {
				cells.upright = true
			}
		}
		if !cells.upright {
			cells.top = 16
		}
	}
	b.height = cells.height*vg.Length(rows) + cells.top + 6
	b.addLayer(func(p *pen) { h.paint(p, s, cells) })
	if s.lo <= s.hi {
		b.footerHeight = 50
		b.drawFooter = func(c draw.Canvas) { h.bar(c, s) }
	}
}

// spare is the space for names, as a multiple of their width. A browser draws them in its own font, which may be wider
// than the font that measured them.
const spare = 1.15

// heatCells is the geometry of a heat map: the cells, and the space left of and above them.
type heatCells struct {
	rows, columns            int
	width, height, left, top vg.Length
	upright                  bool // the names of columns are written upward, since one is wider than its column
}

func (h *HeatMap) rowName(i int) string { return shorten(singleLine(h.Rows[i]), 24) }

func (h *HeatMap) paint(p *pen, s *scale, cells heatCells) {
	rows, columns := cells.rows, cells.columns
	left := (p.c.Min.X+p.c.Max.X-cells.width*vg.Length(columns)-cells.left)/2 + cells.left
	top := p.c.Max.Y - 2 - cells.top
	corner := func(r, c int) vg.Point {
		return vg.Point{X: left + cells.width*vg.Length(c), Y: top - cells.height*vg.Length(r)}
	}
	for r := range min(rows, len(h.Rows)) {
		name := h.rowName(r)
		style := textStyle(small, text)
		at := vg.Point{X: left - 5 - (spare-0.5)*style.Width(name), Y: corner(r, 0).Y - cells.height/2}
		drawCentered(p.c, style, at, 0, name)
	}
	for c := range min(columns, len(h.Columns)) {
		style, at := textStyle(small, text), vg.Point{X: corner(0, c).X + cells.width/2, Y: top + 8}
		if cells.upright {
			style.Rotation, at.Y = math.Pi/2, top+5
			p.c.FillText(style, vg.Point{X: at.X + style.Font.Size*0.36, Y: at.Y}, singleLine(h.Columns[c]))
			continue
		}
		drawCentered(p.c, style, at, 0, singleLine(h.Columns[c]))
	}
	for r := range rows {
		for c := range columns {
			a, z := corner(r, c), corner(r+1, c+1)
			style := textStyle(min(normal+2, cells.height*0.5), text)
			if v := itemOrNaN(elementOrZero(h.Values, r), c); s.canShow(v) {
				degree := h.degree(s, v)
				p.bar(a, z, heat, opacity(degree))
				if degree > 0.5 {
					style.Color = paper.color(1)
				}
			}
			if label := elementOrZero(elementOrZero(h.Labels, r), c); label != "" {
				drawCentered(p.c, style, vg.Point{X: (a.X + z.X) / 2, Y: (a.Y + z.Y) / 2}, cells.width-2,
					shorten(singleLine(label), 8))
			}
		}
	}
	for _, heavy := range []bool{false, true} { // heavy lines last, over the others
		style := draw.LineStyle{Color: dim.color(0.5), Width: 0.5}
		if heavy {
			style = draw.LineStyle{Color: text.color(1), Width: 1.8}
		}
		rule := func(i, every int, from, to vg.Point) {
			if (every > 0 && i%every == 0) == heavy {
				p.c.StrokeLine2(style, from.X, from.Y, to.X, to.Y)
			}
		}
		for r := range rows + 1 {
			rule(r, h.Box[0], corner(r, 0), corner(r, columns))
		}
		for c := range columns + 1 {
			rule(c, h.Box[1], corner(0, c), corner(rows, c))
		}
	}
}

// drawCentered draws a text centred at a point, and shrinks it to the width room if it is wider. If room is 0, it does
// not shrink.
func drawCentered(c draw.Canvas, style gonumtext.Style, at vg.Point, room vg.Length, text string) {
	if w := style.Width(text); room > 0 && w > room {
		style.Font.Size *= room / w
	}
	c.FillText(style, vg.Point{X: at.X - style.Width(text)/2, Y: at.Y - style.Font.Size*0.36}, text)
}

// bar draws the colour scale.
func (h *HeatMap) bar(c draw.Canvas, s *scale) {
	const parts, width, thick = 32, 240, 9
	left := (c.Min.X + c.Max.X - width) / 2
	y := c.Min.Y + 20
	for i := range parts {
		x := left + width*vg.Length(i)/parts
		rectangle(c, vg.Point{X: x, Y: y}, vg.Point{X: x + width/parts, Y: y + thick},
			heat.color(opacity((float64(i)+0.5)/parts)))
	}
	for _, t := range s.ticks(width) {
		if !t.IsMinor() {
			x := left + width*vg.Length(h.degree(s, t.Value))
			c.StrokeLine2(draw.LineStyle{Color: dim.color(1), Width: 0.5}, x, y-3, x, y)
			drawCentered(c, textStyle(small, dim), vg.Point{X: x, Y: y - 10}, 0, t.Label)
		}
	}
	drawCentered(c, textStyle(small, dim), vg.Point{X: (c.Min.X + c.Max.X) / 2, Y: y + thick + 9}, 0,
		shorten(singleLine(s.Label), 70))
}

func (h *HeatMap) table() table {
	t := table{head: []string{"row", "column", "value", "label"}}
	for r := range max(len(h.Values), len(h.Labels)) {
		values, labels := elementOrZero(h.Values, r), elementOrZero(h.Labels, r)
		for c := range max(len(values), len(labels)) {
			t.add(nameOrNumber(h.Rows, r), nameOrNumber(h.Columns, c), itemOrNaN(values, c), elementOrZero(labels, c))
		}
	}
	return t
}

// nameOrNumber returns the name of row or column i, or its number from 1 if it has no name.
func nameOrNumber(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return strconv.Itoa(i + 1)
}
