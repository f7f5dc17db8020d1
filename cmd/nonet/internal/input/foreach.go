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

// ForEachFlags adds the flags of commands that do something of their own with each puzzle: how puzzles are read, --timeout, --jobs and --output.
func ForEachFlags(e *term.Env, c *cobra.Command, forms ...string) {
	ReadFlags(e, c)
	e.OutputFlag(c, forms...)
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit for each puzzle, such as 500ms or 2m (default: none)")
	e.JobsFlag(c, "puzzles worked on at the same time (default: all cores)")
}

// MethodFlag adds --method for commands that need a complete one.
func MethodFlag(e *term.Env, c *cobra.Command) {
	c.Flags().StringVarP(&e.Flags.Method, "method", "m", methods.Default, MethodHelp)
	CompleteMethodFlag(c, "method")
}

// ParseCompleteMethod returns the method that --method names, which must be able to prove that there is no solution.
func ParseCompleteMethod(e *term.Env) (methods.Method, error) {
	m, err := ParseMethod("--method", e.Flags.Method)
	if err != nil {
		return m, err
	}
	if m.Kind == methods.Stochastic {
		return m, fmt.Errorf("--method %s: it finds a solution and cannot prove that there is no other", m.Name)
	}
	return m, nil
}

// A Handler does something with a puzzle and appends what to print. It also receives puzzles that could not be read. Its error says how the puzzle
// went, and is reported: ErrTimeLimit and the like of package ask mean undecided, a *term.Failure has its own exit code, and any other error means
// that a solver failed.
type Handler func(ctx context.Context, it *Item, b []byte) ([]byte, error)

// Handled reports what Each has done.
type Handled struct {
	N       int64 // puzzles
	Elapsed time.Duration
}

// Note prints a remark on standard error about the things handled, unless there was only one.
func (h Handled) Note(e *term.Env, things string) {
	if h.N > 1 && !e.Flags.Quiet {
		e.Note("%s in %s, %s", things, term.Duration(h.Elapsed), term.Rate(h.N, h.Elapsed))
	}
}

// ForEach has workers handle all puzzles of the source, and prints what they append, in the order of the puzzles.
func ForEach(ctx context.Context, e *term.Env, s *Source, jobs int, newWorker func() Handler) (Handled, error) {
	if !Interactive(e, s) {
		s.Progress = e.StartProgress(s.Size(), "puzzles")
	}
	var handled atomic.Int64
	worker := func(abort context.CancelCauseFunc) batch.Worker[*Item] {
		work := newWorker()
		var buf []byte
		return func(ctx context.Context, next **Item, out *batch.Out) {
			it := *next
			var err error
			buf, err = work(ctx, it, buf[:0])
			switch {
			case IsMissing(err):
				abort(err)
				return
			case errors.Is(err, ask.ErrInterrupted) && len(buf) == 0:
				e.Raise(term.Undecided)
				return
			}
			out.Write(buf)
			reportProblem(e, it, err, out)
			handled.Add(1)
			s.Progress.Answered(1)
			s.Release(it)
		}
	}
	done := func() string { return term.Plural(handled.Load(), "puzzle", "puzzles") }
	elapsed, ok, err := Batch[*Item]{Env: e, Progress: s.Progress, Options: batch.Options{Jobs: jobs}, Next: batch.OneByOne(s.Next), Worker: worker,
		Done: done}.Run(ctx)
	switch {
	case IsMissing(err):
		return Handled{}, term.Fail(term.Failed, errors.New(term.WithoutPackage(err)))
	case !ok:
		return Handled{}, err
	}
	return Handled{handled.Load(), elapsed}, nil
}

// A Worker is what commands have in each worker that ask a method about one puzzle after the other.
type Worker struct {
	*term.Env
	Method methods.Method // of --method; it can prove that there is no solution
	Asker  *ask.Asker     // of this worker
	Alone  bool           // there is one puzzle only
}

// ForEachAsked is Each for the puzzles that the arguments name and for commands with --method. It prints a remark about the puzzles, in the
// command's words for one and for many.
func ForEachAsked(ctx context.Context, e *term.Env, args []string, one, many string, newHandler func(*Worker) Handler) error {
	m, err := ParseCompleteMethod(e)
	if err != nil {
		return err
	}
	s, err := NewSource(e, args)
	if err != nil {
		return err
	}
	alone := IsSingle(e, s)
	done, err := ForEach(ctx, e, s, e.Flags.Jobs, func() Handler {
		return newHandler(&Worker{e, m, ask.New(m, e.Flags.Timeout), alone})
	})
	if err == nil {
		done.Note(e, term.Plural(done.N, one, many))
	}
	return err
}

// Timed calls f and returns how long it took, and its error. The puzzle of f is not asked about if it could not be read: then that error comes back.
func Timed(it *Item, f func(start time.Time) error) (time.Duration, error) {
	if it.ReadErr != nil {
		return 0, it.ReadErr
	}
	start := time.Now()
	err := f(start)
	return time.Since(start), err
}

// reportProblem prints on standard error what went wrong with a puzzle, and raises the exit code.
func reportProblem(e *term.Env, it *Item, err error, out *batch.Out) {
	var f *term.Failure
	switch {
	case it.ReadErr != nil:
		e.Raise(term.BadInput)
		out.WriteErr("nonet: " + term.WithoutPackage(it.ReadErr) + "\n")
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
	out.WriteErr(fmt.Sprintf("nonet: puzzle with index %d: %s\n", it.Index, term.WithoutPackage(err)))
}

// IsSingle reports whether the source has one puzzle, which then is answered at length.
func IsSingle(e *term.Env, s *Source) bool { return !Interactive(e, s) && len(s.Peek(2)) == 1 }
