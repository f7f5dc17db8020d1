package about

import (
	"fmt"
	"strings"

	_ "embed" // licences

	"nonet/cmd/internal/build"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

// Licenses lists the libraries that are linked into nonet, with the full texts of their licences.
//
//go:generate go run -C ../../../.. ./scripts/licenses
//go:embed licenses.txt
var Licenses string

func versionCommand(e *term.Env) *cobra.Command {
	var licenses bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version of nonet and of its libraries",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if licenses {
				return e.Print(Licenses)
			}
			return printVersion(e)
		},
	}
	e.OutputFlag(c, "text", "json")
	c.Flags().BoolVar(&licenses, "licenses", false, "print the libraries and the full texts of their licences")
	term.Exclusive(c, "licenses", "output")
	return c
}

func printVersion(e *term.Env) error {
	b := build.Read()
	if e.Flags.Output == "json" {
		return e.PrintJSON(b)
	}
	var text strings.Builder
	text.WriteString("nonet " + b.String())
	for _, path := range b.ModulePaths {
		fmt.Fprintf(&text, "  %s %s\n", path, b.Modules[path])
	}
	return e.Print(text.String())
}
