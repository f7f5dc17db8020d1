package about

import (
	_ "embed" // help

	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

//go:embed help.md
var help string

// Commands returns the commands of the group.
func Commands(e *term.Env) []*cobra.Command {
	return term.WithHelp(help, []*cobra.Command{methodsCommand(e), rulesCommand(e), formatsCommand(e), doctorCommand(e), versionCommand(e)}, "default method", input.DefaultMethodHelp)
}
