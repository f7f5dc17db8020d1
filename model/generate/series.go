package generate

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"nonet/model/parallel"
	"nonet/model/sudoku"
)

// A Make makes the puzzle with a seed and an index, as [Maker.Make] does.
type Make func(ctx context.Context, seed, index uint64) (*Puzzle, error)

// A Part is a number of puzzles of one kind.
type Part struct {
	N   int
	New func() (Make, error) // returns a function for use by one goroutine
}

// A Series makes the puzzles of its parts. Unless Duplicates is set, no two are the same up to a symmetry: a puzzle
// that a symmetry maps to an earlier one is drawn again, from index + k<<32 at the k-th time.
//
// The puzzles depend on the seed and the parts alone, not on the number of jobs.
type Series struct {
	Parts []Part
	Seed  uint64
	Jobs  int // number of goroutines that make puzzles; zero means one

	Duplicates bool   // each puzzle is made for itself; a part goes on after one that cannot be made
	Idle       func() // called before Run waits for a puzzle; may be nil
}

// A Result is a puzzle of a series, or the reason why its part ends.
type Result struct {
	Index int // counted over all parts
	Part  int // index of the part
	*Puzzle
	Err error // nil if there is a puzzle

	panicked *parallel.Panic // of the goroutine that made it
}

// maxRedraws is the number of duplicates of earlier puzzles in a row after which a part ends.
const maxRedraws = 1000

// A DuplicatesError reports that a series drew only duplicates of its earlier puzzles.
type DuplicatesError struct{ Drawn int }

func (e *DuplicatesError) Error() string {
	return fmt.Sprintf("%d puzzles in a row were the same as earlier ones, up to a symmetry", e.Drawn)
}

// Run passes the puzzles to yield in order, until yield returns false. A part without duplicates ends at the first
// puzzle that cannot be made: yield receives the error of its Make, a *DuplicatesError or the error of
// sudoku.Canonical, and Run goes on with the next part. If ctx ends, Run passes the puzzles that are finished, and for
// others a *TooManyCluesError, and returns ctx.Err().
func (s *Series) Run(ctx context.Context, yield func(Result) bool) error {
	run, cancel := context.WithCancel(ctx)
	ended := make([]atomic.Bool, len(s.Parts)) // parts that have ended
	tasks := make(chan *seriesTask)
	order := make(chan *seriesTask, 16*max(s.Jobs, 1)) // bounds the puzzles that wait for an earlier one
	var workers sync.WaitGroup
	defer func() {
		cancel()
		for range order { // ends when the dispatcher has stopped
		}
		workers.Wait()
	}()
	workers.Go(func() {
		defer close(order)
		defer close(tasks)
		index := 0
		for part := range s.Parts {
			for range s.Parts[part].N {
				t := &seriesTask{index: index, part: part, made: make(chan Result, 1)}
				select {
				case order <- t:
				case <-run.Done():
					return
				}
				select {
				case tasks <- t:
				case <-run.Done():
					t.made <- Result{Err: run.Err()}
					return
				}
				index++
			}
		}
	})
	for range max(s.Jobs, 1) {
		workers.Go(func() {
			m := makers{series: s}
			for t := range tasks {
				if ended[t.part].Load() {
					t.made <- Result{}
				} else {
					var r Result
					r.panicked = parallel.Catch(func() { r = m.make(run, t, 0) })
					t.made <- r
				}
			}
		})
	}
	d := distinct{makers: makers{series: s}}
	for t := range order {
		if len(t.made) == 0 && s.Idle != nil {
			s.Idle()
		}
		r := <-t.made
		if r.panicked != nil {
			panic(r.panicked)
		}
		if ended[t.part].Load() {
			continue
		}
		if !s.Duplicates {
			r = d.redraw(run, t, r)
		}
		if ctx.Err() != nil && r.Err != nil && !errors.As(r.Err, new(*TooManyCluesError)) {
			continue
		}
		if r.Err != nil && !s.Duplicates {
			ended[t.part].Store(true)
		}
		if !yield(r) {
			return nil
		}
	}
	return ctx.Err()
}

// A seriesTask is a puzzle to make.
type seriesTask struct {
	index, part int
	made        chan Result // receives one result
}

// makers makes puzzles of a series in one goroutine.
type makers struct {
	series *Series
	byPart map[int]Make
}

// make makes the puzzle of a task, for the k-th time.
func (m *makers) make(ctx context.Context, t *seriesTask, k int) Result {
	r := Result{Index: t.index, Part: t.part}
	if m.byPart[t.part] == nil {
		next, err := m.series.Parts[t.part].New()
		if err != nil {
			r.Err = err
			return r
		}
		m.byPart = map[int]Make{t.part: next} // parts come one after the other
	}
	r.Puzzle, r.Err = m.byPart[t.part](ctx, m.series.Seed, uint64(t.index)|uint64(k)<<32)
	return r
}

// A distinct holds the classes of the puzzles so far.
type distinct struct {
	makers
	classes sudoku.ClassIndex
}

// redraw draws the puzzle again while it is a duplicate.
func (d *distinct) redraw(ctx context.Context, t *seriesTask, r Result) Result {
	for k := 1; r.Err == nil; k++ {
		form, err := sudoku.Canonical(ctx, r.Puzzle.Puzzle)
		if err != nil {
			r.Puzzle, r.Err = nil, err
			break
		}
		if _, _, found := d.classes.Find(&form); !found {
			d.classes.Add(&form, t.index)
			break
		}
		if k > maxRedraws {
			r.Puzzle, r.Err = nil, &DuplicatesError{k}
			break
		}
		r = d.make(ctx, t, k)
	}
	return r
}
