package about

import (
	_ "embed"

	"nonet/cmd/nonet/internal/term"
	"nonet/encode/text"

	"github.com/spf13/cobra"
)

// Schema is the JSON Schema of what the commands print with --output json. The definition of a command has its name,
// with a hyphen between two words.
//
//go:embed schema.json
var Schema string

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
			return e.Print(Schema)
		},
	}
}
