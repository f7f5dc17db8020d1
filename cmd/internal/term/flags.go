package term

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"time"

	"nonet/internal/slice"

	"github.com/spf13/cobra"
)

// Flags holds the values of flags that several commands have. Each has the same default in all commands.
type Flags struct {
	Method     string
	Timeout    time.Duration
	Seed       uint64
	Moves      int64
	Jobs       int
	JobsGiven  bool // --jobs was given
	Output     string
	Quiet      bool
	progress   string
	color      string
	ExitStatus string

	From, Alphabet, Box string // the format of puzzles
	Colours             int    // of a graph in a model file; 0: as the file says

	IgnoreDrawings, IgnoreUnknown, Guess, Entries bool // what to do with parts of a puzzle that are not understood
}

// QuietFlags adds --quiet, with the given help, and --progress.
func (e *Env) QuietFlags(c *cobra.Command, help string) {
	c.Flags().BoolVarP(&e.Flags.Quiet, "quiet", "q", false, help)
	ChoiceFlag(c, &e.Flags.progress, "progress", "show progress on standard error: auto, always or never",
		"auto", "always", "never")
}

// JobsFlag adds --jobs.
func (e *Env) JobsFlag(c *cobra.Command, help string) {
	f := c.Flags()
	f.IntVarP(&e.Flags.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), help)
	f.Lookup("jobs").DefValue = "0" // keep the number of cores out of the help
	AtLeast(c, "jobs", &e.Flags.Jobs, 1)
	AddCheck(c, func() error {
		if most := max(1024, 64*runtime.NumCPU()); e.Flags.Jobs > most {
			return fmt.Errorf("--jobs %d: expected at most %d on this machine", e.Flags.Jobs, most)
		}
		return nil
	})
}

// TimeoutFlag adds --timeout with a default. Zero means no limit, or the limit that the command sets itself.
func TimeoutFlag(c *cobra.Command, limit *time.Duration, value time.Duration, help string) {
	c.Flags().DurationVarP(limit, "timeout", "t", value, help)
	AddCheck(c, func() error {
		if *limit < 0 {
			return fmt.Errorf("--timeout %v: expected a positive duration", *limit)
		}
		return nil
	})
}

// OutputFlag adds --output with the output forms of the command, of which text is the default.
func (e *Env) OutputFlag(c *cobra.Command, forms ...string) {
	usage := "form of the results: " + slice.JoinOr(forms)
	if slices.Contains(forms, "json") {
		usage += "; nonet schema lists the fields of json"
	}
	ChoiceFlag(c, &e.Flags.Output, "output", usage, forms...)
}

// ChoiceFlag adds a flag whose value is one of words, by default the first.
func ChoiceFlag(c *cobra.Command, value *string, name, usage string, words ...string) {
	c.Flags().StringVar(value, name, words[0], usage)
	CompleteFlag(c, name, words...)
	AddCheck(c, func() error { return CheckOneOf("--"+name, *value, words) })
}

// CheckOneOf returns an error if the value of a flag, such as "--output", is not among the known ones.
func CheckOneOf(flag, value string, known []string) error {
	if slices.Contains(known, value) {
		return nil
	}
	return fmt.Errorf("%s %s: expected %s%s", flag, cmp.Or(value, `""`), slice.JoinOr(known), DidYouMean(value, known))
}

// AddCheck adds a check of the flags that runs before the command. The checks run in the order in which they were
// added.
func AddCheck(c *cobra.Command, check func() error) {
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

// KeepInputs adds a check that no argument of the command is a file that it will write.
func KeepInputs(c *cobra.Command, written ...*string) {
	AddCheck(c, func() error {
		for _, name := range written {
			if err := RefuseOverwriting(c.Flags().Args(), *name); err != nil {
				return err
			}
		}
		return nil
	})
}

// CompleteFlag registers words for the completion of a flag in the shell.
func CompleteFlag(c *cobra.Command, flag string, words ...string) {
	err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic("term: " + err.Error()) // the flag does not exist, or has a completion already
	}
}

// LimitFlag adds --limit.
func LimitFlag(c *cobra.Command, limit *int64, help string) {
	c.Flags().Int64Var(limit, "limit", 0, help)
	AtLeast(c, "limit", limit, 1)
}

// AtLeast adds a check that a flag, if it is given, has the value least or more.
func AtLeast[N cmp.Ordered](c *cobra.Command, flag string, value *N, least N) {
	AddCheck(c, func() error {
		if c.Flags().Changed(flag) && *value < least {
			return fmt.Errorf("--%s %v: expected %v or more", flag, *value, least)
		}
		return nil
	})
}
