package thein

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// reveal is Fig. 4.3: puzzles whose blank cells are revealed one by one.
type reveal struct {
	puzzles []revealed
	seed    uint64
}

// revealed is a puzzle with the orders in which its cells are revealed.
type revealed struct {
	name   string
	clues  int // of the puzzle as it is
	cells  int
	orders []order
}

// A order is one order of revealing: nodes[k] and seconds[k] are what the search needs when k cells are revealed.
type order struct {
	name           string
	nodes, seconds []float64
	cells          []string // cells[k] was revealed last; cells[0] is ""
}

func newReveal(t *data) *reveal {
	f := &reveal{seed: t.Spec.Seed}
	r := t.Records.Grid("reveal").Method(cpMethod).Ran().Succeeded()
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
	var places []place
	for at := range orders {
		places = append(places, at)
	}
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(number(a.puzzle), number(b.puzzle)), cmp.Compare(a.puzzle, b.puzzle), cmp.Compare(number(a.line),
			number(b.line)), cmp.Compare(a.line, b.line))
	})
	for _, at := range places {
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
		if n := len(f.puzzles); n == 0 || f.puzzles[n-1].name != at.puzzle {
			first := steps[0][0]
			f.puzzles = append(f.puzzles, revealed{name: at.puzzle, clues: first.Clues,
				cells: first.Order * first.Order * first.Order * first.Order})
		}
		p := &f.puzzles[len(f.puzzles)-1]
		p.orders = append(p.orders, o)
	}
	return f
}

// solved is the part of the blank cells that is known when k of them are revealed, in per cent.
func (p *revealed) solved(k int) float64 { return 100 * float64(k) / float64(p.cells-p.clues) }

// curve returns the per cent solved and, for each, what value has over all orders.
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
	return stats.FitDecay(x, meansOf(y))
}

func meansOf(y [][]float64) []float64 {
	means := make([]float64, len(y))
	for i := range y {
		means[i] = stats.Mean(y[i])
	}
	return means
}

func nodesOf(o order) []float64   { return o.nodes }
func secondsOf(o order) []float64 { return o.seconds }

// A drop is a cell that spared much.
type drop struct {
	cell         string
	revealed     int // cells before it
	before, with float64
}

// drop returns the cell that spared most nodes, and whether any did.
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

// rises counts the steps at which one more known cell made the search longer, and all steps.
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

// typical is the puzzle whose nodes as it is are the (upper) median of all.
func (f *reveal) typical() *revealed {
	order := make([]int, len(f.puzzles))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(f.puzzles[a].orders[0].nodes[0], f.puzzles[b].orders[0].nodes[0])
	})
	return &f.puzzles[order[len(order)/2]]
}

// lead says whether the decay is exponential.
func (f *reveal) lead() string {
	if len(f.puzzles) == 0 {
		return ""
	}
	var r2, logR2, first []float64
	up, all := 0, 0
	for i := range f.puzzles {
		fit := f.puzzles[i].fit(nodesOf)
		r2, logR2 = append(r2, fit.R2), append(logR2, fit.LogR2)
		_, y := f.puzzles[i].curve(nodesOf)
		first = append(first, 1-stats.Mean(y[1])/stats.Mean(y[0]))
		u, a := f.puzzles[i].rises()
		up, all = up+u, all+a
	}
	of := "the evil puzzle"
	if len(f.puzzles) > 1 {
		of = fmt.Sprintf("%d evil puzzles (medians)", len(f.puzzles))
	}
	return fmt.Sprintf("When the cells of %s are revealed one by one, an exponential with a floor explains %.0f %% of the variance of "+
		"the mean number of nodes, a straight line in its "+
		"logarithm %.0f %%; the first cell alone spares %.0f %% of the nodes on average. Of %d steps %d, %.0f %%, made the search "+
		"longer although a cell more was known.",
		of, 100*stats.Median(r2), 100*stats.Median(logR2), 100*stats.Median(first), all, up, 100*float64(up)/float64(all))
}

func (f *reveal) section() report.Section {
	s := report.Section{Title: "Cells revealed one by one (Fig. 4.3)"}
	if len(f.puzzles) == 0 {
		s.Blocks = append(s.Blocks, report.Text("Not run."))
		return s
	}
	s.Blocks = append(s.Blocks,
		report.Text("The thesis shows, for an evil puzzle with 26 givens, the time of constraint programming against the per cent of "+
			"the puzzle that is solved, and sees an exponential decay "+
			"with jumps at critical cells. Here cells are revealed in random orders; the per cent is of the blank cells; times are "+
			"those of the search alone."))
	p := f.typical()
	s.Blocks = append(s.Blocks, f.picture(p, "figure-4-3-nodes", "Fig. 4.3 in nodes", "nodes", nodesOf), f.picture(p,
		"figure-4-3-time", "Fig. 4.3: time", "time (s)", secondsOf), f.table())
	return s
}

// picture shows the orders of a puzzle, their mean and the fit.
func (f *reveal) picture(p *revealed, name, title, label string, value func(order) []float64) *report.Picture {
	x, y := p.curve(value)
	mean := figure.Curve{Name: "mean over orders", X: x, Y: meansOf(y)}
	for i := range y {
		ci := stats.BootstrapMean(y[i], f.seed)
		mean.Lo, mean.Hi = append(mean.Lo, ci.Lo), append(mean.Hi, ci.Hi)
	}
	chart := &figure.Lines{X: figure.Axis{Label: "blank cells known (%)"}, Y: figure.Axis{Label: label, Log: true}}
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
		full.Y, line.Y = append(full.Y, positive(fit.At(v))), append(line.Y, fit.LogAt(v))
	}
	chart.Curves = []figure.Curve{points, mean, full, line}
	caption := fmt.Sprintf("%s, %d orders of revealing its %d blank cells; bands are bootstrap intervals of 95 %% of the mean. Fit to "+
		"the means, in %s and per cent: ",
		puzzleName(p.name), len(p.orders), p.cells-p.clues, label)
	if math.IsNaN(fit.A) {
		caption += "no exponential with a floor fits; "
	} else {
		caption += fmt.Sprintf("%s·exp(-%.3gx) + %s, R² %.2f; ", digits(fit.A), fit.B, digits(fit.C), fit.R2)
	}
	caption += fmt.Sprintf("log-linear %s·exp(-%.3gx), R² %.2f of the logarithms.", digits(fit.LogA), fit.LogB, fit.LogR2)
	return &report.Picture{Figure: figure.Figure{Name: name, Title: title, Caption: caption, Chart: chart}}
}

// positive leaves a gap where a logarithmic axis has no place.
func positive(y float64) float64 {
	if y <= 0 {
		return math.NaN()
	}
	return y
}

func puzzleName(name string) string {
	n, err := strconv.Atoi(name)
	if err != nil {
		return "The puzzle"
	}
	return fmt.Sprintf("Puzzle %d", n+1)
}

// table has the fits and the largest drops.
func (f *reveal) table() *report.Table {
	t := &report.Table{
		Name: "figure-4-3-fits", Title: "Decay of the nodes, and the cell that spares most",
		Columns: papers.Columns("|puzzle", "clues", "orders", "nodes as it is", "a", "b (1/%)", "c", "R²", "R², log-linear", "R² of time",
			"|largest drop by one cell", "% of the nodes as it is", "steps up"),
		Notes: []string{"Fits are to the means over orders. The drop is the largest between two steps of any order. Steps up are those " +
			"at which one more known cell made the search longer; " +
			"the order of the search depends on how many candidates cells have, and may change for the worse."},
	}
	for i := range f.puzzles {
		p := &f.puzzles[i]
		fit, seconds := p.fit(nodesOf), p.fit(secondsOf)
		base := p.orders[0].nodes[0]
		drop, share := report.Words("none"), report.Words("–")
		if d, some := p.drop(); some {
			drop = papers.Textf("%s: %s to %s nodes, after %d others", d.cell, digits(d.before), digits(d.with), d.revealed)
			share = numberCell(100 * (d.before - d.with) / base)
		}
		up, all := p.rises()
		t.Rows = append(t.Rows, []report.Cell{
			papers.Textf("%s", puzzleName(p.name)), numberCell(float64(p.clues)), numberCell(float64(len(p.orders))),
			numberCell(base), numberCell(fit.A), numberCell(fit.B),
			numberCell(fit.C), numberCell(fit.R2), numberCell(fit.LogR2), numberCell(seconds.R2), drop, share, papers.Textf("%d of %d",
				up, all),
		})
	}
	return t
}

// filled reports whether a preprocessor filled all cells.
func filled(r *campaign.Record) bool { return r.Values["closed"] == 1 }
