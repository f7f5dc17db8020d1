package figure

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func (s *Scatter) draw(b *board) {
	if s.Diagonal { // both axes show the same quantity
		b.height = 380
		b.addLayer(func(p *pen) {
			lo, hi := b.x.limits()
			from, _ := p.point(lo, lo)
			to, _ := p.point(hi, hi)
			p.line([]vg.Point{from, to}, draw.LineStyle{Color: dim.color(1), Width: 0.9})
		})
	}
	points := Lines{X: s.X, Y: s.Y}
	for _, g := range s.Groups {
		points.Curves = append(points.Curves, Curve{Name: g.Name, X: g.X, Y: g.Y, NoLine: true})
	}
	points.draw(b)
	b.x.grid = true
	if s.Diagonal && b.x.lo <= b.x.hi {
		b.x.include(b.y.lo, b.y.hi)
		b.y.include(b.x.lo, b.x.hi)
	}
}

func (s *Scatter) table() table {
	t := table{head: []string{"group", "x", "y"}}
	for _, g := range s.Groups {
		for i := range min(len(g.X), len(g.Y)) {
			t.add(g.Name, g.X[i], g.Y[i])
		}
	}
	return t
}
