package figure

import "math"

// draw shows the values in order. On a logarithmic axis those not above 0 count as the least that is, of all samples: what a clock calls 0
// was solved, too.
func (c *Cactus) draw(b *board) {
	least := math.Inf(1)
	for _, s := range c.Samples {
		for _, v := range sorted(s.Values) {
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
		curve := Curve{Name: s.Name, Y: sorted(s.Values)}
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
	b.x.see(float64(c.Instances))
	b.height = high + 40
}

func (c *Cactus) table() table {
	t := table{head: []string{"sample", "solved", "value"}}
	for _, s := range c.Samples {
		for i, v := range sorted(s.Values) {
			t.add(s.Name, i+1, v)
		}
	}
	return t
}
