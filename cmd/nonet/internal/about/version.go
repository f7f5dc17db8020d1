package about

import (
	"fmt"
	"strings"

	_ "embed" // licences

	"nonet/cmd/internal/build"
	"nonet/cmd/internal/term"
	"nonet/internal/packed"

	"github.com/spf13/cobra"
)

//go:generate go run -C ../../../.. ./scripts/licenses
//go:embed licenses.txt.gz
var licenses []byte

// Licenses lists the libraries that are linked into nonet, with the full texts of their licences.
func Licenses() string { return string(packed.Bytes(licenses)) }

func versionCommand(e *term.Env) *cobra.Command {
	var full bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version of nonet and of its libraries",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if full {
				return e.Print(Licenses())
			}
			return printVersion(e)
		},
	}
	e.OutputFlag(c, "text", "json")
	c.Flags().BoolVar(&full, "licenses", false, "print the libraries and the full texts of their licences")
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
