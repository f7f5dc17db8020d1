package about

import (
	"fmt"
	"strings"

	"nonet/cmd/internal/build"
	"nonet/cmd/internal/term"

	"github.com/spf13/cobra"
)

func versionCommand(e *term.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version of nonet and of its libraries",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return printVersion(e) },
	}
	e.OutputFlag(c, "text", "json")
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
