package figure

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func (s *Scatter) draw(b *board) {
	b.x.Axis, b.y.Axis = s.X, s.Y
	b.x.grid = true
	for _, g := range s.Groups {
		for i := range min(len(g.X), len(g.Y)) {
			if b.x.has(g.X[i]) && b.y.has(g.Y[i]) {
				b.x.see(g.X[i])
				b.y.see(g.Y[i])
			}
		}
	}
	if s.Diagonal { // both axes show the same
		if b.x.lo <= b.x.hi {
			b.x.see(b.y.lo, b.y.hi)
			b.y.see(b.x.lo, b.x.hi)
		}
		b.height = 380
		b.layer(func(p *pen) {
			lo, hi := b.x.ends()
			from, _ := p.at(lo, lo)
			to, _ := p.at(hi, hi)
			p.line([]vg.Point{from, to}, draw.LineStyle{Color: dim.of(1), Width: 0.9})
		})
	}
	for i, g := range s.Groups {
		brush := brushOf(i)
		b.key(key{name: g.Name, brush: brush, mark: true})
		b.layer(func(p *pen) {
			var points []vg.Point
			for k := range min(len(g.X), len(g.Y)) {
				if q, ok := p.at(g.X[k], g.Y[k]); ok {
					points = append(points, q)
				}
			}
			p.cloud(points, brush)
		})
	}
}

func (s *Scatter) table() table {
	t := table{head: []string{"group", "x", "y"}}
	for _, g := range s.Groups {
		for i := range min(len(g.X), len(g.Y)) {
			t.add(g.Name, number(g.X[i]), number(g.Y[i]))
		}
	}
	return t
}
