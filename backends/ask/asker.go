package ask

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/model"
	"nonet/model/minimal"
	"nonet/model/notation"
	"nonet/model/query"
	"nonet/model/sudoku"
)

// An Asker puts puzzles to one solver. It keeps what the solver prepares for a shape, and for the latest rules of a variant. One goroutine
// uses it at a time.
type Asker struct {
	Solver  model.Solver
	Timeout time.Duration // for each puzzle; zero means none
	Moves   int64         // the solver's own limit on moves, to name it as the reason of an open question; zero means none
	// Fresh has every question start from the puzzle alone: the model is stated anew and nothing is prepared. Measurements want this.
	Fresh bool

	grounds map[groundKey]*Ground
	found   [2]sudoku.Grid
}

// New returns an Asker for a method.
func New(m methods.Method, timeout time.Duration) *Asker {
	return &Asker{Solver: m.Solver(), Timeout: timeout, Moves: m.RunOptions.Moves}
}

// A Ground is what puzzles share that differ in their clues only: the solver, prepared for shape and rules, and a checker.
type Ground struct {
	Oracle   *query.Oracle // over the prepared solver; nil if the Asker is Fresh
	Extra    any           // what a caller keeps for the ground
	prepared model.Prepared
	checker  *sudoku.Checker
	givens   []model.Given
}

type groundKey struct {
	shape sudoku.Shape
	rules string // one to a line; "" for classic puzzles
}

func keyOf(p sudoku.Puzzle) groundKey {
	if p.Classic() {
		return groundKey{shape: p.Shape}
	}
	var rules strings.Builder
	for _, r := range p.Rules {
		rules.WriteString(notation.RuleText(p.Shape, r) + "\n")
	}
	return groundKey{p.Shape, rules.String()}
}

// WithGround calls f with the Ground of p. The context ends with the time limit, which runs from start. Under turns a panic of f into a
// *backends.PanicError, and the end of the context into ErrTimeLimit or ErrInterrupted.
func (k *Asker) WithGround(ctx context.Context, start time.Time, p sudoku.Puzzle, f func(context.Context, *Ground) error) (err error) {
	id := keyOf(p)
	defer func() {
		if cause := recover(); cause != nil {
			delete(k.grounds, id) // its state is unknown
			err = backends.Recovered(cause)
		}
	}()
	g, err := k.ground(id, p)
	if err != nil {
		return err
	}
	return withDeadline(ctx, start, k.Timeout, func(ctx context.Context) error { return f(ctx, g) })
}

// WithTimeout calls f with a context that ends with ctx or after the timeout; zero means no timeout. It turns the error of f about that end into
// ErrTimeLimit or ErrInterrupted.
func WithTimeout(ctx context.Context, timeout time.Duration, f func(context.Context) error) error {
	return withDeadline(ctx, time.Now(), timeout, f)
}

// withDeadline is Limit with a timeout that runs from start.
func withDeadline(ctx context.Context, start time.Time, timeout time.Duration, f func(context.Context) error) error {
	limited := ctx
	if timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithDeadline(ctx, start.Add(timeout))
		defer cancel()
	}
	err := f(limited)
	switch {
	case err == nil:
		return nil
	case limited.Err() == nil || !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
		return err
	case ctx.Err() != nil:
		return ErrInterrupted
	default:
		return fmt.Errorf("%w (%v)", ErrTimeLimit, timeout)
	}
}

// ground returns what is prepared for the shape and rules of p.
func (k *Asker) ground(id groundKey, p sudoku.Puzzle) (*Ground, error) {
	if g := k.grounds[id]; g != nil {
		return g, nil
	}
	g := &Ground{checker: sudoku.NewChecker(p)}
	if k.Fresh {
		return g, nil
	}
	m := p.BaseModel()
	var err error
	if g.prepared, err = model.Prepare(k.Solver, m); err != nil {
		return nil, err
	}
	g.Oracle = query.New(m, g.prepared)
	g.Oracle.Check = g.checker.CheckGivens
	if k.grounds == nil {
		k.grounds = map[groundKey]*Ground{}
	}
	if id.rules != "" { // variants rarely repeat their rules: keep the latest only
		maps.DeleteFunc(k.grounds, func(old groundKey, _ *Ground) bool { return old.rules != "" })
	}
	k.grounds[id] = g
	return g, nil
}

// Search passes the solutions of p to yield, each checked, until yield returns false. The grid is valid only during the call.
func (k *Asker) Search(ctx context.Context, p sudoku.Puzzle, yield func(sudoku.Grid) bool) (model.Result, error) {
	return k.search(ctx, time.Now(), p, yield)
}

func (k *Asker) search(ctx context.Context, start time.Time, p sudoku.Puzzle, yield func(sudoku.Grid) bool) (result model.Result, err error) {
	err = k.WithGround(ctx, start, p, func(ctx context.Context, g *Ground) error {
		var wrong, err error
		passed := 0
		pass := func(a model.Assignment) bool {
			if wrong = g.checker.Check(p.Clues, sudoku.Grid(a)); wrong != nil {
				return false
			}
			passed++
			return yield(sudoku.Grid(a))
		}
		if k.Fresh {
			result, err = k.Solver.Solve(ctx, p.Model(), pass)
		} else {
			g.givens = p.Given(g.givens[:0])
			result, err = g.prepared.SolveGiven(ctx, g.givens, pass)
		}
		result.Solutions = passed
		if wrong != nil {
			return &model.WrongAnswerError{Reason: wrong}
		}
		return err
	})
	if err != nil {
		result.Complete = false
	}
	return result, err
}

// Redundant returns the clues of p that could go, each alone. The solver must have found that p has one solution. The time limit runs from start.
func (k *Asker) Redundant(ctx context.Context, start time.Time, p sudoku.Puzzle) (clues []model.Given, err error) {
	err = k.WithGround(ctx, start, p, func(ctx context.Context, g *Ground) (err error) {
		clues, err = minimal.NewProber(g.Oracle).Redundant(ctx, p.Given(nil))
		return err
	})
	return clues, err
}

// keep copies a solution into one of the two buffers.
func (k *Asker) keep(i int, g sudoku.Grid) sudoku.Grid {
	k.found[i] = append(k.found[i][:0], g...)
	return k.found[i]
}

// repeated reports whether the two solutions that were kept are one.
func (k *Asker) repeated() bool { return slices.Equal(k.found[0], k.found[1]) }
