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

	"golang.org/x/sync/errgroup"

	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/cmd/nonet/internal/bench/stats"
	"nonet/model"
	"nonet/model/sudoku"
)

// Options of [Critical].
type Options struct {
	Method  methods.Method
	Measure Measure       // "" means the one that says most about the method: see Automatic
	Proof   bool          // measure the proof that there is no other solution, too, and not the way to the first alone
	Repeat  int           // runs for each cell, of which the median counts; 0 means 1 where all runs are alike, else Repeats
	Seed    uint64        // of the first run of a stochastic method; run k has Seed + k, for every cell the same
	Timeout time.Duration // of a run; 0 means none. A run that ends there counts as infinitely long
	Jobs    int           // cells at the same time; times are always measured one after the other. 0 means 1

	Progress func(done, all int) // if not nil, called after each cell, by one goroutine at a time
}

// Repeats is the number of runs for each cell of a method that draws random numbers, and of any whose time is measured.
const Repeats = 9

// A CriticalMap says of each blank cell what it spares to know it.
type CriticalMap struct {
	Puzzle   sudoku.Puzzle
	Solution sudoku.Grid
	Measure  Measure
	Base     float64        // effort of the puzzle as it is, in the unit of Measure; +Inf if it was not solved in time
	Cells    []CriticalCell // of the blank cells, the one that spares most first; equal ones in the order of the grid
}

// A CriticalCell is a blank cell, and the effort of the puzzle in which it has its value.
type CriticalCell struct {
	Cell   sudoku.Cell
	Value  int
	Effort float64 // the median of all runs; +Inf if half of them or more did not end in time
}

// Left is the share of the effort that is left when the cell is known: 0 if nothing is, 1 if it spares nothing, more than 1 if it
// misleads. It is NaN where there is nothing to compare with.
func (m *CriticalMap) Left(c CriticalCell) float64 {
	if !m.comparable() {
		return math.NaN()
	}
	return c.Effort / m.Base
}

// A NotUniqueError says that a puzzle has no solution, or several, so that its cells have no values to reveal.
type NotUniqueError struct{ Verdict model.Verdict }

func (e *NotUniqueError) Error() string {
	if e.Verdict == model.None {
		return "analyze: the puzzle has no solution"
	}
	return "analyze: the puzzle has several solutions, so that its cells have no values to reveal"
}

// Critical measures the effort of the puzzle as it is, then with each blank cell of its solution revealed alone. It costs a run of the
// method, times Repeat, for each blank cell and one more.
//
// It returns a *NotUniqueError if the puzzle has not exactly one solution, and the error of ctx if that ends; what a method reports as
// an error, or an answer that is not the solution, ends it, too.
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
		return nil, fmt.Errorf("analyze: %s does not prove that there is no other solution", o.Method.Name)
	}
	if m.Measure == Automatic {
		first, err := o.run(ctx, p, m.Solution, 0)
		if err != nil {
			return nil, err
		}
		m.Measure = telling(o.Method.Kind, first.stats)
	}
	var blank []sudoku.Cell
	for c, v := range p.Clues {
		if v == 0 {
			blank = append(blank, sudoku.Cell(c))
		}
	}
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

// each calls do for 0..n-1, so many at a time as the options say, and returns the first error, which ends the others.
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

// effort returns the median effort of p.
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
			efforts[k] = m.Measure.of(r.stats)
		}
	}
	return stats.Median(efforts), nil
}

// An outcome is what came of a run.
type outcome struct {
	solved bool // and not ended by the time limit
	stats  model.Stats
}

// run solves p once.
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
	if s := &r.Stats; s.Preprocess+s.Encode+s.Solve == 0 { // the solver does not tell
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
		return outcome{}, fmt.Errorf("analyze: the answer of %s is wrong: another one than the only solution", o.Method.Name)
	}
	return outcome{solved: answer != nil && (r.Complete || !o.Proof), stats: r.Stats}, nil
}
