package thein

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/stats"
)

// A revealed is a puzzle whose blank cells are revealed one by one, in several orders.
type revealed struct {
	name   string
	clues  int // of the original puzzle
	cells  int
	orders []order
}

// An order is one order of revealing: nodes[k] and seconds[k] are the nodes and the time of the search with k cells
// revealed.
type order struct {
	name           string
	nodes, seconds []float64
	cells          []string // cells[k] is the k-th revealed cell; cells[0] is ""
}

// reveals returns the puzzles of the grid "reveal".
func reveals(d *papers.Data) (puzzles []revealed) {
	r := d.Records.Grid("reveal").Method(cp).Succeeded()
	type place struct{ puzzle, line string }
	orders := map[place]map[int]papers.Records{}
	for i := range r {
		k, err := strconv.Atoi(r[i].Tags["revealed"])
		if err != nil {
			continue
		}
		at := place{r[i].Tags["puzzle"], r[i].Tags["line"]}
		if orders[at] == nil {
			orders[at] = map[int]papers.Records{}
		}
		orders[at][k] = append(orders[at][k], r[i])
	}
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	for _, at := range slices.SortedFunc(maps.Keys(orders), func(a, b place) int {
		return cmp.Or(cmp.Compare(number(a.puzzle), number(b.puzzle)), cmp.Compare(a.puzzle, b.puzzle),
			cmp.Compare(number(a.line), number(b.line)), cmp.Compare(a.line, b.line))
	}) {
		steps := orders[at]
		o := order{name: at.line}
		for k := 0; len(steps[k]) > 0; k++ {
			o.nodes = append(o.nodes, stats.Median(steps[k].Values(papers.Nodes)))
			o.seconds = append(o.seconds, stats.Median(steps[k].Values(papers.Solve)))
			o.cells = append(o.cells, steps[k][0].Tags["cell"])
		}
		if len(o.nodes) < 2 {
			continue
		}
		if n := len(puzzles); n == 0 || puzzles[n-1].name != at.puzzle {
			first := steps[0][0]
			puzzles = append(puzzles, revealed{name: at.puzzle, clues: first.Clues,
				cells: first.Order * first.Order * first.Order * first.Order})
		}
		p := &puzzles[len(puzzles)-1]
		p.orders = append(p.orders, o)
	}
	return puzzles
}

// solved returns the percentage of the blank cells that are revealed after k cells.
func (p *revealed) solved(k int) float64 { return 100 * float64(k) / float64(p.cells-p.clues) }

// curve returns for each k the percentage of revealed cells, x[k], and the values of all orders, y[k].
func (p *revealed) curve(value func(order) []float64) (x []float64, y [][]float64) {
	for k := 0; ; k++ {
		var at []float64
		for _, o := range p.orders {
			if v := value(o); k < len(v) {
				at = append(at, v[k])
			}
		}
		if len(at) == 0 {
			return x, y
		}
		x, y = append(x, p.solved(k)), append(y, at)
	}
}

// fit fits the decay to the means over all orders.
func (p *revealed) fit(value func(order) []float64) stats.DecayFit {
	x, y := p.curve(value)
	return stats.FitDecay(x, papers.Each(y, stats.Mean))
}

func nodesOf(o order) []float64   { return o.nodes }
func secondsOf(o order) []float64 { return o.seconds }

// A drop is one step of an order: the revealed cell, and the nodes before it and with it.
type drop struct {
	cell         string
	revealed     int // number of cells revealed before
	before, with float64
}

// drop returns the step that saves most nodes, and false if no step saves any.
func (p *revealed) drop() (drop, bool) {
	var best drop
	for _, o := range p.orders {
		for k := range len(o.nodes) - 1 {
			if o.nodes[k]-o.nodes[k+1] > best.before-best.with {
				best = drop{o.cells[k+1], k, o.nodes[k], o.nodes[k+1]}
			}
		}
	}
	return best, best.before > best.with
}

// rises returns the number of steps that increase the nodes, and the number of all steps.
func (p *revealed) rises() (up, all int) {
	for _, o := range p.orders {
		for k := range len(o.nodes) - 1 {
			if all++; o.nodes[k+1] > o.nodes[k] {
				up++
			}
		}
	}
	return up, all
}

// typical returns the puzzle whose nodes without revealed cells are the (upper) median of all puzzles.
func typical(puzzles []revealed) *revealed {
	sorted := slices.SortedStableFunc(slices.Values(puzzles), func(a, b revealed) int {
		return cmp.Compare(a.orders[0].nodes[0], b.orders[0].nodes[0])
	})
	return &sorted[len(sorted)/2]
}

// revealing draws the orders of a puzzle, their mean and the fits, in nodes or in seconds.
func (w writer) revealing(name, title string, p *revealed, axis figure.Axis, value func(order) []float64) {
	x, y := p.curve(value)
	mean := figure.Curve{Name: "mean over orders", X: x, Y: papers.Each(y, stats.Mean)}
	for i := range y {
		ci := stats.BootstrapMean(y[i], w.seed)
		mean.Lo, mean.Hi = append(mean.Lo, ci.Lo), append(mean.Hi, ci.Hi)
	}
	chart := &figure.Lines{X: figure.Axis{Label: "blank cells revealed (%)"}, Y: axis}
	points := figure.Curve{Name: "single orders", NoLine: true, Points: true}
	for i := range y {
		for _, v := range y[i] {
			points.X, points.Y = append(points.X, x[i]), append(points.Y, v)
		}
	}
	fit := stats.FitDecay(x, mean.Y)
	full := figure.Curve{Name: "a·exp(-bx) + c", X: x}
	line := figure.Curve{Name: "log-linear fit", X: x}
	for _, v := range x {
		full.Y, line.Y = append(full.Y, fit.At(v)), append(line.Y, fit.LogAt(v))
	}
	chart.Curves = []figure.Curve{points, mean, full, line}
	caption := fmt.Sprintf("%s, %d orders of revealing its %d blank cells; bands are bootstrap intervals of 95 %% of "+
		"the mean. Fit to the means, in %s and per cent: ", puzzleName(p.name), len(p.orders), p.cells-p.clues,
		axis.Label)
	if math.IsNaN(fit.A) {
		caption += "no exponential with a floor fits; "
	} else {
		caption += fmt.Sprintf("%s·exp(-%.3gx) + %s, R² %.2f; ", digits(fit.A), fit.B, digits(fit.C), fit.R2)
	}
	caption += fmt.Sprintf("log-linear %s·exp(-%.3gx), R² %.2f of the logarithms.", digits(fit.LogA), fit.LogB,
		fit.LogR2)
	w.Picture(name, title, caption, chart)
}

func puzzleName(name string) string {
	n, err := strconv.Atoi(name)
	if err != nil {
		return "The puzzle"
	}
	return fmt.Sprintf("Puzzle %d", n+1)
}

// revealed makes the table and the figures of Figure 4.3, and returns the R² of the fits.
func (w writer) revealed() (r2 []float64) {
	puzzles := reveals(w.Data)
	t := w.Table("figure-4-3-fits", "|puzzle", "clues", "orders", "nodes at first", "a", "b (1/%)", "c", "R²",
		"R², log-linear", "R² of time", "|largest drop by one cell", "% of the first nodes", "steps up")
	var logs, firsts []float64
	ups, steps := 0, 0
	for i := range puzzles {
		p := &puzzles[i]
		nodes, seconds, base := p.fit(nodesOf), p.fit(secondsOf), p.orders[0].nodes[0]
		drop, share := "none", math.NaN()
		if d, some := p.drop(); some {
			drop, share = fmt.Sprintf("%s: %s to %s nodes, after %d others", d.cell, digits(d.before), digits(d.with),
				d.revealed), 100*(d.before-d.with)/base
		}
		up, all := p.rises()
		_, y := p.curve(nodesOf)
		t.Row(puzzleName(p.name), cell(float64(p.clues)), cell(float64(len(p.orders))), cell(base), cell(nodes.A),
			cell(nodes.B), cell(nodes.C), cell(nodes.R2), cell(nodes.LogR2), cell(seconds.R2), drop, cell(share),
			fmt.Sprintf("%d of %d", up, all))
		r2, logs = append(r2, nodes.R2), append(logs, nodes.LogR2)
		firsts = append(firsts, 1-stats.Mean(y[1])/stats.Mean(y[0]))
		ups, steps = ups+up, steps+all
	}
	w.Figure("figure-4-3-nodes", nil)
	w.Figure("figure-4-3-time", nil)
	if len(puzzles) > 0 {
		p := typical(puzzles)
		w.revealing("figure-4-3-nodes", "Fig. 4.3 in nodes", p, figure.Axis{Label: "nodes", Log: true}, nodesOf)
		w.revealing("figure-4-3-time", "Fig. 4.3: time", p, papers.TimeAxis, secondsOf)
	}
	percent := func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }
	w.Numbers("", map[string]any{"revealed puzzles": fmt.Sprint(len(puzzles)),
		"decay explains": percent(stats.Median(r2)), "line explains": percent(stats.Median(logs)),
		"first cell saves": percent(stats.Median(firsts)), "steps": fmt.Sprint(steps), "steps up": fmt.Sprint(ups),
		"share of steps up": percent(float64(ups) / float64(steps))})
	return r2
}
