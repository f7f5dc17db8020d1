package metaheur_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/notation"
)

// TestConstructiveTargets measures the success rates, within a time limit, of the methods that fill grids with
// propagation. minRate is the least rate that passes.
func TestConstructiveTargets(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	guided := func(g metaheur.Guided) func(uint64) model.Solver {
		return func(seed uint64) model.Solver { g.Seed = seed; return g }
	}
	eda := func(e metaheur.EDA) func(uint64) model.Solver {
		return func(seed uint64) model.Solver { e.Seed = seed; return e }
	}
	ants := func(a metaheur.Ants) func(uint64) model.Solver {
		return func(seed uint64) model.Solver { a.Seed = seed; return a }
	}
	order := func(n, percent int) func(t *testing.T) []*model.Model {
		return func(t *testing.T) []*model.Model { return randomInstances(t, n, percent, 50) }
	}
	clues := func(t *testing.T) []*model.Model { return seventeenClues(t, 1000) }
	escargot := func(t *testing.T) []*model.Model {
		return parse(3, repeated("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
			300))
	}
	unique := func(file string) func(t *testing.T) []*model.Model {
		return func(t *testing.T) []*model.Model { return puzzles(t, "testdata/"+file) }
	}
	for _, target := range []struct {
		name    string
		models  func(t *testing.T) []*model.Model
		limit   time.Duration
		method  func(uint64) model.Solver
		minRate float64
	}{
		{"guided/17 clues", clues, time.Second, guided(metaheur.Guided{}), 1},
		{"guided/AI Escargot", escargot, time.Second, guided(metaheur.Guided{}), 1},
		{"guided/order 4, 35 %", order(4, 35), time.Second, guided(metaheur.Guided{}), 1},
		{"guided/order 4, 40 %", order(4, 40), time.Second, guided(metaheur.Guided{}), 1},
		{"guided/order 4, 45 %", order(4, 45), time.Second, guided(metaheur.Guided{}), 1},
		{"guided/order 5, 40 %", order(5, 40), 10 * time.Second, guided(metaheur.Guided{}), 1},
		{"guided/order 5, 45 %", order(5, 45), 10 * time.Second, guided(metaheur.Guided{}), 1},
		{"guided/order 5, 50 %", order(5, 50), 10 * time.Second, guided(metaheur.Guided{}), 1},
		{"guided/order 5, one solution, 287 clues", unique("unique287.txt"), time.Minute, guided(metaheur.Guided{}),
			0.5},
		{"guided/order 5, one solution, 281 clues", unique("unique281.txt"), time.Minute, guided(metaheur.Guided{}),
			0.5},
		{"guided, no saved values/order 5, 45 %", order(5, 45), 10 * time.Second, guided(metaheur.Guided{Keep: -1}), 0},
		{"guided, no saved values/order 5, one solution, 281 clues", unique("unique281.txt"), time.Minute,
			guided(metaheur.Guided{Keep: -1}), 0},
		{"eda/17 clues", clues, time.Second, eda(metaheur.EDA{}), 1},
		{"eda/AI Escargot", escargot, time.Second, eda(metaheur.EDA{}), 1},
		{"eda/order 4, 40 %", order(4, 40), time.Second, eda(metaheur.EDA{}), 1},
		{"eda/order 5, 40 %", order(5, 40), 10 * time.Second, eda(metaheur.EDA{}), 0.9},
		{"eda/order 5, 45 %", order(5, 45), 10 * time.Second, eda(metaheur.EDA{}), 0.9},
		{"eda/order 5, 50 %", order(5, 50), 10 * time.Second, eda(metaheur.EDA{}), 0.9},
		{"eda, no repairs/order 5, 45 %", order(5, 45), 10 * time.Second, eda(metaheur.EDA{Repairs: -1}), 0},
		{"ants/AI Escargot", escargot, time.Second, ants(metaheur.Ants{}), 1},
		{"ants, below q0/AI Escargot", escargot, time.Second, ants(metaheur.Ants{Choice: metaheur.BelowQ0}), 1},
		{"ants/order 5, 45 %", order(5, 45), 10 * time.Second, ants(metaheur.Ants{}), 0},
	} {
		t.Run(target.name, func(t *testing.T) {
			sum := measure(t, target.models(t), target.limit, target.method)
			t.Log(sum)
			if p, _, _ := sum.rate(); p < target.minRate {
				t.Errorf("success rate %v, want at least %v", p, target.minRate)
			}
		})
	}
}

func repeated(line string, n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = line
	}
	return lines
}

// puzzles returns the puzzles of a file with one puzzle per line.
func puzzles(t testing.TB, file string) []*model.Model {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var models []*model.Model
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		p, err := notation.Parse(strings.TrimSpace(line), notation.Options{})
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, p.Model())
	}
	return models
}
