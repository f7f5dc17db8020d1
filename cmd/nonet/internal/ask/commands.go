package ask

import (
	_ "embed" // help

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
)

//go:embed help.md
var help string

// Commands returns the commands of this package.
func Commands() term.Group {
	return term.Group{Help: help, Commands: []term.Command{
		{Name: "solve", New: solveCommand},
		{Name: "unique", New: uniqueCommand},
		{Name: "count", New: countCommand},
		{Name: "rate", New: rateCommand},
		{Name: "candidates", New: candidatesCommand},
		{Name: "check", New: checkCommand},
	}, Snippets: []string{"default method", input.DefaultMethodHelp, "cubes", cubesHelp, "models", input.ModelHelp}}
}
