package exchange

import (
	_ "embed" // help

	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

//go:embed help.md
var help string

// Commands returns the commands of this package.
func Commands(e *term.Env) []*cobra.Command {
	commands := []*cobra.Command{
		convertCommand(e), exportCommand(e), decodeCommand(e), explainEncodingCommand(e), satCommand(e),
		coverCommand(e), colorCommand(e), fznCommand(e), installMiniZincCommand(e),
	}
	return term.WithHelp(help, commands)
}
