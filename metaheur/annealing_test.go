package metaheur

import (
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

func TestAnnealing(t *testing.T) {
	conformance(t, 5e6, func(o Options) model.Solver { return Annealing{Options: o} })
}

// TestAnnealingReadings solves an easy puzzle with all readings of the paper.
func TestAnnealingReadings(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.6, 3)
	o := Options{Seed: 1, Moves: 2e7}
	for _, a := range []Annealing{
		{Options: o, Progress: AnyDescent},
		{Options: o, Temperature: StandardDeviation},
		{Options: o, Start: Neighbors},
		{Options: o, Choice: AnyPair},
		{Options: o, Length: BlocksSquared},
		{Options: o, Choice: BlockFirst},
		{Options: o, Cooling: 0.9, Chain: 1000, Reheat: 5, Sample: 10},
	} {
		if _, r, err := model.First(t.Context(), a, m); err != nil || r.Solutions != 1 {
			t.Errorf("%+v: got %+v, error %v; want a solution", a, r, err)
		}
	}
}

// TestAnnealingLimit checks that a limit on the moves only ends a run: with the moves of a successful run as the limit
// the run succeeds again, and with one move less it fails.
func TestAnnealingLimit(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.4, 3)
	run := func(moves int64) model.Result {
		_, r, err := model.First(t.Context(), Annealing{Options: Options{Seed: 1, Moves: moves}}, m)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	moves := run(1e8).Stats.Effort.Iterations
	if r := run(moves); r.Solutions != 1 || r.Stats.Effort.Iterations != moves {
		t.Errorf("with %d moves: %d solutions after %d moves", moves, r.Solutions, r.Stats.Effort.Iterations)
	}
	if r := run(moves - 1); r.Solutions != 0 {
		t.Errorf("with %d moves: a solution after %d moves", moves-1, r.Stats.Effort.Iterations)
	}
}

// TestAnnealingLength checks the lengths of chains on an empty grid, whose nine blocks have nine free cells each. Trace
// is called after a chain.
func TestAnnealingLength(t *testing.T) {
	m := sudoku.Order(3).Model()
	for _, test := range []struct {
		a    Annealing
		want int64
	}{
		{Annealing{}, 81 * 81},
		{Annealing{Length: BlocksSquared}, 9 * 9 * 9},
		{Annealing{Chain: 500, Length: BlocksSquared}, 500},
	} {
		var moves []int64
		test.a.Options = Options{Seed: 1, Moves: 20000, Trace: func(e Event) { moves = append(moves, e.Moves) }}
		if _, _, err := model.First(t.Context(), test.a, m); err != nil {
			t.Fatal(err)
		}
		if got := moves[1] - moves[0]; got != test.want {
			t.Errorf("%+v: a chain of %d moves, want %d", test.a, got, test.want)
		}
	}
}
