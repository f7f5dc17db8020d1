// Package program is what the programs nonet and nonet-lab have in common: how they start, how they end, their main
// page and their command help.
package program

import (
	"cmp"
	"context"
	_ "embed" // schema
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"nonet/backends/process"
	"nonet/cmd/internal/build"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

// Schema is the JSON Schema of what the commands of both programs print with --output json. The definition of a command
// has its name, with a hyphen between two words.
//
//go:embed schema.json
var Schema string

// A Program is a name, its commands and its main page.
type Program struct {
	Name, Short string
	Groups      func() []term.Group // the commands of each package

	// Head and Tail are the begin and the end of the main page. Between them are the commands First, which a newcomer
	// needs first, or, with --all and for a program without First, all commands below their headings.
	Head, Tail string
	First      []string
	Headings   []Heading

	// HelpFor describes and shows the command help.
	HelpFor HelpText

	// Topics are further words of the command help, in the singular, with the command that describes each.
	Topics map[string]string

	// Unknown returns a better error than term about a first argument that is no command, or nil. It may be nil itself.
	Unknown func(word string) error
}

// A Heading is a heading of the main page and the commands below it, the most used first.
type Heading struct {
	Title    string
	Commands []string
}

// HelpText is the description and the examples of the command help.
type HelpText struct{ Long, Example string }

// onePress is the time in which further signals repeat the first one: timeout of coreutils sends it to its child, and
// then to the group that has the child.
const onePress = time.Second

// Main runs the program with the arguments and the streams of the process, and ends the process.
func (p *Program) Main() {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, func() { time.AfterFunc(onePress, stop) }) // a second signal then ends the program at once

	// Catch SIGPIPE: a closed pipe is then an error of Write and does not kill the program, which would leave solvers
	// running.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)

	process.AdoptOrphans() // so that no program of a solver outlives its run

	os.Exit(p.Run(ctx, os.Args[1:], term.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// Run runs the program with the arguments after its name and returns the exit code. When ctx ends, the command stops,
// prints what it has so far, and leaves no child process behind.
func (p *Program) Run(ctx context.Context, args []string, s term.Streams) int {
	e := term.NewEnv(p.Name, s)
	e.SetContext(ctx)
	root := p.Root(e, p.CommandOf(args))
	root.SetArgs(append([]string{}, args...)) // for nil, cobra takes os.Args
	root.SetIn(e.In)
	out := &checkedWriter{to: e.Out}
	root.SetOut(out)
	root.SetErr(e.Err)
	command, err := p.unknownCommand(root, args)
	if err == nil {
		command, err = root.ExecuteContextC(ctx)
	}
	if out.err != nil {
		err = e.WriteError(out.err)
	}
	var f *term.Failure
	if errors.Is(err, context.Canceled) && ctx.Err() != nil && !errors.As(err, &f) {
		err = term.Fail(term.Undecided, errors.New("interrupted"))
	}
	code := max(e.Code(), term.CodeOf(err))
	if e.InputInterrupted() {
		code = max(code, term.Undecided)
	}
	if err != nil {
		e.Warn("%v", err)
		if !errors.As(err, &f) {
			fmt.Fprintf(e.Err, "Try: %s --help\n", command.CommandPath())
		}
	}
	if (e.Flags.ExitStatus == "sat" || e.UsesCompetitionCodes()) && (err == nil || term.CodeOf(err) == term.Undecided) {
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

// unknownCommand returns an error if args do not begin with the name of a command, and the command whose help lists
// the names. Cobra reports this error only after it has parsed the flags, and not at all with --help.
func (p *Program) unknownCommand(root *cobra.Command, args []string) (*cobra.Command, error) {
	// a hidden command, which cobra adds later
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return root, nil
	}
	if parent, name := term.UnknownCommand(root, args); parent != nil {
		return parent, p.unknown(parent, name)
	}
	return root, nil
}

// unknown returns the error for a name that no subcommand of parent has.
func (p *Program) unknown(parent *cobra.Command, name string) error {
	if !parent.HasParent() && p.Unknown != nil {
		if err := p.Unknown(name); err != nil {
			return err
		}
	}
	return term.UnknownCommandError(parent, name)
}

// CommandOf returns the name of the command that args begin with, or "" if they begin with none: cobra then needs all
// commands, for help, completion and suggestions.
func (p *Program) CommandOf(args []string) string {
	for _, g := range p.Groups() {
		if len(args) > 0 && g.Has(args[0]) {
			return args[0]
		}
	}
	return ""
}

func init() { cobra.EnableCommandSorting = false } // list subcommands in the order of AddCommand

// Root returns the command of the program with its command of this name only, or with all commands if the name is
// empty.
func (p *Program) Root(e *term.Env, name string) *cobra.Command {
	root := &cobra.Command{Use: p.Name, Short: p.Short, SilenceErrors: true, SilenceUsage: true}
	version := root.Flags().Bool("version", false, "print the version")
	root.RunE = func(*cobra.Command, []string) error {
		if *version {
			return e.Print(p.Name + " " + build.Read().String())
		}
		e.Raise(term.BadInput)
		_, err := io.WriteString(e.Err, p.mainPage(root, false))
		return err
	}
	for _, g := range p.Groups() {
		root.AddCommand(g.Make(e, name)...)
	}
	root.SetHelpCommand(p.helpCommand())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, h := range p.Headings {
		root.AddGroup(&cobra.Group{ID: h.Title, Title: h.Title})
		for _, c := range root.Commands() {
			if slices.Contains(h.Commands, c.Name()) {
				c.GroupID = h.Title
			}
		}
	}
	term.SetUp(root)
	describe := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c == root {
			_, _ = io.WriteString(c.OutOrStdout(), p.mainPage(root, false)) // a checkedWriter
			return
		}
		describe(c, args)
	})
	return root
}

// mainPage returns the help of the program itself, with all commands or with the first ones.
func (p *Program) mainPage(root *cobra.Command, all bool) string {
	var b strings.Builder
	b.WriteString(p.Head)
	headings, more := p.Headings, ""
	if len(p.First) > 0 && !all {
		headings, more = []Heading{{"Commands", p.First}}, fmt.Sprintf("\n%s help --all lists all commands.\n", p.Name)
	}
	for _, h := range headings {
		b.WriteString(h.Title + "\n")
		for _, name := range h.Commands {
			for _, c := range root.Commands() {
				if c.Name() == name {
					b.WriteString(term.CommandLine(c))
				}
			}
		}
	}
	b.WriteString(more + p.Tail)
	return b.String()
}

// helpCommand returns the command help.
func (p *Program) helpCommand() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Describe a command or a topic",
		Long:    p.HelpFor.Long,
		Example: p.HelpFor.Example,
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
			if len(args) == 1 {
				args[0] = cmp.Or(p.Topics[strings.TrimSuffix(args[0], "s")], args[0])
			}
			if parent, name := term.UnknownCommand(root, args); parent == root {
				return errors.New(strings.Replace(p.unknown(root, name).Error(), "unknown command",
					"unknown command or topic", 1))
			} else if parent != nil {
				return p.unknown(parent, name)
			}
			if all && len(args) == 0 {
				_, err := io.WriteString(c.OutOrStdout(), p.mainPage(root, true))
				return err
			}
			found, _, err := root.Find(args)
			if err != nil {
				return err
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
	c.Flags().BoolVarP(&all, "all", "a", false, "list all commands")
	return c
}
