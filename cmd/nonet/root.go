package main

import (
	"context"
	"errors"
	"fmt"

	"nonet/cmd/nonet/internal/about"
	"nonet/cmd/nonet/internal/build"
	"nonet/cmd/nonet/internal/compare"
	"nonet/cmd/nonet/internal/exchange"
	campaigns "nonet/cmd/nonet/internal/lab"
	"nonet/cmd/nonet/internal/puzzle"
	"nonet/cmd/nonet/internal/term"
	"nonet/cmd/nonet/internal/why"

	"github.com/spf13/cobra"
)

// run runs nonet with the arguments that follow the program's name, and returns the exit code. When ctx ends, the command stops what it
// does, prints what is known, and leaves nothing running.
func run(ctx context.Context, args []string, s term.Streams) int {
	e := &term.Env{Streams: s}
	root := newRoot(e)
	root.SetArgs(args)
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	command, err := root.ExecuteContextC(ctx)
	code := max(e.Code(), term.CodeOf(err))
	if err != nil {
		var f *term.Failure
		e.Warn("%s", term.WithoutPackage(err))
		if !errors.As(err, &f) {
			fmt.Fprintf(s.Err, "Try: %s --help\n", command.CommandPath())
		}
	}
	if e.Flags.ExitStatus == "sat" && (err == nil || term.CodeOf(err) == term.Undecided) {
		code = code.Competition()
	}
	return int(code)
}

const summary = `Nonet states a Sudoku of any size once, as a small model, and solves it in many ways: as a satisfiability problem, as a 0-1 program, and
by constraint propagation, with solvers of its own and with others. It proves that a puzzle has exactly one solution, counts solutions,
compares the formulations, and writes them as files for other solvers.

PUZZLES are files, - for standard input, or puzzles typed on the command line. A file may hold many. See nonet formats.

Exit codes: 0 all is well; 1 some answer is negative (no solution, not unique); 2 bad usage or bad input; 3 some puzzle is undecided;
4 a solver failed, is missing, or gave a wrong answer. The highest that applies wins.`

func newRoot(e *term.Env) *cobra.Command {
	root := &cobra.Command{
		Use:           "nonet",
		Short:         "One model of a Sudoku; every formulation; any solver; answers you can trust",
		Long:          summary,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
	}
	version := root.Flags().Bool("version", false, "print the version, as the command version does")
	root.RunE = func(*cobra.Command, []string) error {
		if *version {
			return e.Print(build.Read().String())
		}
		return errors.New("which command? nonet help lists them")
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if words := c.Flags().Args(); c == root && len(words) > 0 { // a flag after what is no command
			return fmt.Errorf("unknown command %q for %q", words[0], c.Name())
		}
		return err
	})
	root.CompletionOptions.HiddenDefaultCmd = false
	for _, commands := range []func(*term.Env) []*cobra.Command{
		puzzle.Commands, why.Commands, exchange.Commands, compare.Commands, campaigns.Commands, about.Commands,
	} {
		root.AddCommand(commands(e)...)
	}
	root.Long = term.Fold(root.Long, 90)
	return root
}
