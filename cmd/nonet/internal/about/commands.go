package about

import (
	_ "embed" // help

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

//go:embed help.md
var help string

// Commands returns the commands of this package, and the topics of nonet help, which are commands that only have a help
// text.
func Commands() term.Group {
	return term.Group{Help: help, Commands: []term.Command{
		{Name: "lab", New: labCommand},
		{Name: "methods", New: methodsCommand},
		{Name: "rules", New: rulesCommand},
		{Name: "formats", New: formatsCommand},
		{Name: "doctor", New: doctorCommand},
		{Name: "schema", New: schemaCommand},
		{Name: "version", New: versionCommand},
		{Name: "puzzles", New: topic("puzzles", "How commands read puzzles")},
		{Name: "exit-codes", New: topic("exit-codes", "What the exit codes mean")},
	}, Snippets: []string{"default method", input.DefaultMethodHelp}}
}

func topic(name, short string) func(*term.Env) *cobra.Command {
	return func(*term.Env) *cobra.Command { return &cobra.Command{Use: name, Short: short} }
}
