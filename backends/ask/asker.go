package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/minimal"
	"nonet/model/notation"
	"nonet/model/parallel"
	"nonet/model/query"
	"nonet/model/sudoku"
)

// An Asker puts questions about problems to one method. It caches the prepared solver of each shape of grid, and of the
// latest rules of a variant. It is not safe for concurrent use.
type Asker struct {
	Method  methods.Method // zero if the Asker asks Solver only
	Solver  model.Solver   // of Method, which has another one for a file whose formula it takes unchanged
	Timeout time.Duration  // for each question; zero means none
	// Fresh disables the cache: the model is built for every question, and nothing is prepared. Measurements set it.
	Fresh bool
	// Wrap, if not nil, returns the solver to ask in place of a solver, for instance one that splits the model.
	Wrap func(model.Solver) model.Solver

	grounds map[groundKey]*Ground
	found   [2][]int
}

// New returns an Asker for a method.
func New(m methods.Method, timeout time.Duration) *Asker {
	return &Asker{Method: m, Solver: m.Solver(), Timeout: timeout}
}

// wrapped returns s, or what Wrap returns for it.
func (k *Asker) wrapped(s model.Solver) model.Solver {
	if k.Wrap == nil {
		return s
	}
	return k.Wrap(s)
}

// A Ground holds what puzzles with the same shape and rules share: the prepared solver and a checker. That of a model
// file is empty.
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

func keyOf(p *sudoku.Puzzle) groundKey {
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
// limit, which counts from start, less the time spent on reading p. A panic becomes a *backends.PanicError, and the end
// of the context becomes ErrTimeLimit or ErrInterrupted.
func (k *Asker) WithGround(
	ctx context.Context, start time.Time, p *problem.Problem, f func(context.Context, *Ground) error,
) (err error) {
	var id groundKey
	if p.Puzzle != nil {
		id = keyOf(p.Puzzle)
	}
	defer func() {
		if cause := recover(); cause != nil {
			delete(k.grounds, id) // its state is unknown
			err = backends.Recovered(cause)
		}
	}()
	return WithDeadline(ctx, start.Add(-p.Spent), k.Timeout, func(ctx context.Context) error {
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
	return WithDeadline(ctx, time.Now(), timeout, f)
}

// WithDeadline is WithTimeout with a timeout that counts from start.
func WithDeadline(ctx context.Context, start time.Time, timeout time.Duration, f func(context.Context) error) error {
	limited := ctx
	if timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithDeadline(ctx, start.Add(timeout))
		defer cancel()
	}
	limited = parallel.Pausing(limited)
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
func (k *Asker) ground(ctx context.Context, id groundKey, p *problem.Problem) (*Ground, error) {
	if p.Puzzle == nil {
		return new(Ground), nil
	}
	if g := k.grounds[id]; g != nil {
		return g, nil
	}
	g := &Ground{checker: sudoku.NewChecker(*p.Puzzle)}
	if k.Fresh {
		return g, nil
	}
	m, _ := p.Base()
	var err error
	if g.prepared, err = model.Prepare(ctx, k.wrapped(k.Solver), m); err != nil {
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

// Redundant returns the cells of the clues of a puzzle, or the constraints of a model by their indices, that are
// individually redundant: without one of them, p still has one solution, or one best one, which is the same. The caller
// must have found this solution. The time limit counts from start. It asks one question for each clue or constraint.
func (k *Asker) Redundant(ctx context.Context, start time.Time, p *problem.Problem, solution []int) (
	clues []model.Var, constraints []int, err error,
) {
	err = k.WithGround(ctx, start, p, func(ctx context.Context, g *Ground) (err error) {
		if p.Puzzle != nil {
			givens, err := minimal.NewProber(g.Oracle).Redundant(ctx, p.Puzzle.Given(nil))
			clues = slice.Map(givens, func(x model.Given) model.Var { return x.Var })
			return err
		}
		each := Asker{Method: k.Method, Solver: k.Solver, Wrap: k.Wrap}
		for i := range p.Model.Constraints {
			m := *p.Model
			m.Constraints = slices.Delete(slices.Clone(m.Constraints), i, i+1)
			m.Areas, m.Products = nil, nil // fewer facts are implied
			a := each.Ask(ctx, Question{Kind: Unique}, &problem.Problem{Model: &m, Shown: p.Shown})
			if err := cmp.Or(ctx.Err(), a.Err); err != nil {
				return err
			}
			if a.Verdict == model.One && len(p.Differing(a.Solution, solution)) == 0 {
				constraints = append(constraints, i)
			}
		}
		return nil
	})
	return clues, constraints, err
}

// keep copies a solution, which may be empty, into one of the two buffers, and never returns nil.
func (k *Asker) keep(i int, x []int) []int {
	k.found[i] = append(slices.Grow(k.found[i][:0], len(x)+1), x...)
	return k.found[i]
}
