package papers

import (
	"slices"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// LifetimesOf shows how long runs of stochastic methods last until they succeed: a table, and a survival curve in which runs that failed are
// censored where they were stopped. It is empty if no method is stochastic.
func LifetimesOf(name string, r Records) []report.Block {
	t := &report.Table{
		Name: slug(name) + "-lifetimes", Title: "Time until success of stochastic methods",
		Columns: Columns("|method", "runs", "stopped", "median time", "median moves", "time to 99 %", "fit: mean time", "distance from the fit"),
		Notes: []string{"Medians are Kaplan and Meier's, so that runs which were stopped count for as long as they lasted; a dash: more than half were " +
			"stopped before. The fit is an exponential distribution, which has no memory: where it is close, restarts neither help nor harm. The distance " +
			"is the largest between the two curves; it also grows with how much the puzzles differ."},
	}
	chart := &figure.Survival{X: figure.Axis{Label: "time (s)", Log: true}, Y: figure.Axis{Label: "share not yet solved"}}
	for _, g := range GroupBy(r.Ran(), Method) {
		m, err := methods.Parse(g.Key)
		if err != nil || m.Kind != methods.Stochastic || len(g.Records) < 3 {
			continue
		}
		times, moves := g.Records.Values(Wall), g.Records.Values(Moves)
		censored := make([]bool, len(times))
		stopped := 0
		for i := range g.Records {
			if censored[i] = !g.Records[i].Outcome.Success(); censored[i] {
				stopped++
			}
		}
		curve, byMoves := stats.KaplanMeier(times, censored), stats.KaplanMeier(moves, censored)
		fit := stats.FitExponential(times, censored)
		counted := report.Words("not counted")
		if slices.ContainsFunc(moves, func(x float64) bool { return x > 0 }) {
			counted = report.Number(byMoves.Quantile(0.5))
		}
		t.Rows = append(t.Rows, []report.Cell{
			report.Words(g.Key), report.Count(len(times)), report.Count(stopped), report.Seconds(curve.Quantile(0.5)), counted,
			report.Seconds(curve.Quantile(0.99)), report.Seconds(fit.Scale), report.Number(fit.KS),
		})
		chart.Groups = append(chart.Groups, figure.Lifetimes{Name: g.Key, Times: times, Censored: censored})
	}
	if len(t.Rows) == 0 {
		return nil
	}
	blocks := []report.Block{t}
	if len(chart.Groups) <= MostCurves {
		blocks = append(blocks, &report.Picture{Figure: figure.Figure{
			Name: slug(name) + "-survival", Title: "Runs not yet successful",
			Caption: "The share of runs that have not yet found a solution, with bands of 95 %. Runs that were stopped count until then.", Chart: chart,
		}})
	}
	return blocks
}
