package analyze

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/sudoku"
)

// evil is the second puzzle of the set thein-evil: 26 clues, 1028 nodes for the program of the thesis.
const evil = ".1........75.6......83.145.1...8...7...5.6...2...1...9.376.51......2.34........9."

func puzzle(line string) sudoku.Puzzle { return backendtest.Puzzle(sudoku.Order(3), line) }

func method(t *testing.T, name string) methods.Method {
	t.Helper()
	m, err := methods.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Each effort equals the node count of the solver on the puzzle with that cell revealed, and the cells are in ascending
// order.
func TestCriticalByDefinition(t *testing.T) {
	cp := method(t, "backtrack:cp-thesis")
	p := puzzle(evil)
	m, err := Critical(t.Context(), p, Options{Method: cp, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	nodes := func(p sudoku.Puzzle) float64 {
		_, r, err := model.First(t.Context(), cp.Solver(), p.Model())
		if err != nil {
			t.Fatal(err)
		}
		return float64(r.Stats.Effort.Nodes)
	}
	if m.Measure != Nodes || m.Base != nodes(p) || len(m.Cells) != 81-26 {
		t.Fatalf("measure %s, %v for the puzzle, %d cells; want nodes, %v, 55", m.Measure, m.Base, len(m.Cells),
			nodes(p))
	}
	seen := map[sudoku.Cell]bool{}
	for i, c := range m.Cells {
		q := puzzle(evil)
		if q.Clues[c.Cell] != 0 || seen[c.Cell] {
			t.Errorf("cell %d is a clue or comes twice", c.Cell)
		}
		seen[c.Cell] = true
		q.Clues[c.Cell] = c.Value
		if want := nodes(q); c.Effort != want {
			t.Errorf("cell %d: effort %v, want %v", c.Cell, c.Effort, want)
		}
		if i > 0 && c.Effort < m.Cells[i-1].Effort {
			t.Errorf("rank %d: less effort than rank %d", i, i-1)
		}
	}
	if p.Givens() != 26 {
		t.Error("the puzzle was changed")
	}
	if best := m.Cells[0]; m.Left(best) != best.Effort/m.Base {
		t.Errorf("left %v", m.Left(best))
	}
}

// The result for a stochastic method is reproducible from the seed, with any number of jobs.
func TestCriticalStochastic(t *testing.T) {
	o := Options{Method: method(t, "anneal"), Repeat: 3, Seed: 7, Jobs: 2}
	p := puzzle(nearlyFull)
	a, err := Critical(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Jobs = 1
	b, err := Critical(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	if a.Measure != Moves || a.Base != b.Base {
		t.Errorf("measure %s, base %v and %v", a.Measure, a.Base, b.Base)
	}
	for i := range a.Cells {
		if a.Cells[i] != b.Cells[i] {
			t.Errorf("rank %d: %+v and %+v", i, a.Cells[i], b.Cells[i])
		}
	}
	if _, err := Critical(t.Context(), p, Options{Method: o.Method, Proof: true}); err == nil {
		t.Error("no error for a proof of uniqueness by local search")
	}
}

// nearlyFull lacks the last row of a grid.
const nearlyFull = "162857493534129678789643521475312986913586742628794135356478219241935867........."

// A run that times out counts as infinitely long.
func TestCriticalTimeout(t *testing.T) {
	m, err := Critical(t.Context(), puzzle(backendtest.Hardest[0].Puzzle),
		Options{Method: method(t, "anneal"), Repeat: 1,
			Timeout: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	if !math.IsInf(m.Base, 1) || !math.IsInf(m.Cells[0].Effort, 1) || !math.IsNaN(m.Left(m.Cells[0])) {
		t.Errorf("base %v, best cell %+v", m.Base, m.Cells[0])
	}
}

func TestCriticalErrors(t *testing.T) {
	cp := method(t, "native")
	for line, want := range map[string]model.Verdict{
		"11..............": model.None,
		"1...............": model.Multiple,
	} {
		_, err := Critical(t.Context(), backendtest.Puzzle(sudoku.Order(2), line), Options{Method: cp})
		var not *NotUniqueError
		if !errors.As(err, &not) || not.Verdict != want {
			t.Errorf("%s: error %v, want a *NotUniqueError with %v", line, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Critical(ctx, puzzle(evil), Options{Method: cp}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: error %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	o := Options{Method: method(t, "backtrack:cp-thesis"), Jobs: 2, Progress: func(done, _ int) {
		if done == 3 {
			cancel()
		}
	}}
	if _, err := Critical(ctx, puzzle(evil), o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled in the middle: error %v", err)
	}
}

// Automatic follows from the statistics that the method reports.
func TestMeasureOfMethods(t *testing.T) {
	for name, want := range map[string]Measure{"native": Nodes, "gini": Seconds, "backtrack:cp-clean": Nodes,
		"lewis+anneal": Moves} {
		o := Options{Method: method(t, name), Repeat: 1}
		m, err := Critical(t.Context(), puzzle(evil), o)
		if err != nil || m.Measure != want {
			t.Errorf("%s: %+v, error %v; want %s", name, m, err, want)
		}
	}
	o := Options{Method: method(t, "native"), Measure: Seconds, Repeat: 2, Proof: true}
	m, err := Critical(t.Context(), puzzle(evil), o)
	if err != nil || m.Measure != Seconds || m.Base <= 0 || m.Base > 1 {
		t.Errorf("seconds: %+v, error %v", m, err)
	}
}
