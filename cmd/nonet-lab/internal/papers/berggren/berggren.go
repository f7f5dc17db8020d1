package berggren

import (
	"fmt"
	"slices"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
)

// Experiment reproduces the measurements of Berggren and Nilsson, including planned measurements: the available copy of
// the thesis is a draft with numbers for the rules only. The conclusions of the final version are known from its
// abstract.
func Experiment() papers.Experiment { return papers.New("berggren", write, timingTask, firstTask) }

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
	none := len(rules.Between(guesses, 0, 0))
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

// difficulty lists measures of how hard a puzzle is for backtracking and for the rules.
var difficulty = []struct {
	name             string
	backtrack, rules papers.Quantity
}{
	{"time", meanTime, meanTime},
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

// cloud returns the times of at most 5000 puzzles.
func (s *sample) cloud() figure.Cloud {
	some := figure.Cloud{Name: "puzzles"}
	x, y := s.pairs(meanTime, meanTime)
	step := len(x)/5000 + 1
	for i := 0; i < len(x); i += step {
		some.X, some.Y = append(some.X, x[i]), append(some.Y, y[i])
	}
	return some
}
