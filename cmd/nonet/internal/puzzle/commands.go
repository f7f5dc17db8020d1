package puzzle

import (
	_ "embed" // help

	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/modelfile"
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

//go:embed help.md
var help string

// Commands returns the commands of this package.
func Commands(e *term.Env) []*cobra.Command {
	commands := []*cobra.Command{
		solveCommand(e), uniqueCommand(e), countCommand(e), rateCommand(e), candidatesCommand(e), minimizeCommand(e),
		unavoidableCommand(e), canonicalCommand(e), splitCommand(e), generateCommand(e), checkCommand(e),
		sheetCommand(e),
		pictureCommand(e),
	}
	return term.WithHelp(help, commands, "default method", input.DefaultMethodHelp, "cubes", cubesHelp,
		"models", modelfile.Help)
}
