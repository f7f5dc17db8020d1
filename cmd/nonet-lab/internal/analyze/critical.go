package analyze

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/sudoku"

	"golang.org/x/sync/errgroup"
)

// Options are the options of [Critical].
type Options struct {
	Method  methods.Method
	Measure Measure // "" means Automatic
	Proof   bool    // measure the effort up to the proof of uniqueness, not only up to the first solution
	// runs for each cell; their median is the effort. 0 means 1 if runs are deterministic, else Repeats
	Repeat  int
	Seed    uint64        // of the first run of a stochastic method; run k of every cell has Seed + k
	Timeout time.Duration // of a run; 0 means none. A run that times out counts as infinitely long
	Jobs    int           // cells measured in parallel; 0 means 1. Seconds are always measured one run at a time

	Progress func(done, all int) // if not nil, called after each cell, by one goroutine at a time
}

// Repeats is the default number of runs for each cell, if the method is stochastic or the measure is time.
const Repeats = 9

// A CriticalMap has for each blank cell of a puzzle the effort when that cell is revealed.
type CriticalMap struct {
	Puzzle   sudoku.Puzzle
	Solution sudoku.Grid
	Measure  Measure
	Base     float64        // effort of the original puzzle, in the unit of Measure; +Inf if it was not solved in time
	Cells    []CriticalCell // the blank cells, by ascending effort; equal efforts in row-major order
}

// A CriticalCell is a blank cell, its value in the solution, and the effort of the puzzle with that cell revealed.
type CriticalCell struct {
	Cell   sudoku.Cell
	Value  int
	Effort float64 // the median of the runs; +Inf if half of the runs or more timed out
}

// Left returns the ratio of the effort with the cell revealed to the effort of the original puzzle: 1 if the cell saves
// nothing, more than 1 if revealing it makes the puzzle harder. It is NaN if the effort of the original puzzle is 0 or
// infinite.
func (m *CriticalMap) Left(c CriticalCell) float64 {
	if !m.comparable() {
		return math.NaN()
	}
	return c.Effort / m.Base
}

// Extremes returns how many cells leave less than half of the effort, and how many increase it.
func (m *CriticalMap) Extremes() (half, more int) {
	for _, c := range m.Cells {
		switch left := m.Left(c); {
		case left < 0.5:
			half++
		case left > 1:
			more++
		}
	}
	return half, more
}

// A NotUniqueError reports that a puzzle has no solution or several, so that the values to reveal are not defined.
type NotUniqueError struct{ Verdict model.Verdict }

func (e *NotUniqueError) Error() string {
	if e.Verdict == model.None {
		return "the puzzle has no solution"
	}
	return "the puzzle has several solutions, so the values to reveal are not defined"
}

// Critical measures the effort of the puzzle, and then the effort with each blank cell revealed alone. It costs Repeat
// runs of the method for each blank cell, and Repeat runs for the original puzzle. It returns a *NotUniqueError if the
// puzzle does not have exactly one solution, and the error of ctx if that ends. It stops with an error if a run fails
// or returns a wrong answer.
func Critical(ctx context.Context, p sudoku.Puzzle, o Options) (*CriticalMap, error) {
	verdict, found, _, err := model.Unique(ctx, native.Solver{}, p.Model())
	switch {
	case err != nil:
		return nil, err
	case verdict != model.One:
		return nil, &NotUniqueError{verdict}
	}
	m := &CriticalMap{Puzzle: p, Solution: sudoku.Grid(found[0]), Measure: o.Measure}
	if o.Proof && o.Method.Kind == methods.Stochastic {
		return nil, fmt.Errorf("%s does not prove that there is no other solution", o.Method.Name)
	}
	if m.Measure == Automatic {
		first, err := o.run(ctx, p, m.Solution, 0)
		if err != nil {
			return nil, err
		}
		m.Measure = automatic(o.Method.Kind, first.stats)
	}
	blank := slice.Positions[sudoku.Cell](p.Clues, func(v int) bool { return v == 0 })
	if m.Base, err = o.effort(ctx, p, m); err != nil {
		return nil, err
	}
	m.Cells = make([]CriticalCell, len(blank))
	err = o.each(ctx, len(blank), m.Measure, func(ctx context.Context, i int) error {
		c := blank[i]
		revealed := p
		revealed.Clues = slices.Clone(p.Clues)
		revealed.Clues[c] = m.Solution[c]
		effort, err := o.effort(ctx, revealed, m)
		m.Cells[i] = CriticalCell{c, m.Solution[c], effort}
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(m.Cells, func(a, b CriticalCell) int { return cmp.Compare(a.Effort, b.Effort) })
	return m, nil
}

// each calls do for 0..n-1, up to o.Jobs calls in parallel (one at a time if the measure is Seconds), and returns the
// first error, which cancels the other calls.
func (o Options) each(ctx context.Context, n int, measure Measure, do func(ctx context.Context, i int) error) error {
	jobs := max(1, o.Jobs)
	if measure == Seconds {
		jobs = 1
	}
	var mu sync.Mutex
	done := 0
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(jobs)
	for i := range n {
		g.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err := do(ctx, i); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if done++; o.Progress != nil {
				o.Progress(done, n)
			}
			return nil
		})
	}
	return g.Wait()
}

// effort returns the median effort of the runs on p.
func (o Options) effort(ctx context.Context, p sudoku.Puzzle, m *CriticalMap) (float64, error) {
	n := o.Repeat
	if n == 0 {
		if n = 1; m.Measure == Seconds || o.Method.Kind == methods.Stochastic {
			n = Repeats
		}
	}
	efforts := make([]float64, n)
	for k := range efforts {
		r, err := o.run(ctx, p, m.Solution, uint64(k))
		if err != nil {
			return 0, err
		}
		efforts[k] = math.Inf(1)
		if r.solved {
			efforts[k] = m.Measure.effort(r.stats)
		}
	}
	return stats.Median(efforts), nil
}

// An outcome is the result of a run.
type outcome struct {
	solved bool // false if the run timed out
	stats  model.Stats
}

// run solves p once; k is the number of the run.
func (o Options) run(ctx context.Context, p sudoku.Puzzle, solution sudoku.Grid, k uint64) (outcome, error) {
	method := o.Method
	method.RunOptions.Seed = o.Seed + k
	limited := ctx
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	var answer model.Assignment
	solver, stated := method.Solver(), p.Model()
	start := time.Now()
	r, err := solver.Solve(limited, stated, func(a model.Assignment) bool {
		if answer == nil {
			answer = slices.Clone(a)
		}
		return o.Proof
	})
	if s := &r.Stats; s.Preprocess+s.Encode+s.Solve == 0 { // the solver reports no times
		s.Solve = time.Since(start)
	}
	switch {
	case ctx.Err() != nil:
		return outcome{}, context.Cause(ctx)
	case err != nil && limited.Err() != nil && errors.Is(err, context.DeadlineExceeded):
		return outcome{stats: r.Stats}, nil
	case err != nil:
		return outcome{}, err
	case answer == nil && r.Complete || answer != nil && !slices.Equal(answer, model.Assignment(solution)):
		return outcome{}, fmt.Errorf("wrong answer from %s: it differs from the only solution", o.Method.Name)
	}
	return outcome{solved: answer != nil && (r.Complete || !o.Proof), stats: r.Stats}, nil
}

// A Measure is the quantity taken as effort.
type Measure string

const (
	// Automatic selects the measure by the method: moves for a stochastic method, otherwise the first of nodes,
	// conflicts, decisions and iterations that a run on the original puzzle reports; seconds if it reports none of
	// them.
	Automatic Measure = ""

	Nodes     Measure = "nodes"
	Conflicts Measure = "conflicts"
	Decisions Measure = "decisions"
	Moves     Measure = "moves" // of local search; iterations of the simplex method
	Seconds   Measure = "seconds"
)

// Measures returns all measures except Automatic.
func Measures() []Measure { return []Measure{Nodes, Conflicts, Decisions, Moves, Seconds} }

// effort returns the effort of a run.
func (m Measure) effort(s model.Stats) float64 {
	switch m {
	case Nodes:
		return float64(s.Effort.Nodes)
	case Conflicts:
		return float64(s.Effort.Conflicts)
	case Decisions:
		return float64(s.Effort.Decisions)
	case Moves:
		return float64(s.Effort.Iterations)
	}
	return (s.Preprocess + s.Encode + s.Solve).Seconds()
}

// automatic returns the measure that [Automatic] selects for a method whose run reports the statistics s.
func automatic(kind methods.Kind, s model.Stats) Measure {
	if kind == methods.Stochastic {
		return Moves
	}
	reported, _ := slice.Find(Measures(), func(m Measure) bool { return m.effort(s) > 0 })
	return cmp.Or(reported, Seconds)
}
