package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// layoutGroups sets up the axes for a chart of groups: the groups lie along the x-axis if their names fit there,
// otherwise along the y-axis from top to bottom, with space for room bars in each group. It returns the scale of the
// values, and a function that maps a position among the groups and a value to a point.
func layoutGroups(b *board, groups []string, value Axis, room int) (*scale,
	func(p *pen, position, v float64) (vg.Point, bool)) {
	names := make([]string, len(groups))
	var widest vg.Length
	for i, g := range groups {
		names[i] = shorten(singleLine(g), 28)
		widest = max(widest, textStyle(small, text).Width(names[i]))
	}
	if (widest+8)*vg.Length(len(names)) <= figureWidth-60 {
		b.x.names, b.y.Axis = names, value
		return &b.y, func(p *pen, position, v float64) (vg.Point, bool) { return p.point(position, v) }
	}
	slices.Reverse(names)
	b.x.Axis, b.y.names, b.y.grid, b.x.grid = value, names, false, true
	b.height = max(120, min(1400, vg.Length(len(names)*max(18, 8*room+8)))) + 44
	return &b.x, func(p *pen, position, v float64) (vg.Point,
		bool) {
		return p.point(v, float64(len(names)-1)-position)
	}
}

func (c *Bars) draw(b *board) {
	values, at := layoutGroups(b, c.Groups, c.Y, len(c.Series))
	values.zero = true
	for _, s := range c.Series {
		for g := range min(len(s.Y), len(c.Groups)) {
			values.include(s.Y[g])
			if values.canShow(s.Y[g]) && g < len(s.Lo) && g < len(s.Hi) {
				values.include(s.Lo[g], s.Hi[g])
			}
		}
	}
	if lo, _ := values.limits(); values.Log && values.Min == values.Max {
		values.include(lo / 1.5) // so that the smallest value has a visible bar
	}
	room := 0.8
	if b.x.names != nil {
		room = min(room, 0.2+0.2*float64(len(c.Groups))) // few groups: no bars as wide as the page
	}
	for i, s := range c.Series {
		brush := brushOf(i)
		b.addKey(key{name: s.Name, brush: brush, area: true})
		width := room / float64(len(c.Series))
		b.addLayer(func(p *pen) {
			lo, hi := values.limits()
			floor := max(lo, min(0, hi))
			for g := range min(len(s.Y), len(c.Groups)) {
				from := float64(g) - room/2 + width*float64(i)
				gap := min(0.03, width/8)
				foot, _ := at(p, from+gap, floor)
				top, ok := at(p, from+width-gap, s.Y[g])
				if !ok {
					continue
				}
				p.bar(foot, top, brush.ink, 0.85)
				if g < len(s.Lo) && g < len(s.Hi) {
					low, below := at(p, from+width/2, values.clampLow(s.Lo[g]))
					if high, above := at(p, from+width/2, s.Hi[g]); below && above {
						p.whisker(low, high, draw.LineStyle{Color: text.color(1), Width: 1})
					}
				}
			}
		})
	}
}

func (c *Bars) table() table {
	t := table{head: []string{"group", "series", "value", "low", "high"}}
	for g, name := range c.Groups {
		for _, s := range c.Series {
			if g < len(s.Y) && !math.IsNaN(s.Y[g]) {
				t.add(name, s.Name, s.Y[g], itemOrNaN(s.Lo, g), itemOrNaN(s.Hi, g))
			}
		}
	}
	return t
}
