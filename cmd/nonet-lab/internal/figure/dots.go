package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nonet/internal/slice"
)

func (c *Dots) draw(b *board) {
	names := make([]string, len(c.Groups))
	for i, g := range c.Groups {
		names[len(names)-1-i] = shorten(singleLine(g), 28)
	}
	b.x.Axis, b.y.names, b.y.grid, b.x.grid = c.X, names, false, true
	b.height = max(100, min(1400, vg.Length(len(names)*max(18, 8*len(c.Series)+8)))) + 44
	at := func(p *pen, position, v float64) (vg.Point, bool) { return p.point(v, float64(len(names)-1)-position) }
	b.addLayer(func(p *pen) { // a line between two rows
		for g := range len(c.Groups) - 1 {
			y := p.y(float64(len(names)-1) - float64(g) - 0.5)
			p.c.StrokeLine2(draw.LineStyle{Color: line.color(1), Width: 0.7}, p.c.Min.X, y, p.c.Max.X, y)
		}
	})
	const room = 0.76 // part of a row that the marks take
	brushes := brushes(slice.Map(c.Series, func(s DotSeries) bool { return s.Reference }))
	for i, s := range c.Series {
		brush := brushes[i]
		b.addKey(key{name: s.Name, brush: brush, mark: true})
		n := min(len(s.X), len(c.Groups))
		interval := func(g int) bool { return g < len(s.Lo) && g < len(s.Hi) }
		for g := range n {
			if b.x.canShow(s.X[g]) {
				b.x.include(s.X[g])
				if interval(g) {
					b.x.include(s.Lo[g], s.Hi[g])
				}
			}
		}
		b.addLayer(func(p *pen) {
			var marks []vg.Point
			for g := range n {
				position := float64(g) + room*((float64(i)+0.5)/float64(len(c.Series))-0.5)
				q, ok := at(p, position, s.X[g])
				if !ok {
					continue
				}
				marks = append(marks, q)
				if !interval(g) {
					continue
				}
				lo, below := at(p, position, b.x.clampLow(s.Lo[g]))
				if hi, above := at(p, position, s.Hi[g]); below && above && lo != hi {
					p.whisker(lo, hi, draw.LineStyle{Color: brush.ink.color(1), Width: 1.3})
				}
			}
			p.marks(marks, brush, 3.2, 1)
		})
	}
}

// brushes returns the brush of each series. A single reference is grey. Of several references the first has the colour
// and shape of the first series of other values, hollow, and so on.
func brushes(references []bool) []brush {
	all := make([]brush, len(references))
	others, index := 0, 0
	for i, isReference := range references {
		if isReference {
			all[i] = brushOf(others)
			all[i].hollow = true
			others++
		} else {
			all[i] = brushOf(index)
			index++
		}
	}
	if others == 1 {
		all[slices.Index(references, true)] = reference
	}
	return all
}

func (c *Dots) table() table {
	t := table{head: []string{"group", "series", "value", "low", "high"}}
	for g, name := range c.Groups {
		for _, s := range c.Series {
			if g < len(s.X) && !math.IsNaN(s.X[g]) {
				t.add(name, s.Name, s.X[g], itemOrNaN(s.Lo, g), itemOrNaN(s.Hi, g))
			}
		}
	}
	return t
}
