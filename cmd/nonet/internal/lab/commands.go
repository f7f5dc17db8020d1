package lab

import (
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

// Commands returns the commands of the group.
func Commands(e *term.Env) []*cobra.Command {
	l := &lab{Env: e}
	return []*cobra.Command{l.analyzeCommand(), l.experimentCommand(), l.campaignCommand(), l.workerCommand(), l.isolatedCommand()}
}
