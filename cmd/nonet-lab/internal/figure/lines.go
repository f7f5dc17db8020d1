package figure

import (
	"slices"

	"gonum.org/v1/plot/vg"

	"nonet/internal/slice"
)

func (l *Lines) draw(b *board) {
	b.x.Axis, b.y.Axis, b.x.names = l.X, l.Y, l.X.Names
	brushes := brushes(slice.Map(l.Curves, func(c Curve) bool { return c.Reference }))
	for i, c := range l.Curves {
		for k := range min(len(c.X), len(c.Y)) {
			if !b.x.canShow(c.X[k]) || !b.y.canShow(c.Y[k]) {
				continue
			}
			b.x.include(c.X[k])
			b.y.include(c.Y[k])
			if k < len(c.Lo) && k < len(c.Hi) {
				b.y.include(c.Lo[k], c.Hi[k])
			}
		}
		b.addKey(key{name: c.Name, brush: brushes[i], line: !c.NoLine, mark: c.Points || c.NoLine})
		b.addLayer(func(p *pen) { c.band(p, brushes[i]) })
	}
	b.x.integers = !b.x.fractions
	for i, c := range l.Curves {
		b.addLayer(func(p *pen) { c.draw(p, brushes[i]) })
	}
}

// band draws the confidence band. It draws error bars instead at marks without a line, and at single points between
// gaps.
func (c *Curve) band(p *pen, brush brush) {
	var upper, lower []vg.Point
	flush := func() {
		if c.NoLine || len(upper) == 1 {
			style := brush.line()
			style.Width = 1
			for i := range upper {
				p.whisker(lower[i], upper[i], style)
			}
		} else {
			upper, lower = thin(upper), thin(lower)
			for i := range lower {
				upper = append(upper, lower[len(lower)-1-i])
			}
			if len(upper) > 2 {
				p.c.FillPolygon(brush.ink.color(0.16), p.c.ClipPolygonXY(upper))
			}
		}
		upper, lower = nil, nil
	}
	for i := range min(len(c.X), len(c.Y), len(c.Lo), len(c.Hi)) {
		hi, above := p.point(c.X[i], c.Hi[i])
		lo, below := p.point(c.X[i], p.b.y.clampLow(c.Lo[i]))
		if _, ok := p.point(c.X[i], c.Y[i]); ok && above && below {
			upper, lower = append(upper, hi), append(lower, lo)
		} else {
			flush()
		}
	}
	flush()
}

func (c *Curve) draw(p *pen, brush brush) {
	runs := p.segments(c.X, c.Y)
	if c.NoLine {
		p.cloud(slices.Concat(runs...), brush)
		return
	}
	for _, r := range runs {
		p.line(r, brush.line())
		if c.Points && len(r) <= 200 || len(r) == 1 {
			p.marks(r, brush, 2.8, 1)
		}
	}
}

func (l *Lines) table() table {
	t := table{head: []string{"curve", "x", "y", "low", "high"}}
	for _, c := range l.Curves {
		for i := range min(len(c.X), len(c.Y)) {
			t.add(c.Name, c.X[i], c.Y[i], itemOrNaN(c.Lo, i), itemOrNaN(c.Hi, i))
		}
	}
	return t
}
