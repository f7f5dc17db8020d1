package make

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
		{Name: "minimize", New: minimizeCommand},
		{Name: "unavoidable", New: unavoidableCommand},
		{Name: "canonical", New: canonicalCommand},
		{Name: "split", New: splitCommand},
		{Name: "generate", New: generateCommand},
		{Name: "sheet", New: sheetCommand},
		{Name: "picture", New: pictureCommand},
	}, Snippets: []string{"models", input.ModelHelp}}
}
