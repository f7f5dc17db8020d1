package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// degree says how far up the scale v is, between 0 and 1.
func (h *HeatMap) degree(s *scale, v float64) float64 {
	lo, hi := s.ends()
	if s.Log {
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(v)
	}
	return max(0, min(1, (v-lo)/(hi-lo)))
}

// opacity of the colour for a degree: the least still shows.
func opacity(degree float64) float64 { return 0.06 + 0.94*degree }

func (h *HeatMap) draw(b *board) {
	b.bare = true
	rows, columns := len(h.Values), 0
	s := &scale{Axis: h.Scale, tight: true, lo: math.Inf(1), hi: math.Inf(-1)}
	for _, r := range h.Values {
		columns = max(columns, len(r))
		s.see(r...)
	}
	for _, r := range h.Labels {
		rows, columns = max(rows, len(h.Labels)), max(columns, len(r))
	}
	if rows == 0 || columns == 0 {
		b.height = 30
		return
	}
	cells := heatCells{rows: rows, columns: columns}
	cells.width = min((wide-8)/vg.Length(columns), 42, max(360/vg.Length(rows), 9))
	cells.height = cells.width
	if h.Rows != nil || h.Columns != nil { // no grid of a puzzle: flat cells, with room for names
		for i := range h.Rows {
			cells.left = max(cells.left, words(small, text).Width(h.rowName(i))+6)
		}
		cells.width, cells.height, cells.top = min((wide-8-cells.left)/vg.Length(columns), 80), 22, 16
	}
	b.height = cells.height*vg.Length(rows) + cells.top + 6
	b.layer(func(p *pen) { h.paint(p, s, cells) })
	if s.lo <= s.hi {
		b.footer = 50
		b.foot = func(c draw.Canvas) { h.bar(c, s) }
	}
}

// heatCells are the cells of a heat map, and the room beside and above them.
type heatCells struct {
	rows, columns            int
	width, height, left, top vg.Length
}

func (h *HeatMap) rowName(i int) string { return shorten(clean(h.Rows[i]), 24) }

func (h *HeatMap) paint(p *pen, s *scale, cells heatCells) {
	rows, columns := cells.rows, cells.columns
	left := (p.c.Min.X+p.c.Max.X-cells.width*vg.Length(columns)-cells.left)/2 + cells.left
	top := p.c.Max.Y - 2 - cells.top
	corner := func(r, c int) vg.Point {
		return vg.Point{X: left + cells.width*vg.Length(c), Y: top - cells.height*vg.Length(r)}
	}
	for r := range min(rows, len(h.Rows)) {
		style := words(small, text)
		name := h.rowName(r)
		p.c.FillText(style, vg.Point{X: left - 5 - style.Width(name), Y: corner(r, 0).Y - cells.height/2 - style.Font.Size*0.36}, name)
	}
	for c := range min(columns, len(h.Columns)) {
		style := words(small, text)
		name := clean(h.Columns[c])
		if w := style.Width(name); w > cells.width-2 {
			style.Font.Size *= (cells.width - 2) / w
		}
		p.c.FillText(style, vg.Point{X: corner(0, c).X + (cells.width-style.Width(name))/2, Y: top + 4}, name)
	}
	for r := range rows {
		for c := range columns {
			degree := 0.0
			if r < len(h.Values) && c < len(h.Values[r]) && s.has(h.Values[r][c]) {
				degree = h.degree(s, h.Values[r][c])
				a, z := corner(r, c), corner(r+1, c+1)
				p.c.FillPolygon(heat.of(opacity(degree)), []vg.Point{a, {X: z.X, Y: a.Y}, z, {X: a.X, Y: z.Y}})
			}
			if r >= len(h.Labels) || c >= len(h.Labels[r]) || h.Labels[r][c] == "" {
				continue
			}
			label := shorten(clean(h.Labels[r][c]), 8)
			style := words(min(normal+2, cells.height*0.5), text)
			if w := style.Width(label); w > cells.width-2 {
				style.Font.Size *= (cells.width - 2) / w
			}
			if degree > 0.5 {
				style.Color = paper.of(1)
			}
			at := corner(r, c)
			p.c.FillText(style, vg.Point{X: at.X + (cells.width-style.Width(label))/2, Y: at.Y - cells.height/2 - style.Font.Size*0.36}, label)
		}
	}
	rule := func(i, every int) draw.LineStyle {
		if every > 0 && i%every == 0 {
			return draw.LineStyle{Color: text.of(1), Width: 1.8}
		}
		return draw.LineStyle{Color: dim.of(0.5), Width: 0.5}
	}
	for _, heavy := range []bool{false, true} { // the heavy ones last, over the others
		for r := 0; r <= rows; r++ {
			if style := rule(r, h.Box[0]); (style.Width > 1) == heavy {
				p.c.StrokeLine2(style, corner(r, 0).X, corner(r, 0).Y, corner(r, columns).X, corner(r, 0).Y)
			}
		}
		for c := 0; c <= columns; c++ {
			if style := rule(c, h.Box[1]); (style.Width > 1) == heavy {
				p.c.StrokeLine2(style, corner(0, c).X, corner(0, c).Y, corner(0, c).X, corner(rows, c).Y)
			}
		}
	}
}

// bar draws the scale of colours.
func (h *HeatMap) bar(c draw.Canvas, s *scale) {
	const parts, width, thick = 32, 240, 9
	left := (c.Min.X + c.Max.X - width) / 2
	y := c.Min.Y + 20
	for i := range parts {
		x := left + width*vg.Length(i)/parts
		c.FillPolygon(heat.of(opacity((float64(i)+0.5)/parts)), []vg.Point{{X: x, Y: y}, {X: x + width/parts, Y: y}, {X: x + width/parts, Y: y + thick}, {X: x, Y: y + thick}})
	}
	style := words(small, dim)
	for _, t := range s.ticks(width, false) {
		if t.Label != "" {
			x := left + width*vg.Length(h.degree(s, t.Value))
			c.StrokeLine2(draw.LineStyle{Color: dim.of(1), Width: 0.5}, x, y-3, x, y)
			c.FillText(style, vg.Point{X: x - style.Width(t.Label)/2, Y: y - 14}, t.Label)
		}
	}
	label := shorten(clean(s.Label), 70)
	style = words(small, dim)
	c.FillText(style, vg.Point{X: (c.Min.X + c.Max.X - style.Width(label)) / 2, Y: y + thick + 5}, label)
}

func (h *HeatMap) table() table {
	t := table{head: []string{"row", "column", "value", "label"}}
	for r := range max(len(h.Values), len(h.Labels)) {
		var values []float64
		var labels []string
		if r < len(h.Values) {
			values = h.Values[r]
		}
		if r < len(h.Labels) {
			labels = h.Labels[r]
		}
		for c := range max(len(values), len(labels)) {
			label := ""
			if c < len(labels) {
				label = labels[c]
			}
			t.add(nameOr(h.Rows, r), nameOr(h.Columns, c), item(values, c), label)
		}
	}
	return t
}

// nameOr is the name of a row or column, or else its number, from 1.
func nameOr(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return number(float64(i + 1))
}
