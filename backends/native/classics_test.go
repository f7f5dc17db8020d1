package native_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/backends/native/internal/grid9"
	"nonet/model"
	"nonet/model/sudoku"
)

// The named instructions are those of the engine that searches of classic grids use.
func TestInstructions(t *testing.T) {
	want := native.Solver{}.Classic()
	for _, e := range grid9.Engines {
		if e.Instructions == native.Instructions() {
			if !reflect.DeepEqual((native.Solver{Engine: e.Name}).Classic(), want) {
				t.Errorf("%s: the searches use another engine than %s", e.Instructions, e.Name)
			}
			return
		}
	}
	t.Errorf("no engine has %q", native.Instructions())
}

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
	clues := make([]*[81]uint8, len(puzzles))
	for i, p := range puzzles {
		digits := digitsOf(model.Assignment(p.Clues))
		clues[i] = &digits
	}
	for _, engine := range append(native.Engines(), "") {
		s := native.Solver{Engine: engine}
		c, alone := s.Classic(), s.Classic()
		if c == nil {
			continue // an engine for other models
		}
		prepared, err := s.Prepare(t.Context(), sudoku.Order(3).Model())
		if err != nil {
			t.Fatal(err)
		}
		for _, limit := range []int{1, 2, 50} {
			results, err := c.Solve(clues, limit, 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range results {
				var want [][81]uint8
				r, err := prepared.SolveGiven(t.Context(), puzzles[i].Given(nil), func(a model.Assignment) bool {
					want = append(want, digitsOf(a))
					return len(want) < limit
				})
				if err != nil {
					t.Fatal(err)
				}
				if got.Solutions != r.Solutions || got.Complete != r.Complete {
					t.Fatalf("engine %q, %v: %+v, want %+v", engine, clues[i], got, r)
				}
				n := min(got.Solutions, 2)
				if x, err := alone.Solve(clues[i:i+1], limit, 1<<30); err != nil || x[0].Nodes != got.Nodes ||
					x[0].Failures != got.Failures || !slices.Equal(x[0].Found[:n], got.Found[:n]) {
					t.Fatalf("engine %q, %v: %+v alone, %+v beside others, error %v", engine, clues[i], x[0], got, err)
				}
				effort := model.Effort{Nodes: got.Nodes, Failures: got.Failures}
				if effort != r.Stats.Effort || !slices.Equal(got.Found[:n], want[:n]) {
					t.Errorf("engine %q, %v: %+v, want %+v, solutions %v", engine, clues[i], got, r, want)
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
		r, err := c.Solve([]*[81]uint8{&blank}, 0, nodes)
		if err != nil || r[0].Complete || r[0].Nodes != int64(nodes) || r[0].Solutions > nodes {
			t.Errorf("%d nodes: %+v, error %v", nodes, r[0], err)
		}
	}
	list := []*[81]uint8{&blank}
	if allocs := testing.AllocsPerRun(10, func() { c.Solve(list, 2, 1000) }); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}
