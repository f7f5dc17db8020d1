package metaheur_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

// A tally sums up runs.
type tally struct {
	runs, solved        int
	moves, maxMoves     int64   // moves of all runs; maximum of the successful runs
	successMoves        int64   // moves of the successful runs
	seconds, maxSeconds float64 // seconds of all runs; maximum of the successful runs
	successSeconds      float64 // seconds of the successful runs
}

// measure runs a method once on each model, each run with its own seed and at most limit.
func measure(t testing.TB, models []*model.Model, limit time.Duration,
	method func(seed uint64) model.Solver) (sum tally) {
	t.Helper()
	for i, m := range models {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		r, err := method(uint64(i)+1).Solve(ctx, m, func(model.Assignment) bool { return false })
		cancel()
		if err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		sum.runs++
		sum.moves += r.Stats.Effort.Iterations
		sum.seconds += r.Stats.Solve.Seconds()
		if r.Solutions == 1 {
			sum.solved++
			sum.successMoves += r.Stats.Effort.Iterations
			sum.maxMoves = max(sum.maxMoves, r.Stats.Effort.Iterations)
			sum.successSeconds += r.Stats.Solve.Seconds()
			sum.maxSeconds = max(sum.maxSeconds, r.Stats.Solve.Seconds())
		}
	}
	return sum
}

// rate returns the share of successful runs with its 95 % Wilson interval.
func (s tally) rate() (p, low, high float64) {
	const z = 1.959964
	n := float64(s.runs)
	p = float64(s.solved) / n
	middle, width := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return p, (middle - width) / (1 + z*z/n), (middle + width) / (1 + z*z/n)
}

func (s tally) String() string {
	p, low, high := s.rate()
	k := float64(max(1, s.solved))
	return fmt.Sprintf("%d of %d = %.3f [%.3f, %.3f]; moves of a success %.3g (at most %.3g), seconds %.3g (%.3g);"+
		" expected per success %.3g moves, %.3g s; %.3g moves/s",
		s.solved, s.runs, p, low, high, float64(s.successMoves)/k, float64(s.maxMoves), s.successSeconds/k,
		s.maxSeconds,
		float64(s.moves)/k, s.seconds/k, float64(s.moves)/s.seconds)
}

// digits are the values in the public lists, by order.
var digits = map[int]string{3: "123456789", 4: "123456789ABCDEFG", 5: "ABCDEFGHIJKLMNOPQRSTUVWXY"}

// randomInstances returns n models, evenly spread over the published random instances of an order with the given
// percentage of cells given.
func randomInstances(t testing.TB, order, percent, n int) []*model.Model {
	t.Helper()
	var lines []string
	for _, l := range backendtest.Lines(t, fmt.Sprintf("order%d-random.txt.gz", order)) {
		if name, line, _ := strings.Cut(l, " "); strings.HasPrefix(name, fmt.Sprintf("%d_", percent)) {
			lines = append(lines, line)
		}
	}
	return parse(order, backendtest.Spread(lines, n))
}

// parse returns the models of puzzles of an order, one per line.
func parse(order int, lines []string) []*model.Model {
	var models []*model.Model
	for _, line := range lines {
		p := sudoku.Puzzle{Shape: sudoku.Order(order), Clues: make(sudoku.Grid, len(line))}
		for c, d := range line {
			p.Clues[c] = strings.IndexRune(digits[order], d) + 1
		}
		models = append(models, p.Model())
	}
	return models
}

// seventeenClues returns n of the puzzles with 17 clues, evenly spread over the list.
func seventeenClues(t testing.TB, n int) []*model.Model {
	t.Helper()
	return parse(3, backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), n))
}

// reduced returns the models after a preprocessor.
func reduced(t testing.TB, name string, models []*model.Model) []*model.Model {
	t.Helper()
	pre, ok := deduce.ByName(name)
	if !ok {
		t.Fatalf("no preprocessor %s", name)
	}
	small := make([]*model.Model, len(models))
	for i, m := range models {
		var err error
		if small[i], err = pre.Preprocess(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	return small
}
