package about

import (
	_ "embed" // help

	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

//go:embed help.md
var help string

// Commands returns the commands of this package, and the topics of nonet help, which are commands that only have a help
// text.
func Commands(e *term.Env) []*cobra.Command {
	commands := []*cobra.Command{methodsCommand(e), rulesCommand(e), formatsCommand(e), doctorCommand(e),
		schemaCommand(e), versionCommand(e), licensesCommand(e)}
	topics := []*cobra.Command{
		{Use: "puzzles", Short: "How commands read puzzles"},
		{Use: "exit-codes", Short: "What the exit codes mean"},
	}
	return term.WithHelp(help, append(commands, topics...), "default method", input.DefaultMethodHelp)
}
