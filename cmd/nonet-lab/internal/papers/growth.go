package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
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

// growthRows returns one row for each method, with the fields key (the method), growth, exponent, reach (the largest
// order at which it solved more than half of the instances) and last (the median at that order).
func growthRows(all []Growth) []row {
	rows := make([]row, len(all))
	for i, g := range all {
		rows[i] = row{"key": g.Method, "growth": g, "exponent": g.exponent(), "reach": g.Reach(), "last": g.Last()}
	}
	return rows
}

// growthsOf returns the field growth of rows.
func growthsOf(rows []row) []Growth {
	all := make([]Growth, len(rows))
	for i, r := range rows {
		all[i] = r["growth"].(Growth)
	}
	return all
}

// exponent is the slope with its interval.
func (g *Growth) exponent() report.Ours {
	o := report.Ours{Value: g.Line.Slope}
	if i := g.Line.SlopeInterval; !math.IsNaN(i.Lo) && !math.IsNaN(i.Hi) {
		o.Lo, o.Hi = i.Lo, i.Hi
	}
	return o
}

// growthTable returns a table of the median of a value at each order, and of the exponent of its growth with the side
// of the grid. The unit is "s" or "". The given notes follow the table's own. With one order only, it returns nil.
func growthTable(name, title, unit string, rows []row, notes ...string) *report.Table {
	all := growthsOf(rows)
	orders := ordersOf(all)
	if len(orders) < 2 {
		return nil
	}
	cell := report.Number
	if unit == "s" {
		cell = report.Seconds
	}
	t := &report.Table{
		Name: name, Title: title, Columns: Columns("|method"),
		Notes: append([]string{
			"Medians over instances, with the number of solved instances in brackets if some were not solved. " +
				"The exponent e of N^e, N the side of the grid, is fitted by least squares to the logarithms, " +
				"over the orders at which all instances were solved, if these are three or more.",
		}, notes...),
	}
	for _, o := range orders {
		t.Columns = append(t.Columns, report.Column{Title: fmt.Sprintf("order %d", o)})
	}
	t.Columns = append(t.Columns, Columns("exponent", "|from orders", "R²")...)
	for _, g := range all {
		row := []report.Cell{report.Words(g.Method)}
		for _, o := range orders {
			i := slices.Index(g.Orders, o)
			if i < 0 {
				row = append(row, report.Words("–"))
				continue
			}
			c := cell(g.Median[i])
			if math.IsInf(g.Median[i], 0) {
				c = report.Words("timeout")
			}
			c = partly(c, g.Solved[i], g.Ran[i])
			c.Text += before(g.Before[i], g.Before[i]+g.Ran[i])
			row = append(row, c)
		}
		if math.IsNaN(g.Line.Slope) {
			row = append(row, report.Words("–"), report.Words(""), report.Words(""))
		} else {
			var from []string
			for _, o := range g.Fitted {
				from = append(from, fmt.Sprint(o))
			}
			row = append(row, report.Measured(g.exponent()), report.Words(strings.Join(from, ", ")),
				report.Number(g.Line.R2))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// ordersOf returns the orders at which any of the methods was run, in ascending order.
func ordersOf(all []Growth) []int {
	var orders []int
	for _, g := range all {
		orders = append(orders, g.Orders...)
	}
	slices.Sort(orders)
	return slices.Compact(orders)
}

// growthLines draws medians over the side of the grid, on logarithmic axes. With fewer than two orders it returns nil.
func growthLines(label string, rows []row) figure.Chart {
	all := growthsOf(rows)
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
