package report

import (
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/figure"
)

// A Comparison is a published number and ours, for a figure.
type Comparison struct {
	Published float64
	Ours      Ours
	From, To  float64 // our number matches in this range; NaN: the rule has no range
	Verdict   Verdict
}

// comparison returns the numbers of a verdict, or nil if one of them is missing.
func comparison(p Published, o Ours, v Verdict) *Comparison {
	if v == NotRun || math.IsNaN(p.Value) || math.IsNaN(o.Value) || math.IsInf(o.Value, 0) {
		return nil
	}
	c := &Comparison{Published: p.Value, Ours: o, From: math.NaN(), To: math.NaN(), Verdict: v}
	switch r := p.Rule.(type) {
	case Rate:
		t := r.tolerance(p.Value, o)
		c.From, c.To = p.Value-t, p.Value+t
	case Within:
		c.From, c.To = p.Value-r.Tolerance, p.Value+r.Tolerance
	case Ratio:
		c.From, c.To = p.Value*r.Lo, p.Value*r.Hi
	case Machine:
		if r.Fit != nil {
			c.From, c.To = p.Value/r.Fit.Factor*Iterations.Lo, p.Value/r.Fit.Factor*Iterations.Hi
		}
	case Between:
		c.From, c.To = r.Lo, r.Hi
	}
	return c
}

// Comparisons returns the comparisons of a table, or of its columns with the titles, with published numbers. Inputs and
// references of our own are not results, and times that match up to a factor are not equal.
func (t *Table) Comparisons(titles ...string) (all []Comparison) {
	for _, row := range t.Rows {
		for i, c := range row {
			if c.Compared != nil && !c.Repeats && c.kind() == PublishedNumber &&
				(len(titles) == 0 || i < len(t.Columns) && slices.Contains(titles, t.Columns[i].Title)) {
				all = append(all, *c.Compared)
			}
		}
	}
	return all
}

// Agreement returns a chart of our numbers against the published numbers, or nil if it can show none. A point has the
// colour and shape of its verdict and the interval of our number; a strip shows where our number matches; on the
// diagonal the two are equal.
func Agreement(log bool, all []Comparison) figure.Chart {
	groups := []figure.Cloud{{Name: string(Matched)}, {Name: string(Missed)},
		{Name: string(NotComparable), Reference: true}}
	shown, zeros := 0, 0
	for _, c := range all {
		for i := range groups {
			g := &groups[i]
			if g.Name != string(c.Verdict) {
				continue
			}
			if log && min(c.Published, c.Ours.Value) <= 0 {
				zeros++
				continue
			}
			shown++
			lo, hi := c.Ours.Lo, c.Ours.Hi
			if lo == 0 && hi == 0 {
				lo, hi = math.NaN(), math.NaN()
			}
			g.X, g.Y = append(g.X, c.Published), append(g.Y, c.Ours.Value)
			g.Lo, g.Hi = append(g.Lo, lo), append(g.Hi, hi)
			g.From, g.To = append(g.From, c.From), append(g.To, c.To)
		}
	}
	if shown == 0 {
		return nil
	}
	label := "published"
	if zeros > 0 {
		label += fmt.Sprintf("; not shown: %d with a zero", zeros)
	}
	chart := &figure.Scatter{X: figure.Axis{Label: label, Log: log}, Y: figure.Axis{Label: "ours", Log: log},
		Diagonal: true}
	for _, g := range groups {
		if len(g.X) > 0 || g.Name != string(NotComparable) { // matched and missed keep their colours
			chart.Groups = append(chart.Groups, g)
		}
	}
	return chart
}
