package input

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/batch"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

// ForEachFlags adds the flags of commands that call ForEach: the format of puzzles, --timeout, --jobs and --output with
// the given forms.
func ForEachFlags(e *term.Env, c *cobra.Command, forms ...string) {
	ReadFlags(e, c)
	e.OutputFlag(c, forms...)
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for each puzzle, such as 500ms or 2m (default: none)")
	e.JobsFlag(c, "puzzles worked on at the same time (default: all cores)")
}

// MethodFlag adds --method for commands that need a complete method.
func MethodFlag(e *term.Env, c *cobra.Command) {
	c.Flags().StringVarP(&e.Flags.Method, "method", "m", methods.Default, MethodHelp)
	CompleteMethodFlag(c, "method")
}

// ParseCompleteMethod returns the method that --method names. Stochastic methods, which cannot prove that there is no
// solution, are errors.
func ParseCompleteMethod(e *term.Env) (methods.Method, error) {
	return complete(ParseReduced("--method", e.Flags.Method))
}

// CompleteMethod is Method, where a stochastic method is an error.
func (s *Source) CompleteMethod(c *cobra.Command) (methods.Method, error) {
	return complete(s.Method(c))
}

// complete returns the method of --method, and an error if it is stochastic.
func complete(m methods.Method, err error) (methods.Method, error) {
	if err == nil && m.Kind == methods.Stochastic {
		err = fmt.Errorf("--method %s: it finds a solution and cannot prove that there is no other", m.Name)
	}
	return m, err
}

// A Handler handles a puzzle and appends the text to print to b. What stands for puzzles that could not be read says
// Source.Unreadable. Its error is reported and sets the exit code: ErrTimeLimit and the other undecided errors of
// package ask give Undecided, a *term.Failure its own code, any other error Failed.
type Handler func(ctx context.Context, it *Item, b []byte) ([]byte, error)

// Handled describes a finished ForEach.
type Handled struct {
	N       int64 // puzzles
	Elapsed time.Duration
}

// Note prints the number of things handled, the time and the rate on standard error, unless there was only one.
func (h Handled) Note(e *term.Env, things string) {
	if h.N > 1 && !e.Flags.Quiet {
		e.Note("%s in %s, %s", things, term.Duration(h.Elapsed), term.Rate(h.N, h.Elapsed))
	}
}

// ForEach runs jobs workers, each with a handler of its own, on all puzzles of the source, and prints the texts of the
// handlers in the order of the puzzles.
func ForEach(ctx context.Context, e *term.Env, s *Source, jobs int, newWorker func() Handler) (Handled, error) {
	nothing := func(context.Context, *Item) struct{} { return struct{}{} }
	return ForEachInOrder(ctx, e, s, jobs, nothing, func() HandlerOf[struct{}] {
		handle := newWorker()
		return func(ctx context.Context, it *Item, _ struct{}, b []byte) ([]byte, error) { return handle(ctx, it, b) }
	})
}

// A HandlerOf is a Handler that also receives the result of a first step.
type HandlerOf[T any] func(ctx context.Context, it *Item, first T, b []byte) ([]byte, error)

// ForEachInOrder is ForEach with a first step, which one goroutine takes for each puzzle in input order, before any
// handler receives the puzzle.
func ForEachInOrder[T any](ctx context.Context, e *term.Env, s *Source, jobs int,
	first func(context.Context, *Item) T, newWorker func() HandlerOf[T]) (Handled, error) {
	if !Interactive(e, s) {
		s.Progress = e.StartProgress(0, "puzzles")
	}
	type task struct {
		*Item
		first T
	}
	next := func() (task, bool) {
		it, ok := s.Next()
		if !ok {
			return task{}, false
		}
		return task{it, first(ctx, it)}, true
	}
	var handled atomic.Int64
	worker := func(abort context.CancelCauseFunc) batch.Worker[task] {
		work := newWorker()
		var buf []byte
		return func(running context.Context, tasks []task, out *batch.Out) {
			t := &tasks[0]
			var err error
			switch {
			case t.ReadErr == nil:
				buf, err = work(running, t.Item, t.first, buf[:0])
			case s.Unreadable != nil:
				buf = s.Unreadable(buf[:0], t.Item)
			default:
				buf = Unreadable(buf[:0], e.Flags.Output, t.Item)
			}
			switch {
			case IsMissing(err):
				abort(err)
				return
			case errors.Is(err, ask.ErrInterrupted) && ctx.Err() == nil:
				return // the output is closed
			case errors.Is(err, ask.ErrInterrupted) && len(buf) == 0:
				e.Raise(term.Undecided)
				return
			}
			out.Write(buf)
			reportProblem(e, t.Item, err, out)
			handled.Add(1)
			s.Progress.Answered(1)
			s.Release(t.Item)
		}
	}
	done := func() string { return term.Plural(handled.Load(), "puzzle", "puzzles") }
	elapsed, ok, err := Batch[task]{Env: e, Progress: s.Progress, Options: batch.Options{Jobs: jobs},
		Next: batch.OneByOne(next), Worker: worker, Done: done}.Run(ctx)
	switch {
	case IsMissing(err):
		return Handled{}, term.Fail(term.Failed, err)
	case !ok:
		return Handled{}, err
	}
	return Handled{handled.Load(), elapsed}, nil
}

// A Worker is the state of one worker of a command that asks a method about each puzzle.
type Worker struct {
	*term.Env
	Method methods.Method // of --method; complete
	Asker  *ask.Asker     // of this worker
	Alone  bool           // there is only one puzzle
}

// ForEachAsked is ForEach for commands with --method, on what the arguments name: see Open. It ends with a note about
// the number of puzzles; one and many are the nouns for it. Model files are handled one after another.
func ForEachAsked(c *cobra.Command, e *term.Env, s *Source, one, many string, newHandler func(*Worker) Handler) error {
	m, err := s.CompleteMethod(c)
	if err != nil {
		return err
	}
	alone, jobs := IsSingle(e, s), e.Flags.Jobs
	if s.Models {
		jobs = 1
	}
	done, err := ForEach(c.Context(), e, s, jobs, func() Handler {
		return newHandler(&Worker{e, m, ask.New(m, e.Flags.Timeout), alone})
	})
	if err == nil {
		done.Note(e, term.Plural(done.N, one, many))
	}
	return err
}

// Timed calls f and returns its duration and error.
func Timed(f func(start time.Time) error) (time.Duration, error) {
	start := time.Now()
	err := f(start)
	return time.Since(start), err
}

// reportProblem prints the error about a puzzle on standard error, and raises the exit code.
func reportProblem(e *term.Env, it *Item, err error, out *batch.Out) {
	var f *term.Failure
	switch {
	case it.ReadErr != nil:
		e.Raise(it.ReadCode())
		out.WriteErr(it.ReadErr.Error())
		return
	case err == nil:
		return
	case ask.Undecided(err):
		e.Raise(term.Undecided)
	case errors.As(err, &f):
		e.Raise(f.Code)
	default:
		e.Raise(term.Failed)
	}
	out.WriteErr(fmt.Sprintf("%s: %s", it.Name(), err.Error()))
}

// IsSingle reports whether the source has only one puzzle, whose answer is printed in more detail. Typed puzzles are
// not counted.
func IsSingle(e *term.Env, s *Source) bool {
	if s.Models {
		return !s.Several
	}
	return !Interactive(e, s) && len(s.Peek(2)) == 1
}

// A Batch runs workers over the items of a command, with a progress bar.
type Batch[T any] struct {
	Env      *term.Env
	Progress *term.Progress
	Options  batch.Options
	Next     func([]T) int
	// Worker returns a new worker. A worker calls abort with a reason if every further item would fail for the same
	// reason.
	Worker func(abort context.CancelCauseFunc) batch.Worker[T]
	Done   func() string // describes the items handled so far
}

// Run handles all items and prints the results in input order. If ctx ends, it prints a warning with the items handled
// so far. It returns false if the command must return err at once: a worker has aborted, or the output cannot be
// written. err is nil if the reader has closed the output.
func (b Batch[T]) Run(ctx context.Context) (elapsed time.Duration, ok bool, err error) {
	run, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	worker := func() batch.Worker[T] { return b.Worker(abort) }
	start := time.Now()
	err = batch.Run(run, b.Options, b.Next, worker, b.Progress.HideBarWriter(b.Env.Out),
		b.Progress.HideBarWriter(b.Env.Err))
	elapsed = time.Since(start)
	b.Progress.Stop()
	switch {
	case err == nil:
	case ctx.Err() != nil:
		b.Env.Raise(term.Undecided)
		b.Env.Warn("interrupted after %s", b.Done())
	case run.Err() != nil:
		return elapsed, false, context.Cause(run)
	default:
		return elapsed, false, b.Env.WriteError(err)
	}
	return elapsed, true, nil
}
