package figure

import "gonum.org/v1/plot/vg"

// steps are the values in order. On a logarithmic axis those not above 0 count as the least that is, of all samples: what a clock calls 0
// was solved, too.
func (c *Cactus) steps() [][]float64 {
	least := 0.0
	all := make([][]float64, len(c.Samples))
	for i, s := range c.Samples {
		all[i] = sorted(s.Values)
		for _, v := range all[i] {
			if v > 0 && (least == 0 || v < least) {
				least = v
			}
		}
	}
	if least == 0 {
		least = 1
	}
	if c.Y.Log {
		for _, values := range all {
			for i := range values {
				values[i] = max(values[i], least)
			}
		}
	}
	return all
}

func (c *Cactus) draw(b *board) {
	b.x.Axis, b.y.Axis = Axis{Label: "instances solved"}, c.Y
	b.x.integers, b.x.zero, b.x.grid = true, true, true
	b.x.see(float64(c.Instances))
	b.height = high + 40
	for i, values := range c.steps() {
		brush := brushOf(i)
		b.y.see(values...)
		b.x.see(float64(len(values)))
		few := len(values) <= 15
		b.key(key{name: c.Samples[i].Name, brush: brush, line: true, mark: few})
		b.layer(func(p *pen) {
			var points []vg.Point
			for k, v := range values {
				if q, ok := p.at(float64(k+1), v); ok {
					points = append(points, q)
				}
			}
			p.line(points, brush.line())
			if few {
				p.marks(points, brush, 2.6, 1)
			}
		})
	}
}

func (c *Cactus) table() table {
	t := table{head: []string{"sample", "solved", "value"}}
	for _, s := range c.Samples {
		for i, v := range sorted(s.Values) {
			t.add(s.Name, number(float64(i+1)), number(v))
		}
	}
	return t
}
