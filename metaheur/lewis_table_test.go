package metaheur_test

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/notation"
)

// TestLewisTable1 repeats Table 1 of Lewis's paper of 2007 with limits on the moves. He had 2, 40 and 450 seconds for
// orders 3, 4 and 5; here a run has about 1.2 million moves for each second.
//
// It prints our values beside the published ones, and whether they match: the share of given cells within 0.01, the
// share of cells filled after propagation within 0.10, and a success rate within 0.05 or two standard errors of the
// difference. Lewis made ten runs of each puzzle. Of his puzzles only those with 17 clues are available. The others are
// generated with as many clues, one solution, and at order 3 about as many cells that propagation fills.
//
// Known mismatches are listed in misses; nothing was tuned to remove them. With 17 clues, propagation as he describes
// it fills 0.72 of the cells, not his 0.30, which is the share without hidden singles in columns and boxes; so our
// hybrid has an easier task. Our diabolical puzzles are easier for annealing than his. At order 4 with 40 % of the
// cells given the hybrid solved 2 of 80 runs, where he reports a quarter. Other readings do not help: the standard
// deviation as initial temperature, or AnyDescent, solved 0 of 20 each. The hybrid solves random instances with 40 %
// given, which may have many solutions (TestTargets), so the reason may be the puzzles.
func TestLewisTable1(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	type published struct{ given, annealing, filled, hybrid float64 }
	const order3, order4, order5 = 2.4e6, 4.8e7, 5.4e8
	for _, row := range []struct {
		name   string
		models func(*testing.T) []*model.Model
		runs   int // runs of each algorithm, each with its own seed, cycling through the puzzles
		moves  int64
		published
		misses string
	}{
		{"gentle", levels("gentle.txt", 0), 100, order3, published{0.34, 0.99, 0.94, 1}, ""},
		{"tough", levels("tough.txt", 0), 100, order3, published{0.36, 0.95, 0.59, 1}, ""},
		{"diabolical", levels("diabolical.txt", 0), 100, order3, published{0.34, 0.82, 0.48, 0.99}, "annealing"},
		{"17 clues", firstSeventeenClues, 1000, order3, published{0.21, 0.01, 0.30, 0.16}, "filled, hybrid"},
		{"order 4, easy", levels("order4-102.nonet.gz", 1), 20, order4, published{0.40, 0.04, 0.47, 0.24}, "hybrid"},
		{"order 4, hard", levels("order4-102.nonet.gz", 2), 20, order4, published{0.40, 0.10, 0.48, 0.28}, "hybrid"},
		{"order 4, superhard", levels("order4-125.nonet.gz", 0), 20, order4, published{0.49, 0.91, 0.74, 1}, ""},
		{"order 5, easy", levels("order5-287.nonet.gz", 0), 5, order5, published{0.46, 0.01, 0.51, 0.04}, ""},
		{"order 5, hard", levels("order5-281.nonet.gz", 0), 5, order5, published{0.45, 0, 0.49, 0}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			models := row.models(t)
			small := reduced(t, "lewis", models)
			check := func(what string, ours, want, slack float64) {
				match := math.Abs(ours-want) <= slack
				t.Logf("%s: published %.2f, ours %.3f: %s",
					what, want, ours, map[bool]string{true: "match", false: "miss"}[match])
				if !match && !strings.Contains(row.misses, what) {
					t.Errorf("%s: got %.3f, want %.2f ± %.3f", what, ours, want, slack)
				}
			}
			cells := float64(len(models) * len(models[0].Vars))
			check("given", float64(givens(models))/cells, row.given, 0.01)
			check("filled", float64(filled(small))/cells, row.filled, 0.10)
			for _, part := range []string{"lewis-naked", "lewis-rows", "lewis-lines"} {
				t.Logf("filled by %s: %.3f", part, float64(filled(reduced(t, part, models)))/cells)
			}
			for _, algorithm := range []struct {
				name   string
				models []*model.Model
				want   float64
			}{
				{"annealing", models, row.annealing}, {"hybrid", small, row.hybrid},
			} {
				var runs []*model.Model
				for i := range row.runs {
					runs = append(runs, algorithm.models[i%len(models)])
				}
				sum := measure(t, runs, time.Hour, func(seed uint64) model.Solver {
					return metaheur.Annealing{Options: metaheur.Options{Seed: seed, Moves: row.moves}}
				})
				p, _, _ := sum.rate()
				n, publishedRuns := float64(len(runs)), float64(10*len(models))
				pooled := (p*n + algorithm.want*publishedRuns) / (n + publishedRuns)
				slack := max(0.05, 2*math.Sqrt(pooled*(1-pooled)*(1/n+1/publishedRuns)))
				check(algorithm.name, p, algorithm.want, slack)
				t.Log(sum)
			}
		})
	}
}

// levels returns the puzzles of a file as models: all of them if ten is 0, or the first or second ten.
func levels(file string, ten int) func(*testing.T) []*model.Model {
	return func(t *testing.T) []*model.Model {
		t.Helper()
		f, err := os.Open("../model/generate/levels/lewis-" + file)
		if errors.Is(err, fs.ErrNotExist) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var models []*model.Model
		for r := notation.NewReader(f, notation.Options{File: file}); ; {
			p, err := r.Read()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			models = append(models, p.Model())
		}
		if ten > 0 {
			models = models[10*(ten-1) : 10*ten]
		}
		return models
	}
}

// firstSeventeenClues returns the first 1000 of the sorted puzzles with 17 clues.
func firstSeventeenClues(t *testing.T) []*model.Model {
	lines := slices.Sorted(slices.Values(backendtest.Lines(t, "sudoku17.txt.gz")))
	return parse(3, lines[:1000])
}

// givens returns the total number of clues of the models.
func givens(models []*model.Model) (n int) {
	for _, m := range models {
		for _, c := range m.Constraints {
			if _, ok := c.(model.Given); ok {
				n++
			}
		}
	}
	return n
}

// filled returns the total number of cells with one value left.
func filled(models []*model.Model) (n int) {
	for _, m := range models {
		for _, v := range m.Vars {
			if v.Domain.Size() == 1 {
				n++
			}
		}
	}
	return n
}
