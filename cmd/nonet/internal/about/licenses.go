package about

import (
	_ "embed"

	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

// Licenses lists the libraries that are linked into nonet, with the full texts of their licences.
//
//go:generate go run -C ../../../.. ./scripts/licenses
//go:embed licenses.txt
var Licenses string

func licensesCommand(e *term.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "licenses",
		Short: "Print the licences of the libraries in nonet",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return e.Print(Licenses) },
	}
}
