package encodings

import (
	"cmp"
	"embed"
	"math"
	"slices"
	"text/template"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/sizes"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/encode/cnf"
)

//go:embed spec.toml claims.toml report.md.tmpl
var files embed.FS

// Experiment compares all CNF encodings, for each SAT solver.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name: "encodings",
		Summary: "every encoding as clauses, with every at-most-one form, for every SAT solver: sizes, times, " +
			"conflicts",
		Tasks: []campaign.Task{sizes.Task},
		Own:   func(*papers.Data) papers.Vocabulary { return papers.Vocabulary{Functions: Functions()} },
	}.From(files)
}

// Functions returns the functions about encodings, for the formulas of an experiment. preset METHOD and form METHOD are
// the parts of the name of an encoding. The others take rows of contests that have these parts as the fields preset,
// form and encoding; see the functions.
func Functions() template.FuncMap {
	return template.FuncMap{
		"preset":   func(method string) string { preset, _ := encodingOf(method); return preset },
		"form":     func(method string) string { _, form := encodingOf(method); return form },
		"friedman": friedman, "averages": averages, "crossed": crossed, "heat": heat, "rankings": rankings,
	}
}

// A row has the fields of a row of a table.
type row = map[string]any

// encodingOf returns the preset and the at-most-one form of the encoding of a method.
func encodingOf(method string) (preset, form string) {
	m, err := methods.Parse(method)
	if err != nil {
		return method, ""
	}
	e, err := cnf.Parse(m.Encoding)
	if err != nil {
		return m.Encoding, ""
	}
	form = cnf.Pairwise{}.String()
	if e.AtMostOne != nil {
		form = e.AtMostOne.String()
	}
	e.AtMostOne = nil
	return e.Name(), form
}

// friedman returns Friedman's test of whether the methods differ, on the instances that all methods were run on.
func friedman(methods []row) row {
	var blocks [][]float64
	for m, r := range methods {
		for i, t := range r["penalised"].([]float64) {
			if m == 0 {
				blocks = append(blocks, make([]float64, len(methods)))
			}
			blocks[i][m] = t
		}
	}
	blocks = slices.DeleteFunc(blocks, func(b []float64) bool { return slices.ContainsFunc(b, math.IsNaN) })
	chi, p := stats.Friedman(blocks)
	return row{"puzzles": len(blocks), "chi": chi, "p": p}
}

// crossed returns the methods whose preset was run with several at-most-one forms.
func crossed(methods []row) []row {
	forms := map[any]map[any]bool{}
	for _, m := range methods {
		if forms[m["preset"]] == nil {
			forms[m["preset"]] = map[any]bool{}
		}
		forms[m["preset"]][m["form"]] = true
	}
	return slices.DeleteFunc(slices.Clone(methods), func(m row) bool { return len(forms[m["preset"]]) < 2 })
}

// averages returns a row for each value of a field, with the geometric mean of the ratios, and the mean relative to the
// least mean. Rows are sorted by mean.
func averages(field string, methods []row) []row {
	logs := map[string][]float64{}
	for _, m := range methods {
		if l := math.Log(m["ratio"].(float64)); !math.IsNaN(l) {
			name := m[field].(string)
			logs[name] = append(logs[name], l)
		}
	}
	var all []row
	for name, l := range logs {
		all = append(all, row{"name": name, "mean": math.Exp(stats.Mean(l))})
	}
	slices.SortFunc(all, func(a, b row) int {
		return cmp.Or(cmp.Compare(a["mean"].(float64), b["mean"].(float64)),
			cmp.Compare(a["name"].(string), b["name"].(string)))
	})
	for _, r := range all {
		r["relative"] = r["mean"].(float64) / all[0]["mean"].(float64)
	}
	return all
}

// rankings compares two rankings of encodings: tau and p are those of Kendall's test over the encodings that both have.
func rankings(a, b []row) row {
	ratios := map[any]float64{}
	for _, r := range b {
		ratios[r["encoding"]] = r["ratio"].(float64)
	}
	var x, y []float64
	for _, r := range a {
		u := r["ratio"].(float64)
		if v, ok := ratios[r["encoding"]]; ok && !math.IsNaN(u) && !math.IsNaN(v) {
			x, y = append(x, u), append(y, v)
		}
	}
	k := stats.Kendall(x, y)
	return row{"encodings": len(x), "tau": k.R, "p": k.P}
}

// heat draws the ratios of the methods of a solver, by preset and at-most-one form.
func heat(methods []row) figure.Chart {
	h := &figure.HeatMap{Scale: figure.Axis{Label: "ratio to the best; one colour from 10 on", Log: true, Min: 1,
		Max: 10}}
	has := func(field, name string) bool {
		return slices.ContainsFunc(methods, func(m row) bool { return m[field] == name })
	}
	for _, p := range cnf.Presets() {
		if has("preset", p.String()) {
			h.Columns = append(h.Columns, p.String())
		}
	}
	for _, f := range cnf.AtMostOnes() {
		if !has("form", f.String()) {
			continue
		}
		values, labels := slices.Repeat([]float64{math.NaN()}, len(h.Columns)), make([]string, len(h.Columns))
		for _, m := range methods {
			if i := slices.Index(h.Columns, m["preset"].(string)); i >= 0 && m["form"] == f.String() {
				values[i] = m["ratio"].(float64)
				labels[i] = report.Short(values[i])
			}
		}
		h.Rows, h.Values, h.Labels = append(h.Rows, f.String()), append(h.Values, values), append(h.Labels, labels)
	}
	if len(h.Rows) == 0 {
		return nil
	}
	return h
}
