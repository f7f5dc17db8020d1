package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"

	"nonet/backends"
	"nonet/encode"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/deduce"
	"nonet/model/explain"
	"nonet/model/minimal"
	"nonet/model/sudoku"
)

// A runner puts puzzles to one solver. What the solver prepares for a shape, and for the last rules of a variant, is kept, so that a batch
// builds no model for each puzzle. A runner is used by one goroutine.
type runner struct {
	solver  model.Solver
	timeout time.Duration // for each puzzle; zero means none
	bases   map[ground]*base
	found   [2]sudoku.Grid // buffers of unique
}

// A ground is what puzzles have in common that differ in their clues only.
type ground struct {
	shape sudoku.Shape
	rules string // as notation.RuleText puts them, one to a line; "" for classic puzzles
}

func groundOf(p sudoku.Puzzle) ground { return ground{p.Shape, strings.Join(ruleTexts(p), "\n")} }

type base struct {
	prepared model.Prepared
	checker  *sudoku.Checker
	givens   []model.Given
	position *deduce.Position // nil until a puzzle is rated
}

func newRunner(s model.Solver, timeout time.Duration) *runner {
	return &runner{solver: s, timeout: timeout, bases: map[ground]*base{}}
}

var (
	errTimeLimit   = errors.New("time limit reached")
	errMoveLimit   = errors.New("limit on moves reached")
	errInterrupted = errors.New("interrupted")
	errIncomplete  = errors.New("the method does not decide it")
)

// undecidedBy reports whether err says that a search was stopped or gave up, and not that it failed.
func undecidedBy(err error) bool {
	var large *deduce.LimitError
	if errors.Is(err, backbone.ErrIncomplete) || errors.Is(err, minimal.ErrIncomplete) || errors.Is(err, explain.ErrIncomplete) {
		return true
	}
	return errors.As(err, &large) || errors.Is(err, errTimeLimit) || errors.Is(err, errMoveLimit) || errors.Is(err, errInterrupted) || errors.Is(err, errIncomplete)
}

var errTwice = &model.WrongAnswerError{Reason: errors.New("it returned one solution twice")}

// search passes the solutions of p to yield, each checked, until yield returns false. The grid is valid only during the call. An end of the
// search by the time limit is errTimeLimit, one by the end of ctx is errInterrupted; a panic of the solver is an error like any other.
func (r *runner) search(ctx context.Context, p sudoku.Puzzle, yield func(sudoku.Grid) bool) (result model.Result, err error) {
	err = r.guard(ctx, p, func(ctx context.Context, b *base) error {
		b.givens = p.Given(b.givens[:0])
		var wrong error
		var err error
		passed := 0
		result, err = b.prepared.SolveGiven(ctx, b.givens, func(a model.Assignment) bool {
			g := sudoku.Grid(a)
			if wrong = b.checker.Check(p.Clues, g); wrong != nil {
				return false
			}
			passed++
			return yield(g)
		})
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

// unique returns up to two solutions of p, which are the verdict's evidence. They are valid until the next call.
func (r *runner) unique(ctx context.Context, p sudoku.Puzzle) (model.Verdict, []sudoku.Grid, model.Result, error) {
	n := 0
	result, err := r.search(ctx, p, func(g sudoku.Grid) bool {
		r.found[n] = append(r.found[n][:0], g...)
		n++
		return n < 2
	})
	if n == 2 && slices.Equal(r.found[0], r.found[1]) {
		result.Complete = false
		return model.Undecided, r.found[:1], result, errTwice
	}
	return model.VerdictOf(result), r.found[:n], result, err
}

// count counts the solutions of p, natively if the solver can, up to a limit if that is positive.
func (r *runner) count(ctx context.Context, p sudoku.Puzzle, limit int64) (*big.Int, model.Result, error) {
	if _, native := r.solver.(model.Counter); !native {
		n := int64(0)
		result, err := r.search(ctx, p, func(sudoku.Grid) bool {
			n++
			return limit <= 0 || n < limit
		})
		return big.NewInt(n), result, err
	}
	n := new(big.Int)
	var result model.Result
	err := r.guard(ctx, p, func(ctx context.Context, _ *base) (err error) {
		n, result, err = model.Count(ctx, r.solver, p.Model(), limit)
		return err
	})
	if err != nil {
		result.Complete = false
	}
	return n, result, err
}

// guard calls f with the time limit in force and what is prepared for the ground of p, and puts the errors in order.
func (r *runner) guard(ctx context.Context, p sudoku.Puzzle, f func(context.Context, *base) error) error {
	return r.guardSince(ctx, time.Now(), p, f)
}

// guardSince is guard with a time limit that has been running since start.
func (r *runner) guardSince(ctx context.Context, start time.Time, p sudoku.Puzzle, f func(context.Context, *base) error) (err error) {
	key := groundOf(p)
	limited := ctx
	if r.timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithDeadline(ctx, start.Add(r.timeout))
		defer cancel()
	}
	defer func() {
		if cause := recover(); cause != nil {
			delete(r.bases, key) // whatever state it is in
			err = backends.Recovered(cause)
		}
	}()
	b := r.bases[key]
	if b == nil {
		prepared, err := model.Prepare(r.solver, p.Ground())
		if err != nil {
			return err
		}
		b = &base{prepared: prepared, checker: sudoku.NewChecker(p)}
		if !p.Classic() {
			maps.DeleteFunc(r.bases, func(g ground, _ *base) bool { return g.rules != "" })
		}
		r.bases[key] = b
	}
	err = f(limited, b)
	switch {
	case err == nil:
		return nil
	case limited.Err() == nil || !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
		return err
	case ctx.Err() != nil:
		return errInterrupted
	default:
		return fmt.Errorf("%w (%v)", errTimeLimit, r.timeout)
	}
}

// unsupported reports whether err says that a method cannot state some constraint.
func unsupported(err error) bool {
	return errors.As(err, new(*encode.UnsupportedError)) || errors.As(err, new(*metaheur.UnsupportedError))
}

// noMethod is the error of a command whose method is missing, or cannot begin.
func noMethod(name string, err error) error {
	return fail(failed, fmt.Errorf("method %s: %s", name, strings.TrimPrefix(plainly(err), name+": ")))
}

// missing reports whether err says that the program or library behind a method is not there.
func missing(err error) bool { return errors.Is(err, backends.ErrUnavailable) }
