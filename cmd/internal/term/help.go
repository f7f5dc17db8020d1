package term

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

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
