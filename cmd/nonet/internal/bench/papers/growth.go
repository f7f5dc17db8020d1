package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// A Growth is how a value of one method grows with the order of the puzzle: the points are runs, or medians over the replicates of an instance.
type Growth struct {
	Method string
	Orders []int
	Median []float64 // by order; infinite if at least half of the instances were not solved
	Solved []int     // instances, by order
	Run    []int
	Fitted []int // orders at which all were solved, which the line goes through
	// Line is fitted to the logarithms of the side of the grid and of the value, an instance being a point. Its slope is the exponent.
	// NaN below three orders.
	Line stats.Line
}

// Growths measures how a value grows, by method. Orders of which a method has no records are left out.
func Growths(r Records, value Quantity) []Growth {
	var all []Growth
	for _, m := range GroupBy(r.Ran(), Method) {
		g := Growth{Method: m.Key, Line: stats.Line{Slope: math.NaN()}}
		var lx, ly []float64
		for _, o := range GroupBy(m.Records, Order) {
			if o.Key < 2 {
				continue
			}
			values := NewContest(o.Records, value, 0).Times[0]
			solved := 0
			for _, v := range values {
				if !math.IsInf(v, 0) {
					solved++
				}
			}
			g.Orders, g.Median = append(g.Orders, o.Key), append(g.Median, MedianOrEndless(values))
			g.Solved, g.Run = append(g.Solved, solved), append(g.Run, len(values))
			if solved < len(values) {
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

// growthRows returns a row for each growth: the method in key, the growth, its exponent, the largest order of which more than half was solved in reach, and
// the median there in last.
func growthRows(all []Growth) []row {
	rows := make([]row, len(all))
	for i, g := range all {
		rows[i] = row{"key": g.Method, "growth": g, "exponent": g.exponent(), "reach": g.Reach(), "last": g.Last()}
	}
	return rows
}

// growthsOf returns the growths of rows.
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

// growthTable has the median of a value at each order, and the exponent of its growth with the side of the grid. The
// unit is "s" or "". The notes come after the table's own. The table is nil if there is one order only.
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
			"Medians over instances; in brackets how many were solved, where not all were. The exponent e is that of N^e, N being the side of the grid, by " +
				"least squares over the logarithms of the instances of the orders at which all were solved, if these are three or more; what is beyond the limit on " +
				"time is in none.",
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
			row = append(row, partly(c, g.Solved[i], g.Run[i]))
		}
		if math.IsNaN(g.Line.Slope) {
			row = append(row, report.Words("–"), report.Words(""), report.Words(""))
		} else {
			var from []string
			for _, o := range g.Fitted {
				from = append(from, fmt.Sprint(o))
			}
			row = append(row, report.Measured(g.exponent()), report.Words(strings.Join(from, ", ")), report.Number(g.Line.R2))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// ordersOf lists the orders that any of the methods was run at, in ascending order.
func ordersOf(all []Growth) []int {
	var orders []int
	for _, g := range all {
		orders = append(orders, g.Orders...)
	}
	slices.Sort(orders)
	return slices.Compact(orders)
}

// growthLines draws medians against the side of the grid, on logarithmic axes; nil if there are not two orders.
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

// Reach is the largest order of which the method solved more than half.
func (g *Growth) Reach() int {
	for i := len(g.Orders) - 1; i >= 0; i-- {
		if !math.IsInf(g.Median[i], 0) {
			return g.Orders[i]
		}
	}
	return 0
}

// Last is the median time at the order that the method reaches; infinite if there is none.
func (g *Growth) Last() float64 {
	if i := slices.Index(g.Orders, g.Reach()); i >= 0 {
		return g.Median[i]
	}
	return math.Inf(1)
}
