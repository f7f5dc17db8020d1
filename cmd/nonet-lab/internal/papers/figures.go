package papers

import (
	"fmt"
	"math"
	"strings"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/report"
)

// Points are the value of a formula for a cloud of a scatter plot.
type Points struct{ X, Y []float64 }

// Lifetimes are the value of a formula for a curve of survival: the duration of each run, and which runs failed.
type Lifetimes struct {
	Times  []float64
	Failed []bool
}

// chartKinds are the kinds of charts; the package comment explains them.
var chartKinds = []string{"dots", "lines", "boxes", "cactus", "scatter", "published", "survival", "drawn"}

// charts returns the panels of a figure.
func (s *figureSpec) charts() []chartSpec {
	if len(s.Panels) > 0 {
		return s.Panels
	}
	return []chartSpec{s.chartSpec}
}

// picture draws a figure; nil if it has nothing to show.
func (w *writer) picture(s *figureSpec, name string, base row) (*report.Picture, error) {
	panels := &figure.Panels{}
	for _, c := range s.charts() {
		bases, err := w.repeated(c.Each, base)
		if err != nil {
			return nil, err
		}
		for _, base := range bases {
			heading, err := w.text(c.Panel, base)
			if err != nil {
				return nil, err
			}
			chart, err := w.chart(c, base)
			if err != nil {
				return nil, err
			}
			if chart != nil {
				panels.Titles, panels.Charts = append(panels.Titles, heading), append(panels.Charts, chart)
			}
		}
	}
	if len(panels.Charts) == 0 {
		return nil, nil
	}
	p := &report.Picture{Figure: figure.Figure{Name: name, Chart: panels}}
	if len(s.Panels) == 0 && s.Each == "" {
		p.Chart = panels.Charts[0]
	}
	var err error
	if p.Title, err = w.text(s.Title, base); err != nil {
		return nil, err
	}
	p.Caption, err = w.text(s.Caption, base)
	return p, err
}

// chart draws one chart; nil if it has nothing to show.
func (w *writer) chart(s chartSpec, base row) (figure.Chart, error) {
	columns, err := w.columnsOf(s.Columns, base)
	if err != nil {
		return nil, err
	}
	for _, label := range []*string{&s.X.Label, &s.Y.Label} {
		if *label, err = w.text(*label, base); err != nil {
			return nil, err
		}
	}
	switch s.Kind {
	case "dots", "lines":
		rows, err := w.product(s.Rows, s.Where, base)
		if err != nil || len(rows) == 0 {
			return nil, err
		}
		return w.dotsOrLines(&s, columns, rows)
	}
	samples := make([]any, len(columns))
	for i, c := range columns {
		if samples[i], err = w.cell(c, base); err != nil {
			return nil, err
		}
	}
	instances := math.NaN()
	if s.Instances != "" {
		v, err := w.value(s.Instances, base)
		if err != nil {
			return nil, err
		}
		if instances, err = number(v); err != nil {
			return nil, err
		}
	}
	return sampled(&s, columns, samples, instances)
}

// sampled draws a chart of samples.
func sampled(s *chartSpec, columns []expandedColumn, values []any, instances float64) (figure.Chart, error) {
	x, y := figure.Axis(s.X), figure.Axis(s.Y)
	var samples []figure.Sample
	var clouds []figure.Cloud
	var lives []figure.Lifetimes
	var compared []report.Comparison
	for i, v := range values {
		name := columns[i].titles[0]
		switch v := v.(type) {
		case []float64:
			if len(v) > 0 {
				samples = append(samples, figure.Sample{Name: name, Values: v})
			}
		case Points:
			if len(v.X) > 0 {
				clouds = append(clouds, figure.Cloud{Name: name, X: v.X, Y: v.Y})
			}
		case Lifetimes:
			if len(v.Times) > 0 {
				lives = append(lives, figure.Lifetimes{Name: name, Times: v.Times, Censored: v.Failed})
			}
		case []report.Comparison:
			compared = append(compared, v...)
		case nil:
		case figure.Chart:
			return v, nil
		default:
			return nil, fmt.Errorf("%s: a %T: expected a sample", name, v)
		}
	}
	if len(samples)+len(clouds)+len(lives)+len(compared) == 0 {
		return nil, nil
	}
	switch s.Kind {
	case "boxes":
		return &figure.Boxes{Y: y, Samples: samples}, nil
	case "cactus":
		return &figure.Cactus{Y: y, Instances: int(instances), Samples: samples}, nil
	case "scatter":
		return &figure.Scatter{X: x, Y: y, Groups: clouds}, nil
	case "survival":
		return &figure.Survival{X: x, Y: y, Groups: lives}, nil
	case "published":
		return report.Agreement(x.Log, compared), nil
	}
	return nil, fmt.Errorf("a chart of kind %q cannot show these values", s.Kind)
}

// dotsOrLines draws a chart of dots or lines from a number for each column and row.
func (w *writer) dotsOrLines(s *chartSpec, columns []expandedColumn, rows []row) (figure.Chart, error) {
	numbers := make([][]any, len(columns)) // by column and row
	var names []string
	var places []float64
	for _, r := range rows {
		at, err := w.value(s.At, r)
		if err != nil {
			return nil, err
		}
		if name, ok := at.(string); ok {
			names = append(names, name)
		} else {
			x, err := number(at)
			if err != nil {
				return nil, err
			}
			places = append(places, x)
		}
		for i, c := range columns {
			v, err := w.cell(c, r)
			if err != nil {
				return nil, err
			}
			numbers[i] = append(numbers[i], v)
		}
	}
	dots := &figure.Dots{X: figure.Axis(s.X), Groups: names}
	lines := &figure.Lines{X: figure.Axis(s.X), Y: figure.Axis(s.Y)}
	for i, c := range columns {
		curve := figure.Curve{
			Name: c.titles[0], Points: strings.Contains(c.style, "points"), NoLine: strings.Contains(c.style,
				"marks"), Reference: strings.Contains(c.style, "reference"),
		}
		hasInterval := false
		for j, v := range numbers[i] {
			if v == nil && s.Kind == "lines" {
				continue
			}
			o, err := oursOf(v)
			if err != nil {
				return nil, err
			}
			if math.IsInf(o.Value, 0) || (s.Y.Log || s.Kind == "dots" && s.X.Log) && o.Value <= 0 {
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
			if j < len(places) {
				curve.X = append(curve.X, places[j])
			}
			curve.Y, curve.Lo, curve.Hi = append(curve.Y, o.Value), append(curve.Lo, o.Lo), append(curve.Hi, o.Hi)
		}
		if len(curve.Y) == 0 {
			continue
		}
		if !hasInterval {
			curve.Lo, curve.Hi = nil, nil
		}
		lines.Curves = append(lines.Curves, curve)
		dots.Series = append(dots.Series, figure.DotSeries{Name: curve.Name, X: curve.Y, Lo: curve.Lo, Hi: curve.Hi,
			Reference: curve.Reference})
	}
	switch {
	case len(lines.Curves) == 0:
		return nil, nil
	case s.Kind == "dots":
		return dots, nil
	}
	return lines, nil
}
