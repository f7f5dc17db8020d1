package figure

import (
	"math"

	"nonet/cmd/nonet-lab/internal/stats"
)

// finite returns the finite times, and for each whether it is censored.
func (l *Lifetimes) finite() (times []float64, censored []bool) {
	for i, t := range l.Times {
		if math.Abs(t) < 1e300 {
			times = append(times, t)
			censored = append(censored, i < len(l.Censored) && l.Censored[i])
		}
	}
	return times, censored
}

func (s *Survival) draw(b *board) {
	b.x.Axis, b.y.Axis = s.X, s.Y
	b.y.zero = true
	b.y.include(1)
	if !s.Y.Log {
		b.y.include(0)
	}
	for i, g := range s.Groups {
		times, censored := g.finite()
		if len(times) == 0 {
			b.addKey(key{name: g.Name, brush: brushOf(i), line: true})
			continue
		}
		curve := stats.KaplanMeier(times, censored)
		start := 0.0
		if s.X.Log {
			start = curve.Last
			for _, t := range times {
				if t > 0 {
					start = min(start, t)
				}
			}
		}
		// Each step is two points; the last step extends to the longest time.
		c := Curve{X: []float64{start}, Y: []float64{1}, Lo: []float64{1}, Hi: []float64{1}}
		step := func(t, v, lo, hi float64) {
			last := len(c.X) - 1
			c.X, c.Y, c.Lo, c.Hi = append(c.X, t, t), append(c.Y, c.Y[last], v), append(c.Lo, c.Lo[last], lo),
				append(c.Hi, c.Hi[last], hi)
		}
		for k, t := range curve.Times {
			step(t, curve.Survival[k], curve.Lo[k], curve.Hi[k])
		}
		last := len(c.X) - 1
		step(curve.Last, c.Y[last], c.Lo[last], c.Hi[last])
		left := c.Y[last]
		b.x.include(c.X...)
		b.y.include(c.Y...)
		brush := brushOf(i)
		b.addKey(key{name: g.Name, brush: brush, line: true})
		b.addLayer(func(p *pen) {
			c.band(p, brush)
			c.draw(p, brush)
			if q, ok := p.point(curve.Last, left); ok && left > 0 { // runs were censored at the end
				p.c.StrokeLine2(brush.line(), q.X, q.Y-4, q.X, q.Y+4)
			}
		})
	}
}

func (s *Survival) table() table {
	t := table{head: []string{"group", "time", "at risk", "ended", "survival", "low", "high"}}
	for _, g := range s.Groups {
		times, censored := g.finite()
		c := stats.KaplanMeier(times, censored)
		for i := range c.Times {
			t.add(g.Name, c.Times[i], c.AtRisk[i], c.Events[i], c.Survival[i], c.Lo[i], c.Hi[i])
		}
		left := 1.0
		if n := len(c.Survival); n > 0 {
			left = c.Survival[n-1]
		}
		if len(times) > 0 {
			t.add(g.Name, c.Last, "", 0, left, "", "")
		}
	}
	return t
}
