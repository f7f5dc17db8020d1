package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nonet/cmd/nonet-lab/internal/stats"
)

// A box is a box plot after Tukey: the quartiles q1, q2, q3; the whiskers low and high, the most extreme values within
// 1.5 times q3-q1 of the box; and the values outside the whiskers. On a logarithmic axis, ratios are used instead of
// differences.
type box struct {
	n                     int
	low, q1, q2, q3, high float64
	outside               []float64
}

func boxOf(values []float64, log bool) box {
	b := box{n: len(values)}
	if b.n == 0 {
		return b
	}
	s := stats.Summarize(values)
	b.q1, b.q2, b.q3 = s.Q1, s.Median, s.Q3
	from, to := b.q1-1.5*(b.q3-b.q1), b.q3+1.5*(b.q3-b.q1)
	if log {
		from, to = b.q1/math.Pow(b.q3/b.q1, 1.5), b.q3*math.Pow(b.q3/b.q1, 1.5)
	}
	b.low, b.high = b.q1, b.q3
	for _, v := range values {
		if v < from || v > to {
			b.outside = append(b.outside, v)
		} else {
			b.low, b.high = min(b.low, v), max(b.high, v)
		}
	}
	return b
}

// values returns the values of a sample that the axis can show, in ascending order.
func (c *Boxes) values(s Sample) []float64 {
	axis := scale{Axis: c.Y}
	return slices.DeleteFunc(sortedFinite(s.Values), func(v float64) bool { return !axis.canShow(v) })
}

func (c *Boxes) draw(b *board) {
	var groups []string
	for _, s := range c.Samples {
		groups = append(groups, s.Name)
	}
	values, at := layoutGroups(b, groups, c.Y)
	brush := brushOf(0)
	for i, s := range c.Samples {
		all := c.values(s)
		values.include(all...)
		x := float64(i)
		half := 0.28
		if b.x.names != nil {
			half = min(half, 0.05*float64(len(groups)+1)) // few samples: no boxes as wide as the page
		}
		b.addLayer(func(p *pen) {
			places := func(values ...float64) (points []vg.Point) {
				for _, v := range values {
					q, _ := at(p, x, v)
					points = append(points, q)
				}
				return points
			}
			if len(all) <= 8 { // too few values for quartiles: mark each value
				p.marks(places(all...), brush, 2.6, 0.7)
				return
			}
			box := boxOf(all, c.Y.Log)
			style := draw.LineStyle{Color: brush.ink.color(1), Width: 1.1}
			whiskers := places(box.q1, box.low, box.q3, box.high)
			p.whisker(whiskers[0], whiskers[1], style)
			p.whisker(whiskers[2], whiskers[3], style)
			corner := func(side, v float64) vg.Point { q, _ := at(p, x+side*half, v); return q }
			a, z := corner(-1, box.q1), corner(1, box.q3)
			p.bar(a, z, brush.ink, 0.3)
			p.line([]vg.Point{a, corner(1, box.q1), z, corner(-1, box.q3), a}, style)
			p.line([]vg.Point{corner(-1, box.q2), corner(1, box.q2)}, draw.LineStyle{Color: text.color(1), Width: 2})
			p.cloud(places(box.outside...), brush)
		})
	}
}

func (c *Boxes) table() table {
	t := table{head: []string{"sample", "values", "low", "quartile 1", "median", "quartile 3", "high", "outside"}}
	for _, s := range c.Samples {
		b := boxOf(c.values(s), c.Y.Log)
		if b.n == 0 {
			t.add(s.Name, 0, "", "", "", "", "", 0)
			continue
		}
		t.add(s.Name, b.n, b.low, b.q1, b.q2, b.q3, b.high, len(b.outside))
	}
	return t
}
