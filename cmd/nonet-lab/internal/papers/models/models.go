package models

import (
	"cmp"
	"embed"
	"maps"
	"math"
	"slices"
	"strconv"
	"text/template"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/encodings"
	"nonet/cmd/nonet-lab/internal/report"
)

//go:embed spec.toml claims.toml report.md.tmpl
var files embed.FS

// Experiment compares the formulations of models other than Sudoku, and their encodings as clauses.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name: "models",
		Summary: "eleven models from queens to job shops, in several sizes, by every formulation; and every encoding " +
			"of them as clauses",
		Own: func(*papers.Data) papers.Vocabulary {
			functions := encodings.Functions()
			for name, f := range (template.FuncMap{"kind": kindOf, "leaders": leaders, "winMap": winMap,
				"encodingMap": encodingMap, "sizes": sizes}) {
				functions[name] = f
			}
			return papers.Vocabulary{Functions: functions, Quantities: map[string]papers.Quantity{
				"size":      sizeOf,
				"objective": objectiveOf,
			}}
		},
	}.From(files)
}

// A row has the fields of a row of a table.
type row = map[string]any

// sizeOf returns the size of the model, NaN if it has none.
func sizeOf(r *campaign.Record) float64 {
	n, err := strconv.Atoi(r.Tags["size"])
	if err != nil {
		return math.NaN()
	}
	return float64(n)
}

// objectiveOf returns the best value found, NaN if there is none.
func objectiveOf(r *campaign.Record) float64 {
	if r.Objective == nil {
		return math.NaN()
	}
	return float64(*r.Objective)
}

// sizes returns a row with the field size for each size.
func sizes(r papers.Records) (rows []row) {
	for _, g := range papers.GroupBy(r, sizeOf) {
		rows = append(rows, row{"size": g.Key})
	}
	return rows
}

// kindOf returns the formalism of a method.
func kindOf(method string) string {
	m, err := methods.Parse(method)
	if err != nil {
		return "other"
	}
	return string(m.Kind)
}

// leaders returns the best row of each formalism, the best formalism first, with two more fields: formalism, and
// behind, the geometric mean of its times relative to those of the fastest method. rows are those of a contest. A
// method that solved more instances is better; of equals, the one that the contest ranks higher.
func leaders(rows []row) []row {
	sorted := slices.SortedStableFunc(slices.Values(rows), func(a, b row) int {
		return cmp.Compare(b["solved"].(int), a["solved"].(int))
	})
	var best []row
	seen := map[string]bool{}
	for _, r := range sorted {
		kind := kindOf(r["key"].(string))
		if seen[kind] {
			continue
		}
		seen[kind] = true
		r = maps.Clone(r)
		r["formalism"], r["behind"] = kind, r["ratio"].(float64)/fastest(rows)
		best = append(best, r)
	}
	return best
}

// fastest returns the least ratio of rows of a contest.
func fastest(rows []row) float64 {
	least := math.Inf(1)
	for _, r := range rows {
		if x := r["ratio"].(float64); x < least {
			least = x
		}
	}
	return least
}

// winMap draws for each method and model how much slower than the best method it is: the geometric mean over the sizes,
// where a run without an answer counts as twice the limit. The label is the largest size with an answer. models have
// the fields name and all: the rows of a contest on the model. Methods have the order of ranking.
func winMap(ranking, models []row) figure.Chart {
	h := &figure.HeatMap{Scale: figure.Axis{Label: "times the fastest method",
		Log: true, Min: 1, Max: 1000}}
	for _, m := range ranking {
		h.Rows = append(h.Rows, m["key"].(string))
	}
	h.Values, h.Labels = make([][]float64, len(h.Rows)), make([][]string, len(h.Rows))
	for _, m := range models {
		all, _ := m["all"].([]row)
		if len(all) == 0 {
			continue
		}
		h.Columns = append(h.Columns, m["name"].(string))
		for i, method := range h.Rows {
			value, label := math.NaN(), ""
			if k := slices.IndexFunc(all, func(r row) bool { return r["key"] == method }); k >= 0 {
				value, label = all[k]["ratio"].(float64)/fastest(all), "–"
				if won := all[k]["group"].(papers.Records).Succeeded(); len(won) > 0 {
					label = strconv.FormatFloat(slices.Max(won.Values(sizeOf)), 'f', -1, 64)
				}
			}
			h.Values[i], h.Labels[i] = append(h.Values[i], value), append(h.Labels[i], label)
		}
	}
	if len(h.Rows) == 0 || len(h.Columns) == 0 {
		return nil
	}
	return h
}

// encodingMap draws for each encoding and model how much slower than the best encoding of the model it is. encoded are
// the rows of the contests, with the fields subject and encoding; subjects are rows with the field subject. Encodings
// have the order of the ranking on the last subject.
func encodingMap(encoded, subjects []row) figure.Chart {
	h := &figure.HeatMap{Scale: figure.Axis{Label: "times the best encoding", Log: true, Min: 1,
		Max: 10}}
	if len(subjects) == 0 {
		return nil
	}
	last := subjects[len(subjects)-1]["subject"]
	for _, e := range encoded {
		if e["subject"] == last {
			h.Rows = append(h.Rows, e["encoding"].(string))
		}
	}
	h.Values, h.Labels = make([][]float64, len(h.Rows)), make([][]string, len(h.Rows))
	for _, s := range subjects {
		h.Columns = append(h.Columns, s["subject"].(string))
		var own []row
		for _, e := range encoded {
			if e["subject"] == s["subject"] {
				own = append(own, e)
			}
		}
		for i, encoding := range h.Rows {
			value, label := math.NaN(), ""
			if k := slices.IndexFunc(own, func(r row) bool { return r["encoding"] == encoding }); k >= 0 {
				value = own[k]["ratio"].(float64) / fastest(own)
				label = report.Short(value)
			}
			h.Values[i], h.Labels[i] = append(h.Values[i], value), append(h.Labels[i], label)
		}
	}
	if len(h.Rows) == 0 {
		return nil
	}
	return h
}
