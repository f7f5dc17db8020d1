package split_test

import (
	"context"
	"errors"
	"math/big"
	"sync/atomic"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/backends/rules"
	"nonet/model"
	"nonet/model/parallel"
	"nonet/model/split"
	"nonet/model/sudoku"
)

// withoutCounter hides the CountSolutions of a solver.
type withoutCounter struct{ model.Solver }

func TestParallelIsASolver(t *testing.T) {
	for name, s := range map[string]model.Solver{
		"native": split.Parallel(native.Solver{}, split.Options{Cubes: 5, Jobs: 3}),
		"rules":  split.Parallel(rules.Solver{}, split.Options{Cubes: 5, Jobs: 3}),
	} {
		t.Run(name, func(t *testing.T) {
			backendtest.Run(t, s, backendtest.Options{Objective: name == "rules", Random: 150})
		})
	}
}

// TestParallelAgrees compares Parallel with its inner solver.
func TestParallelAgrees(t *testing.T) {
	clues := func(line string) *model.Model { return backendtest.Puzzle(sudoku.Order(3), line).Model() }
	for name, m := range map[string]*model.Model{
		"288 solutions": sudoku.Order(2).Model(),
		"20 solutions":  clues("1....7....3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
		"one solution":  clues("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
		"no solution":   clues("55..............................................................................."),
	} {
		for _, plain := range []model.Solver{native.Solver{}, withoutCounter{native.Solver{}}} {
			s := split.Parallel(plain, split.Options{Cubes: 16})
			if _, counts := s.(model.Counter); counts != (plain == native.Solver{}) {
				t.Errorf("Parallel of %T is a Counter: %v", plain, counts)
			}
			want, _, err := model.Count(t.Context(), plain, m, 0)
			if err != nil {
				t.Fatal(err)
			}
			if n, r, err := model.Count(t.Context(), s, m, 0); err != nil || !r.Complete || n.Cmp(want) != 0 {
				t.Errorf("%s: counted %v, complete %v, error %v; want %v", name, n, r.Complete, err, want)
			}
			verdict, _, _, err := model.Unique(t.Context(), plain, m)
			if err != nil {
				t.Fatal(err)
			}
			v, found, _, err := model.Unique(t.Context(), s, m)
			if err != nil || v != verdict || len(found) != int(min(want.Int64(), 2)) {
				t.Errorf("%s: Unique = %v, %d solutions, error %v; want %v", name, v, len(found), err, verdict)
			}
			a, r, err := model.First(t.Context(), s, m)
			if err != nil || r.Complete != (a == nil) || a != nil && m.Check(a) != nil {
				t.Errorf("%s: First = %v, %+v, error %v", name, a, r, err)
			}
		}
	}
}

func TestParallelStopsAtALimit(t *testing.T) {
	m := sudoku.Order(2).Model()
	for _, plain := range []model.Solver{native.Solver{}, withoutCounter{native.Solver{}}} {
		n, r, err := model.Count(t.Context(), split.Parallel(plain, split.Options{Cubes: 16, Jobs: 2}), m, 100)
		if err != nil || r.Complete || n.Cmp(big.NewInt(100)) != 0 {
			t.Errorf("Count = %v, complete %v, error %v; want 100, false", n, r.Complete, err)
		}
	}
}

// TestParallelReportsPieces checks that Done is called for each cube and that the statistics add up.
func TestParallelReportsPieces(t *testing.T) {
	m := sudoku.Order(2).Model()
	pieces, total, solutions, nodes := 0, 0, 0, int64(0)
	s := split.Parallel(withoutCounter{native.Solver{}}, split.Options{Cubes: 16, Jobs: 2, Done: func(p split.Piece) {
		pieces++
		total, solutions, nodes = p.Total, solutions+p.Result.Solutions, nodes+p.Result.Stats.Effort.Nodes
	}})
	n, r, err := model.Count(t.Context(), s, m, 0)
	if err != nil || n.Int64() != 288 {
		t.Fatalf("Count = %v, error %v; want 288", n, err)
	}
	if pieces != total || pieces < 16 {
		t.Errorf("Done called for %d of %d cubes, want all and at least 16", pieces, total)
	}
	if solutions != 288 || r.Stats.Effort.Nodes != nodes {
		t.Errorf("the cubes have %d solutions and %d nodes, the result %d nodes; want 288 and equal nodes",
			solutions, nodes, r.Stats.Effort.Nodes)
	}
}

// A faulty solver calls third in its third call. In other calls it waits for the end of its context if waits is set,
// and otherwise solves.
type faulty struct {
	calls *atomic.Int64
	waits bool
	third func() error
}

func (f faulty) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	if f.calls.Add(1) == 3 {
		return model.Result{}, f.third()
	}
	if f.waits {
		<-ctx.Done()
		return model.Result{Stats: model.Stats{Effort: model.Effort{Nodes: 1}}}, ctx.Err()
	}
	return native.Solver{}.Solve(ctx, m, yield)
}

func TestFailingPieceEndsAll(t *testing.T) {
	wrong := errors.New("wrong")
	for name, f := range map[string]faulty{
		"while others search": {new(atomic.Int64), true, func() error { return wrong }},
		"after others":        {new(atomic.Int64), false, func() error { return wrong }},
	} {
		n := 0
		s := split.Parallel(f, split.Options{Cubes: 16, Jobs: 3})
		r, err := s.Solve(t.Context(), sudoku.Order(2).Model(), func(model.Assignment) bool { n++; return true })
		if !errors.Is(err, wrong) || r.Complete || r.Solutions != n {
			t.Errorf("%s: complete %v, %d solutions for %d calls of yield, error %v; want false, equal, wrong",
				name, r.Complete, r.Solutions, n, err)
		}
	}
}

func TestPanicReachesTheCaller(t *testing.T) {
	f := faulty{new(atomic.Int64), true, func() error { panic("third piece") }}
	p := parallel.Catch(func() {
		s := split.Parallel(f, split.Options{Cubes: 16, Jobs: 3})
		_, _, err := model.First(t.Context(), s, sudoku.Order(2).Model())
		t.Errorf("got error %v, want a panic", err)
	})
	if p == nil || p.Value != "third piece" {
		t.Errorf("recovered %v", p)
	}
}

func TestCancelledPiecesReportEffort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := faulty{new(atomic.Int64), true, func() error { cancel(); return nil }}
	s := split.Parallel(f, split.Options{Cubes: 16, Jobs: 3})
	r, err := s.Solve(ctx, sudoku.Order(2).Model(), func(model.Assignment) bool { return true })
	if !errors.Is(err, context.Canceled) || r.Complete || r.Stats.Effort.Nodes != 2 {
		t.Errorf("complete %v, %d nodes, error %v; want false, 2, Canceled", r.Complete, r.Stats.Effort.Nodes, err)
	}
}
