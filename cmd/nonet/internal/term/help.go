package term

import (
	"strings"

	"github.com/spf13/cobra"
)

// WithHelp sets the description and the examples of commands and their subcommands, and returns the commands. The text
// has a section for each command, headed by the path of the command after "nonet"; the examples follow a line
// "Examples:". A name in double braces is replaced by its snippet; snippets are pairs of a name and a text.
func WithHelp(text string, commands []*cobra.Command, snippets ...string) []*cobra.Command {
	for i := 0; i < len(snippets); i += 2 {
		text = strings.ReplaceAll(text, "{{"+snippets[i]+"}}", snippets[i+1])
	}
	sections := map[string]string{}
	for section := range strings.SplitSeq("\n"+text, "\n# ") {
		name, body, _ := strings.Cut(section, "\n")
		sections[name] = strings.TrimRight(body, "\n")
	}
	var visit func(c *cobra.Command, name string)
	visit = func(c *cobra.Command, name string) {
		var examples string
		c.Long, examples, _ = strings.Cut("\n"+sections[name], "\n\nExamples:\n\n")
		c.Long = strings.Trim(c.Long, "\n") // the first line may be indented, as a list
		c.Example = strings.ReplaceAll("\n"+examples, "\n    ", "\n  ")[1:]
		for _, sub := range c.Commands() {
			visit(sub, name+" "+sub.Name())
		}
	}
	for _, c := range commands {
		visit(c, c.Name())
	}
	return commands
}
