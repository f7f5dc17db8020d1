package lewis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// dip is Figure 3: how often annealing and the hybrid succeed on random instances, and how long that takes.
type dip struct {
	scale  campaign.Scale
	orders [3]curve // of orders 3, 4 and 5
	tests  []*dipTest
}

// A curve has the runs of one order.
type curve struct {
	points []dipPoint // by ascending p
	all    papers.Records
	budget campaign.Limits
	clock  []dipPoint // under the paper's limit on time, if that was run
}

// A dipPoint has the runs of one order and p.
type dipPoint struct {
	p    float64
	runs map[string]papers.Records // by method
	rate map[string]papers.Rate
}

// A dipTest compares the two methods over values of p, or over instances.
type dipTest struct {
	order       int
	what, over  string
	better, n   int // where the hybrid is better, of those that differ
	signed      float64
	sign        float64
	holm        float64 // signed, corrected for all tests of what
	correlation float64 // rank-biserial: 1 if the hybrid is always better
}

func newDip(d *papers.Data) *dip {
	f := &dip{scale: d.Scale}
	for i := range f.orders {
		grid := fmt.Sprintf("lew-2-order%d", i+3)
		c := &f.orders[i]
		c.all = d.Records.Grid(grid).Ran()
		c.points = dipPoints(c.all)
		c.clock = dipPoints(d.Records.Grid(fmt.Sprintf("lew-2-clock-order%d", i+3)).Ran())
		c.budget = d.Limits(grid)
		if len(c.points) > 0 {
			f.tests = append(f.tests, c.test(i+3)...)
		}
	}
	// Holm's correction is for a family of tests: those of success and those of moves are two.
	for _, what := range []string{"success", "moves per success"} {
		family := slices.DeleteFunc(slices.Clone(f.tests), func(t *dipTest) bool { return t.what != what })
		p := make([]float64, len(family))
		for i, t := range family {
			p[i] = t.signed
		}
		for i, q := range stats.Holm(p) {
			family[i].holm = q
		}
	}
	return f
}

func dipPoints(r papers.Records) (points []dipPoint) {
	for _, g := range papers.GroupBy(r, proportion) {
		point := dipPoint{p: g.Key, runs: map[string]papers.Records{}, rate: map[string]papers.Rate{}}
		for _, m := range []string{annealing, hybrid} {
			point.runs[m] = g.Records.Method(m)
			point.rate[m] = papers.RateOf(point.runs[m])
		}
		if point.rate[annealing].Runs > 0 && point.rate[hybrid].Runs > 0 { // an unfinished campaign may have one of them
			points = append(points, point)
		}
	}
	return points
}

// hard reports whether a method failed at the point: it is in the dip.
func (p *dipPoint) hard() bool {
	return p.rate[annealing].Successes < p.rate[annealing].Runs || p.rate[hybrid].Successes < p.rate[hybrid].Runs
}

// against returns the runs that one method solved and the other did not, on the same instance and replicate.
func (p *dipPoint) against() (onlyHybrid, onlyAnnealing int) {
	both := append(slices.Clone(p.runs[annealing]), p.runs[hybrid]...)
	x, y := papers.Pairs(both, hybrid, annealing, papers.Success)
	for i := range x {
		switch {
		case x[i] > y[i]:
			onlyHybrid++
		case x[i] < y[i]:
			onlyAnnealing++
		}
	}
	return onlyHybrid, onlyAnnealing
}

// test compares the methods of an order.
func (c *curve) test(order int) []*dipTest {
	var x, y, u, v []float64
	for i := range c.points {
		p := &c.points[i]
		x, y = append(x, p.rate[hybrid].Value()), append(y, p.rate[annealing].Value())
		// A mean over no success is infinite, and worse than all that are not.
		if a, b := perSuccess(p.runs[hybrid]), perSuccess(p.runs[annealing]); !math.IsInf(a, 0) && !math.IsInf(b, 0) {
			u, v = append(u, -a), append(v, -b)
		}
	}
	tests := []*dipTest{newDipTest(order, "success", "values of p", x, y)}
	// Whole instances are independent of each other, runs on one are not.
	perInstance := func(m string) []float64 {
		return papers.PerInstance(c.all.Method(m), papers.Success, stats.Mean)
	}
	if x, y := perInstance(hybrid), perInstance(annealing); len(x) == len(y) {
		tests = append(tests, newDipTest(order, "success", "instances", x, y))
	}
	return append(tests, newDipTest(order, "moves per success", "values of p", u, v))
}

// newDipTest compares x, the hybrid's, with y; greater is better.
func newDipTest(order int, what, over string, x, y []float64) *dipTest {
	t := &dipTest{order: order, what: what, over: over}
	for i := range x {
		if x[i] > y[i] {
			t.better++
		}
		if x[i] != y[i] {
			t.n++
		}
	}
	signed := stats.Wilcoxon(x, y)
	t.signed, t.correlation = signed.P, signed.RankBiserial
	t.sign = stats.Sign(x, y).P
	if t.n == 0 {
		t.signed, t.sign = 1, 1
	}
	return t
}

// tested returns the test of an order.
func (f *dip) tested(order int, what, over string) *dipTest {
	for _, t := range f.tests {
		if t.order == order && t.what == what && t.over == over {
			return t
		}
	}
	return nil
}

// dip returns the runs of an order where one of the methods failed.
func (c *curve) dip() (from, to float64, a, h papers.Rate) {
	from, to = math.NaN(), math.NaN()
	for i := range c.points {
		p := &c.points[i]
		if !p.hard() {
			continue
		}
		if math.IsNaN(from) {
			from = p.p
		}
		to = p.p
		a.Successes, a.Runs = a.Successes+p.rate[annealing].Successes, a.Runs+p.rate[annealing].Runs
		h.Successes, h.Runs = h.Successes+p.rate[hybrid].Successes, h.Runs+p.rate[hybrid].Runs
	}
	return from, to, a, h
}

// lowest returns the least rate of success of a method, and where it is.
func (c *curve) lowest(method string) (least, at float64) {
	least, at = math.Inf(1), math.NaN()
	for i := range c.points {
		if v := c.points[i].rate[method].Value(); v < least {
			least, at = v, c.points[i].p
		}
	}
	return least, at
}

func (f *dip) lead() string {
	var parts []string
	for i := range f.orders {
		c := &f.orders[i]
		if len(c.points) == 0 {
			continue
		}
		_, _, a, h := c.dip()
		if a.Runs == 0 {
			parts = append(parts, fmt.Sprintf("at order %d both methods solve every run", i+3))
			continue
		}
		least, at := c.lowest(annealing)
		best, there := c.lowest(hybrid)
		parts = append(parts, fmt.Sprintf("at order %d, where a run failed, annealing solves %s and the hybrid %s; their lowest rates are %.2f at p = %.2f and %.2f at p = %.2f",
			i+3, a, h, least, at, best, there))
	}
	if len(parts) == 0 {
		return ""
	}
	s := "Random instances (Figure 3): " + strings.Join(parts, "; ") + "."
	var tested []string
	for _, order := range []int{4, 5} {
		if t := f.tested(order, "success", "values of p"); t != nil && t.n > 0 {
			tested = append(tested, fmt.Sprintf("%s at order %d (the hybrid is better at %d of %d values of p that differ)", report.Probability(t.signed), order, t.better, t.n))
		}
	}
	if len(tested) > 0 {
		s += " The signed-rank test of equal success over p gives " + strings.Join(tested, " and ") + "."
	}
	return s
}

func (f *dip) section() report.Section {
	s := report.Section{Title: "Figure 3: success and time against p"}
	if !slices.ContainsFunc(f.orders[:], func(c curve) bool { return len(c.points) > 0 }) {
		s.Blocks = append(s.Blocks, report.Text("Not run."))
		return s
	}
	s.Blocks = append(s.Blocks, report.Text(f.protocol()),
		f.panels("figure-3-success", "Figure 3: rate of success", "Bands are Wilson's, of 95 %, and take runs for independent.",
			figure.Axis{Label: "rate of success", Min: 0, Max: 1}, func(p *dipPoint, m string) report.Ours { return p.rate[m].Ours() }),
		f.panels("figure-3-time", "Figure 3: mean time of the runs that succeeded", "Preprocessing included. Gaps: no run succeeded.",
			figure.Axis{Label: "time (s)", Log: true}, func(p *dipPoint, m string) report.Ours { return unbounded(meanOf(p.runs[m], papers.Busy)) }),
		f.panels("figure-3-moves", "Moves per success: all moves, of failed runs too, by the number of successes",
			"Does not depend on the machine. Gaps: no run succeeded, or none needed a move.",
			figure.Axis{Label: "moves per success", Log: true}, func(p *dipPoint, m string) report.Ours { return unbounded(perSuccess(p.runs[m])) }),
		f.claims(), f.testTable())
	for i := range f.orders {
		if len(f.orders[i].points) > 0 {
			s.Blocks = append(s.Blocks, f.orders[i].table(i+3))
		}
	}
	return s
}

// unbounded is a number for a curve on a logarithmic axis, without an interval. What has no logarithm leaves a gap.
func unbounded(x float64) report.Ours {
	if math.IsInf(x, 0) || x <= 0 {
		x = math.NaN()
	}
	return report.Ours{Value: x, Lo: x, Hi: x}
}

// protocol says what was run.
func (f *dip) protocol() string {
	var parts []string
	for i, c := range f.orders {
		if len(c.points) == 0 {
			parts = append(parts, fmt.Sprintf("order %d was not run", i+3))
			continue
		}
		instances := len(papers.GroupBy(c.all, func(r *campaign.Record) int { return r.Index }))
		parts = append(parts, fmt.Sprintf("order %d: %d values of p, %d instances, %d runs, up to %s moves each",
			i+3, len(c.points), instances, len(c.all), report.Short(float64(c.budget.Moves))))
	}
	s := "The paper has 21 values of p, 20 instances of each, 20 runs of each instance and method. Here: " + strings.Join(parts, "; ") + "."
	if reduced(f.scale) {
		s += " That is less than the paper's, and order 5 has a tenth of its moves: low values of p are left out there, since annealing would not be " +
			"cold before the moves end, and its rates of success are too low."
	}
	return s
}

// panels is a figure with a panel for each order and a curve for each method.
func (f *dip) panels(name, title, caption string, y figure.Axis, value func(p *dipPoint, m string) report.Ours) *report.Picture {
	panels := &figure.Panels{}
	for i := range f.orders {
		if len(f.orders[i].points) == 0 {
			continue
		}
		chart := &figure.Lines{X: axisOfP(), Y: y}
		for _, m := range []struct{ method, name string }{{annealing, "annealing"}, {hybrid, "hybrid"}} {
			c := figure.Curve{Name: m.name, Points: true}
			for j := range f.orders[i].points {
				addPoint(&c, f.orders[i].points[j].p, value(&f.orders[i].points[j], m.method))
			}
			if y.Log {
				c.Lo, c.Hi = nil, nil
			}
			chart.Curves = append(chart.Curves, c)
		}
		panels.Titles, panels.Charts = append(panels.Titles, fmt.Sprintf("order %d", i+3)), append(panels.Charts, chart)
	}
	return &report.Picture{Figure: figure.Figure{Name: name, Title: title, Caption: caption, Chart: panels}}
}

func (f *dip) testTable() *report.Table {
	t := &report.Table{
		Name: "figure-3-tests", Title: "Hybrid against annealing",
		Columns: papers.Columns("|compared", "order", "|over", "differ", "hybrid better", "signed ranks, p", "after Holm", "sign test, p", "rank-biserial correlation"),
		Notes: []string{"Two-sided and exact. Differences of zero are dropped. A correlation of 1: the hybrid is better wherever they differ. " +
			"Holm's correction is over the rows about the same quantity."},
	}
	for _, x := range f.tests {
		t.Rows = append(t.Rows, []report.Cell{report.Words(x.what), report.Count(x.order), report.Words(x.over), report.Count(x.n),
			report.Count(x.better), report.Number(x.signed), report.Number(x.holm), report.Number(x.sign), report.Number(x.correlation)})
	}
	return t
}

// table has a row for each p.
func (c *curve) table(order int) *report.Table {
	t := &report.Table{
		Name: fmt.Sprintf("figure-3-order%d", order), Title: fmt.Sprintf("Figure 3, order %d: success, time and moves", order),
		Columns: papers.Columns("p", "annealing", "hybrid", "time, annealing", "time, hybrid", "moves per success, annealing", "hybrid"),
		Notes:   []string{fmt.Sprintf("Limit: %s moves. Times are means of the successful runs.", report.Short(float64(c.budget.Moves)))},
	}
	if len(c.clock) > 0 {
		t.Columns = append(t.Columns, papers.Columns("in his seconds: annealing", "hybrid")...)
		t.Notes = append(t.Notes, "In his seconds: the same with the paper's limit on time instead of moves, on this machine.")
	}
	for i := range c.points {
		p := &c.points[i]
		row := []report.Cell{{Text: fmt.Sprintf("%.2f", p.p), Number: p.p, IsNumber: true}, p.rate[annealing].Cell(), p.rate[hybrid].Cell()}
		for _, m := range []string{annealing, hybrid} {
			row = append(row, report.Seconds(meanOf(p.runs[m], papers.Busy)))
		}
		for _, m := range []string{annealing, hybrid} {
			row = append(row, amount(perSuccess(p.runs[m])))
		}
		if len(c.clock) > 0 {
			j := slices.IndexFunc(c.clock, func(q dipPoint) bool { return q.p == p.p })
			var point dipPoint
			if j >= 0 {
				point = c.clock[j]
			}
			row = append(row, point.rate[annealing].Cell(), point.rate[hybrid].Cell())
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
