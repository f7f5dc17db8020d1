package native_test

import (
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/sudoku"
)

// TestClassic compares a Classic with the solver of models, in answers and effort, on puzzles with one, many and no
// solutions.
func TestClassic(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	var puzzles []sudoku.Puzzle
	for _, h := range backendtest.Hardest {
		p := backendtest.Puzzle(sudoku.Order(3), h.Puzzle)
		puzzles = append(puzzles, p)
		for range 20 { // with a clue removed or replaced
			q := sudoku.Puzzle{Shape: p.Shape, Clues: append(sudoku.Grid(nil), p.Clues...)}
			for range 1 + random.IntN(2) {
				c := random.IntN(81)
				for q.Clues[c] == 0 {
					c = random.IntN(81)
				}
				q.Clues[c] = random.IntN(2) * (1 + random.IntN(9))
			}
			puzzles = append(puzzles, q)
		}
	}
	for _, engine := range []string{"", "bands", "sweep"} {
		s := native.Solver{Engine: engine}
		c := s.Classic()
		prepared, err := s.Prepare(t.Context(), sudoku.Order(3).Model())
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range puzzles {
			if engine == "sweep" && i%10 != 0 {
				continue // slow without AVX-512
			}
			for _, limit := range []int{1, 2, 50} {
				var want [][81]uint8
				r, err := prepared.SolveGiven(t.Context(), p.Given(nil), func(a model.Assignment) bool {
					want = append(want, digitsOf(a))
					return len(want) < limit
				})
				if err != nil {
					t.Fatal(err)
				}
				clues := digitsOf(model.Assignment(p.Clues))
				n, complete, err := c.Solve(&clues, limit, 1<<30)
				var effort model.Effort
				effort.Nodes, effort.Failures = c.Effort()
				if err != nil || n != r.Solutions || complete != r.Complete || effort != r.Stats.Effort {
					t.Fatalf("engine %q, %v: %d solutions, complete %v, %+v, error %v; want %+v",
						engine, p.Clues, n, complete, effort, err, r)
				}
				for k := range min(n, 2) {
					if c.Found[k] != want[k] {
						t.Errorf("engine %q, %v: solution %d is %v, want %v", engine, p.Clues, k, c.Found[k], want[k])
					}
				}
			}
		}
	}
	for _, s := range []native.Solver{{Engine: "general"}, {Options: native.Options{AllDifferent: native.Domain}}} {
		if s.Classic() != nil {
			t.Errorf("%+v: got a Classic, want nil", s)
		}
	}
}

func digitsOf(a model.Assignment) (digits [81]uint8) {
	for c, v := range a {
		digits[c] = uint8(v)
	}
	return digits
}

// TestClassicStopsAtItsNodes checks that the search stops at the limit of nodes and reports the results so far.
func TestClassicStopsAtItsNodes(t *testing.T) {
	c := native.Solver{}.Classic()
	var blank [81]uint8
	for _, nodes := range []int{0, 1, 100, 5000} {
		n, complete, err := c.Solve(&blank, 0, nodes)
		if visited, _ := c.Effort(); err != nil || complete || visited != int64(nodes) || n > nodes {
			t.Errorf("%d nodes: %d solutions, complete %v, %d visited, error %v", nodes, n, complete, visited, err)
		}
	}
	if allocs := testing.AllocsPerRun(10, func() { c.Solve(&blank, 2, 1000) }); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}
