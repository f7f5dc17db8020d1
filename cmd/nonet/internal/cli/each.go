package cli

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/batch"

	"github.com/spf13/cobra"
)

// eachFlags adds the flags of commands that do something of their own with each puzzle: how puzzles are read, --timeout, --jobs and --output.
func (e *env) eachFlags(c *cobra.Command, forms ...string) {
	e.readFlags(c)
	e.outputFlag(c, forms...)
	timeoutFlag(c, &e.flags.timeout, 0, "time limit for each puzzle, such as 500ms or 2m (default: none)")
	e.jobsFlag(c, "puzzles worked on at the same time (default: all cores)")
}

// methodFlag adds --method for commands that need a complete one.
func (e *env) methodFlag(c *cobra.Command) {
	c.Flags().StringVarP(&e.flags.method, "method", "m", methods.Default, methodHelp)
	completeMethods(c, "method")
}

// completeMethod returns the method that --method names, which must be able to prove that there is no solution.
func (e *env) completeMethod() (methods.Method, error) {
	m, err := methods.Parse(e.flags.method)
	if err != nil {
		return m, fmt.Errorf("--method %s", plainly(err))
	}
	if m.Kind == methods.Stochastic {
		return m, fmt.Errorf("--method %s: it finds a solution and cannot prove that there is no other", m.Name)
	}
	return m, nil
}

// An eachWorker does something with a puzzle and appends what is to be printed. It is called for puzzles that could not be read as well. An error is
// reported and says how it went: ask.ErrTimeLimit and the like that the puzzle is undecided, a *failure as it says, any other that a solver failed.
type eachWorker func(ctx context.Context, it *item, b []byte) ([]byte, error)

// each has workers handle all puzzles of the source, and prints what they append, in the order of the puzzles. It returns the number of those
// that were handled, and the time.
func (e *env) each(ctx context.Context, s *source, jobs int, newWorker func() eachWorker) (int64, time.Duration, error) {
	if !e.typed(s) {
		s.watch = e.progress(s.size(), "puzzles")
	}
	run, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	var handled atomic.Int64
	worker := func() batch.Worker[*item] {
		work := newWorker()
		var buf []byte
		return func(ctx context.Context, next **item, out *batch.Out) {
			it := *next
			var err error
			buf, err = work(ctx, it, buf[:0])
			switch {
			case missing(err):
				giveUp(err)
				return
			case errors.Is(err, ask.ErrInterrupted) && len(buf) == 0:
				e.raise(undecided)
				return
			}
			out.Write(buf)
			e.report(it, err, out)
			handled.Add(1)
			s.watch.answered(1)
			s.release(it)
		}
	}
	start := time.Now()
	err := batch.Run(run, batch.Options{Jobs: jobs}, batch.OneByOne(s.next), worker, s.watch.aside(e.Out), s.watch.aside(e.Err))
	elapsed := time.Since(start)
	s.watch.stop()
	switch cause := context.Cause(run); {
	case missing(cause):
		return 0, 0, fail(failed, errors.New(plainly(cause)))
	case err != nil && ctx.Err() == nil:
		return 0, 0, e.writeError(err)
	case err != nil:
		e.raise(undecided)
		e.message("interrupted after %s", plural(handled.Load(), "puzzle", "puzzles"))
	}
	return handled.Load(), elapsed, nil
}

// report says on standard error what went wrong with a puzzle, and raises the exit code.
func (e *env) report(it *item, err error, out *batch.Out) {
	var f *failure
	switch {
	case it.err != nil:
		e.raise(badInput)
		out.Err("nonet: " + plainly(it.err) + "\n")
		return
	case err == nil:
		return
	case ask.Undecided(err):
		e.raise(undecided)
	case errors.As(err, &f):
		e.raise(f.code)
	default:
		e.raise(failed)
	}
	out.Err(fmt.Sprintf("nonet: puzzle with index %d: %s\n", it.index, plainly(err)))
}

// single reports whether the source has one puzzle, which then is answered at length.
func (e *env) single(s *source) bool { return !e.typed(s) && len(s.peek(2)) == 1 }
