package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync/atomic"
	"syscall"

	"golang.org/x/term"
)

// Streams are what a command reads from and writes to.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Run runs nonet with the arguments that follow the program's name, and returns the exit code. When ctx ends, the command stops what it
// does, prints what is known, and leaves nothing running.
func Run(ctx context.Context, args []string, s Streams) int {
	e := &env{Streams: s}
	root := e.root()
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	command, err := root.ExecuteContextC(ctx)
	code := max(e.get(), codeOf(err))
	if err != nil {
		var f *failure
		e.message("%s", plainly(err))
		if !errors.As(err, &f) {
			fmt.Fprintf(s.Err, "Try: %s --help\n", command.CommandPath())
		}
	}
	if e.flags.exitStatus == "sat" && (err == nil || codeOf(err) == undecided) {
		code = code.competition()
	}
	return int(code)
}

// An env is what the commands share: the streams, the flags, and the exit code so far.
type env struct {
	Streams
	outcome
	flags flags
	bar   atomic.Pointer[progress] // that of a campaign, while it is shown
}

// message prints a message on standard error.
func (e *env) message(format string, args ...any) {
	fmt.Fprintf(e.Err, "nonet: "+format+"\n", args...)
}

// say prints a remark on standard error.
func (e *env) say(format string, args ...any) { fmt.Fprintf(e.Err, format+"\n", args...) }

// writeError turns an error of writing results into that of the command. That nobody reads any more is none.
func (e *env) writeError(err error) error {
	if err == nil || errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return fail(badInput, fmt.Errorf("the output cannot be written: %w", reason(err)))
}

// print writes to standard output.
func (e *env) print(text string) error {
	_, err := io.WriteString(e.Out, text)
	return e.writeError(err)
}

// reason returns what is wrong with a file, without its name.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func (e *env) inIsTerminal() bool  { return isTerminal(e.In) }
func (e *env) outIsTerminal() bool { return isTerminal(e.Out) }

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// progress begins to show progress if --progress asks for it.
func (e *env) progress(total int64, what string) *progress {
	if !e.showsProgress() {
		return nil
	}
	return startProgress(e.Err, total, what)
}

func (e *env) showsProgress() bool {
	if e.flags.progress == "auto" {
		return !e.flags.quiet && isTerminal(e.Err)
	}
	return e.flags.progress == "always"
}

// typed reports whether somebody types the puzzles: then each is answered before the next is read, and nothing else is shown.
func (e *env) typed(s *source) bool { return e.inIsTerminal() && s.readsStdin() }

// classicPuzzles is puzzles for what cannot take the rules of variants: a puzzle that has some is an error that names it.
func (e *env) classicPuzzles(args []string, what string) (*source, error) {
	s, err := e.puzzles(args)
	if err == nil {
		s.classic = what
	}
	return s, err
}

// puzzles returns the source of the puzzles that the arguments name. Without arguments these are on standard input, if that is not a
// terminal.
func (e *env) puzzles(args []string) (*source, error) {
	if len(args) == 0 {
		if e.inIsTerminal() {
			return nil, errors.New("no puzzle: expected a file, a literal puzzle, or - for standard input")
		}
		args = []string{"-"}
	}
	shape, err := parseBox(e.flags.box)
	if err != nil {
		return nil, err
	}
	s := &source{args: args, stdin: e.In}
	if e.flags.output == "csv" {
		s.classic = "--output csv" // which has no column for rules, and could be read again without them
	}
	s.options.Format, s.options.Alphabet, s.options.Shape = e.flags.from, e.flags.alphabet, shape
	if err := s.options.Validate(); err != nil {
		return nil, errors.New(strings.Replace(plainly(err), "unknown format", "--from: unknown format", 1))
	}
	return s, nil
}
