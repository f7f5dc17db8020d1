package lab

import (
	_ "embed" // help

	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

//go:embed help.md
var help string

// Commands returns the commands of the package.
func Commands(e *term.Env) []*cobra.Command {
	l := &lab{Env: e}
	return term.WithHelp(help,
		[]*cobra.Command{l.analyzeCommand(), l.experimentCommand(), l.campaignCommand(), l.workerCommand(),
			l.isolatedCommand()})
}
