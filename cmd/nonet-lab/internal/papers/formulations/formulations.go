package formulations

import (
	"embed"
	"math"
	"strings"
	"text/template"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/sizes"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

//go:embed spec.toml claims.toml report.md.tmpl
var files embed.FS

// Experiment compares the formulations of the model, and their solvers.
func Experiment() papers.Experiment {
	e := papers.Experiment{
		Name: "formulations",
		Summary: "every formulation and solver on puzzles of all levels and of orders 2 to 6: times, sizes, effort, " +
			"growth",
		Tasks: []campaign.Task{sizes.Task, rootTask, hardnessTask},
		Own: func(d *papers.Data) papers.Vocabulary {
			return papers.Vocabulary{Functions: template.FuncMap{
				"kind":    kindOf,
				"start":   func(method string) float64 { return start(d, method) },
				"best":    func(rows []row) []row { return leading(1, rows) },
				"shown":   func(rows []row) []row { return leading(2, rows) },
				"effects": func() []row { return effects(d) },
				"middle":  middle, "correlations": correlations, "correlationMap": correlationMap,
			}}
		},
	}.From(files)
	e.Claims += papers.EachGrid
	return e
}

// A row has the fields of a row of a table.
type row = map[string]any

// kindOf returns the formalism of a method: its kind in package methods, except that plain backtracking without
// propagation is a formalism of its own.
func kindOf(method string) string {
	m, err := methods.Parse(method)
	switch {
	case err != nil:
		return "other"
	case m.Backend == "backtrack":
		return "backtracking"
	}
	return string(m.Kind)
}

// leading returns the first n rows of each formalism.
func leading(n int, rows []row) (some []row) {
	seen := map[string]int{}
	for _, r := range rows {
		kind := kindOf(r["key"].(string))
		if seen[kind]++; seen[kind] <= n {
			some = append(some, r)
		}
	}
	return some
}

// start returns the median time to start the program of a method, 0 for a method without a program; NaN if it was not
// measured. A proof of uniqueness starts the program twice.
func start(d *papers.Data, method string) float64 {
	m, err := methods.Parse(method)
	if err != nil || m.Install == "" || strings.HasPrefix(m.Backend, "clp") {
		return 0 // linked in
	}
	return stats.Median(d.Records.Grid("start").Succeeded().Method(m.Backend).Values(papers.Time))
}

// effects compares each method that works on a formula with and without singles as preprocessing, on the puzzles that
// reached the solver both times. The ratio is the geometric mean of the time without divided by the time with; p is
// from Wilcoxon's test, adjusted by Holm's procedure. decided is the number of all puzzles that singles decided.
func effects(d *papers.Data) []row {
	records := d.Records.Grid("levels", "reduced")
	c := papers.NewContest(records, papers.Time, d.TimeLimit("levels"))
	ratio := func(x, y []float64) float64 { return math.Exp(stats.Mean(x) - stats.Mean(y)) }
	var all []row
	var ps []float64
	for m, reduced := range c.Methods {
		plain, singles := strings.CutPrefix(reduced, "singles+")
		if !singles {
			continue
		}
		x, y := c.Logs(c.Of(plain), c.Of(reduced))
		if len(x) == 0 {
			continue
		}
		o := report.Ours{Value: ratio(x, y)}
		if i := stats.BootstrapPaired(x, y, ratio, 1); !math.IsNaN(i.Lo) && !math.IsNaN(i.Hi) {
			o.Lo, o.Hi = i.Lo, i.Hi
		}
		all, ps = append(all, row{"plain": plain, "reduced": reduced, "pairs": len(x), "ratio": o,
			"decided": c.Before[m], "all": len(c.Instances)}),
			append(ps, stats.Wilcoxon(x, y).P)
	}
	for i, p := range stats.Holm(ps) {
		all[i]["p"] = p
	}
	return all
}
