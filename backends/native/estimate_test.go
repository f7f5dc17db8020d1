package native

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// TestEstimateHasNoBias compares estimates with known counts of dozens of models of all kinds. The errors must be as
// large as the estimates claim. That would detect a bias of a tenth of the typical error.
func TestEstimateHasNoBias(t *testing.T) {
	var models []*model.Model
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 5))
		models = append(models, backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true}))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 15 {
		grid, err := sudoku.RandomGrid(t.Context(), sudoku.Order(3), r)
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, sudoku.Puzzle{Shape: sudoku.Order(3), Clues: sudoku.KeepExactly(grid, 24, r)}.Model())
	}
	models = append(models, sudoku.Order(2).Model(), sudoku.Shape{Height: 2, Width: 3}.Model())
	n, sum, covered := 0, 0.0, 0
	for i, m := range models {
		exact, r, err := Solver{}.CountSolutions(t.Context(), m, 0)
		if err != nil || !r.Complete {
			t.Fatal(err)
		}
		e, _, err := Solver{}.Estimate(t.Context(), m, 1000, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		want, got := logOf(exact), math.Exp(e.Mean)
		if exact.Sign() == 0 {
			want = math.Inf(-1)
		}
		if e.Exact() || e.RelStdDev < 1e-6 || exact.Sign() == 0 {
			if math.Abs(got-math.Exp(want)) > 1e-6*math.Exp(want) {
				t.Errorf("model %d: got estimate %v without deviation, want %v", i, got, exact)
			}
			continue
		}
		z := (1 - math.Exp(want-e.Mean)) / (e.RelStdDev / math.Sqrt(float64(e.Probes)))
		if math.Abs(z) > 5 {
			t.Errorf("model %d: estimate %v, %.1f standard errors from %v", i, got, z, exact)
		}
		n++
		sum += z
		if e.Low <= want && want <= e.High {
			covered++
		}
	}
	if mean := sum / math.Sqrt(float64(n)); n < 60 || math.Abs(mean) > 3 || float64(covered) < 0.88*float64(n) {
		t.Errorf("%d estimates: mean error %.2f standard errors, %d intervals contain the number", n, mean, covered)
	}
}

func TestEstimateOfEmptyGrids(t *testing.T) {
	e, _, err := Solver{}.Estimate(t.Context(), sudoku.Order(3).Model(), 2000, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := math.Log(6.670903752021073e21)
	if e.Low > want || e.High < want || math.Abs(e.Mean-want) > 0.2 || e.Doubtful() {
		t.Errorf("empty 9x9 grid: got %+v, want %v", e, want)
	}
}

func TestExactEstimate(t *testing.T) {
	clash := sudoku.Order(2).Model().With(model.Given{Var: 0, Value: 1}, model.Given{Var: 1, Value: 1})
	free := &model.Model{Vars: []model.Variable{{Domain: model.Interval(1, 5)}, {Domain: model.Interval(1, 7)}}}
	for name, test := range map[string]struct {
		m    *model.Model
		want float64
	}{
		"contradictory clues": {clash, 0},
		"no constraints":      {free, 35},
		"an empty model":      {&model.Model{}, 1},
	} {
		e, _, err := Solver{}.Estimate(t.Context(), test.m, 100, 1)
		if err != nil || !e.Exact() || e.Doubtful() || math.Abs(math.Exp(e.Mean)-test.want) > 1e-9 {
			t.Errorf("%s: %+v, %v; want %v", name, e, err, test.want)
		}
	}
	for _, c := range []model.Constraint{nil, sumOf(1<<58, model.AtMost, 1, 0, 1)} { // none, and too large sums
		if _, _, err := (Solver{}).Estimate(t.Context(), free.With(c), 100, 1); err == nil {
			t.Errorf("%+v: got no error", c)
		}
	}
	pigeons, stats, err := Solver{}.Estimate(t.Context(), backendtest.Pigeonhole(6), 100, 1)
	if err != nil || pigeons.Hits > 0 || !math.IsInf(pigeons.Mean, -1) || stats.Effort.Failures != 100 {
		t.Errorf("pigeonhole: %+v, error %v", pigeons, err)
	}
}

func TestEstimateRepeats(t *testing.T) {
	m := sudoku.Order(3).Model()
	a, _, _ := Solver{}.Estimate(t.Context(), m, 50, 7)
	b, _, _ := Solver{}.Estimate(t.Context(), m, 50, 7)
	c, _, _ := Solver{}.Estimate(t.Context(), m, 50, 8)
	if a != b || a == c {
		t.Errorf("seed 7: got %+v and %+v, want the same; seed 8: %+v", a, b, c)
	}
}

func TestEstimateIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e, _, err := Solver{}.Estimate(ctx, sudoku.Order(3).Model(), 100, 1)
	if !errors.Is(err, context.Canceled) || e.Exact() || e.Probes > 0 {
		t.Errorf("cancelled before: %+v, %v", e, err)
	}
	for limit, probes := 50*time.Millisecond, int64(0); probes == 0; limit *= 2 { // until there is time for a probe
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		e, _, err := Solver{}.Estimate(ctx, sudoku.Order(4).Model(), 1<<40, 1)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("after %v: %+v, %v", limit, e, err)
		}
		probes = int64(e.Probes)
	}
}

// A node of a large grid takes milliseconds: the context is checked after fewer nodes.
func TestEstimateOfLargeGridEnds(t *testing.T) {
	ctx := backendtest.NewCountdown(t, 4)
	_, stats, err := Solver{}.Estimate(ctx, sudoku.Order(6).Model(), 100, 1)
	if most := int64(1000); !errors.Is(err, context.Canceled) || stats.Effort.Nodes > most {
		t.Errorf("%d nodes, error %v; want at most %d nodes", stats.Effort.Nodes, err, most)
	}
}
