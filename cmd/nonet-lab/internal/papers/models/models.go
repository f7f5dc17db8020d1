package models

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/encodings"
	"nonet/cmd/nonet-lab/internal/report"
)

// Experiment compares the formulations of models other than Sudoku, and their encodings as clauses.
func Experiment() papers.Experiment { return papers.New("models", write) }

type record = campaign.Record

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

// leaders returns the best method of each formalism, the best formalism first. A method that solved more instances is
// better; of equals, the one that the contest ranks higher.
func leaders(contest []papers.Standing) []papers.Standing {
	sorted := slices.SortedStableFunc(slices.Values(contest), func(a, b papers.Standing) int {
		return cmp.Compare(b.Solved, a.Solved)
	})
	return papers.Leading(1, sorted, func(s papers.Standing) string { return papers.Formalism(s.Method) })
}

// ratioOf returns the ratio of a method, NaN if it was not run.
func ratioOf(contest []papers.Standing, method string) float64 {
	if i := slices.IndexFunc(contest, func(s papers.Standing) bool { return s.Method == method }); i >= 0 {
		return contest[i].Ratio
	}
	return math.NaN()
}

// winMap draws for each method and model how much slower than the best method it is: the geometric mean over the sizes,
// where a run without an answer counts as twice the limit. The label is the largest size with an answer. Methods have
// the order of ranking.
func winMap(ranking []papers.Standing, contests []contest) figure.Chart {
	methods := papers.Each(ranking, func(s papers.Standing) string { return s.Method })
	names := papers.Each(contests, func(c contest) string { return c.name })
	scale := figure.Axis{Label: "times the fastest method", Log: true, Min: 1, Max: 1000}
	return papers.Heat(scale, methods, names, func(method, model int) (float64, string) {
		all, label := contests[model].all, ""
		if k := slices.IndexFunc(all, func(x papers.Standing) bool { return x.Method == methods[method] }); k >= 0 {
			label = "–"
			if won := all[k].Records.Succeeded(); len(won) > 0 {
				label = strconv.FormatFloat(slices.Max(won.Values(sizeOf)), 'f', -1, 64)
			}
		}
		return ratioOf(all, methods[method]) / papers.Fastest(all), label
	})
}

// encodingMap draws for each encoding and model how much slower than the best encoding of the model it is. Encodings
// have the order of the ranking on the last model.
func encodingMap(names []string, contests map[string][]encodings.Method) figure.Chart {
	if len(names) == 0 {
		return nil
	}
	rows := papers.Each(contests[names[len(names)-1]], func(m encodings.Method) string { return m.Encoding })
	scale := figure.Axis{Label: "times the best encoding", Log: true, Min: 1, Max: 10}
	return papers.Heat(scale, rows, names, func(row, column int) (float64, string) {
		all, label := contests[names[column]], ""
		ratio := encodings.RatioOf(all, rows[row]) / papers.Fastest(all)
		if slices.ContainsFunc(all, func(m encodings.Method) bool { return m.Encoding == rows[row] }) {
			label = report.Short(ratio)
		}
		return ratio, label
	})
}
