package papers

import (
	_ "embed"
	"math"
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// EachGrid is general.toml: tables and figures for each grid of any campaign. An experiment that shows some of these
// appends EachGrid to its own claims.
//
//go:embed general.toml
var EachGrid string

//go:embed general.md.tmpl
var generalText string

// General reports on any campaign. For each grid it shows the outcomes and times of each method, and which differences
// between methods are significant.
func General(d *Data) (*report.Document, error) {
	return Experiment{Name: d.Spec.Label(), Claims: EachGrid, Text: generalText}.fromFiles(d)
}

// gridRows returns a row for each grid that has records, with the fields that general.toml names. If all instances of a
// grid are split and have missing pieces, the grid comes last.
func (w *writer) gridRows() (rows []row) {
	instances := w.data.Instances()
	add := func(grid, title string, r Records) {
		rows = append(rows, row{
			"grid": grid, "slug": slug(grid), "title": title, "limit": w.data.TimeLimit(grid),
			"group": r, "ran": r.Ran(), "pieces": w.data.pieceRows(grid),
		})
	}
	for _, g := range GroupBy(instances, func(r *campaign.Record) string { return r.Grid }) {
		title := g.Key
		if len(w.data.Spec.Grids) == 1 {
			title = "Methods"
		}
		add(g.Key, title, g.Records)
	}
	for _, whole := range w.data.Wholes {
		if !slices.ContainsFunc(rows, func(r row) bool { return r["grid"] == whole.Grid }) {
			add(whole.Grid, whole.Grid, nil)
		}
	}
	return rows
}

// cactus draws how many instances each method solves within a time, of those that reach its solver. The time of an
// instance is the median over its replicates. The name of a curve states how many instances it leaves out. cactus
// returns nil if there are too few instances to draw.
func cactus(r Records) figure.Chart {
	c := &figure.Cactus{Y: figure.Axis{Label: "time (s)", Log: true}}
	for _, m := range GroupBy(r, Method) {
		medians := PerInstance(m.Records.Reached(), infiniteIfFailed(Time), stats.Median)
		all := len(PerInstance(m.Records, Time, stats.Median))
		c.Instances = max(c.Instances, len(medians))
		c.Samples = append(c.Samples, figure.Sample{Name: m.Key + before(all-len(medians), all),
			Values: keep(medians, finite)})
	}
	if c.Instances < 5 {
		return nil
	}
	return c
}

// couples returns one row for each pair of rows, with their keys in the fields first and second.
func couples(rows []row) (pairs []row) {
	for i, a := range rows {
		for _, b := range rows[i+1:] {
			pairs = append(pairs, row{"first": a["key"], "second": b["key"]})
		}
	}
	return pairs
}

// logRatios returns log(x/y) for each pair, and as many zeros: a test on ranks of two lists then tests the differences
// themselves. If one of x and y is infinite, the absolute value is greater than all others. Pairs of two infinite
// values, or with a zero, are left out.
func logRatios(x, y []float64) (differences, zeros []float64) {
	largest := 0.0
	for i := range x {
		if d := math.Abs(math.Log(x[i] / y[i])); !math.IsInf(d, 0) && !math.IsNaN(d) {
			largest = max(largest, d)
		}
	}
	for i := range x {
		d := math.Log(x[i] / y[i])
		switch {
		case math.IsNaN(d) || x[i] <= 0 || y[i] <= 0:
			continue
		case math.IsInf(d, 0):
			d = math.Copysign(largest+1, d)
		}
		differences = append(differences, d)
	}
	return differences, make([]float64, len(differences))
}

// efforts are the counters of a method's work, the most informative first.
var efforts = []string{"nodes", "conflicts", "decisions", "linear programs", "moves"}

// effort returns two cells: the median of the most informative counter that the runs have, and its name. Moves of a
// method that is not stochastic are iterations of its simplex method; if their median is zero, the program has not
// printed them in most runs, and there is no counter.
func effort(r Records) []report.Cell {
	for _, name := range efforts {
		v := r.Values(commonQuantities[name])
		if !slices.ContainsFunc(v, func(x float64) bool { return x > 0 }) {
			continue
		}
		median := stats.Median(v)
		if name == "moves" {
			if m, err := methods.Parse(r[0].Method); err == nil && m.Kind != methods.Stochastic {
				name = "iterations"
			}
		}
		if name == "iterations" && median == 0 {
			break
		}
		return []report.Cell{report.Number(median), report.Words(name)}
	}
	return []report.Cell{report.Number(math.NaN()), {}}
}
