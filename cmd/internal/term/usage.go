package term

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// HelpWidth is the width in columns that every help text keeps to.
const HelpWidth = 80

// SetUp gives a tree of commands the help texts and the usage errors of this package: lines of at most HelpWidth
// columns, and messages that name the flag or argument, what was expected, and the nearest known name. Call it once,
// after all commands have been added to root.
func SetUp(root *cobra.Command) {
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		// here, and not for all commands at the start of the program
		text := Fold(strings.Trim(c.Long, "\n"), HelpWidth) + "\n"
		if c.Runnable() || c.HasSubCommands() {
			text += "\n" + usage(c)
		}
		io.WriteString(c.OutOrStdout(), text)
	})
	root.SetFlagErrorFunc(flagError)
	checkArguments(root)
}

// checkArguments replaces the errors of Args of c and the commands below it.
func checkArguments(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if check(c, args) != nil {
				return argumentError(c, args)
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		checkArguments(sub)
	}
}

// usage returns the part of the help of c that follows the description: usage line, examples, subcommands and flags.
func usage(c *cobra.Command) string {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if c.Runnable() && !c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s\n", c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND\n", c.CommandPath())
	}
	if len(c.Aliases) > 0 {
		fmt.Fprintf(&b, "\nAliases:\n  %s\n", c.NameAndAliases())
	}
	if c.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", c.Example)
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("\nCommands:\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				b.WriteString(CommandLine(sub))
			}
		}
	}
	if c.HasAvailableLocalFlags() {
		fmt.Fprintf(&b, "\nFlags:\n%s", c.LocalFlags().FlagUsagesWrapped(HelpWidth))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n%s COMMAND --help describes a command.\n", c.CommandPath())
	}
	return b.String()
}

// CommandLine returns the line of c in a list of commands.
func CommandLine(c *cobra.Command) string {
	return fmt.Sprintf("  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
}
