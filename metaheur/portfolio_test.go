package metaheur

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

// portfolio makes three concurrent runs of find on the empty 4x4 grid.
func portfolio(find search) (model.Result, model.Assignment, error) {
	o := Options{Seed: 1, Jobs: 3}
	var a model.Assignment
	keep := func(b model.Assignment) bool { a = slices.Clone(b); return true }
	r, err := o.solve(context.Background(), sudoku.Order(2).Model(), keep, find)
	return r, a, err
}

// TestPortfolioEndsWithFirstSuccess checks that the first success ends the other runs, and that the work of all runs is
// reported.
func TestPortfolioEndsWithFirstSuccess(t *testing.T) {
	before := runtime.NumGoroutine()
	s := sudoku.Order(2)
	r, a, err := portfolio(func(r *run) []uint8 {
		r.addMoves(10, 3)
		if r.job != 1 {
			<-r.ctx.Done()
			return nil
		}
		grid := make([]uint8, s.Cells())
		for c, v := range s.Root() {
			grid[c] = uint8(v - 1)
		}
		return grid
	})
	if err != nil || r.Solutions != 1 || r.Complete {
		t.Errorf("%d solutions, complete %v, error %v; want 1, false", r.Solutions, r.Complete, err)
	}
	if n := r.Stats.Effort.Iterations; n != 30 || r.Stats.Cost != 0 {
		t.Errorf("%d moves, cost %d; want the 30 moves of all runs, cost 0", n, r.Stats.Cost)
	}
	if err := s.Model().Check(a); err != nil {
		t.Error(err)
	}
	backendtest.CheckGoroutines(t, before)
}

// TestPortfolioSeeds checks that each run has its own random numbers.
func TestPortfolioSeeds(t *testing.T) {
	drawn := make([]uint64, 3)
	if _, _, err := portfolio(func(r *run) []uint8 { drawn[r.job] = r.Uint64(); return nil }); err != nil {
		t.Fatal(err)
	}
	if drawn[0] == drawn[1] || drawn[1] == drawn[2] || drawn[0] == drawn[2] {
		t.Errorf("first random numbers %v", drawn)
	}
}

// TestPortfolioRefuted checks that one run that refutes the model decides the result.
func TestPortfolioRefuted(t *testing.T) {
	r, _, err := portfolio(func(r *run) []uint8 {
		if r.refuted = r.job == 2; !r.refuted {
			<-r.ctx.Done()
		}
		return nil
	})
	if err != nil || r.Status() != model.Unsatisfiable {
		t.Errorf("got %+v, error %v; want unsat", r, err)
	}
}

// TestPortfolioWrongAnswer checks that the solution of a method is verified.
func TestPortfolioWrongAnswer(t *testing.T) {
	var wrong *model.WrongAnswerError
	r, _, err := portfolio(func(*run) []uint8 { return make([]uint8, 16) })
	if !errors.As(err, &wrong) || r.Solutions != 0 {
		t.Errorf("got %+v, error %v; want a WrongAnswerError", r, err)
	}
}

// TestPortfolioBestCost checks that the cost of the result is the lowest cost of the runs, and that its status is
// unknown.
func TestPortfolioBestCost(t *testing.T) {
	r, _, err := portfolio(func(r *run) []uint8 { r.addMoves(1, 7-r.job); return nil })
	if err != nil || r.Status() != model.Unknown || r.Stats.Cost != 5 {
		t.Errorf("got %+v, error %v; want unknown, cost 5", r, err)
	}
}

// TestPortfolioOfMethods solves a puzzle with four concurrent runs of a method.
func TestPortfolioOfMethods(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.6, 3)
	for _, s := range []model.Solver{
		Annealing{Options: Options{Jobs: 4}}, Tempering{Options: Options{Jobs: 4}},
		IteratedLocalSearch{Options: Options{Jobs: 4}},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if a, _, err := model.First(ctx, s, m); err != nil || m.Check(a) != nil {
			t.Errorf("%T: %v, error %v", s, a, err)
		}
		cancel()
	}
}
