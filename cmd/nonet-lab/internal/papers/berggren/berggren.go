package berggren

import (
	"embed"
	"fmt"
	"math"
	"slices"
	"text/template"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

//go:embed spec.toml claims.toml report.md.tmpl
var files embed.FS

// Experiment reproduces the measurements of Berggren and Nilsson, including planned measurements: the available copy of
// the thesis is a draft with numbers for the rules only. The conclusions of the final version are known from its
// abstract.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "berggren",
		Summary: "backtracking, rules and a Boltzmann machine on the puzzles with 17 clues",
		Source: "P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, bachelor's thesis, KTH Stockholm, " +
			"2012",
		Tasks: []campaign.Task{timingTask, firstTask, backtrackingTask},
		Own: func(d *papers.Data) papers.Vocabulary {
			s := &sample{d: d, asked: map[string]papers.Records{}}
			return papers.Vocabulary{
				Quantities: map[string]papers.Quantity{"sweeps": sweeps},
				Functions: template.FuncMap{
					"asked": s.askedOf, "timed": s.timedOf, "cloud": s.cloud, "differences": s.differences,
					"extremes": s.extremes, "correlations": s.correlations,
					"differenceFigure": s.differenceFigure, "histogram": histogram, "lasting": lasting,
					"guessed": guessed, "window": window, "windowOf": windowOf,
					"tail": func(x []float64) stats.Tail { return stats.FitTail(x, nil, 0.5) },
				},
			}
		},
	}.From(files)
}

// sweeps returns the number of sweeps of a Boltzmann machine: how often each free unit was updated. Each cell without a
// clue has nine units.
func sweeps(r *campaign.Record) float64 { return papers.Moves(r) / (9 * (81 - papers.Clues(r))) }

// guessed returns a sentence on the number of guesses of the rules, or "" if the puzzle that takes longest needs no
// guess.
func guessed(rules papers.Records) string {
	x := rules.Values(meanTime)
	if len(x) == 0 {
		return ""
	}
	guesses := func(r *campaign.Record) float64 { return float64(r.Stats.Effort.Decisions) }
	hardest := guesses(rules[slices.Index(x, slices.Max(x))])
	if hardest == 0 {
		return ""
	}
	none := 0
	for _, v := range rules.Values(guesses) {
		if v == 0 {
			none++
		}
	}
	return fmt.Sprintf("%s %% of the puzzles need no guess, and the one that took longest needs %s: guesses make the "+
		"tail heavy",
		report.Short(100*float64(none)/float64(len(x))), report.Short(hardest))
}

// A sample is the timings of the puzzles with 17 clues, one record for each puzzle and method. asked caches them by
// method.
type sample struct {
	d     *papers.Data
	asked map[string]papers.Records
}

var meanTime = papers.Value("mean")

func (s *sample) askedOf(method string) papers.Records {
	if r, known := s.asked[method]; known {
		return r
	}
	seen := map[int]bool{}
	s.asked[method] = s.d.Records.Grid("times", "rules").Method(method).Where(func(r *campaign.Record) bool {
		first := !seen[r.Index]
		seen[r.Index] = true
		return first && r.Outcome != campaign.Unavailable
	})
	return s.asked[method]
}

// timedOf returns the records of a method that have times.
func (s *sample) timedOf(method string) papers.Records {
	return s.askedOf(method).Where(func(r *campaign.Record) bool { return r.Values["timings"] > 0 })
}

// hardest is the name of the puzzles with 17 clues in rows.
const hardest = "17 clues"

// differences compares each pair of algorithms on the same puzzles.
func (s *sample) differences() (rows []map[string]any) {
	pair := func(where string, r papers.Records, first, second string, value papers.Quantity) {
		x, y := papers.Pairs(r, first, second, value)
		if len(x) < 2 {
			return
		}
		var lx, ly, ratios, shifts []float64
		for i := range x {
			if x[i] > 0 && y[i] > 0 {
				lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
				ratios, shifts = append(ratios, x[i]/y[i]), append(shifts, x[i]-y[i])
			}
		}
		rows = append(rows, map[string]any{
			"where": where, "first": first, "second": second, "pairs": len(x), "sign": stats.Sign(x, y),
			"ranks": stats.Wilcoxon(lx, ly),
			"shift": stats.Wilcoxon(x, y).Shift, "ratios": ratios, "shifts": shifts,
		})
	}
	pair(hardest, slices.Concat(s.timedOf("backtrack"), s.timedOf("rules")), "backtrack", "rules", meanTime)
	time := func(r *campaign.Record) float64 {
		if r.Grid == "machine" {
			return papers.Wall(r)
		}
		return meanTime(r)
	}
	for _, g := range papers.GroupBy(s.d.Records.Grid("easier", "machine").Ran(), papers.Clues) {
		where := fmt.Sprintf("%.0f clues", g.Key)
		pair(where, g.Records, "backtrack", "rules", time)
		pair(where, g.Records, "boltzmann", "rules", time)
		pair(where, g.Records, "boltzmann", "backtrack", time)
	}
	return rows
}

// difficulty lists measures of how hard a puzzle is for backtracking and for the rules.
var difficulty = []struct {
	name             string
	backtrack, rules papers.Quantity
}{
	{"time", meanTime, meanTime}, {"nodes, nodes", papers.Nodes, papers.Nodes},
	{"nodes, steps by a rule", papers.Nodes,
		func(r *campaign.Record) float64 { return float64(r.Stats.Effort.Propagations) }},
}

// pairs returns for each puzzle its difficulty for backtracking, x, and for the rules, y; nil with fewer than 20
// puzzles.
func (s *sample) pairs(backtrack, rules papers.Quantity) (x, y []float64) {
	x, y = papers.Pairs(slices.Concat(s.timedOf("backtrack"), s.timedOf("rules")), "backtrack", "rules",
		func(r *campaign.Record) float64 {
			if r.Method == "rules" {
				return rules(r)
			}
			return backtrack(r)
		})
	if len(x) < 20 {
		return nil, nil
	}
	return x, y
}

// extremes tests whether the worst tenth of the puzzles for backtracking is also the worst for the rules, and likewise
// for the easiest tenth.
func (s *sample) extremes() (rows []map[string]any) {
	for _, by := range difficulty {
		x, y := s.pairs(by.backtrack, by.rules)
		for _, tenth := range []string{"worst", "easiest"} {
			if len(x) > 0 {
				i := stats.Independence(x, y, 0.1, tenth == "worst", 1)
				rows = append(rows, map[string]any{
					"by": by.name, "tenth": tenth, "test": i,
					"odds": report.Ours{Value: i.Odds, Lo: i.OddsInterval.Lo, Hi: i.OddsInterval.Hi},
				})
			}
		}
	}
	return rows
}

// correlations returns the correlations of the difficulty for backtracking and for the rules.
func (s *sample) correlations() (rows []map[string]any) {
	for _, by := range difficulty {
		if x, y := s.pairs(by.backtrack, by.rules); len(x) > 0 {
			rows = append(rows, map[string]any{"by": by.name, "puzzles": len(x), "spearman": stats.Spearman(x, y),
				"kendall": stats.Kendall(x, y)})
		}
	}
	return rows
}

// cloud returns the times of at most 5000 puzzles.
func (s *sample) cloud() (some papers.Points) {
	x, y := s.pairs(meanTime, meanTime)
	step := len(x)/5000 + 1
	for i := 0; i < len(x); i += step {
		some.X, some.Y = append(some.X, x[i]), append(some.Y, y[i])
	}
	return some
}
