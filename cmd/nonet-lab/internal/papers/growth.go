package papers

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

// A Growth describes how a value of one method grows with the order of the puzzle. The value of an instance is the
// median over its replicates.
type Growth struct {
	Method string
	Orders []int
	Median []float64 // by order; infinite if at least half of the instances were not solved, NaN if Ran is 0
	Solved []int     // by order: the number of solved instances
	Ran    []int     // by order: the number of instances that reached the solver
	Before []int     // by order: the number of instances that the preprocessor decided; the other fields ignore them
	Fitted []int     // orders at which all instances were solved; Line is fitted to these
	// Line is a least-squares line through the points (log of the side of the grid, log of the value), one for each
	// instance. Its slope is the exponent. NaN below three orders.
	Line stats.Line
}

// Growths returns the growth of a value for each method. Orders without records of a method are left out.
func Growths(r Records, value Quantity) []Growth {
	var all []Growth
	for _, m := range GroupBy(r.Ran(), Method) {
		g := Growth{Method: m.Key, Line: stats.Line{Slope: math.NaN()}}
		var lx, ly []float64
		for _, o := range GroupBy(m.Records, Order) {
			if o.Key < 2 {
				continue
			}
			c := NewContest(o.Records, value, 0)
			values := c.Times[0]
			solved, ran := c.Solved(values)
			g.Orders, g.Median = append(g.Orders, o.Key), append(g.Median, MedianWithInf(values))
			g.Solved, g.Ran, g.Before = append(g.Solved, solved), append(g.Ran, ran), append(g.Before, c.Before[0])
			if ran == 0 || solved < ran {
				continue
			}
			g.Fitted = append(g.Fitted, o.Key)
			for _, v := range values {
				if v > 0 {
					lx, ly = append(lx, math.Log(float64(o.Key*o.Key))), append(ly, math.Log(v))
				}
			}
		}
		if len(g.Fitted) >= 3 && len(lx) >= 3 {
			g.Line = stats.FitLine(lx, ly)
		}
		all = append(all, g)
	}
	return all
}

// Exponent is the slope with its interval.
func (g *Growth) Exponent() report.Ours {
	return WithInterval(g.Line.Slope, g.Line.SlopeInterval)
}

// GrowthTable adds a table of the median of a value at each order, and of the exponent of its growth with the side
// of the grid. The unit is "s" or "". With one order only, it has no rows.
func (w *Writer) GrowthTable(name, unit string, all []Growth) {
	orders := ordersOf(all)
	t := w.Table(name, "|method", Each(orders, func(o int) string { return fmt.Sprintf("order %d", o) }), "exponent",
		"|from orders", "R²")
	if len(orders) < 2 {
		return
	}
	cell := report.Number
	if unit == "s" {
		cell = report.Seconds
	}
	for _, g := range all {
		medians := Each(orders, func(o int) any {
			i := slices.Index(g.Orders, o)
			if i < 0 {
				return "–"
			}
			c := cell(g.Median[i])
			if math.IsInf(g.Median[i], 0) {
				c = report.Words("timeout")
			}
			return Counted(c, g.Solved[i], g.Ran[i], g.Before[i]+g.Ran[i])
		})
		if math.IsNaN(g.Line.Slope) {
			t.Row(g.Method, medians, "–")
			continue
		}
		from := Each(g.Fitted, func(o int) string { return fmt.Sprint(o) })
		t.Row(g.Method, medians, g.Exponent(), strings.Join(from, ", "), g.Line.R2)
	}
}

// ordersOf returns the orders at which any of the methods was run, in ascending order.
func ordersOf(all []Growth) []int {
	return slice.Unique(slices.Concat(Each(all, func(g Growth) []int { return g.Orders })...))
}

// GrowthLines draws medians over the side of the grid, on logarithmic axes. With fewer than two orders it returns nil.
func GrowthLines(label string, all []Growth) figure.Chart {
	if len(ordersOf(all)) < 2 {
		return nil
	}
	l := &figure.Lines{X: figure.Axis{Label: "side of the grid", Log: true}, Y: figure.Axis{Label: label, Log: true}}
	for _, g := range all {
		c := figure.Curve{Name: g.Method, Points: true}
		for i, o := range g.Orders {
			if m := g.Median[i]; m > 0 && !math.IsInf(m, 0) {
				c.X, c.Y = append(c.X, float64(o*o)), append(c.Y, m)
			}
		}
		if len(c.X) > 0 {
			l.Curves = append(l.Curves, c)
		}
	}
	return l
}

// Furthest returns the n growths that reach the largest orders, the fastest first of equals.
func Furthest(n int, all []Growth) []Growth {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Growth) int { return cmp.Compare(a.Last(), b.Last()) })
	slices.SortStableFunc(all, func(a, b Growth) int { return cmp.Compare(b.Reach(), a.Reach()) })
	return all[:min(n, len(all))]
}

// Reach returns the largest order at which the method solved more than half of the instances.
func (g *Growth) Reach() int {
	for i := len(g.Orders) - 1; i >= 0; i-- {
		if finite(g.Median[i]) {
			return g.Orders[i]
		}
	}
	return 0
}

// Last returns the median at the order Reach, or +Inf if there is none.
func (g *Growth) Last() float64 {
	if i := slices.Index(g.Orders, g.Reach()); i >= 0 {
		return g.Median[i]
	}
	return math.Inf(1)
}
