package papers

import (
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

// A Series is a curve or a series of marks: a number, or a measured number with its interval, for each point. nil
// leaves the point out of a curve.
type Series struct {
	Name           string
	Values         []any
	Points, NoLine bool // of a curve: marks at the points, marks only
	Reference      bool // published values
}

// TimeAxis is the axis of times.
var TimeAxis = figure.Axis{Label: "time (s)", Log: true}

// Over returns a series of values, one for each item.
func Over[T any](name string, all []T, value func(T) any) Series {
	return Series{Name: name, Values: Each(all, value)}
}

// A Panel is one chart of several in a figure, with a heading.
type Panel struct {
	Heading string
	Chart   figure.Chart
}

// Figure adds a figure. Without a chart it is not shown.
func (w *Writer) Figure(name string, c figure.Chart) {
	if w.figures[name] = nil; c != nil {
		w.Picture(name, "", "", c)
	}
}

// Picture adds a figure that has its title and caption.
func (w *Writer) Picture(name, title, caption string, c figure.Chart) {
	w.figures[name] = &report.Picture{Figure: figure.Figure{Name: name, Title: title, Caption: caption, Chart: c}}
}

// Panels adds a figure of several charts. A panel without a chart is left out.
func (w *Writer) Panels(name string, panels ...Panel) {
	all := &figure.Panels{}
	for _, p := range panels {
		if p.Chart != nil {
			all.Titles, all.Charts = append(all.Titles, p.Heading), append(all.Charts, p.Chart)
		}
	}
	if w.Figure(name, nil); len(all.Charts) > 0 {
		w.Figure(name, all)
	}
}

// Compared adds a figure of published numbers and ours, by verdict; without inputs and machine times.
func (w *Writer) Compared(name string, log bool, all ...[]report.Comparison) {
	w.Figure(name, report.Agreement(log, slices.Concat(all...)))
}

// Dots returns a chart of marks with intervals, one row for each group; nil without groups.
func Dots(x figure.Axis, groups []string, series ...Series) figure.Chart {
	if len(groups) == 0 || len(series) == 0 {
		return nil
	}
	chart := &figure.Dots{X: x, Groups: groups}
	for _, s := range series {
		c := s.curve(nil, x.Log)
		chart.Series = append(chart.Series, figure.DotSeries{Name: c.Name, X: c.Y, Lo: c.Lo, Hi: c.Hi,
			Reference: c.Reference})
	}
	return chart
}

// Along returns a chart of curves over names: the values of a curve are those of the names, in order.
func Along(names []string, y figure.Axis, curves ...Series) figure.Chart {
	places := slice.Make(len(names), func(i int) float64 { return float64(i) })
	return Lines(figure.Axis{Names: names}, y, places, curves...)
}

// Lines returns a chart of curves over the places at; nil without a point.
func Lines(x, y figure.Axis, at []float64, curves ...Series) figure.Chart {
	chart := &figure.Lines{X: x, Y: y}
	for _, s := range curves {
		if c := s.curve(at, y.Log); len(c.Y) > 0 {
			chart.Curves = append(chart.Curves, c)
		}
	}
	if len(chart.Curves) == 0 {
		return nil
	}
	return chart
}

// curve returns the points of a series. Without places each value is a point. On a logarithmic axis, values that are
// not positive are gaps.
func (s Series) curve(at []float64, log bool) figure.Curve {
	c := figure.Curve{Name: s.Name, Points: s.Points, NoLine: s.NoLine, Reference: s.Reference}
	hasInterval := false
	for i, v := range s.Values {
		if v == nil && at != nil {
			continue
		}
		o := oursOf(v)
		if math.IsInf(o.Value, 0) || log && o.Value <= 0 {
			o.Value = math.NaN()
		}
		switch v.(type) {
		case report.Ours, Rate:
			hasInterval = true
		}
		if math.IsNaN(o.Value) {
			o.Lo, o.Hi = math.NaN(), math.NaN()
		} else if o.Lo == 0 && o.Hi == 0 {
			o.Lo, o.Hi = o.Value, o.Value
		}
		if at != nil {
			c.X = append(c.X, at[i])
		}
		c.Y, c.Lo, c.Hi = append(c.Y, o.Value), append(c.Lo, o.Lo), append(c.Hi, o.Hi)
	}
	if !hasInterval {
		c.Lo, c.Hi = nil, nil
	}
	return c
}

// Heat returns a heat map with a cell for each row and column: the value of its colour, NaN for none, and its label. It
// is nil without rows or columns.
func Heat(scale figure.Axis, rows, columns []string, cell func(row, column int) (float64, string)) figure.Chart {
	if len(rows) == 0 || len(columns) == 0 {
		return nil
	}
	h := &figure.HeatMap{Scale: scale, Rows: rows, Columns: columns}
	for i := range rows {
		values, labels := make([]float64, len(columns)), make([]string, len(columns))
		for j := range columns {
			values[j], labels[j] = cell(i, j)
		}
		h.Values, h.Labels = append(h.Values, values), append(h.Labels, labels)
	}
	return h
}

// Scatter returns a chart of the clouds that have points; nil without any.
func Scatter(x, y figure.Axis, clouds ...figure.Cloud) figure.Chart {
	some := slice.Filter(clouds, func(c figure.Cloud) bool { return len(c.X) > 0 })
	if len(some) == 0 {
		return nil
	}
	return &figure.Scatter{X: x, Y: y, Groups: some}
}

// Lifetimes are run times, or efforts, some of them censored: Censored[i] means that the run was stopped at Times[i].
type Lifetimes struct {
	Name     string
	Times    []float64
	Censored []bool
}

// LifetimesOf returns the value of a quantity for each run; runs that failed are censored.
func LifetimesOf(name string, q Quantity, r Records) Lifetimes {
	return Lifetimes{name, r.Values(q),
		Each(r, func(x *campaign.Record) bool { return !x.Outcome.Success() })}
}

// Survival returns a chart of the share of runs that have not ended at a time, by Kaplan and Meier, with bands of 95 %;
// nil without runs.
func Survival(x figure.Axis, share string, lives ...Lifetimes) figure.Chart {
	chart := &figure.Lines{X: x, Y: figure.Axis{Label: share, Min: 0, Max: 1}}
	start := 0.0
	if x.Log {
		start = Least(Each(lives, func(l Lifetimes) float64 { return Least(Above(0, l.Times)) }))
	}
	for _, l := range lives {
		if len(l.Times) == 0 {
			continue
		}
		k := stats.KaplanMeier(l.Times, l.Censored)
		c := figure.Curve{Name: l.Name, X: []float64{start}, Y: []float64{1}, Lo: []float64{1}, Hi: []float64{1}}
		step := func(t, share, lo, hi float64) {
			last := len(c.X) - 1
			c.X, c.Y = append(c.X, t, t), append(c.Y, c.Y[last], share)
			c.Lo, c.Hi = append(c.Lo, c.Lo[last], lo), append(c.Hi, c.Hi[last], hi)
		}
		for i, t := range k.Times {
			step(t, k.Survival[i], k.Lo[i], k.Hi[i])
		}
		last := len(c.X) - 1
		step(k.Last, c.Y[last], c.Lo[last], c.Hi[last])
		chart.Curves = append(chart.Curves, c)
	}
	if len(chart.Curves) == 0 {
		return nil
	}
	return chart
}
