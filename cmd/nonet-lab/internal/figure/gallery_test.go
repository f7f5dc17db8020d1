package figure

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// dice draws the samples of the gallery.
type dice struct{ *rand.Rand }

func (r dice) normal(n int, mean, sd float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = mean + sd*r.NormFloat64()
	}
	return x
}

func (r dice) lognormal(n int, mean, sd float64) []float64 {
	x := r.normal(n, mean, sd)
	for i := range x {
		x[i] = math.Exp(x[i])
	}
	return x
}

func (r dice) cloud(n int, name string) Cloud {
	c := Cloud{Name: name, X: r.lognormal(n, -4, 2)}
	for _, x := range c.X {
		c.Y = append(c.Y, x*math.Exp(0.5+r.NormFloat64()))
	}
	return c
}

func (r dice) cells() *HeatMap {
	heat := &HeatMap{Box: [2]int{3, 3}, Scale: Axis{Label: "decisions saved by revealing the cell"}}
	for range 9 {
		var row []float64
		var labels []string
		for range 9 {
			v, l := r.Float64()*100, ""
			if r.IntN(4) == 0 {
				v, l = math.NaN(), fmt.Sprint(1+r.IntN(9))
			} else if r.IntN(3) == 0 {
				l = fmt.Sprintf("%.0f", v)
			}
			row, labels = append(row, v), append(labels, l)
		}
		heat.Values, heat.Labels = append(heat.Values, row), append(heat.Labels, labels)
	}
	return heat
}

// valley returns a curve with a confidence band.
func valley(name string, shift float64) Curve {
	c := Curve{Name: name, Points: true}
	for p := 0.0; p <= 1.0001; p += 0.05 {
		y := 1 / (1 + math.Exp(-12*math.Abs(p-shift)))
		c.X, c.Y = append(c.X, p), append(c.Y, y)
		c.Lo, c.Hi = append(c.Lo, max(0, y-0.08)), append(c.Hi, min(1, y+0.06))
	}
	return c
}

// gallery returns figures of every kind, with few points and with many.
func gallery() []*Figure {
	r := dice{rand.New(rand.NewPCG(1, 2))}
	published := valley("published", 0.4)
	published.Reference, published.Lo, published.Hi = true, nil, nil
	gap := valley("hillclimb", 0.6)
	gap.Y[5] = math.NaN()
	decay := Curve{Name: "measured", NoLine: true}
	fit := Curve{Name: "12.0·exp(−0.21·x) + 0.40"}
	for x := 0.0; x <= 30; x++ {
		y := 12*math.Exp(-0.21*x) + 0.4
		fit.X, fit.Y = append(fit.X, x), append(fit.Y, y)
		y += 0.3 * r.NormFloat64()
		decay.X, decay.Y = append(decay.X, x), append(decay.Y, y)
		decay.Lo, decay.Hi = append(decay.Lo, y-0.5), append(decay.Hi, y+0.5)
	}
	noise := Curve{Name: "50,000 points"}
	for i := range 50000 {
		noise.X, noise.Y = append(noise.X, float64(i)), append(noise.Y, 100*math.Exp(-float64(i)/2e4)+r.NormFloat64()*5)
	}
	large := &HeatMap{Box: [2]int{5, 5}, Scale: Axis{Label: "nodes", Log: true}}
	for range 25 {
		large.Values = append(large.Values, r.lognormal(25, 3, 2))
	}
	success := Axis{Label: "success rate"}
	proportion := Axis{Label: "proportion of givens p"}
	lines := &Lines{X: proportion, Y: success, Curves: []Curve{valley("anneal", 0.35), gap, published}}
	seconds := Axis{Label: "time (s)", Log: true}
	histogram := &Histogram{X: Axis{Label: "iterations"}, Y: Axis{Label: "number"}, Bins: 30,
		Values: r.normal(1000, 100, 20)}
	dots := &Dots{X: success, Groups: []string{"easy", "medium", "hard", "evil"},
		Series: []DotSeries{
			{Name: "ours", X: []float64{1, 0.9, 0.6, 0.2}, Lo: []float64{0.96, 0.84, 0.5, 0.13},
				Hi: []float64{1, 0.95, 0.7, 0.29}},
			{Name: "published", X: []float64{1, 0.92, math.NaN(), 0.25}, Reference: true},
		}}
	var long []string
	var longY, longY2 []float64
	for i := range 24 {
		long, longY, longY2 = append(long, fmt.Sprintf("lewis+anneal:method-%d", i+1)),
			append(longY, math.Exp(float64(i)/3)),
			append(longY2, math.Exp(float64(i)/4))
	}
	return []*Figure{
		{Name: "lines", Title: "Success by proportion of givens", Caption: "Three curves with a valley.", Chart: lines},
		{Name: "decay", Title: "Decay", Chart: &Lines{X: Axis{Label: "clues revealed"}, Y: Axis{Label: "time (s)"},
			Curves: []Curve{decay, fit}}},
		{Name: "decay-log", Title: "Decay", Chart: &Lines{X: Axis{Label: "clues revealed"}, Y: seconds,
			Curves: []Curve{decay, fit}}},
		{Name: "many", Title: "Many points", Chart: &Lines{X: Axis{Label: "iteration"}, Y: Axis{Label: "cost"},
			Curves: []Curve{noise}}},
		{Name: "two", Title: "Two points", Chart: &Lines{X: Axis{Label: "order"}, Y: seconds,
			Curves: []Curve{{Name: "clp", X: []float64{3, 4}, Y: []float64{0.1, 35}, Points: true}}}},
		{Name: "histogram", Title: "Histogram", Chart: histogram},
		{Name: "dots", Title: "Dots", Chart: dots},
		{Name: "dots-long", Title: "Dots with long names",
			Chart: &Dots{X: seconds, Groups: long,
				Series: []DotSeries{{Name: "encode, published", X: longY, Reference: true}, {Name: "encode", X: longY2},
					{Name: "solve, published", X: longY2, Reference: true}, {Name: "solve", X: longY}}}},
		{Name: "scatter", Title: "Scatter", Chart: &Scatter{X: Axis{Label: "clp (s)", Log: true},
			Y: Axis{Label: "glpsol (s)", Log: true}, Diagonal: true,
			Groups: []Cloud{r.cloud(100, "easy"), r.cloud(60, "hard")}}},
		{Name: "scatter-many", Title: "Scatter of many",
			Chart: &Scatter{X: Axis{Label: "clp (s)", Log: true}, Y: Axis{Label: "glpsol (s)", Log: true},
				Diagonal: true, Groups: []Cloud{r.cloud(50000, "17 clues"), r.cloud(60, "hard")}}},
		{Name: "scatter-ranges", Title: "Published numbers and ours", Chart: &Scatter{X: Axis{Label: "published"},
			Y: Axis{Label: "ours"}, Diagonal: true, Groups: []Cloud{
				{Name: "matched", X: []float64{0.2, 0.5, 0.9}, Y: []float64{0.22, 0.45, 0.91},
					Lo: []float64{0.15, 0.38, 0.85}, Hi: []float64{0.3, 0.52, 0.95}, From: []float64{0.1, 0.4, 0.85},
					To: []float64{0.3, 0.6, 0.95}},
				{Name: "missed", X: []float64{0.7}, Y: []float64{0.3}, From: []float64{0.6}, To: []float64{0.8}},
				{Name: "not comparable", X: []float64{0.6}, Y: []float64{0.1}, Reference: true}}}},
		{Name: "heat", Title: "Critical cells", Chart: r.cells()},
		{Name: "heat-large", Title: "Critical cells", Chart: large},
		{Name: "panels", Title: "Panels", Chart: &Panels{Titles: []string{"Success", "Order 4", "Iterations"},
			Charts: []Chart{lines, dots, histogram}}},
	}
}
