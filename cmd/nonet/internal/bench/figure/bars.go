package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// upright lays groups out: along the x-axis if their names fit there, otherwise along the y-axis, from above, with room for room of them
// in each. It returns the scale across that of the groups, and how to place a value at a position among groups.
func upright(b *board, groups []string, value Axis, room int) (*scale, func(p *pen, position, v float64) (vg.Point, bool)) {
	names := make([]string, len(groups))
	var widest vg.Length
	for i, g := range groups {
		names[i] = shorten(clean(g), 28)
		widest = max(widest, words(small, text).Width(names[i]))
	}
	if (widest+8)*vg.Length(len(names)) <= wide-60 {
		b.x.names, b.y.Axis = names, value
		return &b.y, func(p *pen, position, v float64) (vg.Point, bool) { return p.at(position, v) }
	}
	slices.Reverse(names)
	b.x.Axis, b.y.names, b.y.grid, b.x.grid = value, names, false, true
	b.height = max(120, min(1400, vg.Length(len(names)*max(18, 8*room+8)))) + 44
	return &b.x, func(p *pen, position, v float64) (vg.Point, bool) { return p.at(v, float64(len(names)-1)-position) }
}

func (c *Bars) draw(b *board) {
	values, at := upright(b, c.Groups, c.Y, len(c.Series))
	values.zero = true
	for _, s := range c.Series {
		for g := range min(len(s.Y), len(c.Groups)) {
			values.see(s.Y[g])
			if values.has(s.Y[g]) && g < len(s.Lo) && g < len(s.Hi) {
				values.see(s.Lo[g], s.Hi[g])
			}
		}
	}
	if lo, _ := values.ends(); values.Log && values.Min == values.Max {
		values.see(lo / 1.5) // so that the smallest has a bar, too
	}
	room := 0.8
	if b.x.names != nil {
		room = min(room, 0.2+0.2*float64(len(c.Groups))) // not as wide as the page
	}
	for i, s := range c.Series {
		brush := brushOf(i)
		b.key(key{name: s.Name, brush: brush, area: true})
		width := room / float64(len(c.Series))
		b.layer(func(p *pen) {
			lo, hi := values.ends()
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
					low, below := at(p, from+width/2, values.foot(s.Lo[g]))
					if high, above := at(p, from+width/2, s.Hi[g]); below && above {
						p.whisker(low, high, draw.LineStyle{Color: text.of(1), Width: 1})
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
				t.add(name, s.Name, s.Y[g], item(s.Lo, g), item(s.Hi, g))
			}
		}
	}
	return t
}
