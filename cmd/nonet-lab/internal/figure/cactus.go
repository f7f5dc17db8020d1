package figure

import "math"

// draw plots the values of each sample in ascending order. On a logarithmic axis, values that are not positive are
// plotted as the smallest positive value of all samples: a run whose time the clock measured as 0 was solved, too.
func (c *Cactus) draw(b *board) {
	least := math.Inf(1)
	for _, s := range c.Samples {
		for _, v := range sortedFinite(s.Values) {
			if v > 0 {
				least = min(least, v)
			}
		}
	}
	if math.IsInf(least, 1) {
		least = 1
	}
	steps := Lines{X: Axis{Label: "instances solved"}, Y: c.Y}
	for _, s := range c.Samples {
		curve := Curve{Name: s.Name, Y: sortedFinite(s.Values)}
		for i, v := range curve.Y {
			curve.X = append(curve.X, float64(i+1))
			if c.Y.Log {
				curve.Y[i] = max(v, least)
			}
		}
		curve.Points = len(curve.Y) <= 15
		steps.Curves = append(steps.Curves, curve)
	}
	steps.draw(b)
	b.x.zero, b.x.grid = true, true
	b.x.include(float64(c.Instances))
	b.height = plotHeight + 40
}

func (c *Cactus) table() table {
	t := table{head: []string{"sample", "solved", "value"}}
	for _, s := range c.Samples {
		for i, v := range sortedFinite(s.Values) {
			t.add(s.Name, i+1, v)
		}
	}
	return t
}
