package formulations

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// start is the median time of starting the program of a method, 0 for a method that starts none; NaN if that was not measured.
func (f *data) start(method string) float64 {
	m, err := methods.Parse(method)
	if err != nil || m.Install == "" || strings.HasPrefix(m.Backend, "clp") {
		return 0 // linked in
	}
	return stats.Median(f.Records.Grid("start").Ran().Succeeded().Method("none+" + m.Backend).Values(papers.Solve))
}

// searched are the runs that came to a search: that singles do not end.
func searched(r papers.Records) papers.Records {
	return r.Where(func(x *campaign.Record) bool { return x.Stats.Size.Variables > 0 })
}

// phaseSection says what the time is spent on, and on what sizes.
func (f *data) phaseSection() report.Section {
	s := report.Section{Title: "What the time is spent on"}
	t := &report.Table{
		Name: "phases", Title: "Phases of runs on puzzles that singles do not solve (evil, 17 clues, hardest)",
		Columns: []report.Column{{Title: "method", Text: true}, {Title: "runs"}, {Title: "all"}, {Title: "preprocess"}, {Title: "encode"}, {Title: "load and search"},
			{Title: "one start of the program"}, {Title: "starts, % of all"}, {Title: "effort"}, {Title: "of what", Text: true}, {Title: "variables"},
			{Title: "constraints"}, {Title: "literals or nonzeros"}},
		Notes: []string{
			"Medians of successful runs that had something to search. Constraints are clauses, rows, or constraints of the model. An external program is " +
				"started twice for a proof of uniqueness: to find the solution, and to be asked for another.",
			"What gini and cbc spend in conflicts or nodes they do not say: their cells are empty. The start of a program was measured by itself, on a complete grid; " +
				"where it comes to more than the runs here took in all, the machine was busier then.",
		},
	}
	r := searched(f.levels.Set("thein-evil", "seventeen", "clues-17", "hardest").Succeeded())
	for _, m := range papers.GroupBy(r, papers.Method) {
		all := stats.Median(m.Records.Values(papers.Wall))
		row := []report.Cell{report.Words(m.Key), report.Count(len(m.Records)), report.Seconds(all)}
		for _, p := range phases {
			row = append(row, report.Seconds(stats.Median(m.Records.Values(p.value))))
		}
		switch start := f.start(m.Key); {
		case start == 0:
			row = append(row, report.Words("none"), report.Words(""))
		case math.IsNaN(start):
			row = append(row, report.Words("–"), report.Words("–"))
		default:
			row = append(row, report.Seconds(start), report.Number(200*start/all))
		}
		effort, of := papers.MainEffort(m.Records)
		if of == "" {
			row = append(row, report.Words(""), report.Words(""))
		} else {
			row = append(row, report.Number(stats.Median(effort)), report.Words(of))
		}
		variables, constraints, entries := sizesOf(m.Records)
		row = append(row, report.Number(stats.Median(variables)), report.Number(stats.Median(constraints)))
		if slices.Max(entries) > 0 {
			row = append(row, report.Number(stats.Median(entries)))
		} else {
			row = append(row, report.Words(""))
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) > 0 {
		s.Blocks = append(s.Blocks, t)
	}
	return s
}

// sizesOf are the sizes of what was searched, record by record.
func sizesOf(r papers.Records) (variables, constraints, entries []float64) {
	for i := range r {
		z := r[i].Stats.Size
		variables = append(variables, float64(z.Variables))
		constraints = append(constraints, float64(max(z.Constraints, z.Clauses, z.Rows)))
		entries = append(entries, float64(max(z.Literals, z.Nonzeros)))
	}
	return variables, constraints, entries
}

// starts says what the start of programs is in all.
func (f *data) starts() string {
	r := searched(f.levels.Set("thein-evil", "seventeen", "clues-17", "hardest").Succeeded())
	var low, high []float64
	var names []string
	for _, m := range papers.GroupBy(r, papers.Method) {
		start := f.start(m.Key)
		if start == 0 || math.IsNaN(start) {
			continue
		}
		names = append(names, m.Key)
		low = append(low, start)
		high = append(high, 2*start/stats.Median(m.Records.Values(papers.Wall)))
	}
	if len(names) == 0 {
		return ""
	}
	text := fmt.Sprintf("External programs take %s to %s to start, twice for each proof: ", report.Duration(slices.Min(low)), report.Duration(slices.Max(low)))
	if slices.Min(high) >= 1 {
		text += "as long as, measured at another time, their whole runs on puzzles that singles do not solve."
	} else {
		text += fmt.Sprintf("%s to %s of their median time on puzzles that singles do not solve.", share(slices.Min(high)), share(slices.Max(high)))
	}
	if best := f.best(); len(best) > 0 && f.start(best[0]) == 0 {
		own := stats.Median(r.Method(best[0]).Values(papers.Wall))
		if ratio := 2 * slices.Min(low) / own; ratio > 1 {
			text += fmt.Sprintf(" The two starts of the quickest of them alone are %s times what `%s` takes for all of such a proof.", report.Short(ratio), best[0])
		}
	}
	return text
}

// share writes a share of the time; two medians of different runs can come to more than all of it.
func share(x float64) string {
	if x >= 1 {
		return "all"
	}
	return fmt.Sprintf("%.0f per cent", 100*x)
}
