package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// upright lays groups out: along the x-axis if their names fit there, otherwise along the y-axis, from above, with room for room of them
// in each. It returns how to place a value at a position among groups.
func upright(b *board, groups []string, value Axis, room int) func(p *pen, position, v float64) (vg.Point, bool) {
	short := names(groups)
	if inARow(short) {
		b.x.names, b.y.Axis = short, value
		return func(p *pen, position, v float64) (vg.Point, bool) { return p.at(position, v) }
	}
	b.x.Axis, b.y.grid, b.x.grid = value, false, true
	for i := range short {
		b.y.names = append(b.y.names, short[len(short)-1-i])
	}
	b.height = max(120, min(1400, vg.Length(len(short)*max(18, 8*room+8)))) + 44
	return func(p *pen, position, v float64) (vg.Point, bool) { return p.at(v, float64(len(short)-1)-position) }
}

// valueScale is the scale across that of the groups.
func valueScale(b *board) *scale {
	if b.y.names != nil {
		return &b.x
	}
	return &b.y
}

func (c *Bars) draw(b *board) {
	at := upright(b, c.Groups, c.Y, len(c.Series))
	values := valueScale(b)
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
				t.add(name, s.Name, number(s.Y[g]), item(s.Lo, g), item(s.Hi, g))
			}
		}
	}
	return t
}
