package about

import (
	"nonet/cmd/internal/program"
	"nonet/cmd/internal/term"
	"nonet/encode/text"

	"github.com/spf13/cobra"
)

func schemaCommand(e *term.Env) *cobra.Command {
	return &cobra.Command{
		Use:       "schema [model]",
		Short:     "Print the JSON Schema of --output json",
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"model"},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				return e.Print(text.ModelSchema)
			}
			return e.Print(program.Schema)
		},
	}
}
