package lewis

import (
	"fmt"
	"math"
	"strconv"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// referenceCurve are proportions of cells that the full propagation fills, and of instances that it solves, for orders 3, 4 and 5, by p.
// Figure 2 of the paper is a curve without numbers. These are of an independent program: 300 instances a point, standard error at most 0.012.
var referenceCurve = []struct {
	p      float64
	filled [3]float64
	solved [3]float64
}{
	{0.10, [3]float64{0.105, 0.099, 0.100}, [3]float64{0, 0, 0}},
	{0.20, [3]float64{0.212, 0.203, 0.200}, [3]float64{0, 0, 0}},
	{0.25, [3]float64{0.291, 0.253, 0.249}, [3]float64{0, 0, 0}},
	{0.30, [3]float64{0.391, 0.309, 0.300}, [3]float64{0, 0, 0}},
	{0.35, [3]float64{0.524, 0.374, 0.354}, [3]float64{0.03, 0, 0}},
	{0.40, [3]float64{0.700, 0.470, 0.410}, [3]float64{0.11, 0, 0}},
	{0.45, [3]float64{0.811, 0.619, 0.477}, [3]float64{0.22, 0, 0}},
	{0.50, [3]float64{0.904, 0.815, 0.632}, [3]float64{0.44, 0.02, 0}},
	{0.55, [3]float64{0.955, 0.921, 0.901}, [3]float64{0.63, 0.04, 0.03}},
	{0.60, [3]float64{0.974, 0.959, 0.976}, [3]float64{0.75, 0.16, 0.20}},
	{0.65, [3]float64{0.992, 0.979, 0.989}, [3]float64{0.91, 0.36, 0.47}},
	{0.70, [3]float64{0.996, 0.989, 0.997}, [3]float64{0.95, 0.60, 0.81}},
	{0.75, [3]float64{0.999, 0.995, 0.999}, [3]float64{0.99, 0.76, 0.94}},
	{0.80, [3]float64{1.000, 0.998, 1.000}, [3]float64{1.00, 0.90, 0.99}},
}

// propagation is Figure 2: what propagation fills.
type propagation struct {
	orders [3][]point     // of orders 3, 4 and 5, by ascending p
	other  papers.Records // closures of the instances for the ablation of the root
}

// A point is what propagation did with the instances of one order and p.
type point struct {
	p         float64
	instances int
	given     float64              // mean proportion of cells with a clue
	filled    map[string][]float64 // proportions of cells filled, by variant, an entry for each instance
	solved    papers.Rate          // by the full procedure
	seconds   float64              // mean time of the full procedure
}

func newPropagation(d *papers.Data) *propagation {
	f := &propagation{}
	all := d.Records.Grid("lew-1").Succeeded()
	for i := range f.orders {
		for _, g := range papers.GroupBy(all.Set(fmt.Sprintf("random-%d", i+3)), proportion) {
			f.orders[i] = append(f.orders[i], newPoint(g.Key, g.Records))
		}
	}
	f.other = all.Set("root-3", "any-3", "root-4", "any-4")
	return f
}

func newPoint(p float64, r papers.Records) point {
	point := point{p: p, instances: len(r), filled: map[string][]float64{}}
	for i := range r {
		cells := r[i].Values["cells"]
		point.given += float64(r[i].Clues) / cells / float64(len(r))
		point.seconds += r[i].Stats.Preprocess.Seconds() / float64(len(r))
		for _, v := range variants {
			point.filled[v.value] = append(point.filled[v.value], r[i].Values[v.value]/cells)
		}
		if r[i].Values["full"] == cells {
			point.solved.Successes++
		}
		point.solved.Runs++
	}
	return point
}

// proportion is the p of a random instance.
func proportion(r *campaign.Record) float64 {
	p, err := strconv.ParseFloat(r.Tags["p"], 64)
	if err != nil {
		return math.NaN()
	}
	return p
}

// at returns the point of an order and p, or nil.
func (f *propagation) at(order int, p float64) *point {
	for i := range f.orders[order-3] {
		if point := &f.orders[order-3][i]; math.Abs(point.p-p) < 1e-9 {
			return point
		}
	}
	return nil
}

// filledBy returns the mean proportion that a variant fills, with its interval.
func (p *point) filledBy(variant string) report.Ours {
	x := p.filled[variant]
	mean := stats.Mean(x)
	half := 1.96 * stats.StdDev(x) / math.Sqrt(float64(len(x)))
	if math.IsNaN(half) {
		half = 0
	}
	return report.Ours{Value: mean, Lo: max(0, mean-half), Hi: min(1, mean+half), Runs: len(x)}
}

// few says why a miss need not mean anything: the instances may be few.
func (p *point) few() string {
	se := stats.StdDev(p.filled["full"]) / math.Sqrt(float64(p.instances))
	if se < 0.015 {
		return ""
	}
	return fmt.Sprintf("Our mean of %d instances has a standard error of %.3f", p.instances, se)
}

// deviation returns the greatest difference between ours and the reference, and how many numbers there are of both.
func (f *propagation) deviation() (greatest float64, n int) {
	for _, ref := range referenceCurve {
		for i := range f.orders {
			if point := f.at(i+3, ref.p); point != nil {
				greatest = max(greatest, math.Abs(stats.Mean(point.filled["full"])-ref.filled[i]))
				n++
			}
		}
	}
	return greatest, n
}

func (f *propagation) lead() string {
	greatest, n := f.deviation()
	if n == 0 {
		return ""
	}
	s := fmt.Sprintf("Propagation (Figure 2): the mean proportion of filled cells differs from the reference curve by %.3f at most, over %d points.",
		greatest, n)
	if a, b, c := f.at(3, 0.5), f.at(4, 0.5), f.at(5, 0.5); a != nil && b != nil && c != nil {
		s += fmt.Sprintf(" With half of the cells given it fills %.2f, %.2f and %.2f of them at orders 3, 4 and 5; it solves %.2f, %.2f and %.2f of the puzzles.",
			stats.Mean(a.filled["full"]), stats.Mean(b.filled["full"]), stats.Mean(c.filled["full"]),
			a.solved.Value(), b.solved.Value(), c.solved.Value())
	}
	return s
}

func (f *propagation) section() report.Section {
	s := report.Section{Title: "Figure 2: what propagation fills"}
	s.Blocks = append(s.Blocks, report.Text("Random instances: a shuffled root solution, each cell kept with probability p. A cell counts as filled if it is given or "+
		"follows by naked and hidden singles. The paper shows the proportion only. \"Nearly always able to complete\" for p of 0.75 and more holds "+
		"for the cells; of the puzzles fewer are completed, as the second panel shows."))
	if fig := f.curves(); fig != nil {
		s.Blocks = append(s.Blocks, fig)
	}
	s.Blocks = append(s.Blocks, f.anchors(), f.referenceTable())
	if fig := f.variants(); fig != nil {
		s.Blocks = append(s.Blocks, fig)
	}
	return s
}

// curves is the figure: cells filled, puzzles solved, by order.
func (f *propagation) curves() *report.Picture {
	filled := &figure.Lines{X: axisOfP(), Y: figure.Axis{Label: "cells filled", Min: 0, Max: 1}}
	solved := &figure.Lines{X: axisOfP(), Y: figure.Axis{Label: "puzzles solved outright", Min: 0, Max: 1}}
	for i, points := range f.orders {
		if len(points) == 0 {
			continue
		}
		name := fmt.Sprintf("order %d", i+3)
		a, b := figure.Curve{Name: name, Points: true}, figure.Curve{Name: name, Points: true}
		for j := range points {
			addPoint(&a, points[j].p, points[j].filledBy("full"))
			addPoint(&b, points[j].p, points[j].solved.Ours())
		}
		filled.Curves, solved.Curves = append(filled.Curves, a), append(solved.Curves, b)
	}
	if len(filled.Curves) == 0 {
		return nil
	}
	return &report.Picture{Figure: figure.Figure{
		Name: "figure-2", Title: "Figure 2: cells filled by propagation, and puzzles that it solves",
		Caption: "Mean over the instances of each p, with bands of 95 %.",
		Chart:   &figure.Panels{Titles: []string{"proportion of cells", "proportion of puzzles"}, Charts: []figure.Chart{filled, solved}},
	}}
}

// variants is a figure of the parts of the procedure, a panel for each order.
func (f *propagation) variants() *report.Picture {
	panels := &figure.Panels{}
	for i, points := range f.orders {
		if len(points) == 0 {
			continue
		}
		chart := &figure.Lines{X: axisOfP(), Y: figure.Axis{Label: "cells filled", Min: 0, Max: 1}}
		for _, v := range variants {
			c := figure.Curve{Name: v.title}
			for j := range points {
				addPoint(&c, points[j].p, points[j].filledBy(v.value))
			}
			chart.Curves = append(chart.Curves, c)
		}
		panels.Titles, panels.Charts = append(panels.Titles, fmt.Sprintf("order %d", i+3)), append(panels.Charts, chart)
	}
	if len(panels.Charts) == 0 {
		return nil
	}
	return &report.Picture{Figure: figure.Figure{
		Name: "figure-2-parts", Title: "Cells filled by each part of the procedure",
		Caption: "Each curve adds a kind of hidden single to the one before.", Chart: panels,
	}}
}

// anchors is the table of what the paper says about Figure 2 in words.
func (f *propagation) anchors() *report.Table {
	t := &report.Table{Name: "figure-2-anchors", Title: "What the paper says about Figure 2", Columns: papers.Columns("|statement", "published", "ours", "|verdict")}
	for order := 3; order <= 5; order++ {
		points := f.orders[order-3]
		most, slowest := 0.0, 0.0
		for i := range points {
			if points[i].p <= 0.2+1e-9 {
				most = max(most, stats.Mean(points[i].filled["full"])-points[i].given)
			}
			slowest = max(slowest, points[i].seconds)
		}
		row := func(statement string, p report.Published, o report.Ours) {
			cells := []report.Cell{papers.Textf("order %d: %s", order, statement)}
			if len(points) == 0 {
				o = papers.NotRun
			}
			t.Rows = append(t.Rows, append(cells, report.Compared(p, o)...))
		}
		row("nothing is filled for p up to about 0.2: greatest mean proportion filled beyond the givens",
			report.Published{Value: 0, Rule: report.Within{Tolerance: 0.03}}, roundedOurs(report.Ours{Value: most}, 4))
		if point := f.at(order, 0.75); point != nil {
			row("nearly complete at p = 0.75: mean proportion filled", report.Published{Value: 1, Rule: report.Between{Lo: 0.995, Hi: 1}},
				roundedOurs(point.filledBy("full"), 3))
		}
		row("less than 0.03 s of CPU for a trial: longest mean time over p (s)", report.Published{Value: 0.03, Rule: report.Machine{}}, report.Ours{Value: slowest})
	}
	return t
}

// roundedOurs rounds a number to the digits in which its published counterpart is given.
func roundedOurs(o report.Ours, digits int) report.Ours {
	unit := math.Pow10(digits)
	o.Value = math.Round(o.Value*unit) / unit
	return o
}

// referenceTable compares with referenceCurve.
func (f *propagation) referenceTable() *report.Table {
	t := &report.Table{
		Name: "figure-2-reference", Title: "Proportion of cells filled, and of puzzles solved, by propagation",
		Columns: papers.Columns("|instances", "how many", "filled: reference", "ours", "|verdict", "solved: reference", "ours", "|verdict"),
		Notes: []string{"The paper has a curve, no numbers: the reference is an independent program with 300 instances for each point. " +
			"A proportion of cells matches within 0.03, one of puzzles by the rule for rates, which is two standard errors wide: of twenty such numbers about one " +
			"misses by chance."},
	}
	for i := range f.orders {
		for _, ref := range referenceCurve {
			row := []report.Cell{papers.Textf("order %d, p = %.2f", i+3, ref.p)}
			point := f.at(i+3, ref.p)
			instances, filled, solved, few := 0, papers.NotRun, papers.NotRun, ""
			if point != nil {
				instances, filled, solved, few = point.instances, point.filledBy("full"), point.solved.Ours(), point.few()
			}
			row = append(row, report.Count(instances))
			row = append(row, report.Compared(report.Published{Value: ref.filled[i], Rule: report.Within{Tolerance: 0.03}, Known: few}, filled)...)
			row = append(row, report.Compared(report.Published{Value: ref.solved[i], Rule: report.Rate{Runs: 300}}, solved)...)
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// axisOfP is the axis of the proportion of givens.
func axisOfP() figure.Axis { return figure.Axis{Label: "proportion of givens p", Min: 0, Max: 1} }

// addPoint adds a measured number to a curve with a band.
func addPoint(c *figure.Curve, x float64, o report.Ours) {
	c.X, c.Y, c.Lo, c.Hi = append(c.X, x), append(c.Y, o.Value), append(c.Lo, o.Lo), append(c.Hi, o.Hi)
}
