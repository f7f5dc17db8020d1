package term

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/internal/slice"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// UnknownCommand returns the deepest command of the path args below c that has subcommands of which none has the next
// name of the path, and that name; or nil if there is no such name. Flags are skipped: commands with subcommands have
// no flags with values.
func UnknownCommand(c *cobra.Command, args []string) (parent *cobra.Command, name string) {
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		sub := subcommand(c, arg)
		switch {
		case sub != nil:
			c = sub
		case c.HasAvailableSubCommands():
			return c, arg
		default:
			return nil, ""
		}
	}
	return nil, ""
}

func subcommand(c *cobra.Command, name string) *cobra.Command {
	for _, sub := range c.Commands() {
		if sub.Name() == name || sub.HasAlias(name) {
			return sub
		}
	}
	return nil
}

// UnknownCommandError returns the error for a name that no subcommand of c has.
func UnknownCommandError(c *cobra.Command, name string) error {
	var known []string
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			known = append(append(known, sub.Name()), sub.Aliases...)
		}
	}
	return fmt.Errorf("unknown command %q for %q%s", name, c.CommandPath(), DidYouMean(name, known))
}

// argumentError returns the error for arguments that c does not take.
func argumentError(c *cobra.Command, args []string) error {
	if c.HasSubCommands() {
		return UnknownCommandError(c, args[0])
	}
	_, takes, _ := strings.Cut(c.Use, " ")
	switch {
	case takes == "":
		return fmt.Errorf("%s takes no arguments, got %q", strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" "),
			args[0])
	case len(args) == 0:
		return fmt.Errorf("no argument: expected %s %s", c.CommandPath(), takes)
	}
	return fmt.Errorf("got %s: expected %s %s", Plural(len(args), "argument", "arguments"), c.CommandPath(), takes)
}

// flagError returns the error for a flag of c that pflag does not accept, in the words of this program.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var value *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(c, unknown)
	case errors.As(err, &value):
		return fmt.Errorf("--%s %s: %s", value.GetFlag().Name, value.GetValue(), expectedValue(value))
	case errors.As(err, &missing):
		return fmt.Errorf("--%s: expected %s after it", missing.GetFlag().Name, valueOf(missing.GetFlag()))
	case errors.As(err, &syntax):
		return fmt.Errorf("%s is not a flag; put -- before a puzzle or a file that begins with -",
			syntax.GetSpecifiedFlag())
	}
	return err
}

// outputWords are values of --output and other names of that flag that users type as flags of their own.
var outputWords = map[string]string{
	"json": "--output json", "csv": "--output csv", "line": "--output line", "text": "--output text",
	"format": "--output", "o": "--output",
}

func unknownFlag(c *cobra.Command, unknown *pflag.NotExistError) error {
	name, letters := unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames()
	if flag := outputWords[name]; flag != "" && c.Flags().Lookup("output") != nil {
		dashes := "--"
		if letters != "" {
			dashes = "-"
		}
		return fmt.Errorf("unknown flag: %s%s; did you mean %s?", dashes, name, flag)
	}
	if letters == "" {
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				known = append(known, "--"+f.Name)
			}
		})
		return fmt.Errorf("unknown flag: --%s%s", name, DidYouMean("--"+name, known))
	}
	if len(letters) > 1 {
		return fmt.Errorf("unknown flag: -%s in -%s; long flags begin with --, and -- stands before a puzzle or a "+
			"file that begins with -", name, letters)
	}
	return fmt.Errorf("unknown flag: -%s", name)
}

// expectedValue says what the flag of err takes instead of its value.
func expectedValue(err *pflag.InvalidValueError) string {
	flag, text := err.GetFlag(), err.GetValue()
	switch {
	case errors.Is(err, strconv.ErrRange):
		return "the number is out of range"
	case flag.Value.Type() == "duration":
		if _, err := time.ParseDuration(text + "s"); err == nil {
			return fmt.Sprintf("expected a duration with a unit; did you mean %ss?", text)
		}
	case values[flag.Value.Type()] == "":
		message := err.Unwrap().Error()
		return message[max(0, strings.Index(message, "expected ")):]
	}
	return "expected " + valueOf(flag)
}

// values says what flags of each type take.
var values = map[string]string{
	"bool":        "true or false",
	"duration":    "a duration such as 500ms, 30s or 2m",
	"float64":     "a number",
	"int":         "a whole number",
	"int64":       "a whole number",
	"intSlice":    "whole numbers with commas between them",
	"stringSlice": "names with commas between them",
	"uint64":      "a whole number, 0 or more",
}

func valueOf(flag *pflag.Flag) string {
	if text := values[flag.Value.Type()]; text != "" {
		return text
	}
	return "a value"
}

// Exclusive makes it an error to give two of the named flags of c.
func Exclusive(c *cobra.Command, flags ...string) {
	AddCheck(c, func() error {
		first := ""
		for _, name := range flags {
			switch {
			case !c.Flags().Changed(name):
			case first != "":
				return fmt.Errorf("--%s and --%s: expected one of them", first, name)
			default:
				first = name
			}
		}
		return nil
	})
}

// Without makes it an error to give a flag of c together with one of others.
func Without(c *cobra.Command, flag string, others ...string) {
	AddCheck(c, func() error {
		given := func(name string) bool {
			f := c.Flags().Lookup(name)
			return f.Changed && f.Value.String() != "false"
		}
		if given(flag) && slices.ContainsFunc(others, given) {
			names := slice.Map(others, func(name string) string { return "--" + name })
			return fmt.Errorf("--%s: expected without %s", flag, slice.JoinAnd(names))
		}
		return nil
	})
}

// Suggest returns the known names that are similar to a name, the nearest first, at most five. A known name is similar
// if it contains the name, or if its edit distance from the name is at most 1 plus a quarter of the letters of the
// name.
func Suggest(name string, known []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	var all []candidate
	for _, k := range known {
		d := distance(name, k)
		if len(name) > 2 && strings.Contains(k, name) {
			d = 1
		}
		if d <= 1+len(name)/4 {
			all = append(all, candidate{k, d})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return a.distance - b.distance })
	return slice.Map(all[:min(len(all), 5)], func(c candidate) string { return c.name })
}

// DidYouMean returns "; did you mean A, B or C?" with the known names that are most similar to a name, or "" if none is
// similar. Messages about an unknown name end with it.
func DidYouMean(name string, known []string) string {
	if similar := Suggest(name, known); len(similar) > 0 {
		return "; did you mean " + slice.JoinOr(similar[:min(len(similar), 3)]) + "?"
	}
	return ""
}

// distance returns the optimal string alignment distance: the least number of letters to insert, remove, replace or
// swap with the next one to turn a into b, where no letter is changed twice. Source: F. J. Damerau, A technique for
// computer detection and correction of spelling errors, CACM 7(3), 1964, pp. 171-176.
func distance(a, b string) int {
	// before, last and row are rows i-1, i and i+1 of the table; row[j] is the distance from the first i+1 letters of a
	// to the first j of b.
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			d := last[j]
			if a[i] != b[j] {
				d = 1 + min(last[j], last[j+1], row[j])
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
