package formulations

import (
	"fmt"
	"math"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

// A measure is a number of each puzzle: the effort of a formulation, or what might predict it.
type measure struct {
	name, label string // the label is short, for a figure
	formulation bool
	infers      bool // of a formulation, see effort
	of          func(*campaign.Record) (float64, bool)
}

// measures returns the measures of hardnessTask: the formulations, then what might predict their effort.
func measures() []measure {
	value := func(name string) func(*campaign.Record) (float64, bool) {
		return func(r *campaign.Record) (float64, bool) { v, ok := r.Values[name]; return v, ok }
	}
	all := papers.Each(efforts, func(f effort) measure {
		return measure{f.name, f.label, true, f.infers, value(f.name)}
	})
	clues := func(r *campaign.Record) (float64, bool) { return papers.Clues(r), true }
	return append(all,
		measure{"local search", "search", true, false, value("moves")},
		measure{"gap of the relaxation", "gap", false, false, value("gap")},
		measure{"smallest backdoor", "backdoor", false, false, value("backdoor")},
		measure{"cells that singles leave blank", "blank", false, false, value("blank")},
		measure{"human rating", "rating", false, false, value("rating")},
		measure{"number of clues", "clues", false, false, clues},
	)
}

// correlation returns Spearman's rank correlation of two measures over the puzzles that have both, with its interval,
// and the number of these puzzles.
func correlation(r papers.Records, a, b measure) (report.Ours, int) {
	var x, y []float64
	for i := range r {
		u, first := a.of(r[i])
		if v, second := b.of(r[i]); first && second {
			x, y = append(x, u), append(y, v)
		}
	}
	rho := stats.Spearman(x, y).R
	return papers.WithInterval(rho, stats.SpearmanInterval(rho, len(x))), len(x)
}

// A pair is two measures with their rank correlation over the puzzles that have both. kind is "predictor" if the second
// is no formulation; otherwise "inferring" if the solvers of both infer, "plain" if neither does, and "mixed".
type pair struct {
	first, second, kind string
	rho                 report.Ours
	puzzles             int
}

// correlations returns the pairs of a formulation and another measure that some puzzles have.
func correlations(r papers.Records) (pairs []pair) {
	all := measures()
	for i, a := range all {
		for _, b := range all[i+1:] {
			if !a.formulation {
				continue
			}
			rho, n := correlation(r, a, b)
			if math.IsNaN(rho.Value) {
				continue
			}
			kind := "mixed"
			switch {
			case !b.formulation:
				kind = "predictor"
			case a.infers && b.infers:
				kind = "inferring"
			case !a.infers && !b.infers:
				kind = "plain"
			}
			pairs = append(pairs, pair{a.name, b.name, kind, rho, n})
		}
	}
	return pairs
}

// correlationMap draws the correlations: a row for each measure, a column for each formulation.
func correlationMap(r papers.Records) figure.Chart {
	if len(correlations(r)) == 0 {
		return nil
	}
	all := measures()
	formulations := slice.Filter(all, func(m measure) bool { return m.formulation })
	label := func(m measure) string { return m.label }
	scale := figure.Axis{Label: "rank correlation, without its sign", Min: 0, Max: 1}
	return papers.Heat(scale, papers.Each(all, label), papers.Each(formulations, label),
		func(row, column int) (float64, string) {
			rho, _ := correlation(r, all[row], formulations[column])
			if math.IsNaN(rho.Value) {
				return rho.Value, ""
			}
			return math.Abs(rho.Value), fmt.Sprintf("%.2f", rho.Value)
		})
}
