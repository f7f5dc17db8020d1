package formulations

import (
	"cmp"
	"embed"
	"math"
	"slices"
	"strings"

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
	return papers.Experiment{
		Name: "formulations",
		Summary: "every formulation and solver on puzzles of all levels and of orders 2 to 6: times, sizes, effort, " +
			"growth",
		Tasks:  []campaign.Task{sizes.Task, rootTask, hardnessTask},
		Report: write,
	}.From(files)
}

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

// leading returns the first n items of each formalism.
func leading[T any](n int, all []T, method func(T) string) (some []T) {
	seen := map[string]int{}
	for _, x := range all {
		kind := kindOf(method(x))
		if seen[kind]++; seen[kind] <= n {
			some = append(some, x)
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

// An effect is the influence of singles on the time of a method: the geometric mean of the time without divided by the
// time with, and p of Wilcoxon's test, adjusted by Holm's procedure.
type effect struct {
	plain, reduced      string
	pairs, decided, all int // decided: by singles, of all puzzles
	ratio               report.Ours
	p                   float64
}

// effects compares each method that works on a formula with and without singles as preprocessing, on the puzzles that
// reached the solver both times. The method that gains most comes first.
func effects(d *papers.Data) (all []effect) {
	c := papers.NewContest(d.Records.Grid("levels", "reduced"), papers.Time, d.TimeLimit("levels"))
	ratio := func(x, y []float64) float64 { return math.Exp(stats.Mean(x) - stats.Mean(y)) }
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
		o := papers.WithInterval(ratio(x, y), stats.BootstrapPaired(x, y, ratio, 1))
		all = append(all, effect{plain, reduced, len(x), c.Before[m], len(c.Instances), o, 0})
		ps = append(ps, stats.Wilcoxon(x, y).P)
	}
	for i, p := range stats.Holm(ps) {
		all[i].p = p
	}
	slices.SortStableFunc(all, func(a, b effect) int { return cmp.Compare(b.ratio.Value, a.ratio.Value) })
	return all
}
