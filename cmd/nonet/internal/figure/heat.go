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
	side := min((wide-8)/vg.Length(columns), 42, max(360/vg.Length(rows), 9))
	b.height = side*vg.Length(rows) + 6
	b.layer(func(p *pen) { h.paint(p, s, side, rows, columns) })
	if s.lo <= s.hi {
		b.footer = 50
		b.foot = func(c draw.Canvas) { h.bar(c, s) }
	}
}

func (h *HeatMap) paint(p *pen, s *scale, side vg.Length, rows, columns int) {
	left := (p.c.Min.X + p.c.Max.X - side*vg.Length(columns)) / 2
	top := p.c.Max.Y - 2
	corner := func(r, c int) vg.Point { return vg.Point{X: left + side*vg.Length(c), Y: top - side*vg.Length(r)} }
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
			style := words(min(normal+2, side*0.5), text)
			if w := style.Width(label); w > side-2 {
				style.Font.Size *= (side - 2) / w
			}
			if degree > 0.5 {
				style.Color = paper.of(1)
			}
			at := corner(r, c)
			p.c.FillText(style, vg.Point{X: at.X + (side-style.Width(label))/2, Y: at.Y - side/2 - style.Font.Size*0.36}, label)
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
			t.add(number(float64(r+1)), number(float64(c+1)), item(values, c), label)
		}
	}
	return t
}
