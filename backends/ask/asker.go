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

// An Asker puts questions about puzzles to one solver. It caches the prepared solver of each shape, and of the latest
// rules of a variant. It is not safe for concurrent use.
type Asker struct {
	Solver  model.Solver
	Timeout time.Duration // for each puzzle; zero means none
	Moves   int64         // the solver's own limit on moves, so that Ask can report ErrMoveLimit; zero means none
	// Fresh disables the cache: the model is built for every question, and nothing is prepared. Measurements set it.
	Fresh bool

	grounds map[groundKey]*Ground
	found   [2]sudoku.Grid
}

// New returns an Asker for a method.
func New(m methods.Method, timeout time.Duration) *Asker {
	return &Asker{Solver: m.Solver(), Timeout: timeout, Moves: m.RunOptions.Moves}
}

// A Ground holds what puzzles with the same shape and rules share: the prepared solver and a checker.
type Ground struct {
	Oracle   *query.Oracle // over the prepared solver; nil if the Asker is Fresh
	Extra    any           // for use by the caller
	prepared model.Prepared
	checker  *sudoku.Checker
	givens   []model.Given
}

type groundKey struct {
	shape sudoku.Shape
	rules string // one per line; "" for classic puzzles
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

// WithGround calls f with the Ground of p. The context of f, under which the Ground is prepared too, ends at the time
// limit, which counts from start. A panic becomes a *backends.PanicError, and the end of the context becomes
// ErrTimeLimit or ErrInterrupted.
func (k *Asker) WithGround(
	ctx context.Context, start time.Time, p sudoku.Puzzle, f func(context.Context, *Ground) error,
) (err error) {
	id := keyOf(p)
	defer func() {
		if cause := recover(); cause != nil {
			delete(k.grounds, id) // its state is unknown
			err = backends.Recovered(cause)
		}
	}()
	return withDeadline(ctx, start, k.Timeout, func(ctx context.Context) error {
		g, err := k.ground(ctx, id, p)
		if err != nil {
			return err
		}
		return f(ctx, g)
	})
}

// WithTimeout calls f with a context that ends with ctx or after the timeout; zero means no timeout. If f returns the
// error of that context, WithTimeout returns ErrTimeLimit or ErrInterrupted instead.
func WithTimeout(ctx context.Context, timeout time.Duration, f func(context.Context) error) error {
	return withDeadline(ctx, time.Now(), timeout, f)
}

// withDeadline is WithTimeout with a timeout that counts from start.
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

// ground returns the cached or a new Ground for the shape and rules of p.
func (k *Asker) ground(ctx context.Context, id groundKey, p sudoku.Puzzle) (*Ground, error) {
	if g := k.grounds[id]; g != nil {
		return g, nil
	}
	g := &Ground{checker: sudoku.NewChecker(p)}
	if k.Fresh {
		return g, nil
	}
	m := p.BaseModel()
	var err error
	if g.prepared, err = model.Prepare(ctx, k.Solver, m); err != nil {
		return nil, err
	}
	g.Oracle = query.New(m, g.prepared)
	g.Oracle.Check = g.checker.CheckGivens
	if k.grounds == nil {
		k.grounds = map[groundKey]*Ground{}
	}
	if id.rules != "" { // variants rarely repeat their rules: cache only the latest
		maps.DeleteFunc(k.grounds, func(old groundKey, _ *Ground) bool { return old.rules != "" })
	}
	k.grounds[id] = g
	return g, nil
}

// Search passes the solutions of p to yield, each checked, until yield returns false. The grid is valid only during the
// call.
func (k *Asker) Search(ctx context.Context, p sudoku.Puzzle, yield func(sudoku.Grid) bool) (model.Result, error) {
	return k.search(ctx, time.Now(), p, yield)
}

func (k *Asker) search(
	ctx context.Context, start time.Time, p sudoku.Puzzle, yield func(sudoku.Grid) bool,
) (result model.Result, err error) {
	err = k.WithGround(ctx, start, p, func(ctx context.Context, g *Ground) error {
		var wrong, err error
		passed := 0
		pass := func(a model.Assignment) bool {
			grid := p.Solution(a)
			if wrong = g.checker.Check(p.Clues, grid); wrong != nil {
				return false
			}
			passed++
			return yield(grid)
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

// Redundant returns the clues of p that are individually redundant: without one of them, p still has one solution. The
// caller must have found that p has one solution. The time limit counts from start.
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

// repeated reports whether the two kept solutions are equal.
func (k *Asker) repeated() bool { return slices.Equal(k.found[0], k.found[1]) }
