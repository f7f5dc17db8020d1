package about

import (
	_ "embed"

	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

// Schema is the JSON Schema of what the commands print with --output json. The definition of a command has its name,
// with a hyphen between two words.
//
//go:embed schema.json
var Schema string

func schemaCommand(e *term.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of --output json",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return e.Print(Schema) },
	}
}
