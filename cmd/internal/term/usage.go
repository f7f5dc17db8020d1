package term

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
		b.WriteString(flagUsages(c.LocalFlags()))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n%s COMMAND --help describes a command.\n", c.CommandPath())
	}
	return b.String()
}

// groupKey is the annotation of a flag that names its group in the help.
const groupKey = "group"

// GroupFlags lists the named flags of c below a title of their own in the help.
func GroupFlags(c *cobra.Command, title string, names ...string) {
	for _, name := range names {
		if err := c.Flags().SetAnnotation(name, groupKey, []string{title}); err != nil {
			panic("term: " + err.Error()) // the flag does not exist
		}
	}
}

// flagUsages returns the flags by group: first those without one, below the title Flags.
func flagUsages(all *pflag.FlagSet) string {
	titles, groups := []string{"Flags"}, map[string]*pflag.FlagSet{}
	all.VisitAll(func(f *pflag.Flag) {
		title := titles[0]
		if group := f.Annotations[groupKey]; group != nil {
			title = group[0]
		}
		if groups[title] == nil {
			groups[title] = pflag.NewFlagSet("", pflag.ContinueOnError)
			if title != titles[0] {
				titles = append(titles, title)
			}
		}
		groups[title].AddFlag(f)
	})
	var b strings.Builder
	for _, title := range titles {
		if groups[title] != nil {
			fmt.Fprintf(&b, "\n%s:\n%s", title, groups[title].FlagUsagesWrapped(HelpWidth))
		}
	}
	return b.String()
}

// CommandLine returns the line of c in a list of commands.
func CommandLine(c *cobra.Command) string {
	return fmt.Sprintf("  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
}

// A Group is the commands of a package and their help.
type Group struct {
	Commands []Command

	// Help has a section for each command and subcommand, headed by the path of the command after "nonet". It is the
	// description; the examples follow a line "Examples:".
	Help string

	// Snippets are pairs of a name and a text. In the help the text replaces the name in double braces.
	Snippets []string
}

// A Command is the name of a command and its constructor. The program makes only the command that it runs, since all of
// them with their flags take longer than a short command.
type Command struct {
	Name string
	New  func(*Env) *cobra.Command
}

// Has reports whether the group has a command with this name.
func (g Group) Has(name string) bool {
	return slices.ContainsFunc(g.Commands, func(c Command) bool { return c.Name == name })
}

// Make makes the command with this name and its subcommands, or all commands if the name is empty.
func (g Group) Make(e *Env, name string) []*cobra.Command {
	var made []*cobra.Command
	for _, c := range g.Commands {
		if name == "" || name == c.Name {
			made = append(made, g.describe(c.New(e), c.Name))
		}
	}
	return made
}

// describe sets the description and the examples of a command and its subcommands, and returns the command.
func (g Group) describe(c *cobra.Command, path string) *cobra.Command {
	_, section, _ := strings.Cut("\n"+g.Help, "\n# "+path+"\n")
	section, _, _ = strings.Cut(section, "\n# ")
	for pair := range slices.Chunk(g.Snippets, 2) {
		section = strings.ReplaceAll(section, "{{"+pair[0]+"}}", pair[1])
	}
	description, examples, _ := strings.Cut("\n"+strings.TrimRight(section, "\n"), "\n\nExamples:\n\n")
	c.Long = strings.Trim(description, "\n") // the first line may be indented, as a list
	c.Example = strings.ReplaceAll("\n"+examples, "\n    ", "\n  ")[1:]
	for _, sub := range c.Commands() {
		g.describe(sub, path+" "+sub.Name())
	}
	return c
}
