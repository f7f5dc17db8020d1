package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync/atomic"
	"syscall"

	"nonet/cmd/internal/printable"

	xterm "golang.org/x/term"
)

// Streams are the standard streams of a command. In an Env of NewEnv, Out and Err escape what a terminal would obey:
// see Data for files.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// An Env is the state that the commands share: the streams, the flags, and the exit code so far.
type Env struct {
	Program string // its name
	Streams
	Outcome
	Flags Flags

	ctx context.Context // of SetContext
	cut atomic.Bool     // see InputInterrupted
}

// NewEnv returns the state of a command of a program with these streams.
func NewEnv(program string, s Streams) *Env {
	s.Out, s.Err = &printable.Writer{To: s.Out}, &printable.Writer{To: s.Err}
	return &Env{Program: program, Streams: s}
}

// Data returns the standard output for files, whose bytes must not change unless it is a terminal.
func (e *Env) Data() io.Writer {
	if e.OutIsTerminal() {
		return e.Out
	}
	return printable.Raw(e.Out)
}

// Warn prints a message of one line on standard error.
func (e *Env) Warn(format string, args ...any) {
	fmt.Fprintln(e.Err, printable.Line(e.Program+": "+fmt.Sprintf(format, args...)))
}

// Note prints a remark of one line on standard error.
func (e *Env) Note(format string, args ...any) {
	fmt.Fprintln(e.Err, printable.Line(fmt.Sprintf(format, args...)))
}

// WriteError returns the error of the command for an error of writing results. A closed pipe (EPIPE) is not an error.
func (e *Env) WriteError(err error) error {
	if err == nil || errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	if endedOtherwise(err) {
		return err
	}
	return Fail(BadInput, fmt.Errorf("the output cannot be written: %w", Reason(err)))
}

// endedOtherwise reports whether the error that ended a write is not about the output: a Failure, such as an interrupt,
// or the end of the context of encode.Write.
func endedOtherwise(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, new(*Failure))
}

// Print writes to standard output.
func (e *Env) Print(text string) error {
	_, err := io.WriteString(e.Out, text)
	return e.WriteError(err)
}

// Reason returns the cause of an error about a file, without the name of the file.
func Reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// InIsTerminal reports whether standard input is a terminal.
func (e *Env) InIsTerminal() bool { return IsTerminal(e.In) }

// OutIsTerminal reports whether standard output is a terminal.
func (e *Env) OutIsTerminal() bool { return IsTerminal(e.Out) }

// Width returns the width of lines on standard output: the value of $COLUMNS, or the width of the terminal; 0, which
// means no limit, if standard output is not a terminal and COLUMNS is not set.
func (e *Env) Width() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := printable.Raw(e.Out).(*os.File); ok {
		if n, _, err := xterm.GetSize(int(f.Fd())); err == nil {
			return n
		}
	}
	return 0
}

// maxProse is the maximum width of prose in characters.
const maxProse = 110

// Prose folds text for reading, also where lines have no limit: to Width or maxProse, whichever is less.
func (e *Env) Prose(text string) string {
	width := e.Width()
	if width == 0 || width > maxProse {
		width = maxProse
	}
	return FoldLines(text, width)
}

// PrintText prints text for people to standard output: lines longer than Width are folded.
func (e *Env) PrintText(text string) error { return e.Print(FoldLines(text, e.Width())) }

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	if wrapped, ok := stream.(interface{ Unwrap() io.Reader }); ok {
		stream = wrapped.Unwrap()
	}
	if w, ok := stream.(io.Writer); ok {
		stream = printable.Raw(w)
	}
	f, ok := stream.(*os.File)
	return ok && xterm.IsTerminal(int(f.Fd()))
}

// StartProgress shows progress on standard error if --progress asks for it; otherwise it returns nil, on which all
// methods may be called.
func (e *Env) StartProgress(total int64, what string) *Progress {
	if !e.ShowsProgress() {
		return nil
	}
	return NewBar(e.Err, total, what, true)
}

// ShowsProgress reports whether --progress asks for progress.
func (e *Env) ShowsProgress() bool {
	if e.Flags.progress == "auto" {
		return !e.Flags.Quiet && IsTerminal(e.Err)
	}
	return e.Flags.progress == "always"
}
