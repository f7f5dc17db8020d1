package input

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/batch"
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

// EachFlags adds the flags of commands that do something of their own with each puzzle: how puzzles are read, --timeout, --jobs and --output.
func EachFlags(e *term.Env, c *cobra.Command, forms ...string) {
	ReadFlags(e, c)
	e.OutputFlag(c, forms...)
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for each puzzle, such as 500ms or 2m (default: none)")
	e.JobsFlag(c, "puzzles worked on at the same time (default: all cores)")
}

// MethodFlag adds --method for commands that need a complete one.
func MethodFlag(e *term.Env, c *cobra.Command) {
	c.Flags().StringVarP(&e.Flags.Method, "method", "m", methods.Default, MethodHelp)
	CompleteMethods(c, "method")
}

// CompleteMethod returns the method that --method names, which must be able to prove that there is no solution.
func CompleteMethod(e *term.Env) (methods.Method, error) {
	m, err := methods.Parse(e.Flags.Method)
	if err != nil {
		return m, fmt.Errorf("--method %s", term.Plain(err))
	}
	if m.Kind == methods.Stochastic {
		return m, fmt.Errorf("--method %s: it finds a solution and cannot prove that there is no other", m.Name)
	}
	return m, nil
}

// An Handler does something with a puzzle and appends what is to be printed. It is called for puzzles that could not be read as well. An error is
// reported and says how it went: ask.ErrTimeLimit and the like that the puzzle is undecided, a *failure as it says, any other that a solver failed.
type Handler func(ctx context.Context, it *Item, b []byte) ([]byte, error)

// Each has workers handle all puzzles of the source, and prints what they append, in the order of the puzzles. It returns the number of those
// that were handled, and the time.
func Each(ctx context.Context, e *term.Env, s *Source, jobs int, newWorker func() Handler) (int64, time.Duration, error) {
	if !Typed(e, s) {
		s.Watch = e.StartProgress(s.Size(), "puzzles")
	}
	run, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	var handled atomic.Int64
	worker := func() batch.Worker[*Item] {
		work := newWorker()
		var buf []byte
		return func(ctx context.Context, next **Item, out *batch.Out) {
			it := *next
			var err error
			buf, err = work(ctx, it, buf[:0])
			switch {
			case Missing(err):
				giveUp(err)
				return
			case errors.Is(err, ask.ErrInterrupted) && len(buf) == 0:
				e.Raise(term.Undecided)
				return
			}
			out.Write(buf)
			report(e, it, err, out)
			handled.Add(1)
			s.Watch.Answered(1)
			s.Release(it)
		}
	}
	start := time.Now()
	err := batch.Run(run, batch.Options{Jobs: jobs}, batch.OneByOne(s.Next), worker, s.Watch.Aside(e.Out), s.Watch.Aside(e.Err))
	elapsed := time.Since(start)
	s.Watch.Stop()
	switch cause := context.Cause(run); {
	case Missing(cause):
		return 0, 0, term.Fail(term.Failed, errors.New(term.Plain(cause)))
	case err != nil && ctx.Err() == nil:
		return 0, 0, e.WriteError(err)
	case err != nil:
		e.Raise(term.Undecided)
		e.Warn("interrupted after %s", term.Plural(handled.Load(), "puzzle", "puzzles"))
	}
	return handled.Load(), elapsed, nil
}

// report says on standard error what went wrong with a puzzle, and raises the exit code.
func report(e *term.Env, it *Item, err error, out *batch.Out) {
	var f *term.Failure
	switch {
	case it.ReadErr != nil:
		e.Raise(term.BadInput)
		out.Err("nonet: " + term.Plain(it.ReadErr) + "\n")
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
	out.Err(fmt.Sprintf("nonet: puzzle with index %d: %s\n", it.Index, term.Plain(err)))
}

// Single reports whether the source has one puzzle, which then is answered at length.
func Single(e *term.Env, s *Source) bool { return !Typed(e, s) && len(s.Peek(2)) == 1 }
