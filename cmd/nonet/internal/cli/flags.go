package cli

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"nonet/backends/methods"
	"nonet/encode/cnf"
	"nonet/model/notation"

	"github.com/spf13/cobra"
)

// flags holds the values of the flags that several commands have, with the same default in each.
type flags struct {
	method     string
	timeout    time.Duration
	seed       uint64
	moves      int64
	jobs       int
	jobsGiven  bool // and not the default
	output     string
	quiet      bool
	progress   string
	exitStatus string

	from, alphabet, box string // how puzzles are read

	nats natsFlags
}

// readFlags adds the flags of commands that read puzzles.
func (e *env) readFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&e.flags.from, "from", "", "format of the puzzles (default: recognised; see nonet formats)")
	f.StringVar(&e.flags.alphabet, "alphabet", "", "how values above 9 are written: "+oneOf(alphabetNames())+" (default: recognised)")
	f.StringVar(&e.flags.box, "box", "", "boxes of the grids as HEIGHTxWIDTH (default: as square as possible)")
	e.quietFlags(c, "print results and errors only")
	complete(c, "from", formatNames()...)
	complete(c, "alphabet", alphabetNames()...)
}

// quietFlags adds --quiet, which has the help, and --progress.
func (e *env) quietFlags(c *cobra.Command, help string) {
	states := []string{"auto", "always", "never"}
	c.Flags().BoolVarP(&e.flags.quiet, "quiet", "q", false, help)
	c.Flags().StringVar(&e.flags.progress, "progress", "auto", "show progress on standard error: auto, always or never")
	complete(c, "progress", states...)
	validate(c, func() error { return oneOfThese("--progress", e.flags.progress, states) })
}

// jobsFlag adds --jobs.
func (e *env) jobsFlag(c *cobra.Command, help string) {
	f := c.Flags()
	f.IntVarP(&e.flags.jobs, "jobs", "j", runtime.GOMAXPROCS(0), help)
	f.Lookup("jobs").DefValue = "0" // the number differs from machine to machine: keep it out of the help
	validate(c, func() error {
		if e.flags.jobs < 1 {
			return fmt.Errorf("--jobs %d: expected 1 or more", e.flags.jobs)
		}
		return nil
	})
}

// timeoutFlag adds --timeout. Zero means no limit, or what the command does without one.
func timeoutFlag(c *cobra.Command, limit *time.Duration, value time.Duration, help string) {
	c.Flags().DurationVarP(limit, "timeout", "t", value, help)
	validate(c, func() error {
		if *limit < 0 {
			return fmt.Errorf("--timeout %v: expected a positive duration", *limit)
		}
		return nil
	})
}

// methodHelp is the help of --method.
const methodHelp = "how to solve: [PREPROCESS+]BACKEND[:ENCODING[/AMO][/SUM]][:KEY=VALUE]...; see nonet methods"

// solveFlags adds the flags of commands that put puzzles to one method, and print answers in the given forms, or in all if none is given.
func (e *env) solveFlags(c *cobra.Command, forms ...string) {
	e.readFlags(c)
	f := c.Flags()
	f.StringVarP(&e.flags.method, "method", "m", methods.Default, methodHelp)
	timeoutFlag(c, &e.flags.timeout, 0, "time limit for each puzzle, such as 500ms or 2m (default: none)")
	f.Uint64Var(&e.flags.seed, "seed", 0, "seed of methods that draw random numbers")
	f.Int64Var(&e.flags.moves, "moves", 0, "limit on the moves of methods that draw random numbers, for each puzzle and run (default: none)")
	e.jobsFlag(c, "puzzles worked on at the same time (default: all cores); for one puzzle and a stochastic method, runs side by side (default: 1)")
	f.StringVar(&e.flags.exitStatus, "exit-status", "nonet", "exit codes: nonet, or sat for 10 found, 20 proved that there is none, 0 unknown")
	if len(forms) == 0 {
		forms = outputs
	}
	e.outputFlag(c, forms...)
	completeMethods(c, "method")
	complete(c, "exit-status", "nonet", "sat")
	validate(c, func() error {
		e.flags.jobsGiven = c.Flags().Changed("jobs")
		if e.flags.moves < 0 || e.flags.moves == 0 && c.Flags().Changed("moves") {
			return fmt.Errorf("--moves %d: expected 1 or more", e.flags.moves)
		}
		return oneOfThese("--exit-status", e.flags.exitStatus, []string{"nonet", "sat"})
	})
}

// outputFlag adds --output with the forms that the command has.
func (e *env) outputFlag(c *cobra.Command, forms ...string) {
	c.Flags().StringVar(&e.flags.output, "output", "text", "form of the results: "+oneOf(forms))
	complete(c, "output", forms...)
	validate(c, func() error { return oneOfThese("--output", e.flags.output, forms) })
}

func oneOfThese(flag, value string, known []string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return fmt.Errorf("%s %s: expected %s", flag, value, oneOf(known))
}

// validate adds a check of the flags before the command runs.
func validate(c *cobra.Command, check func() error) {
	before := c.PreRunE
	c.PreRunE = func(c *cobra.Command, args []string) error {
		if before != nil {
			if err := before(c, args); err != nil {
				return err
			}
		}
		return check()
	}
}

// completeMethods offers methods for a flag in the shell: after a comma if the flag takes several, and after a preprocessor; settings after a
// colon, and forms of constraints after a stroke.
func completeMethods(c *cobra.Command, flag string) {
	err := c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexAny(typed, ",+")+1]
		names, then := methods.Names(), cobra.ShellCompDirectiveNoFileComp
		if backend, _, found := strings.Cut(typed[len(before):], ":"); found {
			last := typed[len(before) : strings.LastIndexByte(typed, ':')+1]
			for _, s := range methods.Settings(backend) {
				if s.Words == nil {
					names, then = append(names, last+s.Key+"="), then|cobra.ShellCompDirectiveNoSpace
				}
				for _, word := range s.Words {
					names = append(names, last+s.Key+"="+word)
				}
			}
			if stroke := strings.LastIndexByte(typed, '/'); stroke > len(before) {
				encoded := typed[len(before):stroke]
				if m, err := methods.Parse(encoded); err == nil && m.Kind == methods.SAT {
					if !strings.Contains(encoded, "/") {
						for _, form := range cnf.AtMostOnes() {
							names = append(names, encoded+"/"+form.String())
						}
					}
					for _, form := range cnf.Sums() {
						names = append(names, encoded+"/"+form.String())
					}
				}
			}
		}
		var words []string
		for _, name := range names {
			if strings.HasPrefix(before+name, typed) {
				words = append(words, before+name)
			}
		}
		return words, then
	})
	if err != nil {
		panic("cli: " + err.Error()) // as in complete
	}
}

// complete offers words for a flag in the shell.
func complete(c *cobra.Command, flag string, words ...string) {
	err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic("cli: " + err.Error()) // the flag does not exist, or has a completion already
	}
}

func formatNames() []string {
	var names []string
	for _, f := range notation.Formats() {
		if f.Reads {
			names = append(names, f.Name)
		}
	}
	return names
}

func alphabetNames() []string {
	var names []string
	for _, a := range notation.Alphabets() {
		names = append(names, a.Name)
	}
	return names
}

// examples indents the examples of a command for its help.
func examples(lines ...string) string { return "  " + strings.Join(lines, "\n  ") }
