package about

import (
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

// Commands returns the commands of the group.
func Commands(e *term.Env) []*cobra.Command {
	return []*cobra.Command{methodsCommand(e), rulesCommand(e), formatsCommand(e), doctorCommand(e), versionCommand(e)}
}
