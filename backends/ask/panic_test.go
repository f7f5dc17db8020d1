package ask_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/backends/backendtest"
	"nonet/encode/problem"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/split"
	"nonet/model/sudoku"
)

// TestPanicOfAnotherGoroutine has methods that search in goroutines of their own, with a Trace that panics in them. The
// puzzle has no solution, so that no method finds one before its first event.
func TestPanicOfAnotherGoroutine(t *testing.T) {
	puzzle := backendtest.Puzzle(sudoku.Order(3), "5"+backendtest.Hardest[1].Puzzle[1:])
	for _, jobs := range []int{1, 2} {
		o := metaheur.Options{Jobs: jobs, Trace: func(metaheur.Event) { panic("no paper left") }}
		for _, s := range []model.Solver{
			metaheur.Annealing{Options: o}, metaheur.Ants{Options: o}, metaheur.Boltzmann{Options: o},
			metaheur.EDA{Options: o}, metaheur.Gibbs{Options: o}, metaheur.Guided{Options: o},
			metaheur.HillClimbing{Options: o}, metaheur.IteratedLocalSearch{Options: o}, metaheur.RESEDA{Options: o},
			metaheur.Tempering{Options: o},
			split.Parallel(metaheur.Annealing{Options: o}, split.Options{Cubes: 4, Jobs: jobs}),
		} {
			name := fmt.Sprintf("%T, %d jobs", s, jobs)
			a := (&ask.Asker{Solver: s}).Ask(t.Context(), ask.Question{}, problem.Of(puzzle))
			var panicked *backends.PanicError
			if !errors.As(a.Err, &panicked) || panicked.Value != "no paper left" ||
				!strings.HasPrefix(panicked.Place, "panic_test.go:") {
				t.Errorf("%s: error %v, want the panic of Trace and its place", name, a.Err)
			}
		}
	}
}
