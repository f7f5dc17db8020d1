package compare

import (
	_ "embed" // help

	"nonet/cmd/internal/term"
)

//go:embed help.md
var help string

// Commands returns the commands of this package.
func Commands() term.Group {
	return term.Group{Help: help, Commands: []term.Command{
		{Name: "compare", New: compareCommand},
	}}
}
