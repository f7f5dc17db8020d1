package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/figure"
	"nonet/cmd/nonet/internal/report"
	"nonet/cmd/nonet/internal/stats"
)

// A growth is how a value of one method grows with the order of the puzzle: the points are runs, or medians over the replicates of an instance.
type growth struct {
	method string
	orders []int
	median []float64 // by order; infinite if at least half of the instances were not solved
	solved []int     // instances, by order
	run    []int
	fitted []int // orders at which all were solved, which the line goes through
	// line is fitted to the logarithms of the side of the grid and of the value, an instance being a point. Its slope is the exponent.
	// NaN below three orders.
	line stats.Line
}

// growths measures how a value grows, by method. Orders of which a method has no records are left out.
func growths(r Records, value func(*campaign.Record) float64) []growth {
	var all []growth
	for _, m := range GroupBy(r.Ran(), Method) {
		g := growth{method: m.Key, line: stats.Line{Slope: math.NaN()}}
		var lx, ly []float64
		for _, o := range GroupBy(m.Records, Order) {
			if o.Key < 2 {
				continue
			}
			values := newContest(o.Records, value, 0).times[0]
			solved := 0
			for _, v := range values {
				if !math.IsInf(v, 0) {
					solved++
				}
			}
			g.orders, g.median = append(g.orders, o.Key), append(g.median, medianOrEndless(values))
			g.solved, g.run = append(g.solved, solved), append(g.run, len(values))
			if solved < len(values) {
				continue
			}
			g.fitted = append(g.fitted, o.Key)
			for _, v := range values {
				if v > 0 {
					lx, ly = append(lx, math.Log(float64(o.Key*o.Key))), append(ly, math.Log(v))
				}
			}
		}
		if len(g.fitted) >= 3 && len(lx) >= 3 {
			g.line = stats.FitLine(lx, ly)
		}
		all = append(all, g)
	}
	return all
}

// exponent is the slope with its interval.
func (g *growth) exponent() report.Ours {
	o := report.Ours{Value: g.line.Slope}
	if i := g.line.SlopeInterval; !math.IsNaN(i.Lo) && !math.IsNaN(i.Hi) {
		o.Lo, o.Hi = i.Lo, i.Hi
	}
	return o
}

// growthTable has the median of a value at each order, and the exponent of its growth with the side of the grid. It is nil if there is one order
// only.
func growthTable(name, title string, all []growth, cell func(float64) report.Cell) *report.Table {
	orders := ordersOf(all)
	if len(orders) < 2 {
		return nil
	}
	t := &report.Table{
		Name: name, Title: title, Columns: []report.Column{{Title: "method", Text: true}},
		Notes: []string{
			"Medians over instances; in brackets how many were solved, where not all were. The exponent e is that of N^e, N being the side of the grid, by " +
				"least squares over the logarithms of the instances of the orders at which all were solved, if these are three or more; what is beyond the limit on " +
				"time is in none.",
		},
	}
	for _, o := range orders {
		t.Columns = append(t.Columns, report.Column{Title: fmt.Sprintf("order %d", o)})
	}
	t.Columns = append(t.Columns, report.Column{Title: "exponent"}, report.Column{Title: "from orders", Text: true}, report.Column{Title: "R²"})
	for _, g := range all {
		row := []report.Cell{report.Words(g.method)}
		for _, o := range orders {
			i := slices.Index(g.orders, o)
			if i < 0 {
				row = append(row, report.Words("–"))
				continue
			}
			c := cell(g.median[i])
			if math.IsInf(g.median[i], 0) {
				c = report.Words("time-out")
			}
			if g.solved[i] < g.run[i] {
				c.Text += fmt.Sprintf(" (%d of %d)", g.solved[i], g.run[i])
			}
			row = append(row, c)
		}
		if math.IsNaN(g.line.Slope) {
			row = append(row, report.Words("–"), report.Words(""), report.Words(""))
		} else {
			var from []string
			for _, o := range g.fitted {
				from = append(from, fmt.Sprint(o))
			}
			row = append(row, report.Measured(g.exponent()), report.Words(strings.Join(from, ", ")), report.Number(g.line.R2))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func ordersOf(all []growth) []int {
	var orders []int
	for _, g := range all {
		orders = append(orders, g.orders...)
	}
	slices.Sort(orders)
	return slices.Compact(orders)
}

// growthLines draws medians against the side of the grid, on logarithmic axes.
func growthLines(all []growth, axis figure.Axis) *figure.Lines {
	axis.Log = true
	l := &figure.Lines{X: figure.Axis{Label: "side of the grid", Log: true}, Y: axis}
	for _, g := range all {
		c := figure.Curve{Name: g.method, Points: true}
		for i, o := range g.orders {
			if m := g.median[i]; m > 0 && !math.IsInf(m, 0) {
				c.X, c.Y = append(c.X, float64(o*o)), append(c.Y, m)
			}
		}
		if len(c.X) > 0 {
			l.Curves = append(l.Curves, c)
		}
	}
	return l
}

// GrowthOf shows how times grow with the order: a table, and a figure of the methods with the shortest times at the largest order. It is empty if
// all puzzles are of one order.
func GrowthOf(name string, r Records) []report.Block {
	all := growths(r, Wall)
	t := growthTable(slug(name)+"-orders", "Times by order", all, report.Seconds)
	if t == nil {
		return nil
	}
	t.Notes = append(t.Notes, "Instances of different orders are alike only if their sets are.")
	caption := "Median times against the side of the grid: on these axes a power is a straight line. A curve ends where half of the instances are not solved."
	shown := all
	if len(all) > most {
		shown = slices.Clone(all)
		slices.SortStableFunc(shown, func(a, b growth) int {
			if a.reach() != b.reach() {
				return b.reach() - a.reach()
			}
			if a.last() < b.last() {
				return -1
			}
			return 1
		})
		shown = shown[:most]
		caption += fmt.Sprintf(" The %d of %d methods that come furthest.", most, len(all))
	}
	return []report.Block{t, &report.Picture{Figure: figure.Figure{
		Name: slug(name) + "-growth", Title: "Time against order", Caption: caption, Chart: growthLines(shown, figure.Axis{Label: "time (s)"}),
	}}}
}

// reach is the largest order of which the method solved more than half, and last its median time there.
func (g *growth) reach() int {
	for i := len(g.orders) - 1; i >= 0; i-- {
		if !math.IsInf(g.median[i], 0) {
			return g.orders[i]
		}
	}
	return 0
}

func (g *growth) last() float64 {
	if i := slices.Index(g.orders, g.reach()); i >= 0 {
		return g.median[i]
	}
	return math.Inf(1)
}
