package why

import (
	_ "embed" // help

	"nonet/cmd/internal/term"
)

//go:embed help.md
var help string

// Commands returns the commands of this package.
func Commands() term.Group {
	return term.Group{Help: help, Commands: []term.Command{
		{Name: "explain", New: explainCommand},
		{Name: "audit", New: auditCommand},
		{Name: "check-proof", New: checkProofCommand},
	}}
}
