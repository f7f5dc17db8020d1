package simonis

import (
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/cmd/nonet-lab/internal/papers/consistency"
	"nonet/cmd/nonet-lab/internal/papers/paperstest"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/model/sudoku"
)

func TestSmoke(t *testing.T) {
	doc := paperstest.Smoke(t, Experiment())
	if n := doc.Tally().Of(report.Missed); n > 0 {
		t.Errorf("%d misses: %+v", n, doc.Misses())
	}
}

func TestNothingRun(t *testing.T) {
	paperstest.Nothing(t, Experiment())
}

// A stronger level leaves no more candidates than a weaker level.
func TestLevelsAreOrdered(t *testing.T) {
	lines := backendtest.Lines(t, "sudoku17.txt.gz")
	for i := 0; i < len(lines); i += 1500 {
		p := backendtest.Puzzle(sudoku.Order(3), lines[i])
		left := map[string]int{}
		for _, l := range append(slices.Clone(levels), shavings[:2]...) {
			domains, consistent, err := consistency.Closure(t.Context(), p.Model(), l.rules)
			if err != nil || !consistent {
				t.Fatalf("%s: consistent %v, error %v", l.name, consistent, err)
			}
			left[l.name] = candidates(domains)
		}
		for _, pair := range [][2]string{{"values", "hidden"}, {"hidden", "locked-rows"}, {"locked-rows", "locked"},
			{"hidden", "bounds"}, {"bounds", "domain"},
			{"domain", "domain+locked"}, {"locked", "domain+locked"}, {"values", "values+shaving"},
			{"hidden", "hidden+shaving"}, {"values+shaving", "hidden+shaving"}} {
			if left[pair[0]] < left[pair[1]] {
				t.Errorf("puzzle %d: %s leaves %d candidates, %s %d", i, pair[0], left[pair[0]], pair[1], left[pair[1]])
			}
		}
	}
}
