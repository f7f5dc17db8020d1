package puzzle

import (
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

// Commands returns the commands of the group.
func Commands(e *term.Env) []*cobra.Command {
	return []*cobra.Command{solveCommand(e), uniqueCommand(e), countCommand(e), rateCommand(e), candidatesCommand(e), minimizeCommand(e), unavoidableCommand(e), canonicalCommand(e), splitCommand(e), generateCommand(e)}
}
