package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nonet/cmd/nonet/internal/bench/stats"
)

// known are the times that are numbers, and which of them are limits.
func (l *Lifetimes) known() (times []float64, censored []bool) {
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
	b.y.see(1)
	if !s.Y.Log {
		b.y.see(0)
	}
	for i, g := range s.Groups {
		times, censored := g.known()
		if len(times) == 0 {
			b.key(key{name: g.Name, brush: brushOf(i), line: true})
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
		// Each step is two points; the last reaches to where nothing is known any more.
		x, y, lo, hi := []float64{start}, []float64{1}, []float64{1}, []float64{1}
		step := func(t, v, l, h float64) {
			last := len(x) - 1
			x, y, lo, hi = append(x, t, t), append(y, y[last], v), append(lo, lo[last], l), append(hi, hi[last], h)
		}
		for k, t := range curve.Times {
			step(t, curve.Survival[k], curve.Lo[k], curve.Hi[k])
		}
		last := len(x) - 1
		step(curve.Last, y[last], lo[last], hi[last])
		b.x.see(x...)
		b.y.see(y...)
		brush := brushOf(i)
		b.key(key{name: g.Name, brush: brush, line: true})
		b.layer(func(p *pen) {
			c := Curve{X: x, Y: y, Lo: lo, Hi: hi}
			c.band(p, brush)
			for _, r := range p.runs(x, y) {
				p.line(r, brush.line())
			}
			if q, ok := p.at(curve.Last, y[len(y)-1]); ok && y[len(y)-1] > 0 { // limits
				p.c.StrokeLine2(brush.line(), q.X, q.Y-4, q.X, q.Y+4)
			}
			if s.Fit {
				p.exponential(stats.FitExponential(times, censored).Scale, start, curve.Last, brush)
			}
		})
	}
}

// exponential draws exp(-t/mean).
func (p *pen) exponential(mean, from, to float64, brush brush) {
	if !(mean > 0) || !(to > from) {
		return
	}
	const parts = 100
	var x, y []float64
	for k := range parts + 1 {
		t := from + (to-from)*float64(k)/parts
		x, y = append(x, t), append(y, math.Exp(-t/mean))
	}
	for _, r := range p.runs(x, y) {
		p.line(r, draw.LineStyle{Color: brush.ink.of(1), Width: 1, Dashes: []vg.Length{4, 3.5}})
	}
}

func (s *Survival) table() table {
	t := table{head: []string{"group", "time", "at risk", "ended", "survival", "low", "high"}}
	for _, g := range s.Groups {
		times, censored := g.known()
		c := stats.KaplanMeier(times, censored)
		for i := range c.Times {
			t.add(g.Name, number(c.Times[i]), number(float64(c.AtRisk[i])), number(float64(c.Events[i])), number(c.Survival[i]), item(c.Lo, i), item(c.Hi, i))
		}
		if len(times) > 0 {
			t.add(g.Name, number(c.Last), "", "0", number(c.At(c.Last)), "", "")
		}
	}
	return t
}
