package figure

import (
	"slices"

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
		b.addLayer(func(p *pen) { g.strips(p) })
		points.Curves = append(points.Curves, Curve{Name: g.Name, X: g.X, Y: g.Y, Lo: g.Lo, Hi: g.Hi, NoLine: true,
			Reference: g.Reference})
	}
	points.draw(b)
	b.x.grid = true
	if s.Diagonal && b.x.lo <= b.x.hi {
		b.x.include(b.y.lo, b.y.hi)
		b.y.include(b.x.lo, b.x.hi)
	}
}

// strips draws the expected ranges as grey strips.
func (g *Cloud) strips(p *pen) {
	const half = 3.5 // half of the width
	for i := range min(len(g.X), len(g.From), len(g.To)) {
		lo, below := p.point(g.X[i], p.b.y.clampLow(g.From[i]))
		if hi, above := p.point(g.X[i], g.To[i]); below && above {
			p.bar(vg.Point{X: lo.X - half, Y: lo.Y}, vg.Point{X: hi.X + half, Y: hi.Y}, line, 1)
		}
	}
}

func (s *Scatter) table() table {
	t := table{head: []string{"group", "x", "y"}}
	full := slices.ContainsFunc(s.Groups, func(g Cloud) bool { return g.Lo != nil || g.From != nil })
	if full {
		t.head = append(t.head, "low", "high", "expected from", "expected to")
	}
	for _, g := range s.Groups {
		for i := range min(len(g.X), len(g.Y)) {
			row := []any{g.Name, g.X[i], g.Y[i]}
			if full {
				row = append(row, itemOrNaN(g.Lo, i), itemOrNaN(g.Hi, i), itemOrNaN(g.From, i), itemOrNaN(g.To, i))
			}
			t.add(row...)
		}
	}
	return t
}
