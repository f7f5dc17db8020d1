package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/about"
	"nonet/cmd/nonet/internal/build"
	"nonet/cmd/nonet/internal/compare"
	"nonet/cmd/nonet/internal/exchange"
	"nonet/cmd/nonet/internal/input"
	campaigns "nonet/cmd/nonet/internal/lab"
	"nonet/cmd/nonet/internal/puzzle"
	"nonet/cmd/nonet/internal/serve"
	"nonet/cmd/nonet/internal/term"
	"nonet/cmd/nonet/internal/why"

	"github.com/spf13/cobra"
)

// run runs nonet with the arguments after the program's name and returns the exit code. When ctx ends, the command
// stops, prints what it has so far, and leaves no child process behind.
func run(ctx context.Context, args []string, s term.Streams) int {
	e := term.NewEnv(s)
	e.SetContext(ctx)
	root := newRoot(e, commandOf(args))
	root.SetArgs(append([]string{}, args...)) // for nil, cobra takes os.Args
	root.SetIn(e.In)
	out := &checkedWriter{to: e.Out}
	root.SetOut(out)
	root.SetErr(e.Err)
	command, err := root, unknownCommand(root, args)
	if err == nil {
		command, err = root.ExecuteContextC(ctx)
	}
	if out.err != nil {
		err = e.WriteError(out.err)
	}
	code := max(e.Code(), term.CodeOf(err))
	if e.InputInterrupted() {
		code = max(code, term.Undecided)
	}
	if err != nil {
		var f *term.Failure
		e.Warn("%s", term.WithoutPackage(err))
		if !errors.As(err, &f) {
			fmt.Fprintf(e.Err, "Try: %s --help\n", command.CommandPath())
		}
	}
	if e.Flags.ExitStatus == "sat" && (err == nil || term.CodeOf(err) == term.Undecided) {
		code = code.Competition()
	}
	return int(code)
}

// A checkedWriter keeps the first error of writing. Cobra ignores errors when it prints help.
type checkedWriter struct {
	to  io.Writer
	err error
}

func (w *checkedWriter) Write(b []byte) (int, error) {
	n, err := w.to.Write(b)
	w.err = cmp.Or(w.err, err)
	return n, err
}

// unknownCommand returns an error if args do not begin with the name of a command. Cobra reports this error only after
// it has parsed the flags, and not at all with --help.
func unknownCommand(root *cobra.Command, args []string) error {
	// a hidden command, which cobra adds later
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	parent, name := term.UnknownCommand(root, args)
	switch {
	case parent == nil:
		return nil
	case parent == root && input.IsPuzzle(name):
		return fmt.Errorf("a puzzle without a command: did you mean nonet solve %s?", term.Shorten(name, 90))
	}
	return term.UnknownCommandError(parent, name)
}

// A commandGroup is a heading of the main page and its commands, the most used first.
type commandGroup struct {
	title    string
	commands []string
}

var mainGroups = []commandGroup{
	{"Solve and prove", []string{"solve", "unique", "count", "check-proof"}},
	{"For people", []string{"serve", "rate", "candidates", "explain", "audit", "picture"}},
	{"Make puzzles", []string{"generate", "check", "sheet", "minimize", "split", "canonical", "unavoidable"}},
	{"Compare and measure", []string{"compare", "experiment", "campaign", "worker", "analyze"}},
	{"Files of other programs", []string{"convert", "export", "decode", "explain-encoding", "sat", "cover", "color",
		"fzn", "install-minizinc"}},
	{"About nonet", []string{"methods", "formats", "rules", "doctor", "schema", "version", "licenses",
		"completion"}},
}

const (
	mainHead = `Nonet states a Sudoku of any size as one model and solves it by SAT, 0-1
programs, constraint programming or exact cover, with its own solvers or others.

Usage: nonet COMMAND [PUZZLES] [flags], such as nonet unique 1..4..1..1..4..1

`
	mainTail = `
PUZZLES are files, - for standard input, or puzzles on the command line.
More: "nonet help COMMAND", "nonet help puzzles" and "nonet help exit-codes".
`
)

// mainPage returns the help of nonet itself.
func mainPage(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString(mainHead)
	for _, g := range mainGroups {
		b.WriteString(g.title + "\n")
		for _, name := range g.commands {
			for _, c := range root.Commands() {
				if c.Name() == name {
					b.WriteString(term.CommandLine(c))
				}
			}
		}
	}
	b.WriteString(mainTail)
	return b.String()
}

func init() { cobra.EnableCommandSorting = false } // list subcommands in the order of AddCommand

// packages returns the commands of each package.
func packages() []term.Group {
	return []term.Group{puzzle.Commands(), why.Commands(), exchange.Commands(), compare.Commands(),
		campaigns.Commands(), serve.Commands(), about.Commands()}
}

// commandOf returns the name of the command that args begin with, or "" if they begin with none: cobra then needs all
// commands, for help, completion and suggestions.
func commandOf(args []string) string {
	for _, g := range packages() {
		if len(args) > 0 && g.Has(args[0]) {
			return args[0]
		}
	}
	return ""
}

// newRoot returns the command nonet with the command of this name only, or with all commands if the name is empty.
func newRoot(e *term.Env, name string) *cobra.Command {
	root := &cobra.Command{
		Use:           "nonet",
		Short:         "Solve, prove, rate, make, compare and export Sudoku puzzles",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	version := root.Flags().Bool("version", false, "print the version, as the command version does")
	root.RunE = func(*cobra.Command, []string) error {
		if *version {
			return e.Print(build.Read().String())
		}
		e.Raise(term.BadInput)
		_, err := io.WriteString(e.Err, mainPage(root))
		return err
	}
	for _, g := range packages() {
		root.AddCommand(g.Make(e, name)...)
	}
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, g := range mainGroups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range root.Commands() {
			if slices.Contains(g.commands, c.Name()) {
				c.GroupID = g.title
			}
		}
	}
	term.SetUp(root)
	describe := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c == root {
			_, _ = io.WriteString(c.OutOrStdout(), mainPage(root)) // a checkedWriter
			return
		}
		describe(c, args)
	})
	return root
}

// helpCommand returns the command help.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Describe a command or a topic",
		Long:  "Help describes a command, or a topic: puzzles or exit-codes.",
		Example: `  nonet help unique
  nonet help campaign run
  nonet help exit-codes`,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if at, _, err := c.Root().Find(args); err == nil {
				for _, sub := range at.Commands() {
					if !sub.Hidden {
						names = append(names, sub.Name())
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			if parent, name := term.UnknownCommand(root, args); parent == root {
				return errors.New(strings.Replace(term.UnknownCommandError(root, name).Error(), "command",
					"command or topic", 1))
			} else if parent != nil {
				return term.UnknownCommandError(parent, name)
			}
			found, _, err := root.Find(args)
			if err != nil {
				return err
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}
