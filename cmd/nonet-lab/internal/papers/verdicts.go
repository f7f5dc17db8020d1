package papers

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nonet/cmd/nonet-lab/internal/report"
)

// A rule is the rule of a verdict, or, after "none", the reason why there is no verdict.
type rule struct {
	report.Rule
	reason string
}

// ruleOf parses a rule.
func ruleOf(s string) (rule, error) {
	name, rest, _ := strings.Cut(s, " ")
	if name == "none" {
		return rule{reason: rest}, nil
	}
	fields := strings.Fields(rest)
	if name == "machine" {
		return rule{Rule: report.Machine{Group: rest}}, nil
	}
	var n [2]float64
	for i, f := range fields[:min(2, len(fields))] {
		var err error
		if n[i], err = strconv.ParseFloat(f, 64); err != nil {
			return rule{}, fmt.Errorf("rule %q: %q is no number", s, f)
		}
	}
	known := map[string]struct {
		numbers int
		rule    report.Rule
	}{
		"exact": {0, report.Within{}},
		"rate":  {1, report.Rate{Runs: int(n[0])}}, "within": {1, report.Within{Tolerance: n[0]}},
		"ratio": {2, report.Ratio{Lo: n[0], Hi: n[1]}}, "between": {2, report.Between{Lo: n[0], Hi: n[1]}},
	}[name]
	if known.rule == nil || known.numbers != len(fields) {
		return rule{}, fmt.Errorf("rule %q: expected machine, machine GROUP, exact, rate RUNS, within TOLERANCE, "+
			"ratio LOW HIGH, between LOW HIGH or none REASON", s)
	}
	return rule{Rule: known.rule}, nil
}

// published returns a published number with its rule.
func (w *writer) published(value float64, r rule, known string) report.Published {
	if m, ok := r.Rule.(report.Machine); ok {
		m.Fit = w.fits[m.Group]
		r.Rule = m
	}
	return report.Published{Value: value, Rule: r.Rule, Known: known}
}

// verdict returns the cell of the verdict on a published number and ours.
func (w *writer) verdict(published float64, r rule, known string, o report.Ours) report.Cell {
	return r.explain(report.Judged(w.published(published, r, known), o))
}

// compare returns three cells: a published number, ours, and the verdict.
func (w *writer) compare(cells func(report.Published, report.Ours) []report.Cell) func(float64, rule, string,
	report.Ours) []report.Cell {
	return func(published float64, r rule, known string, o report.Ours) []report.Cell {
		if o.Missing == "" && math.IsNaN(o.Value) {
			o = NotRun
		}
		c := cells(w.published(published, r, known), o)
		c[2] = r.explain(c[2])
		return c
	}
}

// explain replaces the reason of a verdict by the one that the rule gives for having no verdict.
func (r rule) explain(c report.Cell) report.Cell {
	if c.Verdict == report.NotComparable && r.reason != "" {
		c.Title = r.reason
	}
	return c
}

// wouldMatchWord is the text of a cell of wouldMatch for a number that would match.
const wouldMatchWord = "yes"

// wouldMatch reports whether our number would match a published one. It is for other readings of a paper, which have no
// verdict.
func wouldMatch(published float64, r rule, o report.Ours) report.Cell {
	verdict, reason := report.Judge(report.Published{Value: published, Rule: r.Rule}, o)
	text, known := map[report.Verdict]string{report.Matched: wouldMatchWord, report.Missed: "no"}[verdict]
	if !known {
		text = string(verdict)
	}
	return report.Cell{Text: text, Title: reason}
}

func adjustedP(family string, p float64) Adjusted {
	return Adjusted{family, p, func(p float64) []report.Cell {
		if math.IsNaN(p) {
			return nil
		}
		return []report.Cell{P(p)}
	}}
}

// cells returns three cells: the measurement, p, and the verdict.
func (r Relation) cells(known string) Adjusted {
	r.Known = known
	if r.Missing {
		return Adjusted{P: math.NaN(),
			Cells: func(float64) []report.Cell { return []report.Cell{{}, {}, VerdictCell(report.NotRun, "")} }}
	}
	return Adjusted{P: r.P,
		Cells: func(p float64) []report.Cell { return []report.Cell{report.Words(r.Measured), P(p), r.judge(p)} }}
}

// joinCells concatenates cells and lists of cells.
func joinCells(values ...any) (all []report.Cell, err error) {
	for _, v := range values {
		if list, ok := v.([]report.Cell); ok {
			all = append(all, list...)
			continue
		}
		cell, err := cellsOf(v, 1)
		if err != nil {
			return nil, err
		}
		all = append(all, cell...)
	}
	return all, nil
}
