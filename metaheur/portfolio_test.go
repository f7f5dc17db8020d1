package metaheur

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

func portfolio(find search) (model.Result, model.Assignment, error) {
	o := Options{Seed: 1, Jobs: 3}
	var a model.Assignment
	r, err := o.solve(context.Background(), sudoku.Order(2).Model(), func(b model.Assignment) bool { a = append(model.Assignment(nil), b...); return true }, find)
	return r, a, err
}

// The first success ends the other runs, and the work of all is reported.
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
		t.Errorf("%d solutions, complete %v, error %v; want one, incomplete", r.Solutions, r.Complete, err)
	}
	if n := r.Stats.Effort.Iterations; n != 30 || r.Stats.Cost != 0 {
		t.Errorf("%d moves to cost %d, want 30 of three runs to cost 0", n, r.Stats.Cost)
	}
	if err := s.Model().Check(a); err != nil {
		t.Error(err)
	}
	backendtest.CheckGoroutines(t, before)
}

// Each run draws from a source of its own.
func TestPortfolioSeeds(t *testing.T) {
	drawn := make([]uint64, 3)
	if _, _, err := portfolio(func(r *run) []uint8 { drawn[r.job] = r.Uint64(); return nil }); err != nil {
		t.Fatal(err)
	}
	if drawn[0] == drawn[1] || drawn[1] == drawn[2] || drawn[0] == drawn[2] {
		t.Errorf("first random numbers %v", drawn)
	}
}

// One run that finds out that there is no solution speaks for all.
func TestPortfolioRefuted(t *testing.T) {
	r, _, err := portfolio(func(r *run) []uint8 {
		if r.refuted = r.job == 2; !r.refuted {
			<-r.ctx.Done()
		}
		return nil
	})
	if err != nil || r.Status() != model.Unsatisfiable {
		t.Errorf("%+v, error %v", r, err)
	}
}

// What a method takes for a solution is checked.
func TestPortfolioWrongAnswer(t *testing.T) {
	var wrong *model.WrongAnswerError
	r, _, err := portfolio(func(*run) []uint8 { return make([]uint8, 16) })
	if !errors.As(err, &wrong) || r.Solutions != 0 {
		t.Errorf("%+v, error %v", r, err)
	}
}

// The best cost is that of the best run, and nothing found is unknown.
func TestPortfolioBestCost(t *testing.T) {
	r, _, err := portfolio(func(r *run) []uint8 { r.addMoves(1, 7-r.job); return nil })
	if err != nil || r.Status() != model.Unknown || r.Stats.Cost != 5 {
		t.Errorf("%+v, error %v", r, err)
	}
}

// Several runs of a method solve what one solves.
func TestPortfolioOfMethods(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.6, 3)
	for _, s := range []model.Solver{
		Annealing{Options: Options{Jobs: 4}}, Tempering{Options: Options{Jobs: 4}}, IteratedLocalSearch{Options: Options{Jobs: 4}},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if a, _, err := model.First(ctx, s, m); err != nil || m.Check(a) != nil {
			t.Errorf("%T: %v, error %v", s, a, err)
		}
		cancel()
	}
}
