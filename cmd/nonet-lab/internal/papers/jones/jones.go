package jones

import (
	"fmt"
	"math"
	"strings"

	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// Experiment reproduces the figures of Jones, Roach and Perkins.
func Experiment() papers.Experiment { return papers.New("jones", write, climbTask, firstStartTask) }

// change judges a claim on the effect of the swaps on a quantity: lower, higher or not higher. The cells are the change
// of the mean in per cent, the claim, p of Wilcoxon's test, and the verdict.
func change(claim string, before, after []float64) papers.Adjusted {
	if len(before) != len(after) || len(before) == 0 {
		return papers.Adjusted{P: math.NaN(), Cells: func(float64) []report.Cell {
			return []report.Cell{report.Words("–"), report.Words(claim), {}, papers.VerdictCell(report.NotRun, "")}
		}}
	}
	percent := func(x, y []float64) float64 { return 100 * (stats.Mean(x)/stats.Mean(y) - 1) }
	i := stats.BootstrapPaired(after, before, percent, 1)
	ours := report.Ours{Value: percent(after, before), Lo: i.Lo, Hi: i.Hi}
	return papers.Adjusted{P: stats.Wilcoxon(after, before).P, Cells: func(p float64) []report.Cell {
		significant := p < papers.RelationLevel
		holds := map[string]bool{
			"lower": ours.Value < 0 && significant, "higher": ours.Value > 0 &&
				significant, "not higher": ours.Value <= 0 || !significant,
		}[claim]
		return []report.Cell{report.Measured(ours), report.Words(claim), papers.P(p),
			papers.Holds(holds, "the change differs from the claim, or may be chance")}
	}}
}

// A pair is a pair of weights, and the mean iterations of the climbs that it solves.
type pair struct {
	name       string
	iterations float64
}

// chosen judges the claim that the pair of weights with a name takes the fewest iterations among pairs. The cells are
// the iterations of all pairs, and the verdict.
func chosen(name string, pairs []pair) []report.Cell {
	if len(pairs) == 0 {
		return []report.Cell{{}, papers.VerdictCell(report.NotRun, "")}
	}
	var words []string
	quick := pairs[0]
	for _, p := range pairs {
		words = append(words, fmt.Sprintf("(%s) %s", p.name, report.Short(p.iterations)))
		if p.iterations < quick.iterations {
			quick = p
		}
	}
	return []report.Cell{report.Words(strings.Join(words, "; ")),
		papers.Holds(quick.name == name, fmt.Sprintf("(%s) takes fewer", quick.name))}
}
